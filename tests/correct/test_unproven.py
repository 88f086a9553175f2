"""Creates whose answers were lost and that no list shows: without proof of absence they go to a person and are not sent again."""

from __future__ import annotations

from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids, links
from correct.lagging import Behind, Late, hide, lose
from correct.ledger_server import Handler, Ledger
from nightaudit.correct.journal import states
from nightaudit.correct.sending.dry import rehearse
from nightaudit.correct.sending.reconcile import decide, reconcile
from nightaudit.correct.session import plans_in_doubt


@pytest.fixture
def no_open_amounts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Invoices do not show what is open on them, as the document's do not."""
    hide(monkeypatch, "outstandingAmount")


@pytest.mark.usefixtures("no_open_amounts")
def test_a_receipt_that_a_list_does_not_show_yet_is_not_sent_again(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = Behind(monkeypatch, readings=1000)
    ledger.fail("500 after", 1)
    plan = desk.approved("allocations-create", [RECEIPT])
    outcome = desk.apply(plan)
    assert ({"QUARANTINED": 1}, 1) == (outcome.counts, ledger.posts)
    token = desk.rows(plan)[0].token
    told = (
        "row 1, salesInvoices/7: QUARANTINED: its token is not found, but no later write is listed either, "
        "so it may still have been carried out. POST /api/v3/financialAllocations/salesInvoices may have been carried out: "
        f'POST /api/v3/financialAllocations/salesInvoices answered 500: "failed". Look for {token} in the PMS, then run '
        f"`nightaudit correct reconcile {plan.plan_id} --row 1 --found applied`, or `--found absent`"
    )
    assert [told] == outcome.reasons
    assert ({"QUARANTINED": 1}, 1) == (desk.apply(plan).counts, ledger.posts)
    behind.readings = 0
    assert [plan.plan_id] == plans_in_doubt(desk.settings)
    assert {"VERIFIED": 1} == reconcile(desk.run(plan)).counts
    assert (1, 1) == (ledger.posts, len(ledger.allocations))


@pytest.mark.usefixtures("no_open_amounts")
def test_a_receipt_that_somebody_recorded_since_the_plan_is_found_in_the_list(desk: Desk, ledger: Ledger) -> None:
    plan = desk.approved("allocations-create", [RECEIPT])
    ledger.commit({"targetInvoiceId": 7, "amount": 12.5, "date": "2026-10-31", "externalReference": None})
    assert ({"CONFLICT": 1}, 0) == (desk.apply(plan).counts, ledger.posts)


def test_an_invoice_that_is_gone_proves_nothing(desk: Desk, ledger: Ledger) -> None:
    ledger.fail("500 before", 1)
    ledger.hook = lambda _: ledger.invoices.clear()
    plan = desk.approved("allocations-create", [RECEIPT])
    assert ({"QUARANTINED": 1}, None) == (desk.apply(plan).counts, desk.apply(plan).cause)


def test_a_receipt_waits_for_one_in_doubt_that_may_have_paid_its_invoice(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is in conflict only once it is known that the other was carried out."""
    ledger.invoices[7]["outstandingAmount"] = 20
    waiting, plan = (desk.approved("allocations-create", [RECEIPT | {"paymentReference": name}]) for name in ("B", "A"))
    Behind(monkeypatch, readings=1000)
    ledger.fail("500 after", 1)
    assert {"QUARANTINED": 1} == desk.apply(plan).counts
    why = "salesInvoices/7 has writes with an unknown result: the amount 12.50 is more than the open amount -5.00"
    assert [f"wait: {why}"] == [line["outlook"] for line in rehearse(desk.run(waiting))]
    assert ({"APPROVED": 1}, why) == (desk.apply(waiting).counts, desk.rows(waiting)[0].why)
    decide(desk.run(plan), 1, "applied", "finance")
    assert ({"CONFLICT": 1}, 1) == (desk.apply(waiting).counts, ledger.posts)


@pytest.mark.usefixtures("no_open_amounts")
def test_what_a_person_finds_absent_is_sent_again(desk: Desk, ledger: Ledger) -> None:
    ledger.fail("500 before", 1)
    plan = desk.approved("allocations-create", [RECEIPT])
    assert {"QUARANTINED": 1} == desk.apply(plan).counts
    decide(desk.run(plan), 1, "absent", "finance")
    assert {"VERIFIED": 1} == desk.apply(plan).counts
    assert 1 == len(ledger.allocations)


@pytest.mark.usefixtures("no_open_amounts")
@pytest.mark.parametrize("readings", [0, 1])
def test_a_list_that_shows_what_came_after_proves_an_absence(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch, readings: int
) -> None:
    """And the run ends by itself, also where the list takes a while."""
    Behind(monkeypatch, readings=readings)
    ledger.fail("500 before", 1, 2)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 4))
    assert ({"VERIFIED": 4}, 0, 6, 4) == (outcome.counts, outcome.exit_code, ledger.posts, len(ledger.allocations))


@pytest.mark.usefixtures("no_open_amounts")
def test_an_earlier_row_that_is_listed_proves_no_absence(desk: Desk, ledger: Ledger) -> None:
    """A list that has come as far as the second may lack the third."""
    ledger.hidden = {3}
    ledger.fail("500 after", 3)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert ({"VERIFIED": 2, "QUARANTINED": 1}, 3) == (desk.apply(plan).counts, ledger.posts)
    ledger.hidden.clear()
    assert ({"VERIFIED": 3}, 3) == (desk.apply(plan).counts, ledger.posts)


@pytest.mark.usefixtures("no_open_amounts")
def test_another_kind_of_receipt_may_stand_in_another_list(desk: Desk, ledger: Ledger) -> None:
    ledger.fail("500 before", 1)
    rows = [RECEIPT, RECEIPT | {"importType": "ALLOCATION"}]
    assert {"VERIFIED": 1, "QUARANTINED": 1} == desk.apply(desk.approved("allocations-create", rows)).counts


@pytest.mark.usefixtures("no_open_amounts")
def test_the_rows_after_it_settle_what_a_killed_run_left(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = desk.approved("allocations-create", [RECEIPT] * 4)

    real = desk.client.write

    def killed(*given: Any, **named: Any) -> Any:
        if ledger.posts:
            raise KeyboardInterrupt
        return real(*given, **named)

    with monkeypatch.context() as patch:
        patch.setattr(desk.client, "write", killed)
        with pytest.raises(KeyboardInterrupt):
            desk.apply(plan)
    assert {"APPLIED": 1, "INTENT": 1, "APPROVED": 2} == desk.states(plan)
    assert ({"VERIFIED": 4}, 4) == (desk.apply(plan).counts, ledger.posts)


@pytest.mark.usefixtures("no_open_amounts")
def test_a_service_that_answers_nothing_more_leaves_few_rows_in_doubt(desk: Desk, ledger: Ledger) -> None:
    """And once it answers, what it then carries out tells of all of them."""
    ledger.fail("500 before", *range(2, 100))
    plan = desk.approved("allocations-create", [RECEIPT] * 30)
    outcome = desk.apply(plan)
    assert {"VERIFIED": 1, "QUARANTINED": 15, "APPROVED": 14} == outcome.counts
    assert "The service did not answer the last 15 writes" in str(outcome.cause)
    assert "answered 500" in str(outcome.cause).partition(" The last of them: POST ")[2]
    ledger.fail("")
    assert ({"VERIFIED": 30}, 30) == (desk.apply(plan).counts, len(ledger.allocations))


def test_money_that_an_earlier_row_moved_explains_no_later_one(desk: Desk, ledger: Ledger) -> None:
    """Both answers were lost, the list shows the first: what is open on the invoice tells of the second."""
    ledger.hidden = {2}
    ledger.fail("500 after", 1, 2)
    plan = desk.approved("allocations-create", [RECEIPT] * 2)
    assert ({"VERIFIED": 1, "QUARANTINED": 1}, 2) == (desk.apply(plan).counts, ledger.posts)
    why = "its token is not found, but the open amount of salesInvoices/7 is 12.50 less than when the row was sent"
    assert desk.rows(plan)[1].why.startswith(why)
    ledger.hidden.clear()
    assert ({"VERIFIED": 2}, 2) == (desk.apply(plan).counts, ledger.posts)


def test_a_note_that_a_list_does_not_show_yet_is_not_sent_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = booking_ids(hotel)[6]
    plan = hotel.approved("notes-add", [{"bookingId": booking, "content": "Rang the tenant"}])
    late = Late(hotel, monkeypatch, {1}, "notes")
    late.lacks = 1
    assert ({"QUARANTINED": 1}, 1) == (hotel.apply(plan).counts, len(late.sent))
    late.lacks = 0
    assert ({"VERIFIED": 1}, 1) == (hotel.apply(plan).counts, len(late.sent))


def test_a_link_that_a_list_does_not_show_yet_is_not_sent_again(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = hotel.approved("unit-access-groups", links(hotel, 1))
    late = Late(hotel, monkeypatch, {1}, "unitAccessGroups")
    late.lacks = 1
    outcome = hotel.apply(plan)
    assert ({"QUARANTINED": 1}, 1) == (outcome.counts, len(late.sent))
    assert "Look in the PMS, then run" in outcome.reasons[0]
    late.lacks = 0
    assert [plan.plan_id] == plans_in_doubt(hotel.settings)
    assert ({"VERIFIED": 1}, 1) == (hotel.apply(plan).counts, len(late.sent))


def test_a_link_is_made_again_where_a_later_one_is_listed(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = hotel.approved("unit-access-groups", links(hotel, 2))
    sent = lose(hotel, monkeypatch, [False])
    assert ({"VERIFIED": 2}, 3) == (hotel.apply(plan).counts, len(sent))


def test_a_run_ends_where_a_row_waits_for_one_that_stays_in_doubt(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second link of the unit, and another unit's that was answered and is not listed."""
    first, other = links(hotel, 2)
    second = first | {"accessGroupId": hotel.client.access_groups.create(body={"name": "North"}).id}
    plan = hotel.approved("unit-access-groups", [first, second, other])
    late = Late(hotel, monkeypatch, {1}, "unitAccessGroups")
    late.lacks = 2
    outcome = hotel.apply(plan)
    assert {"APPROVED": 1, "MISMATCH": 1, "QUARANTINED": 1} == outcome.counts
    assert (
        "the record is not found, but row 3, which the service said it created, is not found either"
        in outcome.reasons[0]
    )
    assert f"Row 2 waits for a write with an unknown result: units/{first['unitId']}/" in str(outcome.cause)
    late.lacks = 0
    assert ({"VERIFIED": 3}, 3) == (hotel.apply(plan).counts, len(late.sent))
    assert states.VERIFIED in hotel.states(plan)


def test_a_link_that_is_not_listed_yet_is_not_made_by_another_plan(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = links(hotel, 1)
    made = hotel.approved("unit-access-groups", rows)
    late = Late(hotel, monkeypatch, set(), "unitAccessGroups")
    late.lacks = 1
    assert {"MISMATCH": 1} == hotel.apply(made).counts
    again = hotel.approved("unit-access-groups", rows)
    assert ({"CONFLICT": 1}, 1) == (hotel.apply(again).counts, len(late.sent))
    assert f"plan {made.plan_id} created this record, but the service does not list it yet" in hotel.rows(again)[0].why
    assert "send" == hotel.rows(hotel.plan("unit-access-groups", rows, again=True))[0].outlook  # a person has looked
    late.lacks = 0
    assert {"VERIFIED": 1} == reconcile(hotel.run(made)).counts
    assert {"SKIPPED": 1} == hotel.apply(hotel.approved("unit-access-groups", rows)).counts


def test_a_service_that_says_no_with_200_is_quoted(desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Handler.post

    def declined(handler: Any) -> None:
        if ledger.posts:
            real(handler)
            return
        ledger.posts += 1
        handler.body()
        handler.answer(200, {"success": False, "error": "the period is closed"})

    monkeypatch.setattr(Handler, "post", declined)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 2))
    assert ({"MISMATCH": 1, "VERIFIED": 1}, 5) == (outcome.counts, outcome.exit_code)
    said = '{"error":"the period is closed","success":false}'
    assert f"its token is not found; the service answered {said}" in outcome.reasons[0]
    assert "plan the row again, alone and with --again" in outcome.findings[0]
    again = desk.approved("allocations-create", [RECEIPT])
    assert {"SKIPPED": 1} == desk.apply(again).counts
    assert "(MISMATCH)" in desk.rows(again)[0].why
    desk.apply(desk.approved("allocations-create", [RECEIPT], again=True))
    assert 2 == len(ledger.allocations)


@pytest.mark.usefixtures("no_open_amounts")
def test_a_person_need_not_decide_every_row_of_an_outage(desk: Desk, ledger: Ledger) -> None:
    """One that is said to be absent is sent, and listed it tells of the others."""
    ledger.fail("500 before", 1, 2, 3)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    assert {"QUARANTINED": 3} == desk.apply(plan).counts
    decide(desk.run(plan), 2, "absent", "finance")
    assert ({"VERIFIED": 3}, 6, 3) == (desk.apply(plan).counts, ledger.posts, len(ledger.allocations))
