"""For peers that stop at JSON columns: the SQL that makes tables of their nested lists, and their names in the end."""

from __future__ import annotations

from contest import Task
from shapes import LISTS
from typed import unnested

LISTED = {"room_stays": ("roomstays", "bookings"), "sales_invoice_items": ("salesinvoiceitems", "sales_invoices")}
"""Each nested list of a top-level record: the column both peers keep it in, and the table."""


def open_lists(work: Task) -> None:
    """Make the nested lists of schema `pms` tables of it, and find out whether all is there."""
    import duckdb

    with work.phase("unnest"), duckdb.connect(str(work.database)) as connection:
        connection.execute("set TimeZone = 'UTC'")
        connection.execute("use pms")
        for child, (column, source) in LISTED.items():
            for statement in unnested(child, column, source):
                connection.execute(statement)
    names = (*LISTS, *LISTED, "room_stay_extras")
    work.finish({name: f"pms.{name}" for name in names}, {"sales_invoices.total_gross": "totalgross"})
