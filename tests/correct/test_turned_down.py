"""Writes that were refused and yet carried out, if this shows late or the run ended before it looked again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import Desk, paid, payable, payment, rows_of
from correct.lagging import turned_away
from correct.line import Line
from nightaudit.correct.intent import Limits
from nightaudit.correct.plans.approval import person
from nightaudit.correct.sending import passes
from nightaudit.correct.sending.apply import apply
from nightaudit.correct.sending.reconcile import reconcile
from nightaudit.correct.sending.send import check, send
from nightaudit.correct.session import plans_in_doubt, run_of
from nightaudit.errors import Refused, ServiceFailed
from nightaudit.sandbox.rules import booking_money

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.correct.journal.entries import Plan
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


@pytest.fixture
def booking(hotel: Desk) -> int:
    """A booking with enough open for every payment of a test."""
    return payable(hotel, 15)


def turning_down(hotel: Desk, patch: pytest.MonkeyPatch, then: Callable[[], object] = lambda: None) -> None:
    """A service that carries out what it refuses, but for other payments than those of 4; `then` is called in between."""
    real = hotel.client.write

    def write(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        made = real(operation, *ids, body=body, **filters)
        if body.get("amount", 4) != 4:
            return made
        then()
        raise Refused("no e-mail could be sent", status=422)

    patch.setattr(hotel.client, "write", write)


def killed_after_the_refusal(hotel: Desk, plan: Plan) -> None:
    run, row = hotel.run(plan), hotel.rows(plan)[0]
    check(run, row)
    assert "REJECTED" == send(run, row, Limits())


class Lag:
    """Sums of bookings that stay as last read for the next `readings`."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.readings = 0
        last: dict[int, Json] = {}
        real = booking_money.summary_of

        def summary(call: Call, booking: Json) -> Json:
            if self.readings:
                self.readings -= 1
            else:
                last[booking["id"]] = real(call, booking)
            return last[booking["id"]]

        patch.setattr(booking_money, "summary_of", summary)


