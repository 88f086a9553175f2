"""The doctor names what is wrong and what to do, with the right exit code."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import duckdb
import pytest

from cli.conftest import Command
from client.loopback import Asked, Exchange, Loopback, page_of
from nightaudit import warehouse
from nightaudit.correct.journal.journal import Journal
from nightaudit.load.streams.table import STREAMS
from nightaudit.sandbox.options import Connection
from nightaudit.settings import Settings
from report import made_up

Findings = dict[str, dict[str, Any]]
HEADERS, BLOCK = 3 * 4096, 256 * 1024


@pytest.fixture
def tenant(sandbox: Connection, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment of a tenant that is set up well."""
    for name in ("base_url", "token_url", "client_id", "client_secret"):
        monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", getattr(sandbox, name))
    return monkeypatch


def found(command: Command, code: int = 0) -> Findings:
    ended = command("doctor", "--json")
    assert code == ended.code, ended.out
    return {finding["check"]: finding for finding in json.loads(ended.out)}


@pytest.mark.usefixtures("tenant")
def test_a_tenant_that_is_well(command: Command) -> None:
    findings = found(command)
    assert {stream.name for stream in STREAMS} <= findings.keys()
    assert "token accepted" in findings["credentials"]["found"]
    assert "pages from 0, up to 500 rows, sort=id,asc (ascending), totals" in findings["paging"]["found"]
    doubtful = {name for name, finding in findings.items() if finding["mark"] != "ok"}
    assert {"warehouse"} == doubtful, "only what was never published is missing"
    assert "nightaudit nightly" == findings["warehouse"]["advice"]


@pytest.mark.usefixtures("tenant")
def test_what_a_load_found_out_stands_beside_each_list(command: Command) -> None:
    assert 0 == command("load", "bookings", "units").code
    findings = found(command)
    assert "sort=id,asc" in findings["bookings"]["found"]
    assert "sort=" not in findings["rates"]["found"]
    assert "paging" not in findings


