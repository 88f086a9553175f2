-- Whose each version of an invoice is: the contact that it states, else that of the booking that it names, else that of
-- the first booking with a contact that its items name. Of a lower place are versions that the list no longer has.
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
left join {{ ref('int_booking_contacts') }} as bookings on invoices.booking_id = bookings.booking_id
left join (
    select
        {{ key }},
        {{ at_min('named.contact_id', ['items.item_number', 'named.booking_id']) }} as contact_id
    from {{ items }} as items
    inner join {{ relation }} as stating_none using ({{ key }})
    inner join {{ ref('int_booking_contacts') }} as named
        on split_part(items.booking_reference, '/', 1) = named.booking_reference
    where stating_none.contact_id is null
    group by {{ key }}
) as of_items using ({{ key }})
{{ 'union all' if not loop.last }}
{% endfor %}
