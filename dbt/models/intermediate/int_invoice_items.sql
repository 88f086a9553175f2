-- Invoice items with the sign that they are written with, in cents, each with its own building.
with billed as (
    select * from {{ ref('stg_pms__sales_invoice_items') }}
    where has_invoice
),

placed as (
    {{ placed_invoice_items('billed') }}
)

select
    invoice_id,
    item_number,
    invoice_item_id,
    reference as booking_reference,
    booking_reference as stated_reference,
    description,
    quantity,
    charged_stay_id as room_stay_id,
    unit_id,
    extra_id,
    product_code,
    tax_type,
    tax_code_id,
    charge_from,
    charge_to,
    building_id,
    net_cents,
    tax_cents,
    states_net,
    is_priced
from placed
