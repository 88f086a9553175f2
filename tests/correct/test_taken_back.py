"""Undo after other changes: records that others changed since, records that are gone, and undo plans that were cancelled."""

from __future__ import annotations

import datetime
from typing import Any

import pytest

from correct.desk import Desk, rows_of
from correct.line import Line
from nightaudit.correct.fates import behind
from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal import states
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.correct.sending import send
from nightaudit.errors import Refused, UsageError


@pytest.fixture
def contacts(hotel: Desk) -> list[int]:
    return [row["id"] for row in rows_of(hotel, "contacts.list")][20:23]


def renamed(hotel: Desk, contacts: list[int], name: str) -> Any:
    plan = hotel.approved("contact-details", [{"contactId": number, "lastName": name} for number in contacts])
    assert 0 == hotel.apply(plan).exit_code
    return plan


def undo(hotel: Desk, plan: Any) -> Any:
    return plan_undo(hotel.journal, hotel.client, job_named(plan.job), plan)


def test_what_somebody_else_changed_since_is_left_alone(hotel: Desk, contacts: list[int]) -> None:
    plan = renamed(hotel, contacts, "Ours")
    renamed(hotel, contacts[:1], "Theirs")
    said = Line(hotel.settings)("undo", plan.plan_id)
    assert 'cannot be undone: row 1: the record was changed since: lastName is "Theirs"' in said
    back = hotel.journal.plan(said.rpartition("Next: nightaudit correct approve ")[2].strip())
    assert f"Plan {back.plan_id}: contact-details at " in said
    assert [row.input["contactId"] for row in hotel.rows(back)] == [contacts[2], contacts[1]]
    assert {"UNDO_PLANNED": 2, "VERIFIED": 1} == hotel.states(plan)
    approval.approve(hotel.journal, back, "tester")
    assert 0 == hotel.apply(back).exit_code
    assert "Theirs" == hotel.client.contacts.get(contacts[0]).last_name
    with pytest.raises(
        UsageError, match=r'can be undone\.\n  row 1: the record was changed since: lastName is "Theirs"'
    ):
        undo(hotel, plan)


def test_why_none_of_many_rows_can_be_undone_is_told_by_kind(hotel: Desk) -> None:
    """Ten reasons were put into one line of 1,400 characters, and the others were left out without a word."""
    plan = renamed(hotel, [row["id"] for row in rows_of(hotel, "contacts.list")][30:42], "Many")
    undo(hotel, plan)
    with pytest.raises(UsageError, match=r"(\n  row \d+: it is UNDO_PLANNED: .*){10}\n  and 2 more; all 12 by kind"):
        undo(hotel, plan)


def test_a_plan_that_is_undone_is_not_called_unwritten(hotel: Desk, contacts: list[int]) -> None:
    plan = hotel.approved("contact-details", [{"contactId": contacts[0], "lastName": "Once"}])
    with pytest.raises(UsageError, match=r"can be undone\. No row of it was written\."):
        undo(hotel, plan)
    assert 0 == hotel.apply(plan).exit_code
    back, _ = undo(hotel, plan)
    assert 0 == hotel.apply(approval.approve(hotel.journal, back, "tester")).exit_code
    with pytest.raises(UsageError, match=r"can be undone\. All its written rows are UNDONE\."):
        undo(hotel, plan)


def test_an_undo_that_is_cancelled_sets_its_rows_free(hotel: Desk, contacts: list[int]) -> None:
    plan = renamed(hotel, contacts[:1], "Kept")
    line = Line(hotel.settings)
    back = line("undo", plan.plan_id, "--json")
    assert (1, []) == (back["to_send"], back["cannot_undo"])
    assert f"Plan {back['plan_id']} is CANCELLED." in line("cancel", back["plan_id"])
    assert {"VERIFIED": 1} == hotel.states(plan)
    assert {"PLANNED": 1} == hotel.states(undo(hotel, plan)[0])


def test_an_undo_row_in_doubt_that_is_found_absent_after_its_plan_was_closed_sets_its_row_free(
    hotel: Desk, contacts: list[int]
) -> None:
    """Its row stayed UNDO_PLANNED for ever: apply said to plan again, undo that it was planned."""
    plan = renamed(hotel, contacts[:2], "Doubt")
    back, _ = undo(hotel, plan)
    row = hotel.rows(approval.approve(hotel.journal, back, "tester"))[0]
    for state in (states.CHECKING, states.AMBIGUOUS, states.QUARANTINED):
        hotel.journal.move(row, state)
    approval.cancel(hotel.journal, back)
    line = Line(hotel.settings)
    line("reconcile", back.plan_id, "--row", "1", "--found", "absent")
    assert ({"CANCELLED": 2}, {"VERIFIED": 2}) == (hotel.states(back), hotel.states(plan))


def test_an_undo_of_a_record_that_is_gone_sets_the_first_row_free(
    hotel: Desk, contacts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = renamed(hotel, contacts[:1], "Gone")
    back, _ = undo(hotel, plan)
    with pytest.raises(UsageError, match=rf"can be undone\.\n  row 1: it is UNDO_PLANNED: plan {back.plan_id}"):
        undo(hotel, plan)
    approval.approve(hotel.journal, back, "tester")
    job = job_named("contact-details")
    monkeypatch.setattr(type(job), "target", lambda _, row: f"contacts/{row['contactId']}")
    monkeypatch.setattr(type(job), "record_id", lambda *_: 987_654)
    assert {"CONFLICT": 1} == hotel.apply(back).counts
    assert {"VERIFIED": 1} == hotel.states(plan)
    with pytest.raises(UsageError, match=r"can be undone\.\n  row 1: gone since: contacts/987654 does not exist"):
        undo(hotel, plan)


def test_an_undo_is_planned_whole_or_not_at_all(
    hotel: Desk, contacts: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = renamed(hotel, contacts, "Whole")
    real = Journal.move

    def killed(journal: Journal, *given: Any, **values: Any) -> None:
        if given[1] == "UNDO_PLANNED":
            raise KeyboardInterrupt
        real(journal, *given, **values)

    with monkeypatch.context() as patched:
        patched.setattr(Journal, "move", killed)
        with pytest.raises(KeyboardInterrupt):
            undo(hotel, plan)
    assert [None] == [made.undo_of for made in hotel.journal.plans()]
    assert {"VERIFIED": 3} == hotel.states(plan)


@pytest.mark.parametrize("meanwhile", ["refused", "undone by a colleague", "undone by a colleague days later"])
def test_a_run_killed_at_the_end_of_an_undo_row_leaves_no_row_to_be_undone_for_ever(
    hotel: Desk, contacts: list[int], monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    before = hotel.client.contacts.get(contacts[0]).last_name
    plan = renamed(hotel, contacts[:1], f"Killed when {meanwhile}")
    back = approval.approve(hotel.journal, undo(hotel, plan)[0], "tester")

    def refusing(*_: Any, **__: Any) -> None:
        raise Refused("the name is too long", status=400)

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    if meanwhile == "refused":
        monkeypatch.setattr(hotel.client, "write", refusing)
    else:
        hotel.client.contacts.update(contacts[0], body={"lastName": before})
    if meanwhile.endswith("later"):
        monkeypatch.setattr(behind, "LONGEST_LAG", datetime.timedelta(0))
    with monkeypatch.context() as patched:
        patched.setattr(send, "release", killed)
        with pytest.raises(KeyboardInterrupt):
            hotel.apply(back)
    hotel.apply(back)
    assert {"UNDONE" if meanwhile.endswith("later") else "VERIFIED": 1} == hotel.states(plan)
