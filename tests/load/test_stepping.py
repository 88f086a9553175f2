"""A business date that runs backwards or leaps is told; one that follows, or is run again, is not."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from load.conftest import TODAY, Records, load_once, put, serving


def test_a_date_that_runs_backwards_or_leaps_is_told(
    tmp_path: Path, small_records: Records, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:

        def told(day: date) -> list[str]:
            caplog.clear()
            load_once(settings.model_copy(update={"today": day}), ("tags",)).raise_for_failures()
            return [message for message in caplog.messages if "business date" in message]

        assert [[], [], []] == [told(TODAY), told(TODAY), told(TODAY + timedelta(days=31))]
        [backwards] = told(TODAY)
        assert f"The business date {TODAY} is before {TODAY + timedelta(days=31)}, that of the last load" in backwards
        assert "NIGHTAUDIT_TODAY" in backwards
        [leap] = told(date(2062, 11, 1))
        assert "13149 days after" in leap
        assert [] == told(date(2062, 11, 2)), "said once"
