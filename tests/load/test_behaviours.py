"""The behaviour of a list is saved while other lists are still read."""

from __future__ import annotations

import itertools
import json
import sys
import threading
from pathlib import Path

import pytest

from load.conftest import WELL_BEHAVED
from nightaudit.load.earlier.behaviours import Behaviours


@pytest.fixture
def _hasty() -> object:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("_hasty")
def test_a_behaviour_is_saved_while_a_list_ends(tmp_path: Path) -> None:
    behaviours, stop = Behaviours(tmp_path / "behaviours.json", "here"), threading.Event()

    def ending() -> None:
        for number in itertools.count():
            if stop.is_set():
                return
            behaviours.put(f"list {number % 400}", WELL_BEHAVED, ["PENDING"])
            if number % 400 == 399:
                behaviours._kept.hidden.clear()

    other = threading.Thread(target=ending)
    other.start()
    try:
        for _ in range(30):
            behaviours.save()
    finally:
        stop.set()
        other.join()
    assert WELL_BEHAVED == Behaviours(tmp_path / "behaviours.json", "here").get("list 0")
    assert Behaviours(tmp_path / "behaviours.json", "elsewhere").get("list 0") is None


@pytest.mark.parametrize("text", ["", "[]", '{"service": "here", "behaviours": []}', '{"service": "here"}'])
def test_a_file_of_something_else_is_forgotten(tmp_path: Path, text: str) -> None:
    (tmp_path / "behaviours.json").write_text(text)
    behaviours = Behaviours(tmp_path / "behaviours.json", "here")
    assert behaviours.get("units") is None
    behaviours.put("units", WELL_BEHAVED)
    behaviours.save()
    assert WELL_BEHAVED == Behaviours(tmp_path / "behaviours.json", "here").get("units")


def test_what_an_older_release_kept_of_hidden_statuses_and_stamps_is_not_forgotten(tmp_path: Path) -> None:
    """It kept no names of filters."""
    path = tmp_path / "behaviours.json"
    behaviours = Behaviours(path, "here")
    behaviours.put("guest_stays", WELL_BEHAVED, ["CANCELLED"], "statuses")
    behaviours.forget_stamps("guest_stays")
    behaviours.save()
    assert "statuses" == Behaviours(path, "here").status_filter("guest_stays")
    path.write_text(
        json.dumps({name: kept for name, kept in json.loads(path.read_text()).items() if name != "filters"})
    )
    older = Behaviours(path, "here")
    assert (["CANCELLED"], "") == (older.hidden("guest_stays"), older.status_filter("guest_stays"))
    assert older.forgetful("guest_stays")
