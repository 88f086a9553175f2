"""Lost writes whose token is not found although the service carried them out, and receipts that people recorded meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids
from correct.ledger_server import Handler, Ledger
from correct.line import Line, planned
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.sending.dry import rehearse
from nightaudit.correct.sending.reconcile import decide
from nightaudit.errors import AmbiguousWrite

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT: list[Callable[[str], str | None]] = [
    lambda _: None,
    lambda text: text[:8],
    lambda text: "".join(filter(str.isalnum, text)),
]


@pytest.mark.parametrize("keep", KEPT)
def test_a_lost_receipt_that_stands_there_without_its_token_is_not_sent_again(
    desk: Desk, ledger: Ledger, keep: Callable[[str], str | None]
) -> None:
    ledger.keep = keep
    ledger.fail("500 after", 1)
    plan = desk.approved("allocations-create", [RECEIPT])
    for _ in range(2):
        assert ({"QUARANTINED": 1}, 1) == (desk.apply(plan).counts, ledger.posts)
    why = "its token is not found, but 1 may be this record without its token"
    assert desk.rows(plan)[0].why.startswith(why)


def test_where_tokens_are_cut_nothing_more_is_sent_by_later_runs_either(desk: Desk, ledger: Ledger) -> None:
    """Each run wrote one more row whose record could not be found."""
    plan = desk.approved("allocations-create", [RECEIPT | {"amount": amount} for amount in ("1.00", "2.00", "3.00")])
    ledger.keep = lambda text: text[:8]
    causes = [str(desk.apply(plan).cause) for _ in range(2)]
    assert (1, {"APPROVED": 2, "MISMATCH": 1}) == (ledger.posts, desk.states(plan))
    assert "kept only 8 characters" in causes[0]
    assert causes[1].startswith("Row 1 was written, but its token is not found. Nothing more is sent until")
    decide(desk.run(plan), 1, "accepted", "front desk")
    ledger.keep = str
    assert {"VERIFIED": 3} == desk.apply(plan).counts


def test_what_is_there_without_its_token_or_was_removed_can_be_accepted(line: Line, ledger: Ledger) -> None:
    """No word closed such a row: each audit ended with 5, and advised to send the receipt once more."""
    ledger.keep = lambda _: None
    ledger.fail("500 after", 1)
    plan = planned(line, [RECEIPT])
    line("apply", plan, "--live", code=5)
    close = ("reconcile", plan, "--row", "1", "--by", "finance", "--found")
    told = f"if the PMS is right as it is, run `nightaudit correct {' '.join(close[:4])} --found accepted`"
    assert told in line(*close, "applied", code=5)
    line(*close, "accepted")
    line("audit")
    ledger.keep = str
    other = planned(line, [RECEIPT | {"amount": "7.00"}])
    line("apply", other, "--live")
    assert "is VERIFIED, neither QUARANTINED nor MISMATCH" in line("reconcile", other, *close[2:], "accepted", code=2)
    ledger.allocations.append(ledger.allocations[1] | {"id": 99})
    assert {"DUPLICATE": 1} == line("audit", "--json", code=5)["plans"][1]["states"]
    del ledger.allocations[1:]  # finance has taken both back
    assert told.replace(plan, other) in line("audit", code=5)
    line("reconcile", other, *close[2:], "accepted")
    line("audit")
    line("apply", last := planned(line, [RECEIPT | {"amount": "8.00"}]), "--live")
    del ledger.allocations[1:]
    line("reconcile", last, *close[2:], "accepted")
    with Journal.open(line.settings) as journal:
        accepted = "finance accepted what the PMS shows: its token is not found"
        assert [accepted] * 3 == [journal.rows(name)[0].why for name in (plan, other, last)]


def test_a_lost_receipt_that_no_list_shows_is_told_by_what_is_open_on_its_invoice(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.fail("500 after", 1)
    plan = desk.approved("allocations-create", [RECEIPT])
    with monkeypatch.context() as hidden:
        real = Handler.page
        hidden.setattr(Handler, "page", lambda handler, _, query: real(handler, [], query))
        assert ({"QUARANTINED": 1}, 1) == (desk.apply(plan).counts, ledger.posts)
        why = "its token is not found, but the open amount of salesInvoices/7 is 12.5 less than when the row was sent"
        assert desk.rows(plan)[0].why.startswith(why)
        ledger.invoices[7]["outstandingAmount"] += 500  # what else happens to it proves nothing
        assert ({"QUARANTINED": 1}, 1) == (desk.apply(plan).counts, ledger.posts)
    assert ({"VERIFIED": 1}, 1) == (desk.apply(plan).counts, ledger.posts)


def test_a_receipt_that_left_no_trace_is_sent_again(desk: Desk, ledger: Ledger) -> None:
    ledger.commit(_by_hand())  # told to the approver: it is not the one that was lost
    ledger.fail("500 before", 1)
    assert {"VERIFIED": 2} == desk.apply(desk.approved("allocations-create", [RECEIPT, RECEIPT])).counts
    assert (3, 3) == (len(ledger.allocations), ledger.posts)


def test_a_lost_note_that_stands_there_without_its_token_is_not_added_again(hotel: Desk) -> None:
    booking = booking_ids(hotel)[3]
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": "Keys: flat 7"}])
    real, sent = hotel.client.write, []

    def lost(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        kept = {"content": body["content"].partition("] ")[2].replace(":", "")}
        sent.append(real(operation, *ids, body=kept, **filters))
        raise AmbiguousWrite("may have been carried out")

    hotel.client.write = lost  # a service that keeps letters and digits, and no token
    for _ in range(2):
        assert ({"QUARANTINED": 1}, 1) == (hotel.apply(plan).counts, len(sent))


def _by_hand(**other: Any) -> dict[str, Any]:
    return {"targetInvoiceId": 7, "amount": 12.5, "date": "2026-10-31", "externalReference": None} | other


def test_a_receipt_that_somebody_recorded_since_the_plan_is_not_recorded_again(desk: Desk, ledger: Ledger) -> None:
    ledger.commit(_by_hand(amount=1))
    other = RECEIPT | {"amount": "20.00"}
    plan = desk.approved("allocations-create", [RECEIPT, other])
    ledger.commit(_by_hand())
    ledger.commit(_by_hand(date="2026-10-30", amount=5))
    assert ["conflict", "send"] == [line["outlook"][:8] for line in rehearse(desk.run(plan))]
    outcome = desk.apply(plan)
    assert ({"CONFLICT": 1, "VERIFIED": 1}, 5, 1) == (outcome.counts, outcome.exit_code, ledger.posts)
    assert (
        "a similar record was created after the plan: 2; if that is a different one, plan this row again"
        == desk.rows(plan)[0].why
    )
    again = desk.approved("allocations-create", [RECEIPT, other])
    assert "invoice 7 already has 12.50 of 2026-10-31: allocation 2" in desk.rows(again)[0].effects
    assert ({"SKIPPED": 1, "VERIFIED": 1}, 2) == (desk.apply(again).counts, ledger.posts)


def test_an_accepted_row_without_its_token_still_says_that_the_list_drops_some(hotel: Desk) -> None:
    """It was no control any more, so that the note beside it, whose answer was lost, was added again."""
    booking = booking_ids(hotel)[3]
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": text} for text in ("One", "Two", "Three")])
    real, sent = hotel.client.write, list[str]()

    def hidden(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        sent.append(body["content"][-5:])
        if len(sent) == 2:
            raise AmbiguousWrite("may have been carried out")
        return real(operation, *ids, body=body, **filters) if len(sent) == 3 else None

    hotel.client.write = hidden  # the list shows the third note alone
    assert {"MISMATCH": 1, "QUARANTINED": 1, "VERIFIED": 1} == hotel.apply(plan).counts
    decide(hotel.run(plan), 1, "accepted", "front desk")
    assert ({"QUARANTINED": 1, "VERIFIED": 2}, 3) == (hotel.apply(plan).counts, len(sent))
