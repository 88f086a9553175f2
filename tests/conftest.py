"""What all tests share: an environment without settings, and a data directory of their own."""

from __future__ import annotations

import gc
import json
import os
import signal
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import hypothesis
import pytest

from nightaudit.settings import Settings

hypothesis.settings.register_profile("nightaudit", deadline=None)  # wall time is a matter of the machine
hypothesis.settings.load_profile("nightaudit")

gc.set_threshold(100_000, 50, 100)  # a twentieth of all time went into looking through what was imported

LEDGER_TOOL = Path(__file__).parents[2] / "shared" / "tools" / "hotel_ledger.py"


@pytest.hookimpl(tryfirst=True)  # before pytest takes those out that are not chosen
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with long files, so that at the end no worker waits for another that has just begun one.

    First those that have slow tests, then those that build marts. Of each test that is `sampled`, every third parameter stays
    in CI.
    """
    met = Counter[str]()
    for item in items:
        if item.get_closest_marker("sampled"):
            name = item.nodeid.partition("[")[0]
            if met[name] % 3:
                item.add_marker("long")
            met[name] += 1
    slow = {item.path for item in items if {"slow", "chaos", "ledger"} & {mark.name for mark in item.iter_markers()}}
    items.sort(key=lambda item: (item.path not in slow, item.path.parent.name != "transform"))


def pytest_make_parametrize_id(val: object) -> str | None:
    """Call a parameter by its name, if it has one, and a list or dictionary what it is, where pytest would number it."""
    name = getattr(val, "name", None)
    if isinstance(name, str):
        return name
    with suppress(TypeError):
        return json.dumps(val)[:80] if isinstance(val, dict | list | tuple) else None
    return None


@pytest.fixture(autouse=True)
def no_ambient_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither the developer's environment nor a .env of the checkout reaches a test."""
    for name in [name for name in os.environ if name.startswith("NIGHTAUDIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tries of a request follow on each other: one that always fails does so soon, and no other for want of time."""
    monkeypatch.setattr("nightaudit.client.retry.FIRST_WAIT", 0.002)
    monkeypatch.setattr("nightaudit.client.pace.FIRST_PAUSE", 0.01)
    monkeypatch.setattr("nightaudit.client.witnesses.FIRST_ANSWER", 0.3)
    monkeypatch.setattr("nightaudit.client.session.REFUSED_WAIT", 0.01)


@pytest.fixture
def heeding_ctrl_c() -> Iterator[None]:
    """What a shell starts in the background ignores Ctrl-C, and so would a test run that was."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Settings without a service, with a data directory that does not exist yet."""
    return Settings.read(data_dir=tmp_path / "data")


@pytest.fixture(scope="session")
def ledger_tool() -> Path:
    """The script that turns the real booking ledger into a portfolio; the test is skipped where it is absent."""
    if not LEDGER_TOOL.exists():
        pytest.skip("the real booking ledger is not beside this checkout")
    return LEDGER_TOOL
