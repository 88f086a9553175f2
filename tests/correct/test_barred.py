"""Records that the credentials may not read or write, and credentials that may not do so with any record."""

from __future__ import annotations

import re
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids, draft, payable, payment
from correct.lagging import carried_out
from correct.ledger_server import Handler, Ledger
from correct.line import Line, planned
from nightaudit.correct.intent import Limits
from nightaudit.correct.journal import states
from nightaudit.correct.reader import Reader
from nightaudit.errors import Forbidden, Refused


@pytest.mark.parametrize(("barred", "posts"), [([1, 5], 5), ([2], 4), ([4], 4)])
def test_a_row_that_may_not_be_written_is_named_and_the_others_are_sent(
    line: Line, ledger: Ledger, barred: list[int], posts: int
) -> None:
    """The run stopped at the row. A first row is tried twice: before another is carried out, the scope may be missing."""
    plan = planned(line, [RECEIPT | {"paymentReference": name} for name in "ABCD"])
    ledger.fail("403", *barred)
    said = line("apply", plan, "--live", code=6)
    assert f"row {barred[0]}, salesInvoices/7: REJECTED: POST" in said
    assert 'answered 403: "not your building".' in said
    assert "Stopped" not in said
    assert {"REJECTED": 1, "VERIFIED": 3} == line("status", "--json")["plans"][0]["states"]
    assert (posts, 3) == (ledger.posts, len(ledger.allocations))


@pytest.mark.parametrize(
    ("rows", "asked", "before"),
    [
        (1, 1, ""),
        (2, 2, "So was 1 row before it. "),
        (3, 3, "So were 2 rows before it. "),
        (40, 15, "So were 14 rows before it. "),
    ],
)
def test_credentials_that_may_write_nothing_stop_the_run_and_lose_no_row(
    line: Line, ledger: Ledger, rows: int, asked: int, before: str
) -> None:
    plan = planned(line, [RECEIPT] * rows)
    ledger.fail("403", *range(1, asked + 1))
    said = line("apply", plan, "--live", code=4)
    assert 'Stopped: POST /api/v3/financialAllocations/salesInvoices answered 403: "not your building".' in said
    assert f"That was row {asked}, salesInvoices/7. {before}If only such rows are refused" in said
    assert ({"APPROVED": rows}, asked) == (line("status", "--json")["plans"][0]["states"], ledger.posts)
    assert {"VERIFIED": rows} == line("apply", plan, "--live", "--json")["states"]
    assert rows == len(ledger.allocations)


def barring_reads(patch: pytest.MonkeyPatch, *invoices: int, status: int = 403) -> list[str]:
    """A service that does not show these invoices; return the list of those it was asked for."""
    real, asked = Handler.answer, []

    def answer(handler: Any, usual: int, value: Any, headers: Any = None) -> None:
        if handler.command == "GET" and value.get("id") in invoices:
            asked.append(handler.path)
            real(handler, status, {"message": "not your building"})
        else:
            real(handler, usual, value, headers)

    patch.setattr(Handler, "answer", answer)
    return asked


