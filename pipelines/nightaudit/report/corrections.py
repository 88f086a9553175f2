"""Corrections: what still waits to reach finance, what was written back, and which rows a person has to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.panels import stacked
from nightaudit.report.style import CLOUD, GREEN, RUST, SKY, WIDTH, whole_axis
from nightaudit.report.words import NO_CURRENCY, amounts, listed, plural

if TYPE_CHECKING:
    from nightaudit.report.source import Published

# By outcome of a row: label, colour, and the states of the journal that it covers; in the order of the stacked bars.
OUTCOMES = {
    "written": ("Written back", GREEN, ("APPLIED", "VERIFIED", "UNDO_PLANNED", "UNDONE")),
    "waiting": ("Waiting", SKY, ("PLANNED", "APPROVED", "CHECKING")),
    "left_alone": ("Left alone", CLOUD, ("SKIPPED", "CANCELLED", "EXPIRED")),
    "person": (
        "For a person",
        RUST,
        ("CONFLICT", "REJECTED", "INTENT", "AMBIGUOUS", "QUARANTINED", "DUPLICATE", "MISMATCH"),
    ),
}
MOST_ROWS = 50
NO_JOURNAL = "No correction has been planned yet; the command nightaudit correct jobs lists the available corrections."

WAITING = f"""
select
    record_type,
    issue,
    coalesce(currency_code, '{NO_CURRENCY}') as currency,
    count(*)::bigint as records,
    sum(amount)::decimal(18, 2) as amount,
    max(days_waiting)::bigint as longest
from receivables.fct_export_reconciliation
group by all
order by records desc, record_type, issue, currency
"""
ROWS = f"""
select
    plan_id, row_number, job, operation, target, state, amount, changed_at,
    coalesce(currency_code, case when amount is not null then '{NO_CURRENCY}' end) as currency
from quality.fct_corrections
order by changed_at desc, plan_id, row_number
"""


def read_waiting(published: Published) -> pl.DataFrame:
    """Return the records that should have reached finance and have not, counted by kind, issue and currency."""
    return published.rows(WAITING)


def read_rows(published: Published) -> pl.DataFrame:
    """Return every row of every plan of corrections, newest change first, with its `outcome`, a key of `OUTCOMES`."""
    outcomes = {state: outcome for outcome, (_, _, states) in OUTCOMES.items() for state in states}
    return published.rows(ROWS).with_columns(outcome=pl.col("state").replace_strict(outcomes, default="person"))


def waiting(found: pl.DataFrame) -> Figure:
    """List what has not reached finance; takes the rows of `read_waiting`."""
    key, title = "waiting-exports", "Waiting to reach finance"
    if found.is_empty():
        return nothing(
            key, title, "No invoice or allocation is waiting for its export, or nothing has been loaded yet."
        )
    owed = found.group_by("currency").agg(pl.col("amount").sum()).sort("currency")
    waits = [days for days in found["longest"] if days is not None and days >= 0]  # a record may be dated ahead
    oldest = f"; the oldest for {plural(max(waits), 'day')}" if waits else ""
    return Figure(
        key,
        title,
        f"{plural(int(found['records'].sum()), 'record waits', 'records wait')} for finance,"
        f" {listed(amounts(owed, 'amount'))}{oldest}.",
        "Gross amounts of invoices, and amounts of allocations; receivables.fct_export_reconciliation lists each"
        " record.",
        found,
        {
            "record_type": Column("Record"),
            "issue": Column("Issue"),
            "currency": Column("Currency"),
            "records": Column("Records", "integer"),
            "amount": Column("Amount", "money"),
            "longest": Column("Longest wait, days", "integer"),
        },
    )


def outcomes(rows: pl.DataFrame) -> Figure:
    """Draw what became of the rows of each job; takes the rows of `read_rows`."""
    key, title = "corrections-by-job", "Corrections, by job"
    if rows.is_empty():
        return nothing(key, title, NO_JOURNAL)
    counted = {name: (pl.col("outcome") == name).sum().cast(pl.Int64) for name in OUTCOMES}
    table = (
        rows.group_by("job").agg(pl.len().cast(pl.Int64).alias("rows"), **counted).sort("rows", "job", descending=True)
    )
    said = [f"{int(table[name].sum()):,} {label.lower()}" for name, (label, _, _) in OUTCOMES.items()]
    moved = (
        rows.filter((pl.col("outcome") == "written") & pl.col("amount").is_not_null())
        .group_by("currency")
        .agg(pl.col("amount").sum())
        .sort("currency")
    )
    money = f" Written back, in money: {listed(amounts(moved, 'amount'))}." if moved.height else ""
    return Figure(
        key,
        title,
        f"Of {plural(rows.height, 'planned row')}: {listed(said)}.{money}",
        "All rows of all plans, as in the journal of corrections when the file was published.",
        table,
        {
            "job": Column("Job"),
            "rows": Column("Rows", "integer"),
            **{name: Column(label, "integer") for name, (label, _, _) in OUTCOMES.items()},
        },
        _stack(table),
    )


def doubtful(rows: pl.DataFrame) -> Figure:
    """List the rows a person has to look at, newest first: a table without a chart; takes the rows of `read_rows`."""
    key, title = "corrections-doubtful", "Corrections that need a person"
    found = rows.filter(pl.col("outcome") == "person")
    if found.is_empty():
        return nothing(key, title, "No correction needs a person: none is in doubt, refused or in conflict.")
    return Figure(
        key,
        title,
        f"{plural(found.height, 'row')} of {plural(found['plan_id'].n_unique(), 'plan')} to check.",
        f"At most {MOST_ROWS} rows. The command nightaudit correct show PLAN gives the reasons;"
        " docs/how-to/correct.md says what to do.",
        found.head(MOST_ROWS),
        {
            "plan_id": Column("Plan"),
            "row_number": Column("Row", "integer"),
            "job": Column("Job"),
            "target": Column("Record"),
            "state": Column("State"),
            "changed_at": Column("Since", "date"),
        },
    )


def figures(published: Published) -> list[Figure]:
    """Return the figures of corrections."""
    rows = read_rows(published)
    return [waiting(read_waiting(published)), outcomes(rows), doubtful(rows)]


def _stack(table: pl.DataFrame) -> alt.Chart:
    """Return one stacked bar per job, in the order of the outcomes."""
    parts = {name: (label, colour) for name, (label, colour, _) in OUTCOMES.items()}
    x = alt.X("size:Q", title="Rows").axis(**whole_axis(max(table["rows"].to_list())))
    return stacked(table, "job", parts, x).properties(width=WIDTH - 120, height=alt.Step(34))
