-- Units by span of dates in which no column of this table changed.
with placed as (
    select
        units.unit_id,
        units.unit_name,
        coalesce(units.building_id, names.building_id, -1) as building_id,
        units.unit_type_id,
        lower(trim(units.unit_type_name)) as unit_type_key,
        units.is_bookable,
        units.loaded_on,
        units.replaced_on
    from {{ ref('stg_pms__unit_versions') }} as units
    left join {{ building_names() }} as names on lower(trim(units.building_name)) = names.building_key
    -- Of several versions of one day, the last counts.
    where units.replaced_on is null or units.loaded_on < units.replaced_on
),

versions as (
    select
        placed.unit_id,
        placed.unit_name,
        placed.building_id,
        coalesce(placed.unit_type_id, of_building.unit_type_id, of_any.unit_type_id, -1) as unit_type_id,
        placed.is_bookable,
        placed.loaded_on,
        placed.replaced_on
    from placed
    {{ with_named_types('placed', 'placed.building_id') }}
),

compared as (
    select
        *,
        case
            when
                lag(replaced_on) over by_date = loaded_on
                and lag(coalesce(unit_name, '')) over by_date = coalesce(unit_name, '')
                and lag(building_id) over by_date = building_id
                and lag(unit_type_id) over by_date = unit_type_id
                and lag(is_bookable) over by_date = is_bookable
                then 0
            else 1
        end as is_change
    from versions
    window by_date as (partition by unit_id order by loaded_on)
),

numbered as (
    select
        *,
        sum(is_change) over (
            partition by unit_id order by loaded_on rows between unbounded preceding and current row
        ) as change_number
    from compared
),

spans as (
    select
        unit_id,
        change_number,
        min(loaded_on) as valid_from,
        case when bool_and(replaced_on is not null) then max(replaced_on) end as valid_to,
        unit_name,
        building_id,
        unit_type_id,
        is_bookable
    from numbered
    group by unit_id, change_number, unit_name, building_id, unit_type_id, is_bookable
)

select
    spans.unit_id,
    spans.valid_from,
    spans.valid_to,
    coalesce(spans.unit_name, 'Unit ' || spans.unit_id) as unit_name,
    spans.building_id,
    spans.unit_type_id,
    spans.is_bookable
from spans
left join {{ ref('int_buildings') }} as buildings on spans.building_id = buildings.building_id
where not coalesce(buildings.is_excluded, false)