@pytest.mark.parametrize("status", [403, 400])
def test_a_record_that_may_not_be_read_is_a_conflict_of_its_row(
    line: Line, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    """Nothing could be planned, and of a plan that was approved before nothing was sent."""
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    rows = [RECEIPT, RECEIPT | {"targetInvoiceId": "8"}]
    with monkeypatch.context() as patch:
        barring_reads(patch, 8, status=status)
        refused = f'conflict: GET /api/v3/salesInvoices/8 answered {status}: "not your building".'
        assert ["send", refused] == [
            row["outlook"] for row in line("show", planned(line, rows), "--json")["row_details"]
        ]
    plan = planned(line, [row | {"paymentReference": "MAY"} for row in rows])
    barring_reads(monkeypatch, 8, status=status)
    assert [refused] == [row["outlook"] for row in line("apply", plan, "--json")["rows"] if row["outlook"] != "send"]
    assert f"Stopped: GET /api/v3/salesInvoices/8 answered {status}" in line("apply", plan, "--live", code=6)
    assert {"APPROVED": 1, "VERIFIED": 1} == line("status", "--json")["plans"][1]["states"]


def test_a_run_that_ends_for_another_reason_names_the_row_that_waits_for_a_right(line: Line, ledger: Ledger) -> None:
    """It said only that the limit was reached, each time, and a row that may not be written used it up."""
    plan = planned(line, [RECEIPT] * 2)
    ledger.fail("403", 1)
    said = line("apply", plan, "--live", "--max-rows", "1", code=2)
    assert '--max-rows 1 is reached. POST /api/v3/financialAllocations/salesInvoices answered 403: "not your' in said
    assert "That was row 1, salesInvoices/7." in said
    assert {"APPROVED": 2} == line("status", "--json")["plans"][0]["states"]


def test_rows_that_are_tried_twice_are_counted_once(
    line: Line, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.invoices |= {number: ledger.invoices[7] | {"id": number} for number in range(8, 18)}
    plan = planned(line, [RECEIPT | {"targetInvoiceId": str(number)} for number in range(7, 18)])
    barring_reads(monkeypatch, *range(8, 18))
    said = line("apply", plan, "--live", code=6)
    assert 'not your building". That was row 11, salesInvoices/17. So were 9 rows before it.' in said
    assert {"APPROVED": 10, "VERIFIED": 1} == line("status", "--json")["plans"][0]["states"]


def test_reconcile_tells_of_each_plan_though_one_cannot_be_read(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was printed or loaded of the plans that came before the one that failed."""
    drafts = [draft(hotel) for _ in range(3)]
    plans = [hotel.approved("invoices-post-drafts", [{"invoiceId": number}]) for number in drafts]
    for plan in plans:
        [row] = hotel.rows(plan)
        hotel.journal.move(row, states.CHECKING)
        hotel.journal.move(row, states.AMBIGUOUS)
    real = Reader.record

    def record(reader: Reader, operation: Any, *ids: int | str) -> Any:
        if ids == (drafts[1],):
            raise Refused("cannot read")
        return real(reader, operation, *ids)

    monkeypatch.setattr(Reader, "record", record)
    said = Line(hotel.settings)("reconcile", code=4)
    assert f"Plan {plans[1].plan_id} stopped: cannot read" in said
    assert [{"APPROVED": 1}, {"AMBIGUOUS": 1}, {"APPROVED": 1}] == [hotel.states(plan) for plan in plans]


def test_a_service_that_shows_no_record_any_more_is_soon_told(
    line: Line, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.invoices |= {number: ledger.invoices[7] | {"id": number} for number in range(10, 40)}
    asked = barring_reads(monkeypatch, *range(10, 40), status=400)
    with pytest.raises(Refused, match=r"answered 400: .* That was row 16, salesInvoices/24. So were 14 rows before it"):
        planned(line, [RECEIPT | {"targetInvoiceId": number} for number in (7, *range(10, 40))])
    assert 15 == len(asked)


@pytest.mark.parametrize(("first", "rows", "asked"), [(10, 3, 3), (9, 40, 15)])
def test_credentials_that_may_read_nothing_are_soon_told(
    line: Line, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, first: int, rows: int, asked: int
) -> None:
    """Invoice 9 does not exist, which is no proof of a right."""
    ledger.invoices |= {number: ledger.invoices[7] | {"id": number} for number in range(10, 10 + rows)}
    barred = barring_reads(monkeypatch, *ledger.invoices)
    last = 10 - first + asked
    told = f'not your building". That was row {last}, salesInvoices/{9 + asked}. So were {asked - 1} rows before it.'
    with pytest.raises(Forbidden, match=re.escape(told)):
        planned(line, [RECEIPT | {"targetInvoiceId": number} for number in range(first, 10 + rows)])
    assert asked == len(barred)


def test_a_record_that_was_read_shows_the_right_to_read_though_its_row_is_skipped(
    line: Line, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing could be planned from a file whose first rows had been sent, where many barred ones followed."""
    line("apply", planned(line, [RECEIPT]), "--live")
    ledger.invoices |= {number: ledger.invoices[7] | {"id": number} for number in range(10, 26)}
    barring_reads(monkeypatch, *range(10, 26))
    numbers = [7, *range(10, 26), 7]
    plan = planned(line, [RECEIPT | {"targetInvoiceId": str(number)} for number in numbers])
    found = [row["outlook"].partition(":")[0] for row in line("show", plan, "--json")["row_details"]]
    assert ["skip", *["conflict"] * 16, "send"] == found


def test_a_right_that_is_lost_midway_stops_the_run(line: Line, ledger: Ledger) -> None:
    plan = planned(line, [RECEIPT] * 40)
    ledger.fail("403", *range(11, 100))
    said = line("apply", plan, "--live", code=6)
    assert "That was row 25, salesInvoices/7. So were 14 rows before it." in said
    assert {"APPROVED": 15, "REJECTED": 15, "VERIFIED": 10} == line("status", "--json")["plans"][0]["states"]


@pytest.mark.parametrize("barred", ["/bookings/{id}", "/bookings/{id}/notes"])
def test_a_booking_that_may_not_be_read_gets_no_note_and_stops_no_other(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch, barred: str
) -> None:
    """Each booking has a list of its own, in which tokens are counted before the first row and after the last."""
    one, other = booking_ids(hotel)[20:22]
    for name in ("record", "list"):
        real = getattr(Reader, name)

        def read(reader: Reader, operation: Any, number: int, *, real: Any = real, **named: Any) -> Any:
            if (operation.path, number) == (barred, one):
                raise Forbidden("not your building", status=403)
            return real(reader, operation, number, **named)

        monkeypatch.setattr(Reader, name, read)
    plan = hotel.approved("notes-add", [{"bookingId": number, "content": "Rang"} for number in (one, other)])
    assert ["conflict: not your building", "send"] == [row.outlook for row in hotel.rows(plan)]
    outcome = hotel.apply(plan)
    assert ({"CONFLICT": 1, "VERIFIED": 1}, None, []) == (outcome.counts, outcome.cause, outcome.findings)


@pytest.mark.parametrize("place", [0, 1])  # before and after another row shows that the credentials may write
def test_what_was_carried_out_in_spite_of_a_403_is_not_written_again(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch, place: int
) -> None:
    jobs = {
        "notes-add": [{"bookingId": number, "content": f"Rang at {place}"} for number in booking_ids(hotel)[22:25]],
        "booking-payments": [payment(payable(hotel, number)) for number in (22, 23, 24)],
    }
    for job, rows in jobs.items():
        plan = hotel.approved(job, rows)
        with monkeypatch.context() as patch:
            written = carried_out(hotel, patch, {place + 1: Forbidden("not your building", status=403)})
            counts = hotel.apply(plan).counts
        assert counts == ({"VERIFIED": 3} if job == "notes-add" else {"QUARANTINED": 1, "VERIFIED": 2})
        assert [(row["bookingId"],) for row in rows] == written


def test_a_record_that_may_neither_be_written_nor_read_any_more_stops_no_other(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused row is read again, at once and by the next run: both stopped there."""
    barred, real, record = 12, hotel.client.write, Reader.record
    tried: list[int] = []

    def write(operation: Any, number: int, **named: Any) -> Any:
        if number == barred:
            tried.append(number)
            raise Forbidden("not your building", status=403)
        return real(operation, number, **named)

    def read(reader: Reader, operation: Any, number: int) -> Any:
        if number == barred and tried:
            raise Forbidden("not your building", status=403)
        return record(reader, operation, number)

    monkeypatch.setattr(hotel.client, "write", write)
    monkeypatch.setattr(Reader, "record", read)
    plan = hotel.approved("contact-details", [{"contactId": number, "lastName": "Barr"} for number in (11, 12, 13, 14)])
    limited = hotel.apply(plan, Limits(rows=3))
    assert {"APPROVED": 1, "REJECTED": 1, "VERIFIED": 2} == limited.counts
    outcome = hotel.apply(plan)
    assert ({"REJECTED": 1, "VERIFIED": 3}, None) == (outcome.counts, outcome.cause)
