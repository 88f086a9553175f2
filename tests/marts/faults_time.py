"""Faults of tables that are kept from build to build: everything is built on top of the marts of the evening before."""

from marts.planted import Fault

KEPT, DROP = "macros/incremental.sql", "now.fingerprint = held.fingerprint"
HELD = "{{ fingerprint }} not in (select held.fingerprint from {{ this }} as held where {{ sample }})"

OVER_TIME = (
    Fault("nights of shortened, cancelled and moved stays are kept", KEPT, DROP, f"({DROP} or true)",
          "nights_are_those_of_the_stays", "+nights_are_those_of_the_stays", over="time"),
    Fault("old versions of records are kept", KEPT, "where versions.version = held.version", "where true",
          "key_dim_contacts_contact_id", "nightaudit.*", over="time"),
    Fault("what changed is added again and again", KEPT, HELD, "true", "nights_are_those_of_the_stays", "nightaudit.*",
          over="time"),
    Fault("what changed is never added", KEPT, HELD, "false", "nights_are_those_of_the_stays", "nightaudit.*",
          over="time"),
)  # fmt: skip
