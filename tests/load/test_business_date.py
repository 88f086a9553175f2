"""A business date that runs backwards, leaps or stands still causes a warning; the next date, or the same one again, does not."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from load.conftest import TODAY, load_once, serving
from nightaudit import warehouse


def test_a_date_that_runs_backwards_or_leaps_is_warned_of(
    tmp_path: Path, few: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(few, tmp_path / "data") as settings:

        def told(day: date) -> list[str]:
            caplog.clear()
            load_once(settings.model_copy(update={"today": day}), ("tags",)).raise_for_failures()
            return [message for message in caplog.messages if "business date" in message]

        assert [[], [], []] == [told(TODAY), told(TODAY), told(TODAY + timedelta(days=31))]
        [backwards] = told(TODAY)
        assert (
            f"The business date {TODAY} is before {TODAY + timedelta(days=31)}, the business date of the last load"
            in backwards
        )
        assert "NIGHTAUDIT_TODAY" in backwards
        assert [] == told(TODAY), "said once"
        [leap] = told(date(2062, 11, 1))
        assert "13149 days after" in leap
        assert [] == told(date(2062, 11, 2)), "said once"


def test_a_clock_that_was_once_ahead_is_not_warned_of_every_night(
    tmp_path: Path, few: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings, ("tags",)).raise_for_failures()
        with warehouse.work_connection(settings) as work:
            work.execute("update raw.walks set ended_at = now() + interval '400 days', business_date = '2062-11-01'")
        for _ in range(2):
            load_once(settings, ("tags",)).raise_for_failures()
    assert "business date" not in caplog.text


def test_a_date_that_stands_still_from_day_to_day_is_warned_of_each_time(
    tmp_path: Path, few: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """NIGHTAUDIT_TODAY left behind by a rerun, say."""
    with serving(few, tmp_path / "data") as served:
        for fixed in (True, False):
            settings = served.model_copy(update={"today": TODAY if fixed else None})
            load_once(settings, ("tags",)).raise_for_failures()
            for _ in range(2):
                with warehouse.work_connection(settings) as work:
                    work.execute("update raw.walks set ended_at = ended_at - interval '1 day'")
                caplog.clear()
                load_once(settings, ("tags",)).raise_for_failures()
                assert fixed == (f"The business date is still {TODAY}, as in the last load" in caplog.text)
                assert fixed == ("NIGHTAUDIT_TODAY" in caplog.text)
