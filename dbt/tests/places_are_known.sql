-- Every figure is of a building, unit type and unit that core has a row for, so that a join with core drops none.
with named as (
    {% for kind, column, models in [
        ('building', 'building_id', [
            'int_room_stays', 'int_unit_spans', 'int_on_the_books_changes', 'int_invoices', 'int_earlier_invoices',
            'fct_invoice_items', 'int_allocations', 'fct_exceptions', 'dim_units_history',
        ]),
        ('unit type', 'unit_type_id', ['int_room_stays', 'int_unit_spans', 'dim_units_history']),
        ('unit', 'unit_id', ['int_room_stays', 'int_unit_spans']),
    ] -%}
    {% set is_last_kind = loop.last -%}
    {% for model in models -%}
    select
        '{{ kind }}' as kind,
        {{ column }} as id
    from {{ ref(model) }}
    {{ 'union' if not (is_last_kind and loop.last) }}
    {% endfor -%}
    {% endfor %}
),

known as (
    select
        'building' as kind,
        building_id as id
    from {{ ref('dim_buildings') }}
    union all
    select
        'unit type' as kind,
        unit_type_id as id
    from {{ ref('dim_unit_types') }}
    union all
    select
        'unit' as kind,
        unit_id as id
    from {{ ref('dim_units') }}
)

select named.*
from named
left join known on named.kind = known.kind and named.id = known.id
where named.id is not null and known.id is null
