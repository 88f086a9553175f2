"""After a late kill, the next load keeps the lists that the killed load had certified."""

from __future__ import annotations

import datetime
import json
from pathlib import Path
from typing import Any

import duckdb
import pytest

from load.conftest import TODAY, current, load_once, rows, serving
from nightaudit.load import short_and_long
from nightaudit.load.earlier import unfinished
from nightaudit.load.earlier.unfinished import Unfinished
from nightaudit.load.engine import WorkFileEngine
from nightaudit.load.spool import SpoolFile
from nightaudit.load.streams.table import STREAMS
from nightaudit.load.summary import LoadReport
from nightaudit.settings import Settings


class Killed(BaseException):
    """Stands for a kill: nothing that the load would do on its way out of an error of its own is done."""


@pytest.fixture
def long_loads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every load counts as a long one."""
    monkeypatch.setattr(unfinished, "LONG_LOAD", datetime.timedelta(0))


@pytest.fixture
def long_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lists of this portfolio count as long from one page on, and each is committed by itself."""
    monkeypatch.setattr(short_and_long, "LONG_ROWS", 100)


def killed_before_commit(settings: Settings, number: int) -> None:
    commit, calls = WorkFileEngine.commit, 0

    def until(work: WorkFileEngine, found: dict[str, SpoolFile]) -> None:
        nonlocal calls
        calls += 1
        if calls == number:
            raise Killed
        commit(work, found)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(WorkFileEngine, "commit", until)
        with pytest.raises(Killed):
            load_once(settings)


def requests(report: LoadReport) -> int:
    listed = {stream.name for stream in STREAMS}
    return sum(summary.requests for summary in report.streams if summary.stream in listed)


@pytest.mark.usefixtures("long_lists", "long_loads")
def test_what_a_killed_load_had_certified_is_not_read_again(folder: Path, tmp_path: Path) -> None:
    with serving(folder, tmp_path / "data") as service:
        settings = service.model_copy(update={"page_size": 50})
        fresh = settings.model_copy(update={"data_dir": tmp_path / "fresh"})
        whole = requests(load_once(fresh))
        killed_before_commit(settings, 5)
        [(certified,)] = rows(settings, "select count(*) from raw.walks where complete")
        report = load_once(settings)
        after = load_once(settings)
    kept = {summary.stream for summary in report.streams if summary.reason.startswith("Not read again")}
    print(f"{whole} requests for all; {requests(report)} for the rest after a kill, {len(kept)} lists kept")
    assert certified == len(kept) >= 20
    longest = max(STREAMS, key=lambda stream: sum(map(len, current(fresh, stream.name).values())))
    assert longest.name in kept, "the longest list is the first of those that are committed by themselves"
    assert requests(report) < whole * 0.8
    assert [stream.name for stream in STREAMS] == [summary.stream for summary in report.streams][: len(STREAMS)]
    assert not any(summary.reason.startswith("Not read again") for summary in after.streams), (
        "the load ended: nothing is kept"
    )
    for stream in STREAMS:
        assert current(fresh, stream.name) == current(settings, stream.name)


def of(folder: Path, *, service: str = "here", day: datetime.date = TODAY, full: bool = False) -> Unfinished:
    (folder / "private").mkdir(exist_ok=True)
    settings = Settings.read(base_url=f"https://{service}.example", api_key="key", data_dir=folder, today=day)
    return Unfinished(settings, full=full)


def kept(folder: Path, *, begun: bool = False, **given: Any) -> list[str]:
    """Streams that such a load, which is also `begun`, would keep of the one that left its mark in `folder`."""
    connection = duckdb.connect()
    connection.execute("create schema raw")
    connection.execute(
        "create table raw.walks as select 'w' as walk_id, 'units' as stream, 'x' as tier, true as complete, now() as ended_at"
        " union all select 'of a named load', 'tags', 'x', true, now() union all select 'v', 'cities', 'x', false, now()"
    )
    load = of(folder, **given)
    streams = [summary.stream for summary in load.kept(connection, STREAMS)]
    if begun:
        load.begin()
    return streams


def test_a_short_load_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "private" / "unfinished.json"
    of(tmp_path).note(["w"])
    assert [] == kept(tmp_path)
    nine, eleven = (datetime.datetime.now(datetime.UTC) - datetime.timedelta(minutes=minutes) for minutes in (9, 11))
    mark = json.loads(path.read_text())
    path.write_text(json.dumps(mark | {"started_at": nine.isoformat()}))
    assert [] == kept(tmp_path)
    assert [] == kept(tmp_path, begun=True)
    assert [] == json.loads(path.read_text())["walks"], "two short loads make no long one"
    assert nine + datetime.timedelta(minutes=5) < datetime.datetime.fromisoformat(
        json.loads(path.read_text())["started_at"]
    )
    path.write_text(json.dumps(mark | {"started_at": eleven.isoformat()}))
    assert ["units"] == kept(tmp_path, begun=True) == kept(tmp_path), "a long one that was continued is still one"


@pytest.mark.usefixtures("long_loads")
def test_what_is_kept_is_of_the_same_service_day_and_kind(tmp_path: Path) -> None:
    path = tmp_path / "private" / "unfinished.json"
    assert [] == kept(tmp_path), "no load was left unfinished"
    of(tmp_path).begin()
    assert [] == kept(tmp_path), "it was killed at once"
    of(tmp_path).note(["v", "w"])
    assert ["units"] == kept(tmp_path), "the only list of that load that was proven complete"
    assert [] == kept(tmp_path, service="elsewhere")
    assert [] == kept(tmp_path, day=TODAY + datetime.timedelta(1))
    assert [] == kept(tmp_path, full=True), "a whole load is asked for, and what was killed was none"
    of(tmp_path, full=True).note(["w"])
    assert ["units"] == kept(tmp_path) == kept(tmp_path, full=True)
    path.write_text(json.dumps(json.loads(path.read_text()) | {"started_at": "2026-01-01T00:00:00+00:00"}))
    assert [] == kept(tmp_path), "too long ago"
    for mark in ("{", json.dumps(json.loads(path.read_text()) | {"started_at": "2026-01-01T00:00:00"})):
        path.write_text(mark)
        assert [] == kept(tmp_path)
    of(tmp_path).end()
    assert not path.exists()
