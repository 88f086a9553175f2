"""Corrections on the page: every state of the journal has a place, and the counts are those of the table."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import duckdb
import polars as pl
import pytest

from nightaudit.correct.journal.states import BAD, IN_DOUBT, MOVES, WRITTEN
from nightaudit.report import corrections
from nightaudit.report.source import Published

Ask = Callable[[str], pl.DataFrame]


def test_every_state_of_the_journal_has_one_outcome() -> None:
    told = {name: set(states) for name, (_, _, states) in corrections.OUTCOMES.items()}
    assert sorted(MOVES) == sorted(state for states in told.values() for state in states)
    assert {*BAD, *IN_DOUBT} <= told["person"]
    assert set(WRITTEN) - told["written"] <= told["person"], "what was written and is doubtful needs a person"


def test_rows_are_counted_by_job_and_outcome(published: Published) -> None:
    rows = corrections.read_rows(published)
    figure = corrections.outcomes(rows)
    assert 24 == figure.table["rows"].sum() == rows.height
    assert 24 == sum(figure.table[name].sum() for name in corrections.OUTCOMES)
    assert figure.summary.startswith("Of 24 planned rows: 10 written back, 5 waiting, 5 left alone and 4 for a person.")
    known = rows.filter(pl.col("state") == "VERIFIED").group_by("currency").agg(pl.col("amount").sum()).sort("currency")
    for amount, currency in known.select("amount", "currency").rows():
        assert f"{amount:,} {currency}" in figure.summary
    assert {"QUARANTINED"} == set(corrections.doubtful(rows).table["state"])
    assert corrections.MOST_ROWS == corrections.doubtful(pl.concat([rows] * 20)).table.height
    assert rows["changed_at"].is_sorted(descending=True)
    assert [8, 8, 4] == corrections.outcomes(rows.tail(20)).table["rows"].to_list()


def test_a_moment_is_shown_by_its_day_in_utc_wherever_the_machine_stands(published_file: Path) -> None:
    """As `written ... UTC` above says of the page."""
    late = "timestamptz '2026-10-31 23:30:00+00' as changed_at"
    shown = f"print(Published(Path({str(published_file)!r})).rows({f'select {late}'!r}).item().date())"
    imports = "from pathlib import Path; from nightaudit.report.source import Published"
    ran = subprocess.run(
        [sys.executable, "-c", f"{imports}; {shown}"],
        env=os.environ | {"TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "2026-10-31\n" == ran.stdout


def test_what_waits_for_finance_is_summed_by_currency(published: Published, ask: Ask) -> None:
    found = corrections.read_waiting(published)
    figure = corrections.waiting(found)
    assert found.height
    assert f"{found['records'].sum():,} records wait" in figure.summary
    assert all(f" {currency}" in figure.summary for currency in found["currency"].unique())
    longest = ask("select max(days_waiting) from receivables.fct_export_reconciliation").item()
    assert figure.summary.endswith(f"; the oldest for {longest} days.")


@pytest.mark.parametrize(
    ("longest", "said"), [([None, 3, None], "12.00 GBP; the oldest for 3 days."), ([None, -5, None], "12.00 GBP.")]
)
def test_a_record_without_a_date_or_dated_ahead_waits_for_no_number_of_days(
    longest: list[int | None], said: str
) -> None:
    found = pl.DataFrame(
        {
            "record_type": "financial allocation",
            "issue": ["a", "b", "c"],
            "currency": "GBP",
            "records": 1,
            "amount": Decimal("4.00"),
            "longest": pl.Series(longest, dtype=pl.Int64),
        }
    )
    figure = corrections.waiting(found)
    assert f"3 records wait for finance, {said}" == figure.summary
    assert ["\N{EN DASH}"] * 2 == [row[-1] for row in figure.rows() if row[1] != "b"]


def test_a_state_nobody_foresaw_needs_a_person_and_an_amount_without_a_currency_is_told(
    published_file: Path, tmp_path: Path
) -> None:
    odd = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(odd)) as writing:
        writing.execute("update quality.fct_corrections set state = 'UNHEARD_OF' where state <> 'VERIFIED'")
        writing.execute("update quality.fct_corrections set currency_code = null where currency_code = 'GBP'")
        waiting = "receivables.fct_export_reconciliation"
        writing.execute(
            f"insert into {waiting} by name select * replace (null as currency_code) from {waiting} limit 1"
        )
    with Published(odd) as source:
        rows, found = corrections.read_rows(source), corrections.read_waiting(source)
    written = rows.filter(pl.col("state") == "VERIFIED")
    figure = corrections.outcomes(rows)
    assert (24 - written.height, written.height) == figure.table.select(pl.col("person", "written").sum()).row(0)
    unnamed = written.filter(pl.col("currency") != "EUR")["amount"].sum()
    assert figure.summary.endswith(f" EUR and {unnamed:,} of no stated currency.")
    assert " of no stated currency" in corrections.waiting(found).summary
    assert found["records"].to_list() == sorted(found["records"], reverse=True) != [1, 1]
