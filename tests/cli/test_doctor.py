"""The doctor names what is wrong and what to do, with the right exit code."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from importlib import metadata
from pathlib import Path

import duckdb
import pytest

from cli.conftest import Command, found
from client.loopback import Asked, Exchange, Loopback, page_of
from nightaudit import schemas, warehouse
from nightaudit.correct.journal.journal import Journal
from nightaudit.doctor.machine import settings_of
from nightaudit.load.streams.table import STREAMS
from nightaudit.sandbox.options import Connection
from nightaudit.settings import Settings
from nightaudit.transform import completeness
from report import made_up


@pytest.mark.usefixtures("tenant")
def test_of_a_tenant_that_is_well_only_the_warehouse_is_missing(command: Command) -> None:
    findings = found(command)
    assert {"python", *(stream.name for stream in STREAMS)} <= findings.keys()
    told = findings["credentials"]["found"]
    assert told.startswith("token accepted; ")
    assert int(told.split()[-2]) < 60_000, "milliseconds"
    assert "pages from 0, up to 500 rows, sort=id,asc (ascending), totals" in findings["paging"]["found"]
    doubtful = {name for name, finding in findings.items() if finding["mark"] != "ok"}
    assert {"warehouse"} == doubtful, "only what was never published is missing"
    assert "nightaudit nightly" == findings["warehouse"]["advice"]


@pytest.mark.usefixtures("tenant")
def test_a_package_that_pip_replaced_for_another_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    replaced = {"dbt-core": "1.12.6", "polars": "1.44.2", "setuptools": "84.2.1", "pyarrow": "99.0.0rc1"}
    monkeypatch.setattr("nightaudit.doctor.machine.version", lambda name: replaced.get(name) or metadata.version(name))
    findings = json.loads(command("doctor", "--json").out)
    named = [one for one in findings if "not a version" in one["found"]]
    assert ["dbt-core 1.12.6", "polars 1.44.2"] == [one["check"] for one in named], "not what only Spark asks for"
    assert "!" == named[0]["mark"]
    assert "`pip install 'dbt-core<1.12,>=1.11'`" in named[0]["advice"]


@pytest.mark.usefixtures("tenant")
def test_what_a_load_found_out_stands_beside_each_list(command: Command) -> None:
    assert 0 == command("load", "bookings", "units").code
    findings = found(command)
    assert "sort=id,asc" in findings["bookings"]["found"]
    assert "sort=" not in findings["rates"]["found"]
    assert not {"paging", "build"} & findings.keys()
    with duckdb.connect("data/private/work.duckdb") as work:
        completeness.begin(work)
    with warehouse.lock(Settings.read(), "build"):
        assert "build" not in found(command), "a build in progress has not failed"
    failed = found(command)["build"]
    assert ("!", 0) == (failed["mark"], failed["exit_code"])
    assert "`nightaudit build`" in failed["advice"]


@pytest.mark.parametrize(
    ("status", "told", "advice"),
    [
        (404, "404: the list existed before; loads of it fail", "Inform the operator"),
        (403, "403: no longer allowed; loads of it fail", "NIGHTAUDIT_SCOPE"),
        (400, 'GET /api/v3/tags answered 400: "{}".', "Inform the operator"),
    ],
)
def test_a_list_that_is_answered_no_more_is_none_that_loads_skip(
    status: int, told: str, advice: str, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    lists = {"/api/v3/tags": [{"id": 1}], "/api/v3/units": [{"id": 2}]}

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path in lists:
            rows = lists[asked.path] if dict(asked.query)["page"] == "0" else []
            exchange.json(page_of(rows, number=int(dict(asked.query)["page"]), total=1))
        else:
            exchange.json({}, status if asked.path == "/api/v3/tags" else 404)

    server = Loopback(respond)
    monkeypatch.setenv("NIGHTAUDIT_BASE_URL", server.url)
    monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-key")
    assert 0 == command("load", "tags").code
    assert "ok" == found(command)["tags"]["mark"]
    del lists["/api/v3/tags"]
    tags = found(command, 4)["tags"]
    assert ("!!", told) == (tags["mark"], tags["found"])
    assert advice in tags["advice"]
    assert 4 == command("load", "tags").code
    server.close()


def test_a_service_that_turned_requests_away_is_told(monkeypatch: pytest.MonkeyPatch, command: Command) -> None:
    turned_away = [429, 503]

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/api/v3/units" and turned_away:
            exchange.json({}, turned_away.pop(), Retry_After="0")
        else:
            exchange.json(page_of([], number=0, total=0))

    with Loopback(respond) as server:
        monkeypatch.setenv("NIGHTAUDIT_BASE_URL", server.url)
        monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-key")
        calm = found(command)["calm"]
    assert "2 requests sent again, 1 throttled (429)" == calm["found"]
    assert "Lower NIGHTAUDIT_CONCURRENCY." == calm["advice"]


def test_a_slow_service_is_asked_for_as_many_lists_as_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        time.sleep(0.1)
        exchange.json(page_of([], number=0, total=0))

    with Loopback(respond) as server:
        monkeypatch.setenv("NIGHTAUDIT_BASE_URL", server.url)
        monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-key")
        monkeypatch.setattr("nightaudit.doctor.service.LONGEST", 0.05)
        findings = found(command)
    first, *others = (findings[stream.name] for stream in STREAMS)
    assert "0 records, short envelope" == first["found"]
    assert {"not checked: the other lists took too long"} == {finding["found"] for finding in others}
    assert "units could not be probed: The other lists took too long." == findings["paging"]["found"]


@pytest.mark.parametrize(
    ("scope", "told", "mark"),
    [
        ("api/read", "api/read", "ok"),
        ("", "no scope is requested: the token has all rights of the client", "ok"),
        ("reports", "reports lacks api/read", "!"),
        ("api/read api/write", "the scope of loads includes writing: api/read api/write", "!"),
    ],
)
def test_a_scope_with_which_no_load_reads_or_one_may_write(scope: str, told: str, mark: str) -> None:
    known = {"client_id": "x", "client_secret": "y", "token_url": "https://pms.example.com/token"}
    findings = {one.check: one for one in settings_of(Settings.read(**known, scope=scope, api_key="z"))}
    assert (told, mark) == (findings["scope"].found, findings["scope"].mark)
    assert "Unset NIGHTAUDIT_API_KEY." == findings["credentials"].advice


@pytest.mark.usefixtures("impatient")
def test_records_of_another_service_are_told_before_a_load_refuses_them(
    tenant: pytest.MonkeyPatch, command: Command
) -> None:
    Path("data/private").mkdir(parents=True)
    made_up.build(Path("data/warehouse.duckdb"))
    Path("data/private/service.txt").write_text("127.0.0.2:9")
    records = found(command, 3)["records"]
    assert "contains the records of 127.0.0.2:9. The records of a sandbox on this machine" in records["found"]
    assert "NIGHTAUDIT_DATA_DIR" in records["advice"]
    tenant.setenv("NIGHTAUDIT_BASE_URL", "https://127.0.0.2:9")
    assert "records" not in found(command, 4)


@pytest.mark.usefixtures("tenant")
@pytest.mark.parametrize(
    ("days", "told", "advice"),
    [
        (-2, "published 48.0 hours ago", "Check that the scheduled runs take place, and run `nightaudit status`."),
        (365, "published 8760.0 hours in the future", "Correct the clock of this machine."),
    ],
)
def test_a_file_of_another_day_is_told_and_does_not_stop_the_run_that_renews_it(
    days: int, told: str, advice: str, command: Command
) -> None:
    Path("data").mkdir()
    file = made_up.build(Path("data/warehouse.duckdb"))
    fresh = found(command)["warehouse"]
    assert ("ok", True) == (fresh["mark"], fresh["found"].endswith("published 0.0 hours ago"))
    day = file.stat().st_mtime + days * 86400
    os.utime(file, (day, day))
    warehouse_finding = found(command, 0)["warehouse"]
    assert "!" == warehouse_finding["mark"]
    assert warehouse_finding["found"].endswith(told)
    assert warehouse_finding["advice"].startswith(advice)


@pytest.mark.usefixtures("tenant")
def test_a_file_that_older_tools_cannot_open(command: Command) -> None:
    Path("data").mkdir()
    for version, mark in (("v1.2.0", "ok"), ("v1.5.0", "!")):
        Path("data/warehouse.duckdb").unlink(missing_ok=True)
        with duckdb.connect() as connection:
            connection.execute(f"attach 'data/warehouse.duckdb' as fresh (storage_version '{version}')")
            for schema in schemas.PUBLISHED:
                connection.execute(f"create schema fresh.{schema}")
            connection.execute("create table fresh.core.nights as select 1 as night")
        assert mark == found(command)["storage version"]["mark"], version


@pytest.mark.usefixtures("tenant")
def test_a_file_of_somebody_else_is_told_before_a_night_refuses_to_replace_it(command: Command) -> None:
    Path("data").mkdir()
    Path("data/warehouse.duckdb").write_bytes(b"SQLite format 3\0")
    assert "is not a DuckDB file; it is not replaced" in found(command, 3)["warehouse"]["found"]
    Path("data/warehouse.duckdb").unlink()
    with duckdb.connect("data/warehouse.duckdb") as connection:
        connection.execute("create table orders as select 1 as id")
    finding = found(command, 3)["warehouse"]
    assert "1 tables, none of which nightaudit has published" in finding["found"]
    assert "Move it away" in finding["advice"]


@pytest.mark.usefixtures("tenant")
def test_a_file_that_somebody_has_open_to_write_does_not_stop_the_run_that_replaces_it(command: Command) -> None:
    Path("data/private").mkdir(parents=True, mode=0o700)
    made_up.build(Path("data/warehouse.duckdb"))
    files = "'data/warehouse.duckdb', 'data/private/work.duckdb'"
    code = f"import duckdb, sys; c = [*map(duckdb.connect, ({files}))]; print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as writer:
        assert writer.stdout
        assert "open\n" == writer.stdout.readline()
        held = found(command, 0)["warehouse"]
        assert ("!", True) == (held["mark"], "warehouse.duckdb is open in process" in held["found"])
        assert "Close it there" in held["advice"]
        assert "work file" not in found(command, 0), "another run may write to it"


@pytest.mark.usefixtures("tenant")
def test_a_journal_that_keeps_a_night_from_publishing(command: Command) -> None:
    assert 0 == command("load", "units", "tags").code
    with Journal.open(Settings.read()) as journal:
        assert set() == {"journal", "corrections"} & found(command).keys()
        journal.switch("the month is closing")
        stopped = found(command)["corrections"]
        assert ("!", "sending is stopped: the month is closing") == (stopped["mark"], stopped["found"])
        journal.sql.execute("pragma user_version = 99")
    assert "has version 99" in found(command, 3)["journal"]["found"]
    Path("data/private/corrections.sqlite").write_bytes(b"no database" * 1000)
    assert "cannot be used" in found(command, 3)["journal"]["found"]


@pytest.mark.usefixtures("tenant")
def test_private_files_that_are_lost_are_told(command: Command) -> None:
    private = Path("data/private")
    private.mkdir(parents=True, mode=0o700)
    (private / "forgotten.json").write_text("lost")
    assert "cannot be read" in found(command, 3)["forgotten persons"]["found"]
    (private / "forgotten.json").unlink()
    (private / "corrections.lock").touch()
    duckdb.connect("data/warehouse.duckdb").close()
    findings = found(command)
    assert ("!", "!") == (findings["journal"]["mark"], findings["work file"]["mark"])
    assert "is gone" in findings["journal"]["found"]
    assert "Restore it from a backup, or the next load begins a new history." == findings["work file"]["advice"]
    free = shutil.disk_usage("data").free
    with (private / "work.duckdb").open("wb") as work:
        work.truncate(free // 2)  # takes no room
    disk = found(command, 3)["disk"]
    assert "!" == disk["mark"]
    assert f"a run may need {3 * (free // 2) / 1e9:.1f} GB." in disk["advice"]
    assert float(disk["found"].partition(" GB free at ")[0]) == pytest.approx(free / 1e9, rel=0.1)


def test_a_run_that_is_at_work_and_one_that_was_killed(
    tenant: pytest.MonkeyPatch, command: Command, tmp_path: Path
) -> None:
    tenant.setenv("NIGHTAUDIT_DATA_DIR", str(tmp_path / "data"))
    assert "no run is in progress" == found(command)["run"]["found"]
    with warehouse.lock(Settings.read(), "nightly"):
        findings = found(command)
        assert f"nightly, process {os.getpid()}" in findings["run"]["found"]
        assert "ok" == findings["run"]["mark"]
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        gone.wait()
    said = {"pid": gone.pid, "purpose": "load", "since": "2026-11-01T04:15:00+00:00"}
    (tmp_path / "data" / ".lock.json").write_text(json.dumps(said))
    assert "nightaudit nightly" == found(command)["run"]["advice"]


def test_a_service_that_says_nothing_does_not_keep_anyone_waiting(tenant: pytest.MonkeyPatch, command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        tenant.setenv("NIGHTAUDIT_BASE_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        findings = found(command, 4)  # within seconds, where a load would wait for minutes
    assert "this machine can reach" in findings["service"]["advice"]
    assert not {stream.name for stream in STREAMS} & findings.keys(), "a list each that could not be asked for"


def test_an_address_under_which_there_is_no_list_is_a_wrong_setting(
    sandbox: Connection, tenant: pytest.MonkeyPatch, command: Command
) -> None:
    tenant.setenv("NIGHTAUDIT_BASE_URL", f"{sandbox.base_url}/elsewhere")
    findings = found(command, 3)
    assert "NIGHTAUDIT_BASE_URL" in findings["service"]["advice"]
    assert "paging" not in findings
