{% set figures = [
    'inventory_nights', 'closed_nights', 'out_of_order_nights', 'available_nights', 'available_nights_net_ooo',
    'occupied_nights', 'tentative_nights', 'vacant_nights', 'conflict_nights', 'sold_nights', 'arrivals', 'departures',
    'net_cents', 'vat_cents', 'extras_cents', 'day_use_cents',
] %}

{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(ref('int_occupancy_inputs')) }}",
) }}

-- All days of a month, building and unit type have one fingerprint, so days are summed by fingerprint. Only months
-- whose days were computed again are summed again.
with months as (
    select * from {{ lacking(ref('int_occupancy_inputs')) }}
),

sums as (
    select
        {% for figure in figures -%}
        cast(sum({{ figure }}) as bigint) as {{ figure }},
        {% endfor -%}
        fingerprint
    from {{ rows_of_lacking(ref('int_occupancy_days'), 'fingerprint', 'months') }}
    group by fingerprint
)

select
    months.month,
    months.building_id,
    months.unit_type_id,
    {% for figure in figures -%}
    sums.{{ figure }},
    {% endfor -%}
    sums.fingerprint
from sums
inner join months on sums.fingerprint = months.fingerprint
