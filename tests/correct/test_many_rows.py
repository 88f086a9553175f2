"""Large plans and old journals: the work for a row does not grow with the rows and attempts beside it."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids, invoices, is_open, links, rows_of
from nightaudit.correct import tokens
from nightaudit.correct.fates import paid_again
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.jobs import allocations_create, money, unit_access_groups
from nightaudit.correct.jobs.allocations_mark_exported import AllocationsMarkExported
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import show
from nightaudit.correct.reader import Reader
from nightaudit.correct.sending.dry import rehearse
from nightaudit.correct.session import plans_here, runs_of
from nightaudit.correct.telling import silent
from nightaudit.correct.values import at, same

if TYPE_CHECKING:
    from collections.abc import Iterable

    from correct.ledger_server import Ledger
    from nightaudit.correct.journal.entries import Plan
    from nightaudit.correct.values import Json

ROWS = 21
OF_JOURNAL_OR_PLAN = r"SCAN (attempt|a|row|r)\b|SEARCH (row|r) .*\(plan_id=\?\)"
OF_RECORD = r"SEARCH (row|r) .*\(target=\?\)$"
LITERAL = re.compile(r"'(?:[^']|'')*'|\b[0-9]+\b")


def receipts(count: int) -> list[dict[str, str]]:
    return [RECEIPT | {"paymentReference": f"R{number}", "amount": "0.10"} for number in range(count)]


def check_statements(desk: Desk, plan: Plan, reads_much: str = OF_JOURNAL_OR_PLAN) -> set[str]:
    """Apply a plan of ROWS rows, and check that no statement for a row reads all attempts or the complete plan.

    Return the statements that are run for each row, with ? for their values.
    """
    run: list[str] = []
    desk.journal.sql.set_trace_callback(run.append)
    assert {"VERIFIED": ROWS} == desk.apply(plan).counts
    desk.journal.sql.set_trace_callback(None)
    kinds = [LITERAL.sub("?", statement) for statement in run]
    often = {kind for kind, times in Counter(kinds).items() if times >= ROWS}
    for kind, statement in dict(zip(kinds, run, strict=True)).items():
        if kind in often and kind.startswith(("select", "update")):
            how = [step[3] for step in desk.journal.sql.execute(f"explain query plan {statement}")]
            reads = [step for step in how if re.match(reads_much, step)]
            assert [] == reads, (kind, how)
    return often


def test_receipts_cost_the_same_in_large_plans_and_old_journals(desk: Desk) -> None:
    """All rows on the invoice were read for each of its receipts, twice: 4,000 cost 43 seconds of a core more."""
    plan = desk.approved("allocations-create", receipts(ROWS))
    often = check_statements(desk, plan, f"{OF_JOURNAL_OR_PLAN}|{OF_RECORD}")
    assert not [kind for kind in often if "started >= ?" in kind]  # what was written since the plan


def test_payments_cost_the_same_in_large_plans_and_old_journals(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the audit compares each with those of its reference: with all of the booking, 2,000 payments took minutes."""
    booking = next(row["bookingId"] for row in invoices(hotel, "POSTED", is_open) if row["bookingId"])
    payments = [{"bookingId": booking, "amount": "0.01", "paymentReference": f"P{number}"} for number in range(ROWS)]
    compared = list[None]()

    def counted(left: Any, right: Any) -> bool:
        compared.append(None)
        return same(left, right)

    monkeypatch.setattr(paid_again, "same", counted)
    check_statements(hotel, hotel.approved("booking-payments", payments))
    assert len(compared) <= 2 * ROWS


def test_notes_cost_the_same_in_large_plans_and_old_journals(hotel: Desk) -> None:
    """Before each note, the tokens of all rows of the journal were read."""
    note = {"bookingId": booking_ids(hotel)[3], "content": "Rang"}
    check_statements(hotel, hotel.approved("notes-add", [note] * ROWS))


def test_a_dry_run_of_twice_the_receipts_of_one_invoice_takes_twice_the_steps(desk: Desk) -> None:
    """All rows on the invoice were read for each row: 20,000 receipts did not end within minutes."""

    def steps(count: int) -> int:
        run, done = desk.run(desk.approved("allocations-create", receipts(count))), list[None]()
        desk.journal.sql.set_progress_handler(lambda: done.append(None), 100)
        assert count == len(rehearse(run))
        desk.journal.sql.set_progress_handler(None, 0)
        return len(done)

    few, many = steps(200), steps(400)
    assert many < 3 * few


def test_a_journal_of_an_earlier_program_gets_the_indexes(desk: Desk) -> None:
    def indexes(journal: Journal) -> set[str]:
        found = journal.sql.execute("select name from sqlite_master where type = 'index' and sql is not null")
        return {name for (name,) in found}

    now = indexes(desk.journal)
    for name in ("attempt_row", "row_on_target"):
        desk.journal.sql.execute(f"drop index {name}")
    desk.journal.sql.execute('create index row_target on "row" (target, state)')
    with Journal.open(desk.settings) as journal:
        assert now == indexes(journal)


