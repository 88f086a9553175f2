with listed as (
    select * from {{ ref('int_buildings') }}
    where not is_excluded
),

-- Stays that were elsewhere, or are deleted, keep their building on the books and on invoices.
referenced as (
    {% for model in [
        'int_room_stays', 'int_on_the_books_changes', 'int_invoices', 'int_earlier_invoices', 'int_allocations',
        'int_deletion_exceptions', 'int_block_exceptions', 'dim_units_history',
    ] -%}
    select building_id from {{ ref(model) }}
    union
    {% endfor -%}
    select building_id from {{ ref('int_gone_stay_places') }}
    where not is_excluded
    union
    select building_id from {{ ref('int_units') }}
    where not is_excluded
),

unlisted as (
    select building_id
    from referenced
    where building_id not in (select buildings.building_id from {{ ref('int_buildings') }} as buildings)
)

select
    building_id,
    building_name,
    building_status,
    development_id,
    development_name,
    city_name,
    country_name,
    time_zone,
    currency_code,
    removed_on
from listed
union all
select
    building_id,
    case when building_id = -1 then 'Not stated' else 'Building ' || building_id end as building_name,
    null as building_status,
    null as development_id,
    null as development_name,
    null as city_name,
    null as country_name,
    {{ setting('time_zone') }} as time_zone,
    {{ setting('base_currency') }} as currency_code,
    null as removed_on
from unlisted
