"""The staging models that type the measured lists."""

STAGING = (
    "room_stay_records",
    "room_stay_versions",
    "room_stays",
    "room_stay_extras",
    "bookings",
    "guest_stay_records",
    "guest_stays",
    "sales_invoice_records",
    "sales_invoice_versions",
    "sales_invoices",
    "sales_invoice_items",
)
SELECTED = [f"+stg_pms__{name}" for name in STAGING]
"""These read no other model."""