@pytest.mark.parametrize(
    ("status", "told", "advice"),
    [
        (404, "404: the list existed before; loads of it fail", "Inform the operator"),
        (403, "403: no longer allowed; loads of it fail", "NIGHTAUDIT_SCOPE"),
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
            exchange.json({}, status)

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
def test_an_old_file_is_told_and_does_not_stop_the_run_that_renews_it(command: Command) -> None:
    Path("data").mkdir()
    file = made_up.build(Path("data/warehouse.duckdb"))
    assert "ok" == found(command)["warehouse"]["mark"]
    day = file.stat().st_mtime - 3 * 86400
    os.utime(file, (day, day))
    warehouse_finding = found(command, 0)["warehouse"]
    assert ("!", "Check that the scheduled runs take place, and run `nightaudit status`.") == (
        warehouse_finding["mark"],
        warehouse_finding["advice"],
    )


@pytest.mark.usefixtures("tenant")
def test_a_misspelt_name_in_the_settings_file_is_told(command: Command) -> None:
    Path("nightaudit.toml").write_text('exclude_buildings = "Test"\nPage_size = 100\n[nightaudit]\nscope = ""\n')
    findings = found(command)
    assert {"exclude_buildings", "nightaudit"} == {
        name for name, finding in findings.items() if "but not a setting" in finding["found"]
    }
    assert "100 (nightaudit.toml)" == findings["NIGHTAUDIT_PAGE_SIZE"]["found"]
    in_table = findings["nightaudit.scope"]
    assert "set in the table [nightaudit] of nightaudit.toml: it has no effect" == in_table["found"]
    assert "Move it above the first table of nightaudit.toml." == in_table["advice"]


def test_every_command_warns_of_a_name_that_a_setting_nearly_has(
    tenant: pytest.MonkeyPatch, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    Path("nightaudit.toml").write_text(
        'exclude_buildings = "Test"\ncolour = "blue"\n[nightaudit]\nscope = ""\ntint = ""\n'
    )
    tenant.setenv("NIGHTAUDIT_CURRENCY", "EUR")
    tenant.setenv("NIGHTAUDIT_PAGESIZE", "10")
    tenant.setenv("NIGHTAUDIT_TEST_NIGHTS", "10")
    command("status")
    found = [("NIGHTAUDIT_CURRENCY", "the environment", "NIGHTAUDIT_BASE_CURRENCY")]
    found.append(("NIGHTAUDIT_PAGESIZE", "the environment", "NIGHTAUDIT_PAGE_SIZE"))
    found.append(("exclude_buildings", "nightaudit.toml", "excluded_buildings"))
    assert [
        *(
            f"{name} (set in {source}) is not a setting and has no effect. Did you mean {meant}?"
            for name, source, meant in found
        ),
        "scope, set in the table [nightaudit] of nightaudit.toml, has no effect. Move it above the first table of the file.",
    ] == caplog.messages


def test_the_demo_warns_of_it_too(
    tenant: pytest.MonkeyPatch, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    tenant.setenv("NIGHTAUDIT_PAGESIZE", "10")
    assert 3 == command("demo", "--units", "0").code, "its sandbox refuses to start"
    warning = (
        "NIGHTAUDIT_PAGESIZE (set in the environment) is not a setting and has no effect. Did you mean"
        " NIGHTAUDIT_PAGE_SIZE?"
    )
    assert [warning] == caplog.messages


def test_a_setting_without_its_prefix_in_dotenv_is_told(
    tenant: pytest.MonkeyPatch, command: Command, caplog: pytest.LogCaptureFixture
) -> None:
    """It left a test building in every mart without a word."""
    Path(".env").write_text("EXCLUDED_BUILDINGS=Test Building\nPAGE_SIZE=100\nTENANT=\nCOLOUR=blue\n")
    tenant.setenv("NIGHTAUDIT_PAGE_SIZE", "50")
    tenant.setenv("LOG_LEVEL", "DEBUG")
    command("status")
    warning = (
        "EXCLUDED_BUILDINGS (set in .env) is not a setting and has no effect. Did you mean"
        " NIGHTAUDIT_EXCLUDED_BUILDINGS?"
    )
    assert [warning] == caplog.messages
    assert "set in .env, but not a setting: it has no effect" == found(command)["EXCLUDED_BUILDINGS"]["found"]


def test_what_is_doubtful_is_said_without_failing(tenant: pytest.MonkeyPatch, command: Command) -> None:
    tenant.setenv("NIGHTAUDIT_SCOPE", "api/read api/write")
    tenant.setenv("NIGHTAUDIT_SETTLE_SECONDS", "30")
    tenant.setenv("NIGHTAUDIT_CLIENTSECRET", "misspelled")
    tenant.setenv("NIGHTAUDIT_TODAY", "2026-11-01")
    tenant.setenv("NIGHTAUDIT_PUBLISH_NAMES", "true")
    Path(".env").write_text("NIGHTAUDIT_PAGESIZE=10\n")
    Path(".env").chmod(0o644)
    Path("data/private").mkdir(parents=True)
    Path("data/private").chmod(0o755)
    findings = found(command)
    advice = {name: finding["advice"] for name, finding in findings.items() if finding["mark"] == "!"}
    assert "NIGHTAUDIT_SCOPE=api/read" in advice["scope"]
    assert "NIGHTAUDIT_SETTLE_SECONDS=60" in advice["settle time"]
    assert "NIGHTAUDIT_TODAY" in advice["business date"]
    assert "unset NIGHTAUDIT_PUBLISH_NAMES" in advice["names"]
    assert "chmod 600 .env" == advice[".env"]
    assert "chmod 700 data/private" == advice["data/private"]
    assert {"NIGHTAUDIT_CLIENTSECRET", "NIGHTAUDIT_PAGESIZE"} <= advice.keys()
    assert "misspelled" not in json.dumps(findings)
    lines = command("doctor").out.splitlines()
    assert not [line for line in lines if line != line.rstrip()], "blanks at the end of a line"
    assert any("-> chmod 600 .env" in line for line in lines)


@pytest.mark.usefixtures("tenant")
@pytest.mark.parametrize(("text", "advice"), [('api_key = "k"', "chmod 600 nightaudit.toml"), ("page_size = 7", None)])
def test_a_settings_file_with_secrets_that_others_may_read(text: str, advice: str | None, command: Command) -> None:
    Path("nightaudit.toml").write_text(text)
    Path("nightaudit.toml").chmod(0o644)
    assert advice == found(command).get("nightaudit.toml", {}).get("advice")


@pytest.mark.usefixtures("tenant")
def test_a_file_that_older_tools_cannot_open(command: Command) -> None:
    Path("data").mkdir()
    for version, mark in (("v1.2.0", "ok"), ("v1.5.0", "!")):
        Path("data/warehouse.duckdb").unlink(missing_ok=True)
        with duckdb.connect() as connection:
            connection.execute(f"attach 'data/warehouse.duckdb' as fresh (storage_version '{version}')")
            connection.execute("create table fresh.nights as select 1 as night")
        assert mark == found(command)["storage version"]["mark"], version
    Path("data/warehouse.duckdb").write_text("no database")
    assert "`nightaudit publish`" in found(command, 1)["warehouse"]["advice"]


def damage_of(damage: str, file: Path) -> None:
    """Damage a DuckDB file as a failing disk does."""
    if damage in {"emptied", "cut"}:
        os.truncate(file, 0 if damage == "emptied" else HEADERS)
        return
    content = bytearray(file.read_bytes())
    for place in (100,) if damage == "a bit of its headers" else range(HEADERS + 100, len(content), BLOCK):
        content[place] ^= 1
    file.write_bytes(content)


@pytest.mark.sampled
@pytest.mark.parametrize("damage", ["emptied", "cut", "a bit of its headers", "a bit of each block"])
@pytest.mark.usefixtures("tenant")
def test_a_damaged_work_file_is_told_with_what_to_do_by_whatever_reads_it(damage: str, command: Command) -> None:
    assert 0 == command("load", "units", "tags").code
    made_up.build(Path("data/warehouse.duckdb"))
    assert "work file" not in found(command)
    damage_of(damage, Path("data/private/work.duckdb"))
    finding = found(command, 3)["work file"]
    assert "The work file is damaged: " in finding["found"]
    assert "from a backup" in finding["advice"]
    for words in (
        ("load", "units"),
        ("status",),
        ("build",),
        ("publish",),
        ("correct", "plan", "invoices-post-drafts"),
    ):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out), words
        assert "from a backup" in ended.err


@pytest.mark.parametrize("damage", ["cut", "a bit of its headers", "a bit of each block"])
@pytest.mark.usefixtures("tenant")
def test_a_damaged_published_file_is_told_with_what_to_do_by_whatever_reads_it(damage: str, command: Command) -> None:
    Path("data").mkdir()
    made_up.build(Path("data/warehouse.duckdb"))
    damage_of(damage, Path("data/warehouse.duckdb"))
    assert "Remove it, and run `nightaudit publish` to write a new one." == found(command, 1)["warehouse"]["advice"]
    for words in (("query", "from occupancy.fct_vacancies"), ("report",)):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out), words
        assert "data/warehouse.duckdb is damaged: " in ended.err
        assert "Remove it" in ended.err


def test_a_damaged_table_of_the_published_file_is_told_by_whatever_reads_it(command: Command) -> None:
    Path("data").mkdir()
    file = made_up.build(Path("data/warehouse.duckdb"))
    with duckdb.connect(str(file), read_only=True) as connection:
        stored = "select distinct block_id from pragma_storage_info('occupancy.fct_vacancies') where block_id >= 0"
        blocks = [block for (block,) in connection.execute(stored).fetchall()]
    content = bytearray(file.read_bytes())
    for block in blocks:
        content[HEADERS + block * BLOCK + 100] ^= 1
    file.write_bytes(content)
    for words in (("query", "from occupancy.fct_vacancies"), ("report",)):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out), words
        assert "data/warehouse.duckdb is damaged: " in ended.err


def test_a_file_of_a_newer_release_is_told_with_what_to_do(command: Command) -> None:
    Path("data").mkdir()
    file = Path("data/warehouse.duckdb")
    duckdb.connect(str(file)).close()
    content = bytearray(file.read_bytes())
    content[12:20] = (2000).to_bytes(8, "little")  # the storage version
    checksum = 5381
    for place in range(8, 4096, 8):
        checksum ^= int.from_bytes(content[place : place + 8], "little") * 0xBF58476D1CE4E5B9 % 2**64
    content[:8] = checksum.to_bytes(8, "little")
    file.write_bytes(content)
    for words in (("query", "select 1"), ("report",)):
        ended = command(*words)
        assert (1, "") == (ended.code, ended.out)
        assert "run that release of nightaudit" in ended.err


@pytest.mark.usefixtures("tenant")
def test_a_journal_that_keeps_a_night_from_publishing(command: Command) -> None:
    assert 0 == command("load", "units", "tags").code
    with Journal.open(Settings.read()) as journal:
        assert "journal" not in found(command)
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


@pytest.mark.parametrize(("changed", "code"), [("CLIENT_SECRET", 3), ("BASE_URL", 3), ("PAGE_SIZE", 3)])
def test_what_keeps_runs_from_working_fails(
    changed: str, code: int, tenant: pytest.MonkeyPatch, command: Command
) -> None:
    tenant.setenv(f"NIGHTAUDIT_{changed}", "wrong")
    [wrong] = [finding for finding in found(command, code).values() if finding["mark"] == "!!"]
    assert f"NIGHTAUDIT_{changed}" in wrong["found"] + wrong["advice"]
    assert wrong["advice"]


def test_a_service_that_says_nothing_does_not_keep_anyone_waiting(tenant: pytest.MonkeyPatch, command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        tenant.setenv("NIGHTAUDIT_BASE_URL", f"http://127.0.0.1:{silent.getsockname()[1]}")
        findings = found(command, 4)  # within seconds, where a load would wait for minutes
    assert "this machine can reach" in findings["service"]["advice"]


def test_an_address_under_which_there_is_no_list_is_a_wrong_setting(
    sandbox: Connection, tenant: pytest.MonkeyPatch, command: Command
) -> None:
    tenant.setenv("NIGHTAUDIT_BASE_URL", f"{sandbox.base_url}/elsewhere")
    assert "NIGHTAUDIT_BASE_URL" in found(command, 3)["service"]["advice"]
