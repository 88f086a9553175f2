"""The open amount of an invoice as proof that a lost receipt is absent, or of what was booked, and its limits."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk
from correct.lagging import hide
from correct.ledger_server import Handler, Ledger
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.sending.reconcile import decide


class Late:
    """Lists without the allocations of `hidden` ids, and invoices as they were before those, or before all with `frozen`.

    After `readings` of the list, where that is given, everything is shown.
    """

    def __init__(self, ledger: Ledger, patch: pytest.MonkeyPatch, *hidden: int, readings: int | None = None) -> None:
        self.hidden, self.frozen, self.readings = {*hidden}, False, readings
        page, answer = Handler.page, Handler.answer

        def listed(handler: Any, rows: list[dict[str, Any]], query: str) -> None:
            if self.readings is not None and any(row["id"] in self.hidden for row in rows):
                self.readings -= 1
                self.hidden = self.hidden if self.readings >= 0 else set()
            page(handler, [row for row in rows if row["id"] not in self.hidden], query)

        def shown(handler: Any, status: int, value: Any, headers: dict[str, str] | None = None) -> None:
            if handler.command == "GET" and "outstandingAmount" in value:
                missing = [
                    Decimal(row["amount"])
                    for row in ledger.allocations
                    if row["targetInvoiceId"] == value["id"] and (self.frozen or row["id"] in self.hidden)
                ]
                value = value | {"outstandingAmount": value["outstandingAmount"] + sum(missing)}
            answer(handler, status, value, headers)

        patch.setattr(Handler, "page", listed)
        patch.setattr(Handler, "answer", shown)


def test_an_open_amount_is_asked_for_again_after_another_wait(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """List and invoice are behind when the settle time has passed, and are not when it has passed once more."""
    Late(ledger, monkeypatch, 1, readings=2)
    ledger.fail("500 after", 1)
    plan = desk.approved("allocations-create", [RECEIPT])
    assert ({"VERIFIED": 1}, 1) == (desk.apply(plan).counts, len(ledger.allocations))


def test_open_amounts_that_no_receipt_moves_prove_nothing(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger.invoices |= {number: ledger.invoices[7] | {"id": number} for number in (8, 9)}
    late = Late(ledger, monkeypatch, 3)
    late.frozen = True
    ledger.fail("500 after", 3)
    plan = desk.approved("allocations-create", [RECEIPT | {"targetInvoiceId": number} for number in ("7", "8", "9")])
    assert ({"VERIFIED": 2, "QUARANTINED": 1}, 3) == (desk.apply(plan).counts, len(ledger.allocations))
    why = "its token is not found, but salesInvoices/7 does not show the 12.50 of row 1 either"
    assert desk.rows(plan)[2].why.startswith(why)
    assert ({"VERIFIED": 2, "QUARANTINED": 1}, 3) == (desk.apply(plan).counts, len(ledger.allocations))
    late.hidden.clear()
    assert {"VERIFIED": 3} == desk.apply(plan).counts


def test_a_row_sent_again_is_not_verified_by_what_was_made_before(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first was shown too late to be found, and the second is not shown yet: what is listed once stands there twice."""
    late = Late(ledger, monkeypatch, 1)
    ledger.fail("500 after", 1)
    ledger.hook = lambda stage: late.__dict__.update(hidden={2}) if (ledger.posts, stage) == (2, "after") else None
    plan = desk.approved("allocations-create", [RECEIPT])
    outcome = desk.apply(plan)
    assert ({"MISMATCH": 1}, 5, 2) == (outcome.counts, outcome.exit_code, len(ledger.allocations))
    why = "sent again: the service said it created 2, but lists 1; perhaps both exist"
    assert why == desk.rows(plan)[0].why
    word = f"`nightaudit correct reconcile {plan.plan_id} --row 1 --found applied`"
    assert outcome.reasons[0].endswith(f"Look in the PMS, and remove one if both exist. Then run {word}")
    decide(desk.run(plan), 1, "applied", "finance")  # it was refused, with the advice to send the receipt once more
    assert {"VERIFIED": 1} == desk.states(plan)
    late.hidden.clear()
    assert ["row 1 (salesInvoices/7): written 2 times: 1, 2; remove all but one in the PMS"] == audit_tokens(
        desk.run(plan)
    )


UNSHOWN = "as expected in what is shown, which is not amount"


@pytest.mark.parametrize(
    ("hidden", "also", "state", "why"),
    [
        ((), {"status": "VOID"}, "MISMATCH", "something else changed, too: salesInvoices/7 is VOID"),
        ((), {"outstandingAmount": 5}, "VERIFIED", "as expected, nothing else changed"),  # a colleague pays, too
        (("amount",), {}, "VERIFIED", f"{UNSHOWN}; salesInvoices/7 has as much less open as was sent"),
        (("amount", "outstandingAmount"), {}, "VERIFIED", f"{UNSHOWN}, nor the open amount of salesInvoices/7"),
        (
            ("amount",),
            {"outstandingAmount": 5},
            "MISMATCH",
            "different from the values sent: salesInvoices/7 has 999982.50 less open than what was sent explains",
        ),
    ],
)
def test_a_receipt_is_verified_by_what_is_shown_of_it_and_by_its_invoice(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, hidden: Any, also: Any, state: str, why: str
) -> None:
    """The invoice was not read again, and a field that the list does not show was not compared, without a word."""
    hide(monkeypatch, *hidden)
    ledger.hook = lambda stage: ledger.invoices[7].update(also) if stage == "after" else None
    plan = desk.approved("allocations-create", [RECEIPT])
    desk.apply(plan)
    assert [(state, why)] == [(row.state, row.why) for row in desk.rows(plan)]
