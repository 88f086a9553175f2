"""Plans of many payments: what is read for each does not grow with the others, and nothing that shows late is missed."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from correct.desk import Desk, payable, payment
from correct.made_plan import made_plan
from nightaudit.correct.intent import Limits
from nightaudit.correct.journal import amounts
from nightaudit.correct.run import PATIENCE
from nightaudit.correct.sending.apply import apply

if TYPE_CHECKING:
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


def test_what_a_payment_of_many_is_to_find_is_known_in_few_steps(desk: Desk) -> None:
    """All payments of the booking were read for each of its payments."""
    plan = made_plan(desk.journal, "p1", ["bookings/9"] * 300, token=False)
    rows = desk.rows(plan)
    with desk.journal.transaction():
        for row in rows[:5] + rows[6:200] + rows[201:205]:
            for state in ("APPROVED", "CHECKING", "INTENT", "APPLIED", "VERIFIED"):
                desk.journal.move(row, state)
    done = list[None]()
    desk.journal.sql.set_progress_handler(lambda: done.append(None), 1)
    assert [-30, 20] == [amounts.out_of_order(desk.journal, rows[place]) for place in (199, 205)]
    desk.journal.sql.set_progress_handler(None, 0)
    assert len(done) < 1000


def test_a_payment_that_does_not_show_is_not_read_again_after_each_other(hotel: Desk) -> None:
    """It was, and 5,000 payments of which each fifth did not show took a million requests more than the others."""
    odd, other = payable(hotel, 5), payable(hotel, 6)
    plan = hotel.approved("booking-payments", [payment(odd, "0.50")] + [payment(other, "0.01")] * PATIENCE)
    hotel.apply(plan, Limits(rows=1))
    hotel.client.bookings.pay(odd, body={"amount": "0.25"})
    hotel.journal.move(hotel.rows(plan)[0], "MISMATCH", "not as expected")
    asked = list[int]()
    run = hotel.run(plan)
    read = run.job.read

    def counted(row: Json, reader: Reader) -> Any:
        asked.append(row["bookingId"])
        return read(row, reader)

    run.job.read = counted
    with hotel.journal.applier():
        assert {"MISMATCH": 1, "VERIFIED": PATIENCE} == apply(run, Limits()).counts
    assert 2 == asked.count(odd)  # before the first payment, and at the end


def test_a_payment_that_shows_late_is_verified_before_the_next_of_its_booking(hotel: Desk) -> None:
    """The sum shows one payment no more once another has changed it."""
    late, other = payable(hotel, 8), payable(hotel, 9)
    between = [payment(other, "0.01")] * PATIENCE
    plan = hotel.approved("booking-payments", [payment(late, "0.50"), *between, payment(late, "0.20")])
    run = hotel.run(plan)
    read = run.job.read

    def lagging(row: Json, reader: Reader) -> Any:
        found = read(row, reader)
        if row["bookingId"] == late and 1 <= len(run.sent) <= PATIENCE:
            found["payments"] -= Decimal("0.50")
        return found

    run.job.read = lagging
    with hotel.journal.applier():
        assert ({"VERIFIED": PATIENCE + 2}, 0) == ((outcome := apply(run, Limits())).counts, outcome.exit_code)
    assert ["not as expected: payments"] == [
        event["what"].partition("MISMATCH: ")[2].partition(" is")[0]
        for event in hotel.journal.events(plan.plan_id)
        if "> MISMATCH" in event["what"]
    ]
