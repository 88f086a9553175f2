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
),

items as (
    select
        invoice_id,
        split_part({{ at_min('booking_reference', 'item_number') }}, '/', 1) as booking_reference
    from (
        {% for relation in [ref('stg_pms__sales_invoice_items'), ref('stg_pms__earlier_sales_invoice_items')] -%}
        select
            invoice_id,
            booking_reference,
            item_number
        from {{ relation }}
        {{ 'union all' if not loop.last }}
        {% endfor %}
    ) as all_items
    group by invoice_id
)

{% for relation, place in [
    (ref('stg_pms__sales_invoices'), 5), (ref('stg_pms__earlier_sales_invoices'), 4),
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
left join items on invoices.invoice_id = items.invoice_id
left join bookings_by_reference as of_items on items.booking_reference = of_items.booking_reference
{{ 'union all' if not loop.last }}
{% endfor %}
