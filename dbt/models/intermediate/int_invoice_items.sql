-- Invoice items as written, in cents, each of its own building: its unit's, else its room stay's, else that of the
-- booking.
with items as (
    select
        items.*,
        invoices.booking_id,
        split_part(items.booking_reference, '/', 1) as reference
    from {{ ref('stg_pms__sales_invoice_items') }} as items
    inner join {{ ref('stg_pms__sales_invoices') }} as invoices on items.invoice_id = invoices.invoice_id
),

by_reference as (
    select
        booking_reference,
        min(building_id) as building_id
    from {{ ref('int_stay_places') }}
    group by booking_reference
),

by_booking as (
    select
        booking_id,
        {{ at_min('building_id', 'room_stay_id') }} as building_id
    from {{ ref('int_stay_places') }}
    group by booking_id
)

select
    items.invoice_id,
    items.item_number,
    items.invoice_item_id,
    items.room_stay_id,
    items.unit_id,
    items.extra_id,
    items.product_code,
    items.tax_code_id,
    items.charge_from,
    items.charge_to,
    coalesce(
        nullif(units.building_id, -1),
        nullif(places.building_id, -1),
        nullif(by_booking.building_id, -1),
        by_reference.building_id,
        -1
    ) as building_id,
    {{ to_cents('items.total_net') }} as net_cents,
    {{ to_cents('items.total_tax') }} as tax_cents
from items
left join {{ ref('int_units') }} as units on items.unit_id = units.unit_id
left join {{ ref('int_stay_places') }} as places on items.room_stay_id = places.room_stay_id
left join by_booking on items.booking_id = by_booking.booking_id
left join by_reference on items.reference = by_reference.booking_reference
