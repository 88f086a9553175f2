"""Faults of tables that are kept from build to build: everything is built on top of the marts of the evening before."""

from marts.planted import Fault

KEPT, SOLD = "macros/incremental.sql", "models/intermediate/int_sold_days.sql"
DAYS = "models/intermediate/int_occupancy_days.sql"
NEVER = "{{ 'false' if is_mending() else 'true' }}"
HELD = "{{ fingerprint }} not in (select held.fingerprint from {{ this }} as held)"

OVER_TIME = (
    Fault("days sold of shortened, cancelled and moved stays are kept", SOLD, "drop_old_inputs(ref('int_month_inputs'))", "''",
          "days_are_those_of_the_stays", "nightaudit.*", over="time"),
    Fault("days sold of months that changed are never added", SOLD, "{{ not_held('months.fingerprint') }}", NEVER,
          "days_are_those_of_the_stays", "nightaudit.*", over="time"),
    Fault("days of occupancy of months that changed are never added", DAYS, "{{ not_held('fingerprint') }}", NEVER,
          "days_are_those_of_the_stays", "nightaudit.*", over="time"),
    Fault("old versions of records are kept", KEPT, "where versions.version = held.version", "where true",
          "key_dim_contacts_contact_id", "nightaudit.*", over="time"),
    Fault("what changed is added again and again", KEPT, HELD, "true", "key_int_room_stays_room_stay_id", "nightaudit.*",
          over="time"),
    Fault("what changed is never added", KEPT, HELD, "false", "books_are_the_nights_sold", "nightaudit.*", over="time"),
)  # fmt: skip
