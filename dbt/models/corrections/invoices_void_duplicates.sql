-- Duplicates among invoices of one booking, account, type, date, currency and amount that charge the same items. One of
-- them is kept, rather a posted one than a draft; a duplicate that was exported or paid is not listed, nor one that has
-- an id of the finance system and no export status. Voiding is final, so invoices without items are not compared:
-- nothing says what they charge.
{% set alike = [
    'booking_id', 'finance_account_id', 'invoice_type', 'invoice_date', 'currency_code', 'total_gross',
] %}
{% set charge = [
    'room_stay_id', 'unit_id', 'extra_id', 'product_code', 'charge_from', 'charge_to', 'net_cents', 'tax_cents',
    'description', 'quantity', 'stated_reference',
] %}
with invoices as (
    select
        invoice_id,
        status,
        export_status,
        external_id,
        {{ alike | join(', ') }},
        {{ fingerprint(alike) }} as likeness
    from {{ ref('fct_sales_invoices') }}
    where status in ('POSTED', {{ draft_statuses() }}) and booking_id is not null and total_gross <> 0
),

-- Nearly all invoices have no counterpart.
alike as (
    select likeness
    from invoices
    group by likeness
    having count(*) > 1
),

headers as (
    select *
    from invoices
    where likeness in (select alike.likeness from alike)
),

items as (
    select
        invoice_id,
        concat_ws(
            '|',
            {% for column in charge -%}
            coalesce(cast({{ column }} as {{ sql_type('varchar') }}), ''){{ ',' if not loop.last }}
            {% endfor %}
        ) as words
    from {{ ref('int_invoice_items') }}
    where invoice_id in (select headers.invoice_id from headers)
),

charged as (
    select
        invoice_id,
        {{ joined('words', 'words') }} as charges
    from items
    group by invoice_id
),

matched as (
    select
        headers.invoice_id,
        headers.export_status,
        headers.external_id,
        first_value(headers.invoice_id) over (
            partition by charged.charges, {{ 'headers.' ~ alike | join(', headers.') }}
            order by headers.status <> 'POSTED', headers.invoice_id
        ) as kept_invoice_id
    from headers
    inner join charged on headers.invoice_id = charged.invoice_id
),

allocated as (
    select source_invoice_id as invoice_id from {{ ref('fct_financial_allocations') }}
    union
    select target_invoice_id as invoice_id from {{ ref('fct_financial_allocations') }}
)

select
    matched.invoice_id,
    matched.kept_invoice_id as duplicate_of_invoice_id,
    'Same booking, account, date, items and amount as invoice ' || matched.kept_invoice_id as reason
from matched
left join allocated on matched.invoice_id = allocated.invoice_id
where
    matched.invoice_id <> matched.kept_invoice_id
    and allocated.invoice_id is null
    and coalesce(matched.export_status, 'PENDING') not in ('EXPORTED', 'IMPORTED', 'SENT')
    and (matched.export_status is not null or matched.external_id is null)
