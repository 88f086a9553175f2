"""Faults of tables that are kept from build to build: everything is built on top of the marts of the evening before."""

from marts.planted import Fault

KEPT, SOLD = "macros/incremental.sql", "models/intermediate/int_sold_days.sql"
HELD = "{{ fingerprint }} not in (select held.fingerprint from {{ this }} as held)"

OVER_TIME = (
    Fault("days sold of shortened, cancelled and moved stays are kept", SOLD, "drop_old_inputs(ref('int_month_inputs'))", "''",
          "key_fct_occupancy_daily_night_date__building_id__unit_type_id", "nightaudit.*", over="time"),
    Fault("old versions of records are kept", KEPT, "where versions.version = held.version", "where true",
          "key_dim_contacts_contact_id", "nightaudit.*", over="time"),
    Fault("what changed is added again and again", KEPT, HELD, "true", "key_int_room_stays_room_stay_id", "nightaudit.*",
          over="time"),
    Fault("what changed is never added", KEPT, HELD, "false", "books_are_the_nights_sold", "nightaudit.*", over="time"),
)  # fmt: skip
