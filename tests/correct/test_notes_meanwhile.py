"""Notes that others write since the plan: a colleague, another data directory with the same file, or a copy of this one."""

from __future__ import annotations

import time
from typing import Any

import pytest

from correct.desk import Desk, booking_ids
from nightaudit.correct.jobs import job_named
from nightaudit.correct.jobs.notes_add import NotesAdd
from nightaudit.correct.plans.show import summary


def notes(hotel: Desk, booking: int, text: str) -> int:
    return sum(text in (note.content or "") for note in hotel.client.bookings.notes(booking))


def rows(hotel: Desk, places: range, text: str) -> list[dict[str, Any]]:
    return [{"bookingId": booking_ids(hotel)[place], "content": text} for place in places]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("Deposit refunded", "deposit refunded."),
        ("1 key & card\nlost", "<p>[na-0123456789abcdef] 1&nbsp;key &amp; card<br/>lost</p>"),
        ("Called <twice>", "<p>Called &lt;twice&gt;</p>"),
    ],
)
def test_a_note_that_was_written_since_the_plan_is_not_written_again(hotel: Desk, text: str, written: str) -> None:
    """Services that keep notes as HTML had them twice."""
    first, second = rows(hotel, range(2, 4), text)
    plan = hotel.approved("notes-add", [first, second])
    hotel.client.bookings.add_note(first["bookingId"], body={"content": written})
    outcome = hotel.apply(plan)
    assert ({"CONFLICT": 1, "VERIFIED": 1}, 5) == (outcome.counts, outcome.exit_code)
    assert f"was created after the plan: bookings/{first['bookingId']}/notes/" in hotel.rows(plan)[0].why
    again = summary(hotel.journal, hotel.approved("notes-add", [first]))
    assert f"bookings/{first['bookingId']} already has a note that says this: bookings/" in again["effects"][0]
    assert {"VERIFIED": 1} == hotel.apply(hotel.journal.plan(again["plan_id"])).counts  # the approver has read it


def test_a_note_of_many_angle_brackets_is_compared_in_no_time() -> None:
    job = job_named("notes-add")
    assert isinstance(job, NotesAdd)
    began = time.process_time()
    assert not job.alike({"bookingId": 5, "content": "Meter read"}, "", {"content": f"<b>Boiler</b>{'<' * 120_000}"})
    assert time.process_time() - began < 2, "seconds of CPU, which grew with the square of the length"


def test_two_data_directories_with_the_same_file_write_each_note_once(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """All were written twice: each run knew only its own tokens, and looked for them before its first row."""
    given = rows(hotel, range(5, 9), "Meter read")
    folder = tmp_path_factory.mktemp("other")
    other = Desk(hotel.settings.model_copy(update={"data_dir": folder / "data"}), folder)
    plan, its = hotel.approved("notes-add", given), other.approved("notes-add", given)
    real, writes = hotel.client.write, []

    def write(*given: Any, **named: Any) -> Any:
        writes.append(given)
        if len(writes) == 2:  # at the same moment as the second row
            other.apply(its)
        return real(*given, **named)

    monkeypatch.setattr(hotel.client, "write", write)
    outcome = hotel.apply(plan)
    assert {"CONFLICT": 1, "VERIFIED": 3} == other.journal.counts(its.plan_id)
    assert ({"CONFLICT": 2, "VERIFIED": 2}, 5) == (outcome.counts, outcome.exit_code)
    assert [1, 2, 1, 1] == [notes(hotel, row["bookingId"], "Meter read") for row in given]
    told = f"row 2 (bookings/{given[1]['bookingId']}): somebody else recorded a similar one at the same time"
    assert [True] == [finding.startswith(told) for finding in outcome.findings]
    other.close()


def test_a_note_that_a_copy_of_the_journal_wrote_meanwhile_ends_the_run(
    hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was written twice, and only the audit said so."""
    plan = hotel.approved("notes-add", rows(hotel, range(10, 13), "Boiler serviced"))
    second = hotel.rows(plan)[1]
    real = hotel.client.write

    def write(*given: Any, **named: Any) -> Any:
        monkeypatch.setattr(hotel.client, "write", real)
        hotel.client.bookings.add_note(second.input["bookingId"], body={"content": f"[{second.token}] Boiler serviced"})
        return real(*given, **named)

    monkeypatch.setattr(hotel.client, "write", write)
    outcome = hotel.apply(plan)
    assert "Row 2 of plan" in str(outcome.cause)
    assert "a copy of this journal is in use" in str(outcome.cause)
    assert {"APPROVED": 1, "VERIFIED": 2} == outcome.counts
    assert 1 == notes(hotel, second.input["bookingId"], "Boiler serviced")
