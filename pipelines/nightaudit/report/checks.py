"""What the marts found wrong: exceptions by kind, our figures against the API's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.words import listed, plural

if TYPE_CHECKING:
    from nightaudit.report.source import Published

EXCEPTIONS = """
select
    kind,
    count(*)::bigint as found,
    max(on_date)::date as newest,
    arg_max(record_type || ' ' || record_id || ': ' || detail, coalesce(on_date, date '0001-01-01')) as example
from quality.fct_exceptions
group by kind
order by found desc, kind
"""
RECONCILIATIONS = """
select measure, compared_with, currency_code as currency, records, records_off, ours, theirs, difference
from quality.fct_reconciliations
order by abs(difference) desc, measure, compared_with, currency
"""


def exceptions(found: pl.DataFrame) -> Figure:
    """List the records someone should look at, by kind; takes the rows of `EXCEPTIONS`."""
    key, title = "exceptions", "Exceptions"
    if found.is_empty():
        return nothing(key, title, "No record breaks a rule of the marts, or nothing has been loaded yet.")
    total = int(found["found"].sum())
    kinds = listed([f"{kind} ({count:,})" for kind, count in found.select("kind", "found").iter_rows()])
    return Figure(
        key,
        title,
        f"{plural(total, 'finding')} to check: {kinds}.",
        "quality.fct_exceptions lists each with its record; the example is the newest one.",
        found,
        {
            "kind": Column("Kind"),
            "found": Column("Findings", "integer"),
            "newest": Column("Newest", "date"),
            "example": Column("Example"),
        },
    )


def reconciliations(compared: pl.DataFrame) -> Figure:
    """List our sums beside the API's own; takes the rows of `RECONCILIATIONS`."""
    key, title = "reconciliations", "Our figures and the API's"
    if compared.is_empty():
        return nothing(key, title, "No figure of the API has been loaded yet, so nothing could be compared.")
    same = ((pl.col("difference") == 0) & (pl.col("records_off") == 0)).fill_null(value=False)
    agree = compared.filter(same).height
    differ = compared.filter(~same)["measure"].unique(maintain_order=True).to_list()
    rest = f"; these differ: {listed(differ)}" if differ else ""
    return Figure(
        key,
        title,
        f"{agree} of {plural(compared.height, 'comparison')} {'agrees' if agree == 1 else 'agree'} to the cent, record by"
        f" record{rest}.",
        "Sums over the same records, as computed by the marts and as stated by the API; largest difference first."
        " quality.fct_reconciliation_differences lists each record that differs, with the cause where one is found.",
        compared,
        {
            "measure": Column("Measure"),
            "compared_with": Column("Compared with"),
            "currency": Column("Currency"),
            "records": Column("Records", "integer"),
            "records_off": Column("Records that differ", "integer"),
            "ours": Column("Ours", "money"),
            "theirs": Column("Theirs", "money"),
            "difference": Column("Difference", "money"),
        },
    )


def figures(published: Published) -> list[Figure]:
    """Return the figures of checks."""
    return [exceptions(published.rows(EXCEPTIONS)), reconciliations(published.rows(RECONCILIATIONS))]