def test_each_listed_token_is_compared_with_few_rows(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = desk.approved("allocations-create", receipts(40))
    compared = 0
    carries = tokens.carries

    def counted(text: object, token: str) -> bool:
        nonlocal compared
        compared += 1
        return carries(text, token)

    monkeypatch.setattr(tokens, "carries", counted)
    assert {"VERIFIED": 40} == desk.apply(plan).counts
    assert 40 <= compared < 40 * 20


def test_an_audit_of_several_plans_looks_at_each_listed_token_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each plan looked at all allocations again: an audit of 1,000 plans took most of its time for that."""
    for reference in ("A", "B", "C"):
        desk.apply(desk.approved("allocations-create", [RECEIPT | {"paymentReference": reference}]))
    looked_at, mark = list[object](), tokens.mark

    def counted(text: object) -> str:
        looked_at.append(text)
        return mark(text)

    monkeypatch.setattr(tokens, "mark", counted)
    runs = runs_of(desk.settings, plans_here(desk.settings), silent)
    assert [[], [], []] == [audit_tokens(run, cached=True) for run in runs]
    assert 3 + 3 == len(looked_at)  # of each listed record, and once more where the row is its own


def test_an_audit_goes_through_the_links_once(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It compared each row with all links: 5,000 with 5,600 took minutes without a word."""
    plan = hotel.approved("unit-access-groups", links(hotel, 5))
    assert {"VERIFIED": 5} == hotel.apply(plan).counts
    looked_at = list[str]()

    def counted(record: Json, path: str) -> Any:
        looked_at.append(path)
        return at(record, path)

    monkeypatch.setattr(unit_access_groups, "at", counted)
    assert [] == audit_tokens(hotel.run(plan))
    assert 2 * len(rows_of(hotel, "unit_access_groups.list")) == len(looked_at)


def test_planning_goes_through_the_allocations_once(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """And names few of them: of 5,000 receipts on an invoice, each remark named 5,000 ids, and a plan took six minutes."""
    desk.apply(desk.approved("allocations-create", receipts(ROWS)))
    merged, may_be = money.merged, allocations_create._may_be
    times = compared = 0

    def counted(records: Iterable[Json]) -> list[Json]:
        nonlocal times
        times += 1
        return merged(records)

    def compared_with(row: Json, record: Json) -> bool:
        nonlocal compared
        compared += 1
        return may_be(row, record)

    monkeypatch.setattr(money, "merged", counted)
    monkeypatch.setattr(allocations_create, "_may_be", compared_with)
    plan = desk.plan("allocations-create", receipts(ROWS), again=True)
    like = "invoice 7 already has 0.10 of 2026-10-31: allocation 1, 2, 3, 4, 5 and 16 more"
    assert all(like in row.effects for row in desk.rows(plan))
    assert ROWS == len(plan.options["alike"])
    assert 1 <= times <= 2  # for the remarks, and for what is like the rows
    assert compared <= 2 * ROWS
    different = [RECEIPT | {"amount": f"0.{cents}"} for cents in range(11, 11 + ROWS)]
    assert 0 == len(desk.plan("allocations-create", different).options["alike"])
    assert compared <= 2 * ROWS  # those of other amounts are not looked at


def test_what_other_plans_sent_to_a_record_is_read_once(desk: Desk) -> None:
    """It was read again, and compared, for each row on the record."""
    desk.apply(desk.approved("allocations-create", receipts(3)))
    asked: list[str] = []
    desk.journal.sql.set_trace_callback(asked.append)
    other = RECEIPT | {"paymentReference": "R1", "amount": "0.20"}
    rows = desk.rows(desk.plan("allocations-create", [other, *receipts(2)], again=True))
    assert 1 == len([statement for statement in asked if statement.startswith("select number, plan_id, state, input")])
    assert "is row 2 of plan" in rows[0].effects[-1], "but for its amount"
    assert "is like row 3 of plan" in rows[1].effects[-1]


def test_the_summary_of_a_plan_reads_no_records(desk: Desk) -> None:
    """The status of 50,000 rows took two seconds of a core, and 650 MB."""
    plan, run = desk.plan("allocations-create", receipts(1)), list[str]()
    desk.journal.sql.set_trace_callback(run.append)
    assert 1 == show.summary(desk.journal, plan)["to_send"]
    assert [] == [statement for statement in run if statement.startswith("select *")]


def test_one_reading_of_all_allocations_says_where_each_is(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of each row read all allocations ever made: 300 rows took four minutes beside 11,000 others."""
    for account in (70, 71):
        ledger.commit({"amount": 1, "targetInvoiceId": 7, "accountId": account, "createdDate": "2026-10-31T09:00:00Z"})
    job, reader, asked, real = AllocationsMarkExported(), Reader(desk.client), [], desk.client.page

    def page(*ids: Any, **query: Any) -> Any:
        asked.append(query.get("financeAccountId"))
        return real(*ids, **query)

    monkeypatch.setattr(desk.client, "page", page)
    for number in (1, 2):
        assert job.read({"allocationId": number}, reader)["financeAccountId"] == 69 + number
    reader.forget()
    assert 71 == job.read({"allocationId": 2}, reader)["financeAccountId"]
    assert [None, None, 71, 71] == asked


@pytest.mark.parametrize("form", [int, str, float], ids=["number", "text", "fraction"])
def test_an_allocation_is_found_in_whatever_form_the_service_writes_ids(form: type, desk: Desk, ledger: Ledger) -> None:
    """And an id that is none is no allocation of any invoice."""
    desk.apply(desk.approved("allocations-create", receipts(1)))
    found = money.allocations(Reader(desk.client))
    odd: list[dict[str, Any]] = [
        {"id": 90, "targetInvoiceId": {"id": 7}},
        {"id": 91, "targetInvoiceId": None},
        {"id": 92},
    ]
    ledger.allocations = [*(row | {"targetInvoiceId": form(row["targetInvoiceId"])} for row in found), *odd]
    ids = [row["id"] for row in money.allocations_by("targetInvoiceId", 7, Reader(desk.client))]
    assert [row["id"] for row in found] == ids
