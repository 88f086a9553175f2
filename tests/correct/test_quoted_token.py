"""Texts that contain the token of another row: a reference or a note that was copied from the PMS and sent again."""

from __future__ import annotations

from correct.desk import RECEIPT, Desk, booking_ids
from correct.ledger_server import Ledger
from nightaudit.correct.fates.audit import audit_tokens


def test_a_receipt_that_quotes_another_is_no_double_of_it(desk: Desk, ledger: Ledger) -> None:
    first = desk.approved("allocations-create", [RECEIPT | {"externalReference": "RENT-10"}])
    desk.apply(first)
    quoted = ledger.allocations[0]["externalReference"]
    second = desk.approved("allocations-create", [RECEIPT | {"externalReference": quoted, "amount": "5.00"}])
    outcome = desk.apply(second)
    assert ({"VERIFIED": 1}, []) == (outcome.counts, outcome.findings)
    assert [] == audit_tokens(desk.run(first))
    assert {"VERIFIED": 1} == desk.states(first)


def test_a_receipt_that_quotes_a_lost_one_is_not_taken_for_it(desk: Desk, ledger: Ledger) -> None:
    """The second receipt contains the token of the first, which was never carried out."""
    ledger.fail("500 before", 1)
    ledger.invoices[7].pop("outstandingAmount")
    ledger.commit = lambda body: _kept(ledger, body)
    lost = desk.approved("allocations-create", [RECEIPT])
    assert {"QUARANTINED": 1} == desk.apply(lost).counts
    quoting = RECEIPT | {"externalReference": f"again: {desk.rows(lost)[0].token}", "amount": "5.00"}
    assert {"VERIFIED": 1} == desk.apply(desk.approved("allocations-create", [quoting])).counts
    assert {"QUARANTINED": 1} == desk.apply(lost).counts


def _kept(ledger: Ledger, body: dict[str, object]) -> dict[str, object]:
    ledger.allocations.append({"id": len(ledger.allocations) + 1, **body})
    return ledger.allocations[-1]


def test_a_note_that_quotes_another_is_no_double_of_it(hotel: Desk) -> None:
    booking = booking_ids(hotel)[19]
    first = hotel.approved("notes-add", [{"bookingId": booking, "content": "Keys left"}])
    hotel.apply(first)
    quoted = f"As said in [{hotel.rows(first)[0].token}] Keys left"
    assert {"VERIFIED": 1} == hotel.apply(
        hotel.approved("notes-add", [{"bookingId": booking, "content": quoted}])
    ).counts
    assert [] == audit_tokens(hotel.run(first))
