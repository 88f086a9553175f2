{#
    The id of the building with a name, for lists that show only the name: (building_key, building_id). A name means a building
    that is gone only where no existing building has the name, and one that had it earlier only where none has it now: records of
    the time before a building was renamed have its old name.
#}
{% macro building_names() -%}
(
    select
        lower(trim(building_name)) as building_key,
        {{ at_min('building_id', ['preference', 'building_id']) }} as building_id
    from (
        select
            building_id,
            building_name,
            case when removed_on is null then 1 else 2 end as preference
        from {{ ref('int_buildings') }}
        union all
        select
            building_id,
            building_name,
            3 as preference
        from {{ ref('stg_pms__building_names') }}
    ) as names
    group by lower(trim(building_name))
)
{%- endmacro %}

{# The building of every room stay, deleted ones too: (room_stay_id, booking_id, booking_reference, building_id, is_gone). #}
{% macro known_stay_places() -%}
(
    {% for places in [ref('int_stay_places'), ref('int_gone_stay_places')] -%}
    select
        room_stay_id,
        booking_id,
        booking_reference,
        building_id,
        {{ 'false' if loop.first else 'true' }} as is_gone
    from {{ places }}
    {{ 'union all' if not loop.last }}
    {% endfor %}
)
{%- endmacro %}

{#
    The building of each booking, which is that of its first room stay that has one: (booking_id, building_id). Deleted stays count
    only where no other stay of the booking is left.
#}
{% macro building_of_bookings() -%}
(
    select
        places.booking_id,
        {{ at_min('places.building_id', ['places.is_gone', 'places.room_stay_id']) }} as building_id
    from {{ known_stay_places() }} as places
    where places.building_id <> -1
    group by places.booking_id
)
{%- endmacro %}

{# Joins to a row the unit type that its `unit_type_key`, a name, means: `of_building` in its building, `of_any` in all buildings. #}
{% macro with_named_types(row, building_id) -%}
left join {{ ref('int_unit_type_names') }} as of_building
    on {{ row }}.unit_type_key = of_building.unit_type_name and {{ building_id }} = of_building.building_id
left join {{ ref('int_unit_type_names') }} as of_any
    on {{ row }}.unit_type_key = of_any.unit_type_name and of_any.building_id = -1
{%- endmacro %}

{# Building and unit type of room stays: from their unit, else from the ids they state, else from the names. `key` lists the key columns. #}
{% macro stay_places(stays, key) %}
with stays as (
    select
        *,
        lower(trim(building_name)) as building_key,
        lower(trim(unit_type_name)) as unit_type_key
    from {{ stays }}
),

placed as (
    select
        {% for column in key -%}
        stays.{{ column }},
        {% endfor -%}
        stays.booking_id,
        stays.booking_reference,
        stays.building_name,
        coalesce(nullif(units.building_id, -1), stays.building_id, named_buildings.building_id, -1) as building_id,
        coalesce(
            nullif(units.unit_type_id, -1), stays.unit_type_id, of_building.unit_type_id, of_any.unit_type_id, -1
        ) as unit_type_id,
        -- A unit that is not excluded may be so because nothing says where it is.
        nullif(units.is_excluded, false) as unit_is_excluded
    from stays
    left join {{ ref('int_units') }} as units on stays.unit_id = units.unit_id
    left join {{ building_names() }} as named_buildings on stays.building_key = named_buildings.building_key
    {{ with_named_types('stays', 'coalesce(stays.building_id, named_buildings.building_id)') }}
)

select
    {% for column in key -%}
    placed.{{ column }},
    {% endfor -%}
    placed.booking_id,
    placed.booking_reference,
    placed.building_id,
    placed.unit_type_id,
    coalesce(
        placed.unit_is_excluded,
        buildings.is_excluded,
        {{ is_excluded_building('placed.building_id', 'placed.building_name') }},
        false
    ) as is_excluded,
    coalesce(buildings.time_zone, {{ setting('time_zone') }}) as time_zone,
    coalesce(buildings.currency_code, {{ setting('base_currency') }}) as building_currency_code
from placed
left join {{ ref('int_buildings') }} as buildings on placed.building_id = buildings.building_id
{% endmacro %}

{# The fingerprint of the inputs of each room stay's place (stay_places): (room_stay_id, fingerprint). #}
{% macro place_inputs() %}
(
    select
        stays.room_stay_id,
        {{ fingerprint(['stays.fingerprint', place_of_unit('units'), 'others.fingerprint']) }} as fingerprint
    from {{ ref('stg_pms__room_stays') }} as stays
    left join {{ ref('int_units') }} as units on stays.unit_id = units.unit_id
    cross join {{ named_places() }} as others
)
{% endmacro %}

{# The fingerprint of what a stay's place takes from the stay's unit. #}
{% macro place_of_unit(units) -%}
    {{ fingerprint([units ~ '.building_id', units ~ '.unit_type_id', units ~ '.is_excluded']) }}
{%- endmacro %}

{# The fingerprint of what all places take from buildings, unit types and settings. #}
{% macro named_places() %}
(
    select {{ fingerprint([
        'buildings.fingerprint', 'names.fingerprint', 'types.fingerprint', setting('excluded_buildings'), setting('time_zone'),
        setting('base_currency'),
    ]) }} as fingerprint
    from (
        select {{ fingerprint_of_group([
            'building_id', 'building_name', 'removed_on', 'is_excluded', 'time_zone', 'currency_code',
        ]) }} as fingerprint
        from {{ ref('int_buildings') }}
    ) as buildings
    cross join (
        select {{ fingerprint_of_group(['building_key', 'building_id']) }} as fingerprint
        from {{ building_names() }} as named
    ) as names
    cross join (
        select {{ fingerprint_of_group(['unit_type_name', 'building_id', 'unit_type_id']) }} as fingerprint
        from {{ ref('int_unit_type_names') }}
    ) as types
)
{% endmacro %}

{# The fingerprint of the inputs of each room stay outside the excluded buildings: (room_stay_id, fingerprint). #}
{% macro room_stay_inputs() %}
(
    select
        placed.room_stay_id,
        {{ fingerprint(['stays.fingerprint', 'placed.fingerprint', setting('residential_from_nights')]) }} as fingerprint
    from {{ ref('int_stay_places') }} as placed
    inner join {{ ref('stg_pms__room_stays') }} as stays on placed.room_stay_id = stays.room_stay_id
    where not placed.is_excluded
)
{% endmacro %}
