-- Whose each version of an invoice is: the contact that it states, else that of the booking that it names, else that of
-- the booking that its first item names. Of a lower place are versions that the list no longer has.
with bookings as (
    select * from {{ ref('stg_pms__bookings') }}
),

bookings_by_reference as (
    select
        booking_reference,
        {{ at_min('contact_id', 'booking_id') }} as contact_id
    from bookings
    group by booking_reference
)

{% for place, relation, items, key in [
    (5, ref('stg_pms__sales_invoices'), ref('stg_pms__sales_invoice_items'), 'invoice_id'),
    (4, ref('stg_pms__earlier_sales_invoices'), ref('stg_pms__earlier_sales_invoice_items'), 'invoice_id, valid_from'),
] -%}
select
    invoices.finance_account_id,
    invoices.finance_account_type,
    coalesce(invoices.contact_id, bookings.contact_id, of_items.contact_id) as contact_id,
    invoices.company_id,
    invoices.invoice_id,
    invoices.invoice_number,
    invoices.valid_from,
    {{ place }} as place
from {{ relation }} as invoices
left join bookings on invoices.booking_id = bookings.booking_id
left join (
    select
        {{ key }},
        split_part({{ at_min('booking_reference', 'item_number') }}, '/', 1) as booking_reference
    from {{ items }}
    group by {{ key }}
) as items using ({{ key }})
left join bookings_by_reference as of_items on items.booking_reference = of_items.booking_reference
{{ 'union all' if not loop.last }}
{% endfor %}
