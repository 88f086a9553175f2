"""A record that a colleague edits while a correction of it is under way: the row says so, and a person can close it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import Desk, payable
from correct.line import Line
from nightaudit.client.resources import Bookings, Contacts
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.correct.sending.reconcile import decide, reconcile
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from nightaudit.correct.journal.entries import Plan


def edited_meanwhile(hotel: Desk, monkeypatch: pytest.MonkeyPatch, contact: int, **theirs: str) -> Plan:
    """A plan whose row was carried out, and whose contact a colleague changed before it was read again."""
    plan = hotel.approved("contact-details", [{"contactId": contact, "firstName": "Mine"}])
    apply_edited(hotel, monkeypatch, plan, contact, **theirs)
    return plan


def apply_edited(hotel: Desk, monkeypatch: pytest.MonkeyPatch, plan: Plan, contact: int, **theirs: str) -> None:
    """Apply the plan of one row; whatever it writes, a colleague then changes the contact so."""
    real = hotel.client.write

    def between(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        answer = real(operation, *ids, body=body, **filters)
        now = hotel.client.contacts.get(contact).model_dump(by_alias=True, mode="json")
        real(Contacts.update, contact, body=now | theirs)
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(hotel.client, "write", between)
        outcome = hotel.apply(plan)
    assert ({"MISMATCH": 1}, 5) == (outcome.counts, outcome.exit_code)


def test_every_look_names_the_row_and_what_to_do(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = edited_meanwhile(hotel, monkeypatch, 12, source="Their words")
    line = Line(hotel.settings)
    row = hotel.rows(plan)[0]
    word = f"`nightaudit correct reconcile {plan.plan_id} --row 1 --found applied`"
    said = (
        f"row 1, {row.target}: MISMATCH: something else changed, too: source. "
        f"Look at the record in the PMS. If it is correct, run {word}"
    )
    for words in (("verify", plan.plan_id), ("reconcile", plan.plan_id), ("audit",)):
        assert said in line(*words, code=5), words
    line("reconcile", plan.plan_id, "--row", "1", "--found", "applied", "--by", "front desk")
    for words in (("verify", plan.plan_id), ("reconcile", plan.plan_id), ("audit",)):
        line(*words)
    events = [event["what"] for event in hotel.journal.events(plan.plan_id)]
    assert any(
        "front desk found that the record is correct: something else changed, too: source" in what for what in events
    )


def test_an_undo_that_is_right_as_it_is_takes_back_its_row(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = hotel.approved("contact-details", [{"contactId": 13, "firstName": "Mine"}])
    assert 0 == hotel.apply(plan).exit_code
    back, _ = plan_undo(hotel.journal, hotel.client, job_named(plan.job), plan)
    approval.approve(hotel.journal, back, "tester")
    apply_edited(hotel, monkeypatch, back, 13, source="Their words")
    decide(hotel.run(back), 1, "applied", "front desk")
    assert ({"VERIFIED": 1}, {"UNDONE": 1}) == (hotel.states(back), hotel.states(plan))


def test_a_row_is_read_again_before_a_person_closes_it(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A person confirmed that the record is correct, although the row's own value had been set back since."""
    plan = edited_meanwhile(hotel, monkeypatch, 18, source="Their words")
    now = hotel.client.contacts.get(18).model_dump(by_alias=True, mode="json")
    hotel.client.write(Contacts.update, 18, body=now | {"firstName": "Theirs"})
    with pytest.raises(UsageError, match='is MISMATCH: not as expected: firstName is "Theirs", not "Mine"'):
        decide(hotel.run(plan), 1, "applied", "front desk")
    assert "MISMATCH > MISMATCH: not as expected" in hotel.journal.events(plan.plan_id)[-1]["what"]


def test_what_is_not_there_is_not_talked_away(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = edited_meanwhile(hotel, monkeypatch, 14, firstName="Theirs")
    for word in ("applied", "absent"):
        with pytest.raises(UsageError, match="is MISMATCH: not as expected") as error:
            decide(hotel.run(plan), 1, word, "front desk")
        assert "--again" in error.value.hint
    assert {"MISMATCH": 1} == hotel.states(plan)
    other = hotel.approved("contact-details", [{"contactId": 15, "firstName": "Ours"}])
    apply_edited(hotel, monkeypatch, other, 15, source="Their words")
    for wrong in ("accepted", "absent"):
        with pytest.raises(UsageError, match="is MISMATCH: something else changed"):
            decide(hotel.run(other), 1, wrong, "front desk")
    assert 5 == reconcile(hotel.run(other)).exit_code


def test_a_record_that_is_not_as_expected_can_be_accepted_as_it_is(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No word closed a row whose address the service writes in small letters, so that every audit ended with 5."""
    plan = edited_meanwhile(hotel, monkeypatch, 17, firstName="mine")
    line = Line(hotel.settings)
    word = f"`nightaudit correct reconcile {plan.plan_id} --row 1 --found accepted`"
    assert f"If the PMS is right as it is, run {word}" in line("audit", code=5)
    line("reconcile", plan.plan_id, "--row", "1", "--found", "accepted", "--by", "front desk")
    line("audit")
    event = hotel.journal.events(plan.plan_id)[-1]["what"]
    told = 'front desk accepted what the PMS shows: not as expected: firstName is "mine", not "Mine"'
    assert ({"VERIFIED": 1}, f"MISMATCH > VERIFIED: {told}") == (hotel.states(plan), event)
    with pytest.raises(UsageError, match="is VERIFIED, neither QUARANTINED nor MISMATCH"):
        decide(hotel.run(plan), 1, "accepted", "front desk")


def test_a_sum_that_a_colleague_paid_into_meanwhile_can_be_right(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    booking = payable(hotel, 16)
    plan = hotel.approved("booking-payments", [{"bookingId": booking, "amount": "3.00", "date": "2026-10-31"}])
    real = hotel.client.write

    def both(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
        answer = real(operation, *ids, body=body, **filters)
        real(Bookings.pay, booking, body={"amount": 4, "date": "2026-11-01"})
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(hotel.client, "write", both)
        outcome = hotel.apply(plan)
    assert {"MISMATCH": 1} == outcome.counts
    assert outcome.reasons[0].endswith(f"run `nightaudit correct reconcile {plan.plan_id} --row 1 --found applied`")
    decide(hotel.run(plan), 1, "applied", "finance")
    assert (0, {"VERIFIED": 1}) == (reconcile(hotel.run(plan)).exit_code, hotel.states(plan))
