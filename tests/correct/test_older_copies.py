"""A service of several machines: one lags and shows records as they were, or takes over and lacks the last minutes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import RECEIPT, Desk, draft, links, payable, rows_of, void
from correct.lagging import OlderCopy, turned_away
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.correct.sending.dry import rehearse
from nightaudit.correct.sending.reconcile import decide
from nightaudit.errors import ServiceFailed

if TYPE_CHECKING:
    from correct.ledger_server import Ledger


@pytest.fixture
def older(monkeypatch: pytest.MonkeyPatch) -> OlderCopy:
    return OlderCopy(monkeypatch)


def test_an_undo_is_not_skipped_because_a_machine_shows_the_former_value(hotel: Desk, older: OlderCopy) -> None:
    """The row was UNDONE, and the service had the new value."""
    unit = rows_of(hotel, "units.list")[0]
    made = hotel.approved("unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 21}])
    assert {"VERIFIED": 1} == hotel.apply(made).counts
    back, _ = plan_undo(hotel.journal, hotel.client, job_named(made.job), made)
    approval.approve(hotel.journal, back, "tester")
    older.lags = True
    told = f"maxOccupancy is {unit['maxOccupancy']}, as before plan {made.plan_id} wrote 21: the service shows an older copy"
    outlook = rehearse(hotel.run(back))[0]["outlook"]
    assert outlook.startswith(f"conflict: {told}")
    assert outlook.endswith("; undo it again later, at most a day after that plan")  # `undo` has no --again
    assert {"CONFLICT": 1} == hotel.apply(back).counts
    assert {"VERIFIED": 1} == hotel.states(made)
    older.lags = False
    back, _ = plan_undo(hotel.journal, hotel.client, job_named(made.job), made)
    assert {"VERIFIED": 1} == hotel.apply(approval.approve(hotel.journal, back, "tester")).counts


def test_an_undo_that_was_carried_out_although_it_was_turned_away_is_seen(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The former value is then no older copy."""
    unit = rows_of(hotel, "units.list")[2]
    made = hotel.approved("unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 23}])
    assert {"VERIFIED": 1} == hotel.apply(made).counts
    back, _ = plan_undo(hotel.journal, hotel.client, job_named(made.job), made)
    sent = turned_away(hotel, monkeypatch)
    assert {"VERIFIED": 1} == hotel.apply(approval.approve(hotel.journal, back, "tester")).counts
    assert ({"UNDONE": 1}, 1) == (hotel.states(made), len(sent))


def test_a_complete_record_is_not_written_from_an_older_copy(hotel: Desk, older: OlderCopy) -> None:
    """The name of the first plan was taken back by the second, and both were VERIFIED."""
    unit = rows_of(hotel, "units.list")[1]
    named = hotel.approved("unit-attributes", [{"unitId": unit["id"], "unitName": "Corner", "name": "Corner"}])
    assert {"VERIFIED": 1} == hotel.apply(named).counts
    older.lags = True
    larger = [{"unitId": unit["id"], "maxOccupancy": 22}]
    [row] = hotel.rows(hotel.plan("unit-attributes", larger))
    assert row.outlook.startswith(f'conflict: name is "{unit["name"]}", as before plan {named.plan_id} wrote')
    assert "send" == hotel.rows(hotel.plan("unit-attributes", larger, again=True))[0].outlook  # a person has looked
    again = [{"unitId": unit["id"], "unitName": "Corner", "name": "Corner"}]
    assert "send" == hotel.rows(hotel.plan("unit-attributes", again))[0].outlook  # as after a change that was lost


def test_a_record_that_did_not_keep_a_value_is_not_written_from_the_former_one(hotel: Desk, older: OlderCopy) -> None:
    """The conflict of the second plan did not say that the first one had ended MISMATCH."""
    unit = rows_of(hotel, "units.list")[2]
    named = hotel.approved("unit-attributes", [{"unitId": unit["id"], "unitName": "Loft", "name": "Loft"}])
    older.lags = True
    assert {"MISMATCH": 1} == hotel.apply(named).counts
    [row] = hotel.rows(hotel.plan("unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 22}]))
    assert f'plan {named.plan_id} wrote "Loft", which the service did not keep (MISMATCH): ' in row.outlook
    assert row.outlook.endswith("; plan the row again later, or with --again if it was set back")


def test_a_copy_from_before_several_plans_is_not_written(hotel: Desk, older: OlderCopy) -> None:
    """Only what the latest plan wrote was compared, and only with what it was just before."""
    unit = rows_of(hotel, "units.list")[3]
    changes: list[dict[str, Any]] = [{"name": name, "unitName": name} for name in ("Corner", "Gable")]
    for given in (*changes, {"maxOccupancy": 24}):
        assert {"VERIFIED": 1} == hotel.apply(
            hotel.approved("unit-attributes", [{"unitId": unit["id"]} | given])
        ).counts
    older.lags = True
    [row] = hotel.rows(hotel.plan("unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 25}]))
    assert row.outlook.startswith(f'conflict: name is "{unit["name"]}", as before plan ')


def test_no_invoice_is_voided_because_a_machine_shows_the_voided_one_as_before(hotel: Desk, older: OlderCopy) -> None:
    """Both were void."""
    one, other = draft(hotel), draft(hotel)
    first = hotel.approved("invoices-void-duplicates", [void(one, other)])
    assert {"VERIFIED": 1} == hotel.apply(first).counts
    older.lags = True
    second = hotel.approved("invoices-void-duplicates", [void(other, one)])
    assert {"CONFLICT": 1} == hotel.apply(second).counts
    told = f"plan {first.plan_id} changed salesInvoices/{one}, but the service shows it as before: plan the row again later"
    assert told == hotel.rows(second)[0].why


def test_a_link_that_was_listed_is_not_made_again_because_a_machine_lacks_it(hotel: Desk, older: OlderCopy) -> None:
    rows = links(hotel, 1)
    assert {"VERIFIED": 1} == hotel.apply(hotel.approved("unit-access-groups", rows)).counts
    older.lags = True
    assert hotel.rows(hotel.plan("unit-access-groups", rows))[0].outlook.startswith("conflict: accessGroup.id is null")


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


def test_a_payment_that_somebody_else_records_after_ours_was_verified_is_told(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or that something on the way repeats: without a reference, no audit found it."""
    first, second = (payable(hotel, place) for place in (4, 5))
    plan = hotel.approved(
        "booking-payments", [{"bookingId": number, "amount": "1.00"} for number in (first, first, second)]
    )
    real = hotel.client.write

    def write(operation: Any, booking: int, **given: Any) -> Any:
        if booking == second:
            real(operation, first, **given)
        return real(operation, booking, **given)

    monkeypatch.setattr(hotel.client, "write", write)
    outcome = hotel.apply(plan)
    assert ({"MISMATCH": 1, "VERIFIED": 2}, 5) == (outcome.counts, outcome.exit_code)
    assert outcome.reasons[0].startswith(f"row 2, bookings/{first}: MISMATCH: ")
    assert "or somebody has changed it since: payments is" in outcome.reasons[0]


def test_a_receipt_is_not_sent_to_another_invoice_that_has_the_id_by_now(desk: Desk, ledger: Ledger) -> None:
    """A service that lost the planned invoice in a fail-over had given its id to the next one of the same account."""
    ledger.invoices[7]["createdDate"] = "2026-10-31T09:00:00Z"
    plan = desk.approved("allocations-create", [RECEIPT])
    ledger.invoices[7]["createdDate"] = "2026-10-31T09:12:00Z"
    assert ({"CONFLICT": 1}, 0) == (desk.apply(plan).counts, ledger.posts)
    assert desk.rows(plan)[0].why.startswith(
        "another record has this id since the plan: it was created on 2026-10-31T09:12:00Z"
    )
    again = approval.approve(desk.journal, desk.plan("allocations-create", [RECEIPT], again=True), "tester")
    ledger.invoices[7]["createdDate"] = "2026-10-31T09:13:00Z"
    assert {"VERIFIED": 1} == desk.apply(again).counts, "whoever has looked may say so"


def test_what_was_lost_and_planned_again_is_no_finding_for_ever(desk: Desk, ledger: Ledger) -> None:
    """Whoever did what the audit says was told so in each later audit, too."""
    plan = desk.approved("allocations-create", [RECEIPT] * 4)
    assert {"VERIFIED": 4} == desk.apply(plan).counts
    del ledger.allocations[1:]
    assert 3 == len(audit_tokens(desk.run(plan)))
    again = desk.plan("allocations-create", [RECEIPT] * 2, again=True)
    assert {"VERIFIED": 2} == desk.apply(approval.approve(desk.journal, again, "tester")).counts
    [finding] = audit_tokens(desk.run(plan))
    assert finding.startswith("row 4 (salesInvoices/7): was written, but its token is not found")
    del ledger.allocations[0]  # still there when the others were planned again, which do not stand for it
    assert ["row 1", "row 4"] == [finding[:5] for finding in audit_tokens(desk.run(plan))]


def test_an_answered_row_that_was_planned_again_is_verified(desk: Desk, ledger: Ledger) -> None:
    real = ledger.commit
    ledger.commit = lambda body: {"id": 90_000, **body}  # answered, not kept
    plan = desk.approved("allocations-create", [RECEIPT])
    assert {"MISMATCH": 1} == desk.apply(plan).counts
    ledger.commit = real
    again = desk.apply(desk.approved("allocations-create", [RECEIPT], again=True))
    assert {"VERIFIED": 1} == again.counts
    assert [] == audit_tokens(desk.run(plan))
    assert {"VERIFIED": 1} == desk.states(plan)
    assert desk.rows(plan)[0].why == f"plan {again.plan_id} wrote it again"


def test_a_list_that_shows_none_of_the_writes_stops_a_run_that_also_loses_answers(desk: Desk, ledger: Ledger) -> None:
    """It went on: only fifteen writes in a row that were all answered, or all lost, stopped it."""
    ledger.hidden = {*range(100)}
    ledger.fail("drop after", *range(3, 40, 3))
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 40))
    assert ({"APPROVED": 25, "MISMATCH": 10, "QUARANTINED": 5}, 15) == (outcome.counts, ledger.posts)
    assert isinstance(outcome.cause, ServiceFailed)
    assert "10 of the last 15 writes as carried out, but shows none of them as sent. Row 14:" in str(outcome.cause)
