"""Faults of tables that are kept and updated: each build is on top of the marts of the evening before."""

from marts.planted import Fault

KEPT = "macros/incremental.sql"
DAYS, MONTHS, BOOKS = (
    f"models/intermediate/{name}.sql"
    for name in ("int_occupancy_days", "int_occupancy_months", "int_on_the_books_changes")
)
DAYS_OF, VERSIONS = (f"{{{{ lacking(ref('{name}')) }}}}" for name in ("int_occupancy_inputs", "int_stay_versions"))
NEVER = "(select * from {} where {{{{ 'false' if is_mending() else 'true' }}}})"
GONE, LACKING = (
    "where {{ by }} in (select differing.gone from temp.inputs_differing as differing)",
    "where fingerprint in (select differing.lacking from temp.inputs_differing as differing)",
)

OVER_TIME = (
    Fault("what came of stays that are no more as they were is kept", KEPT, GONE, "where false",
          "key_int_room_stays_room_stay_id", "+key_int_room_stays_room_stay_id", over="time"),
    Fault("days of occupancy of months that changed are never added", DAYS, DAYS_OF, NEVER.format(DAYS_OF),
          "states_sum_to_inventory", "nightaudit.*", over="time"),
    Fault("months of occupancy that changed are never added", MONTHS, DAYS_OF, NEVER.format(DAYS_OF),
          "days_are_those_of_the_stays", "nightaudit.*", over="time"),
    Fault("what is known of stays that changed is never added to the books", BOOKS, VERSIONS, NEVER.format(VERSIONS),
          "books_are_the_nights_sold", "nightaudit.*", over="time"),
    Fault("old versions of records are kept", KEPT, "where versions.version = held.version", "where true",
          "key_dim_contacts_contact_id", "nightaudit.*", over="time"),
    Fault("what changed is added again and again", KEPT, LACKING, "where true",
          "key_int_room_stays_room_stay_id", "nightaudit.*", over="time"),
    Fault("what changed is never added", KEPT, LACKING, "where false", "tenancies_cover_the_stays",
          "nightaudit.*", over="time"),
)  # fmt: skip
