"""A service of several machines: one lags and shows records as they were, or takes over and lacks the last minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, draft, rows_of
from correct.lagging import OlderCopy
from nightaudit.correct.sending.reconcile import decide
from nightaudit.errors import ServiceFailed

if TYPE_CHECKING:
    from correct.ledger_server import Ledger


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> OlderCopy:
    return OlderCopy(monkeypatch)


@pytest.mark.parametrize("job", ["contact-details", "booking-payments"])
def test_what_is_lost_after_it_was_verified_is_told(
    hotel: Desk, older: OlderCopy, monkeypatch: pytest.MonkeyPatch, job: str
) -> None:
    """The run ended with exit code 0: a row that was verified on the way was not read again."""
    rows: list[dict[str, Any]] = [
        {"contactId": row["id"], "lastName": "Kept"} for row in rows_of(hotel, "contacts.list")[70:72]
    ]
    if job == "booking-payments":
        bookings = [row["bookingId"] for row in rows_of(hotel, "sales_invoices.list") if row["bookingId"]][:2]
        rows = [{"bookingId": draft(hotel, bookingId=number) and number, "amount": "1.00"} for number in bookings]
    plan, real = hotel.approved(job, rows), hotel.client.write
    target = hotel.rows(plan)[1].target

    def fail_over(operation: Any, *ids: int, **given: Any) -> Any:
        if f"{target.partition('/')[0]}/{ids[0]}" == target:
            older.first = {key: found for key, found in older.first.items() if ids[0] not in key}
            answer = real(operation, *ids, **given)
            older.lags = True
            return answer
        return real(operation, *ids, **given)

    monkeypatch.setattr(hotel.client, "write", fail_over)
    outcome = hotel.apply(plan, canary=1)
    assert ({"MISMATCH": 1, "VERIFIED": 1}, 5) == (outcome.counts, outcome.exit_code)
    assert (
        "MISMATCH: the service no longer shows what was verified, or somebody has changed it since"
        in outcome.reasons[0]
    )
    decide(hotel.run(plan), 1, "applied", "tester")
    assert {"VERIFIED": 2} == hotel.states(plan)


def test_a_list_that_shows_none_of_the_writes_stops_a_run_that_also_loses_answers(desk: Desk, ledger: Ledger) -> None:
    """It went on: only fifteen writes in a row that were all answered, or all lost, stopped it."""
    ledger.hidden = {*range(100)}
    ledger.fail("drop after", *range(3, 40, 3))
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 40))
    assert ({"APPROVED": 25, "MISMATCH": 10, "QUARANTINED": 5}, 15) == (outcome.counts, ledger.posts)
    assert isinstance(outcome.cause, ServiceFailed)
    assert "answered 10 of the last 15 writes as carried out, but shows none of them. Row 14:" in str(outcome.cause)
