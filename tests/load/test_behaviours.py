"""The behaviour of a list is saved while other lists are still read."""

from __future__ import annotations

import itertools
import json
import sys
import threading
from pathlib import Path

import pytest
from msgspec.structs import replace

from load.conftest import WELL_BEHAVED
from nightaudit.load.earlier.behaviours import Behaviours, ListTraits

FOUND = ListTraits(behaviour=WELL_BEHAVED, hidden=("CANCELLED",), status_filter="statuses", forgetful=True)


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
            behaviours.put(f"list {number % 400}", FOUND)
            if number % 400 == 399:
                behaviours.forget(f"list {one}" for one in range(1, 400))

    other = threading.Thread(target=ending)
    other.start()
    try:
        for _ in range(30):
            behaviours.save()
    finally:
        stop.set()
        other.join()
    assert FOUND == Behaviours(tmp_path / "behaviours.json", "here").get("list 0")
    assert ListTraits() == Behaviours(tmp_path / "behaviours.json", "elsewhere").get("list 0")


@pytest.mark.parametrize("text", ["", "[]", '{"service": "here", "lists": []}', '{"service": "here"}'])
def test_a_file_of_something_else_is_forgotten(tmp_path: Path, text: str) -> None:
    (tmp_path / "behaviours.json").write_text(text)
    behaviours = Behaviours(tmp_path / "behaviours.json", "here")
    assert ListTraits() == behaviours.get("units")
    behaviours.put("units", FOUND)
    behaviours.save()
    assert FOUND == Behaviours(tmp_path / "behaviours.json", "here").get("units")


def test_what_an_older_release_kept_of_hidden_statuses_and_stamps_is_not_forgotten(tmp_path: Path) -> None:
    """It kept no names of filters."""
    path = tmp_path / "behaviours.json"
    behaviours = Behaviours(path, "here")
    behaviours.put("guest_stays", FOUND)
    behaviours.save()
    assert FOUND == Behaviours(path, "here").get("guest_stays")
    kept = json.loads(path.read_text())
    del kept["lists"]["guest_stays"]["status_filter"]
    path.write_text(json.dumps(kept))
    assert replace(FOUND, status_filter="") == Behaviours(path, "here").get("guest_stays")
