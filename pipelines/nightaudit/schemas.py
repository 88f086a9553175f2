"""The schemas of a work file and of a lake, and the raw tables that a load fills: their columns, and which ones models read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa

WORKING = ("staging", "intermediate")  # not published; builds keep their tables
PUBLISHED = ("core", "occupancy", "revenue", "receivables", "quality")

CURRENT = "valid_to is null and payload is not null"
"""SQL: true for the current version of a record in a raw table, which has not ended and is no tombstone."""

Columns = dict[str, str]
"""DuckDB types by column name, some followed by `not null`."""
RECORDS: Columns = {
    "record_key": "varchar not null",
    "parent_key": "varchar",
    "payload": "varchar",
    "record_hash": "varchar not null",
    "walk_id": "varchar not null",
    "seen_at": "timestamptz not null",
}
VALIDITY: Columns = {"valid_from": "timestamptz", "valid_to": "timestamptz"}
"""The columns that raw records have in a work file only; in a lake they are computed from the rows."""
WALKS: Columns = {
    "walk_id": "varchar",
    "stream": "varchar",
    "selection": "varchar",
    "tier": "varchar",
    "page_base": "bigint",
    "page_size": "bigint",
    "requests": "bigint",
    "step_backs": "bigint",
    "retries": "bigint",
    "row_count": "bigint",
    "distinct_ids": "bigint",
    "total_first": "bigint",
    "total_last": "bigint",
    "ids_digest": "varchar",
    "started_at": "timestamptz",
    "ended_at": "timestamptz",
    "complete": "boolean",
    "reason": "varchar",
    "business_date": "date",
}
CHILD_READS: Columns = {"stream": "varchar", "parent_key": "varchar", "token": "varchar", "read_at": "timestamptz"}
UNANSWERED: Columns = {"stream": "varchar", "parent_key": "varchar", "token": "varchar", "asked_at": "timestamptz"}
NOTES = {"walks": WALKS, "child_reads": CHILD_READS, "child_unanswered": UNANSWERED}
"""The tables of `raw` that contain no records, with the columns of each."""
PUBLICATION_NOTES = {
    "published": "path varchar not null, fingerprint varchar, deleted bigint not null",
    "published_rows": "origin varchar not null, key bigint not null, checksum hugeint not null",
    "published_file": "state varchar not null",
}
"""Tables of `private` and their columns: relations published, checksums of the rows of large ones, the published file's state."""
FINGERPRINT_TABLES = ("made", *PUBLICATION_NOTES)
"""Tables of `private` that note what relations and the published file contain. In a rewritten work file they would be false."""
DATES = "today", "this_month"
"""Macros in schema `private` of the work file: the business date, and the first day of its month."""
READ_BY_MODELS = (
    "countries",
    "cities",
    "areas",
    "developments",
    "buildings",
    "unit_types",
    "units",
    "units_details",
    "unit_contracts",
    "activities",
    "billing_frequencies",
    "booking_terms",
    "booking_types",
    "market_segments",
    "tags",
    "tax_codes",
    "teams",
    "channels",
    "rates",
    "extras",
    "contacts",
    "bookings",
    "room_stays_details",
    "guest_stays",
    "sales_invoices",
    "sales_invoices_sales_invoice_items",
    "bookings_pricing",
    "bookings_financial_summary",
    "availabilities_unit_intervals",
    "financial_allocations_sales_invoices",
    "financial_allocations_sales_payments",
    "child_reads",
    "walks",
)
"""The tables of `raw` that models read. Each exists in every build, empty where its list was never loaded."""


def arrow_schema(columns: Columns) -> pa.Schema:
    """Return the columns as a schema of Arrow."""
    import pyarrow as pa

    types = {
        "varchar": pa.string(),
        "bigint": pa.int64(),
        "boolean": pa.bool_(),
        "date": pa.date32(),
        "timestamptz": pa.timestamp("us", tz="UTC"),
    }
    declared = ((name, *kind.partition(" ")) for name, kind in columns.items())
    return pa.schema([pa.field(name, types[kind], nullable=not not_null) for name, kind, _, not_null in declared])
