"""Fixtures and helpers: a portfolio small enough to load in a second, a sandbox that serves it, and loads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pytest

from client.loopback import Asked, Exchange, Loopback
from nightaudit import raw_tables, warehouse
from nightaudit.load.earlier.index import index_of
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.load.pipeline import load
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.load.summary import LoadReport, StreamSummary
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.portfolio import generate
from nightaudit.sandbox.wire import encode
from nightaudit.settings import Settings

TODAY = date(2026, 11, 1)
RAW_COLUMNS = """
record_key varchar, parent_key varchar, payload varchar, record_hash varchar, walk_id varchar,
valid_from timestamptz default now(), valid_to timestamptz
"""
Records = dict[str, list[dict[str, Any]]]

WELL_BEHAVED = Behaviour(
    envelope="short",
    paged=True,
    page_base=0,
    zero_is_first=True,
    echo_base=0,
    max_size=500,
    size_honoured=True,
    size_echoed=True,
    totals=True,
    sort="id,asc",
    sort_back="id,desc",
    order="ascending",
)
"""The behaviour that a probe finds at a service that follows the document."""


@pytest.fixture(scope="session")
def small_records() -> Records:
    """Twelve units, one year, by collection."""
    return portfolio_of(12)


@pytest.fixture(scope="session")
def few_records() -> Records:
    """Four units, one year, by collection: for loads of every list, where it does not matter how much is in them."""
    return portfolio_of(4)


@pytest.fixture
def few(few_records: Records, tmp_path: Path) -> Path:
    """The portfolio of four units on disk."""
    return put(tmp_path / "few", few_records)


def portfolio_of(units: int) -> Records:
    """So many units, one year, by collection."""
    records: Records = {}
    for collection, record in generate(units=units, years=1, seed=4, today=TODAY):
        records.setdefault(collection, []).append(record)
    return records


@pytest.fixture
def folder(small_records: Records, tmp_path: Path) -> Path:
    """The small portfolio on disk."""
    return put(tmp_path / "portfolio", small_records)


def put(path: Path, records: Records) -> Path:
    """Write records as a portfolio folder."""
    path.mkdir(parents=True, exist_ok=True)
    for collection, rows in records.items():
        (path / f"{collection}.jsonl").write_bytes(b"".join(encode(row) + b"\n" for row in rows))
    return path


@contextmanager
def serving(portfolio: Path, data_dir: Path, **options: Any) -> Iterator[Settings]:
    """Run a sandbox over a folder; yield the settings that load from it."""
    with running(SandboxOptions(portfolio=portfolio, today=TODAY, **options)) as connection:
        yield Settings.read(
            **connection.as_dict(),
            data_dir=data_dir,
            today=TODAY,
            child_requests=20,
        )


@contextmanager
def answering(respond: Callable[[Asked, Exchange], None], data_dir: Path, *, page_size: int = 10) -> Iterator[Settings]:
    """Run a server that answers with `respond`; yield the settings that load from it, as a sandbox: another port is the same."""
    with Loopback(respond) as server:
        given = {"api_key": "sandbox-key", "data_dir": data_dir, "page_size": page_size, "today": TODAY}
        yield Settings.read(base_url=server.url, **given)


@pytest.fixture
def service() -> Any:
    """The service to load from, with a method `respond`. Modules that have one define it anew."""
    return None


@pytest.fixture
def settings(service: Any, settings: Settings, tmp_path: Path) -> Iterator[Settings]:
    """The settings that load from the `service` of the module; those without a service where it has none."""
    if service is None:
        yield settings
        return
    with answering(service.respond, tmp_path / "data") as found:
        yield found


def load_list(settings: Settings, stream: str) -> StreamSummary:
    """Load one list; return its summary, whatever became of it."""
    return load_once(settings, (stream,)).streams[0]


def load_lists(settings: Settings, *streams: str, full: bool = False) -> dict[str, StreamSummary]:
    """Load these lists; return the summary of each by its name."""
    return {summary.stream: summary for summary in load_once(settings, streams, full=full).streams}


def load_once(settings: Settings, streams: tuple[str, ...] = (), *, full: bool = False) -> LoadReport:
    """Run one load under the lock."""
    with warehouse.lock(settings, "test"):
        return load(settings, streams, full=full)


def rows(settings: Settings, sql: str) -> list[tuple[Any, ...]]:
    """Rows of the work file."""
    with duckdb.connect(str(warehouse.work_file(settings)), read_only=True) as connection:
        return connection.execute(sql).fetchall()


def current(settings: Settings, stream: str) -> dict[str, str]:
    """Payload by key of the current records of a stream."""
    found = rows(
        settings, f"select record_key, payload from raw.{stream} where valid_to is null and payload is not null"
    )
    assert len({key for key, _ in found}) == len(found), "a record is current twice"
    return dict(found)


@pytest.fixture
def raw() -> duckdb.DuckDBPyConnection:
    """A database with raw tables, which are empty."""
    connection = duckdb.connect()
    connection.execute("create schema raw")
    for name in (one.name for many in (STREAMS, CHILDREN) for one in many):
        connection.execute(f"create table raw.{name} ({RAW_COLUMNS})")
    raw_tables.make(connection, ("child_reads", "child_unanswered"))
    connection.execute("create table raw.walks (stream varchar)")
    return connection


@pytest.fixture
def index(raw: duckdb.DuckDBPyConnection) -> Callable[[str], str]:
    """The function that gives the relation of a stream's index in these tables."""
    return partial(index_of, raw)
