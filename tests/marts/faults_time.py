"""Faults of tables that are kept from build to build: everything is built on top of the marts of the evening before."""

from marts.planted import Fault

KEPT, NIGHTS = "macros/incremental.sql", "models/intermediate/int_nights.sql"
HELD = "{{ fingerprint }} not in (select held.fingerprint from {{ this }} as held where {{ sample }})"

OVER_TIME = (
    Fault("nights of shortened, cancelled and moved stays are kept", NIGHTS, "drop_old_inputs(ref('int_room_stays'))", "''",
          "revenue_of_nights_is_revenue_of_months", "+nights_are_those_of_the_stays", over="time"),
    Fault("old versions of records are kept", KEPT, "where versions.version = held.version", "where true",
          "key_dim_contacts_contact_id", "nightaudit.*", over="time"),
    Fault("what changed is added again and again", KEPT, HELD, "true", "key_int_room_stays_room_stay_id", "nightaudit.*",
          over="time"),
    Fault("what changed is never added", KEPT, HELD, "false", "nights_are_those_of_the_stays", "nightaudit.*",
          over="time"),
)  # fmt: skip
