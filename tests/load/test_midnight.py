"""A night audit that begins before midnight and ends after it has the date of its beginning."""

from __future__ import annotations

from datetime import timedelta
from itertools import count
from typing import TYPE_CHECKING

import pytest

from load.conftest import TODAY, rows, serving
from nightaudit import nightly
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.mark.long
def test_every_list_and_mart_of_a_night_has_the_date_it_began_on(
    few: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = count()
    days = property(lambda settings: settings.today or TODAY + timedelta(next(looks)))  # another at each look
    monkeypatch.setattr(Settings, "business_date", days)
    with serving(few, tmp_path / "data") as settings:
        nightly.run(settings.model_copy(update={"today": None})).load.raise_for_failures()
    assert [(TODAY,)] == rows(settings, "select distinct business_date from raw.walks")
    assert [(TODAY,)] == rows(settings, "select private.today()")
