-- Net amount invoiced for each stay, by month. A void is taken back in the month of the void, but
-- not before it counts.
with flows as (
    select
        room_stay_id,
        building_id,
        currency_code,
        {{ month_of('invoiced_on') }} as month,
        net_cents
    from {{ ref('int_invoice_lines') }}
    union all
    select
        room_stay_id,
        building_id,
        currency_code,
        {{ month_of('greatest(voided_on, invoiced_on)') }} as month,
        -net_cents as net_cents
    from {{ ref('int_invoice_lines') }}
    where voided_on is not null
)

select
    room_stay_id,
    building_id,
    currency_code,
    month,
    cast(sum(net_cents) as bigint) as net_cents
from flows
group by room_stay_id, building_id, currency_code, month
having sum(net_cents) <> 0
