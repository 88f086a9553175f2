-- Amounts invoiced, by month of the invoice date, and cash received, by month of the allocation date. A void is taken
-- back in the month of the void, but not before it counts.
with moves as (
    select
        invoiced_on as on_date,
        building_id,
        currency_code,
        net_cents,
        tax_cents,
        0 as cash_cents
    from {{ ref('int_invoice_lines') }}
    union all
    select
        greatest(voided_on, invoiced_on) as on_date,
        building_id,
        currency_code,
        -net_cents as net_cents,
        -tax_cents as tax_cents,
        0 as cash_cents
    from {{ ref('int_invoice_lines') }}
    where voided_on is not null
    union all
    select
        allocation_date as on_date,
        building_id,
        currency_code,
        0 as net_cents,
        0 as tax_cents,
        applied_cents as cash_cents
    from {{ ref('int_allocations') }}
    where is_cash and allocation_date is not null
)

select
    {{ month_of('on_date') }} as month,
    building_id,
    currency_code,
    cast(sum(net_cents) as bigint) as net_cents,
    cast(sum(tax_cents) as bigint) as tax_cents,
    cast(sum(cash_cents) as bigint) as cash_cents
from moves
group by {{ month_of('on_date') }}, building_id, currency_code