def test_reading_many_refused_rows_again_says_how_far_it_is(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was silent: for 5,000 refused rows, at 100 ms an answer, eight minutes long."""
    monkeypatch.setattr("nightaudit.correct.telling.SILENT_SECONDS", 0)

    def refuse(*_: Any, **__: Any) -> Any:
        raise Refused("not today", status=422)

    monkeypatch.setattr(hotel.client, "write", refuse)
    plan = hotel.approved("contact-details", [{"contactId": number, "lastName": "Unwanted"} for number in (1, 2)])
    told: list[str] = []
    with hotel.journal.applier():
        apply(run_of(hotel.journal, hotel.client, plan, told.append), Limits())
    assert "1 of 2 refused rows read again" in told


def test_a_payment_whose_run_was_killed_after_its_refusal_goes_to_a_person(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = hotel.approved("booking-payments", [payment(booking)])
    turning_down(hotel, monkeypatch)
    killed_after_the_refusal(hotel, plan)
    assert plans_in_doubt(hotel.settings) == [plan.plan_id]
    outcome = reconcile(hotel.run(plan))
    assert ({"QUARANTINED": 1}, 5) == (outcome.counts, outcome.exit_code)
    assert [] == plans_in_doubt(hotel.settings)
    again = hotel.plan("booking-payments", [payment(booking)])
    assert (
        hotel.rows(again)[0].outlook
        == f"conflict: the same row is QUARANTINED in plan {plan.plan_id}: reconcile that plan first"
    )


def test_a_refused_payment_in_doubt_is_not_sent_by_another_plan(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = paid(hotel, booking)
    plan = hotel.approved("booking-payments", [payment(booking)])
    with monkeypatch.context() as patch:
        turning_down(hotel, patch)
        killed_after_the_refusal(hotel, plan)
    again = hotel.approved("booking-payments", [payment(booking)])
    assert {"CONFLICT": 1} == hotel.apply(again).counts
    assert hotel.rows(again)[0].why == f"the same row is AMBIGUOUS in plan {plan.plan_id}: reconcile that plan first"
    assert paid(hotel, booking) == before + 4


def test_a_sum_that_lags_is_looked_at_again_when_it_has_settled(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    lag = Lag(monkeypatch)
    plan = hotel.approved("booking-payments", [payment(booking)])
    turning_down(hotel, monkeypatch, lambda: setattr(lag, "readings", 1))
    assert {"QUARANTINED": 1} == hotel.apply(plan).counts


def test_a_sum_that_lags_hides_nothing_where_the_open_amount_shows_it(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, lag = paid(hotel, booking), Lag(monkeypatch)
    plan = hotel.approved("booking-payments", [payment(booking), payment(booking, "5.00")])
    turning_down(hotel, monkeypatch, lambda: setattr(lag, "readings", 2))
    assert {"APPROVED": 1, "QUARANTINED": 1} == hotel.apply(plan).counts
    assert ["QUARANTINED", "APPROVED"] == [row.state for row in hotel.rows(plan)]
    assert paid(hotel, booking) == before + 4


def test_what_other_rows_paid_since_puts_no_refusal_in_doubt(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = hotel.approved("booking-payments", [payment(booking), payment(booking, "5.00")])
    real = hotel.client.write

    def write(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        if body["amount"] == 4:
            raise Refused("no such method of payment", status=422)
        return real(operation, *ids, body=body, **filters)

    monkeypatch.setattr(hotel.client, "write", write)
    assert {"REJECTED": 1, "VERIFIED": 1} == hotel.apply(plan).counts


def test_a_look_that_failed_is_taken_again(hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch) -> None:
    real, failures = hotel.client.raw, list[ServiceFailed]()

    def raw(operation: Any, *ids: Any, **filters: Any) -> Any:
        if failures:
            raise failures.pop()
        return real(operation, *ids, **filters)

    monkeypatch.setattr(hotel.client, "raw", raw)
    turning_down(hotel, monkeypatch, lambda: failures.append(ServiceFailed("It answered 503.", status=503)))
    outcome = hotel.apply(hotel.approved("booking-payments", [payment(booking)]))
    assert ({"QUARANTINED": 1}, "It answered 503.") == (outcome.counts, str(outcome.cause))


def test_a_change_whose_run_was_killed_after_its_refusal_is_found_applied(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    contact = rows_of(hotel, "contacts.list")[15]["id"]
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": "Turned"}])
    turning_down(hotel, monkeypatch)
    killed_after_the_refusal(hotel, plan)
    assert plans_in_doubt(hotel.settings) == [plan.plan_id]
    assert {"VERIFIED": 1} == reconcile(hotel.run(plan)).counts


def test_a_refusal_that_left_no_trace_is_looked_at_until_it_has_settled_and_no_longer(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What somebody records by hand afterwards, because it was refused, is not taken for ours."""
    plan = hotel.approved("booking-payments", [payment(booking)])

    def refuse(*_: Any, **__: Any) -> Any:
        raise Refused("no such method of payment", status=422)

    with monkeypatch.context() as patch:
        patch.setattr(hotel.client, "write", refuse)
        assert {"REJECTED": 1} == hotel.apply(plan).counts
    assert [] == plans_in_doubt(hotel.settings)
    hotel.client.bookings.pay(booking, body={"amount": 4, "date": "2026-11-01"})
    outcome = reconcile(hotel.run(plan))
    assert ({"REJECTED": 1}, [], 0) == (outcome.counts, outcome.findings, outcome.exit_code)
    told = [event["what"] for event in hotel.journal.events(plan.plan_id)]
    assert 1 == told.count("read again: not carried out")


def test_reconcile_tells_of_what_only_a_person_can_find_out(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = hotel.approved("booking-payments", [payment(booking)])
    turning_down(hotel, monkeypatch)
    assert {"QUARANTINED": 1} == hotel.apply(plan).counts
    line = Line(hotel.settings)
    said = f"Look in the PMS, then run `nightaudit correct reconcile {plan.plan_id} --row 1 --found applied`, or `--found absent`"
    assert said in line("reconcile", code=5)
    (told,) = line("reconcile", "--json", code=5)["plans"][0]["reasons"]
    assert told == f"row 1, bookings/{booking}: QUARANTINED: {hotel.rows(plan)[0].why}. {said}"
    line("reconcile", plan.plan_id, "--row", "1", "--found", "applied")
    assert f": {person()} found that it was carried out" in str(hotel.journal.events(plan.plan_id))
    assert "Nothing to do. " == line("reconcile")


def test_a_change_that_was_turned_down_and_carried_out_in_part_goes_to_a_person(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, contact = hotel.client.write, rows_of(hotel, "contacts.list")[16]
    row = {"contactId": contact["id"], "firstName": "Half", "lastName": "Done"}

    def write(operation: Any, *ids: Any, body: Any = None, **filters: Any) -> Any:
        real(operation, *ids, body=body | {"firstName": contact["firstName"]}, **filters)
        raise Refused("the first name is too short", status=422)

    monkeypatch.setattr(hotel.client, "write", write)
    plan = hotel.approved("contact-details", [row])
    outcome = hotel.apply(plan)
    assert ({"QUARANTINED": 1}, 5) == (outcome.counts, outcome.exit_code)
    assert "neither the old nor the wanted values" in hotel.rows(plan)[0].why


def test_a_row_that_waits_for_a_write_of_another_plan_needs_a_person(
    hotel: Desk, booking: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        turning_down(hotel, patch)
        hotel.apply(hotel.approved("booking-payments", [payment(booking)]))
    outcome = hotel.apply(hotel.approved("booking-payments", [payment(booking, "3.00")]))
    assert ({"APPROVED": 1}, 5) == (outcome.counts, outcome.exit_code)
    assert "waits for a write with an unknown result" in str(outcome.cause)


def test_a_payment_that_was_turned_away_is_not_sent_again_while_sums_lack_what_was_answered(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = payable(hotel, 15), payable(hotel, 17)
    before, lag = paid(hotel, first), Lag(monkeypatch)
    turned_away(hotel, monkeypatch)
    plan = hotel.approved("booking-payments", [payment(first), payment(second)])
    lag.readings = 1000
    assert {"MISMATCH": 1, "QUARANTINED": 1} == hotel.apply(plan).counts
    lag.readings = 0
    assert paid(hotel, first) == before + 4


def test_a_canary_that_was_turned_down_and_carried_out_has_not_failed(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run said that row 1 was REJECTED, sent no other row, and had row 1 as VERIFIED."""
    turning_down(hotel, monkeypatch)
    monkeypatch.setattr(passes, "look_at_refusal", lambda *_: False)  # the record did not show it yet
    rows = [{"contactId": contact["id"], "firstName": "Named"} for contact in rows_of(hotel, "contacts.list")[30:32]]
    outcome = hotel.apply(hotel.approved("contact-details", rows), canary=1)
    assert ({"VERIFIED": 2}, None) == (outcome.counts, outcome.cause)
