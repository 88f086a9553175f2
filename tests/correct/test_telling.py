"""Long work tells how far it is: a run that is silent for long is taken for hung, and killed."""

from __future__ import annotations

from functools import partial
from types import SimpleNamespace

import pytest

from correct.desk import RECEIPT, Desk, payable, payment
from nightaudit.correct import telling
from nightaudit.correct.fates.audit import audit_tokens
from nightaudit.correct.intent import Limits
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans.plan import make_plan
from nightaudit.correct.rows import Source
from nightaudit.correct.sending.apply import apply
from nightaudit.correct.sending.dry import rehearse
from nightaudit.correct.session import plans_here, run_of, runs_of


def test_steps_of_one_piece_of_work_share_their_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step began a silence of its own: a dry run of 1,500 notes said nothing for 30 seconds."""
    now, told = 0.0, list[str]()
    monkeypatch.setattr(telling, "time", SimpleNamespace(monotonic=lambda: now))
    tell = telling.shared(told.append)
    for step in ("looked for", "read again"):
        for _ in telling.counted(["a", "b"], tell, step):
            now += 6
    assert ["1 of 2 read again"] == told
    reading, now = telling.AtTimes(tell), 40
    reading.begin()
    for second in (41, 46):
        now = second
        reading(partial("at {}".format, second))
    assert ["at 46"] == told[1:], "a short reading is a part of other work"


def test_a_long_run_says_how_far_it_is(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was silent until all rows were sent: for 5,000 rows long enough to be taken for hung, and killed."""
    monkeypatch.setattr("nightaudit.correct.telling.SILENT_SECONDS", 0)
    plan = hotel.approved("contact-details", [{"contactId": number, "lastName": "Zaraban"} for number in (1, 2, 3)])
    told: list[str] = []
    with hotel.journal.applier():
        apply(run_of(hotel.journal, hotel.client, plan, told.append), Limits())
    assert "2 APPLIED, 1 APPROVED" in told
    assert "2 of 3 rows read again" in told


def test_long_reading_says_how_far_it_is(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Planning 10,000 rows took minutes without a word, with a service that answers in 100 ms half an hour."""
    monkeypatch.setattr("nightaudit.correct.telling.SILENT_SECONDS", 0)
    rows = [{"contactId": str(number), "lastName": "Zaraban"} for number in (1, 2, 3)]
    told: list[str] = []
    source = Source(rows, "rows.csv", "digest")
    plan = make_plan(hotel.journal, hotel.client, job_named("contact-details"), source, tell=told.append)
    assert ["0 of 3 records read", "1 of 3 records read", "2 of 3 records read"] == told
    rehearse(run_of(hotel.journal, hotel.client, plan, told.append))
    assert ["0 of 3 rows read again", "1 of 3 rows read again", "2 of 3 rows read again"] == told[3:]


def test_reading_long_lists_says_how_far_it_is(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """To verify 20,000 notes, or to audit the plans of years, took minutes without a word."""
    monkeypatch.setattr("nightaudit.correct.telling.SILENT_SECONDS", 0)
    desk.apply(desk.approved("allocations-create", [RECEIPT]))
    told: list[str] = []
    for run in runs_of(desk.settings, plans_here(desk.settings), told.append):
        audit_tokens(run)
    assert ["0 of 1 plans read", "0 pages of lists read", "1 pages of lists read"] == told[:3]


def test_a_run_whose_rows_all_wait_says_so(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """1,400 payments that waited for one in doubt took half a minute without a word."""
    monkeypatch.setattr("nightaudit.correct.telling.SILENT_SECONDS", 0)
    booking = payable(hotel, 7)
    plan = hotel.approved("booking-payments", [payment(booking, f"0.0{cents}") for cents in (1, 2, 3)])
    for state in ("AMBIGUOUS", "QUARANTINED"):
        hotel.journal.move(hotel.rows(plan)[0], state)
    told: list[str] = []
    with hotel.journal.applier():
        outcome = apply(run_of(hotel.journal, hotel.client, plan, told.append), Limits())
    assert {"APPROVED": 2, "QUARANTINED": 1} == outcome.counts
    assert 2 == told.count("2 APPROVED, 1 QUARANTINED")  # one for each row
