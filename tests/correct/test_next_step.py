"""What a run leaves open, it says what to do about."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import duckdb
import pytest

from nightaudit.cli.correct.sending import print_outcome
from nightaudit.correct.intent import Halted
from nightaudit.correct.sending.outcome import Outcome

if TYPE_CHECKING:
    from pathlib import Path

    from correct.ledger_server import Ledger
    from correct.line import Line
    from nightaudit.errors import NightauditError

NAME = "20261101-1a2b3c4d"
STOPPED = Halted("The limit --max-rows 1 is reached.", hint="Run apply again to send the other rows.")


@pytest.mark.parametrize(
    ("counts", "sending", "cause", "expected"),
    [
        ({"VERIFIED": 3, "SKIPPED": 1}, True, None, []),
        ({"VERIFIED": 3, "AMBIGUOUS": 1}, True, None, [f"nightaudit correct apply {NAME} --live"]),
        ({"VERIFIED": 3, "APPROVED": 1}, True, STOPPED, []),
        ({"AMBIGUOUS": 1}, True, STOPPED, []),
        ({"INTENT": 1}, False, None, [f"nightaudit correct reconcile {NAME}"]),
        ({"APPROVED": 1, "CONFLICT": 1}, False, None, []),
        ({"AMBIGUOUS": 1, "APPROVED": 1}, False, None, [f"nightaudit correct reconcile {NAME}"]),
        ({"CONFLICT": 1, "REJECTED": 0}, True, STOPPED, ["look at the records of the CONFLICT rows; plan those"]),
        ({"CONFLICT": 1, "REJECTED": 2}, True, None, ["look at the records of the CONFLICT and REJECTED rows; plan"]),
        ({"MISMATCH": 1}, False, None, [f"look at the MISMATCH rows in the PMS; `nightaudit correct verify {NAME}`"]),
        ({"QUARANTINED": 1, "DUPLICATE": 1}, True, None, []),  # the reasons of these rows name the command
    ],
)
def test_the_next_step_is_said(
    counts: dict[str, int],
    *,
    sending: bool,
    cause: NightauditError | None,
    expected: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    print_outcome(Outcome(NAME, counts, 0, (), cause, sending=sending))
    out = capsys.readouterr().out
    assert sending == ("0 sent in this run" in out)
    said = [line.removeprefix("Next: ") for line in out.splitlines() if line.startswith("Next: ")]
    assert expected == [line[: len(wanted)] for line, wanted in zip(said, expected, strict=True)]


def built(line: Line, model: str, rows: str, *walks: str) -> None:
    """A work file with one model, and with walks, each as stream and end."""
    work_file = line.settings.data_dir / "private" / "work.duckdb"
    work_file.parent.mkdir(parents=True)
    with duckdb.connect(str(work_file)) as connection:
        connection.execute("create schema corrections")
        connection.execute(f"create view corrections.{model} as {rows}")
        connection.execute("create schema raw")
        connection.execute("create table raw.walks (stream varchar, ended_at timestamptz)")
        for walk in walks:
            connection.execute(f"insert into raw.walks values ({walk})")


@pytest.mark.parametrize(("hours", "told"), [(23, False), (25, True)])
def test_rows_of_an_old_load_are_told_to_the_approver(line: Line, ledger: Ledger, *, hours: int, told: bool) -> None:
    ledger.invoices[7]["status"] = "DRAFT"
    walks = (f"'sales_invoices', now() - interval {hours} hours", "'units', now()")
    built(line, "invoices_post_drafts", "select 7 as invoice_id", *walks)
    effects = line("plan", "invoices-post-drafts", "--json")["effects"]
    assert told == any(
        re.fullmatch(r"the rows are of the load of .+ UTC: is that recent enough\?", one) for one in effects
    )


def test_a_model_without_rows_is_named(line: Line) -> None:
    """Whoever had other invoices to mark read that there was nothing to correct."""
    built(line, "invoices_mark_exported", "select 1 as invoice_id where false")
    said = line("plan", "invoices-mark-exported")
    assert "the model corrections.invoices_mark_exported has no rows" in said
    assert "--from or --sql" in said
    none = {"plan_id": None, "job": "invoices-mark-exported", "rows": 0}
    assert none == line("plan", "invoices-mark-exported", "--json")
    duckdb.connect(str(line.settings.data_dir / "warehouse.duckdb")).close()
    assert "Nothing to correct: the query has no rows." in line(
        "plan", "invoices-mark-exported", "--sql", "select 1 as invoiceId where false"
    )
    row = "select 7 as invoiceId, 'FIN-7' as externalId, date '2026-11-01' as exportedDate"
    assert 1 == line("plan", "invoices-mark-exported", "--sql", row, "--json")["rows"]


def test_a_file_without_a_header_is_told_which_line_is_taken_for_it(line: Line, tmp_path: Path) -> None:
    """Whose file had one invoice and no header read that there were no rows, and saw one."""
    file = tmp_path / "exported.csv"
    file.write_text("97,FIN-97,2026-11-01\n")
    said = line("plan", "invoices-mark-exported", "--from", str(file), code=2)
    assert "The first line of a file is the header: it names columns, of invoiceId, externalId, exportedDate." in said


def test_many_findings_and_reasons_are_shortened(capsys: pytest.CaptureFixture[str]) -> None:
    """All of 3,000 findings of an audit were printed."""
    findings = [f"row {number} (salesInvoices/{number}): written 2 times" for number in range(1, 151)]
    reasons = [f'row {number}, contacts/{number}: CONFLICT: lastName was "A{number} B"' for number in range(1, 103)]
    reasons += [
        f"row 9{status}, contacts/7: REJECTED: PUT /api/v3/contacts/7 answered {status}" for status in (403, 404)
    ]
    print_outcome(
        Outcome(NAME, {"DUPLICATE": 150, "CONFLICT": 102}, sent=0, streams=(), findings=findings, reasons=reasons)
    )
    said = [line.strip() for line in capsys.readouterr().out.splitlines()]
    see = f"`nightaudit correct show {NAME} --csv` has all"
    assert findings == said[1:151]  # no other command shows those of a run that sent
    assert f"and 4 more ({see}); all 104 by kind, with the first of each:" in said
    assert [f"102 x {reasons[0]}", f"1 x {reasons[-2]}", f"1 x {reasons[-1]}"] == said[-4:-1]
    print_outcome(Outcome(NAME, {"DUPLICATE": 150}, sent=0, streams=(), findings=findings, sending=False))
    said = [line.strip() for line in capsys.readouterr().out.splitlines()]
    assert "and 50 more (`nightaudit correct audit --json` has all); all 150 by kind, with the first of each:" in said
    assert f"150 x {findings[0]}" in said
