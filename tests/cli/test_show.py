"""report and notebook: what they write and open, and what they say when they cannot."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from cli.conftest import Command
from full_disk import files_of_at_most
from nightaudit.cli import show
from nightaudit.cli.demo import next_steps
from nightaudit.errors import ConfigurationError
from nightaudit.load.summary import LoadReport, StreamSummary
from nightaudit.nightly import NightlyResult
from nightaudit.transform import BuildReport
from report import made_up


@pytest.fixture
def nothing_in_it() -> Path:
    """A published file without a row in the data directory: its page is soon drawn."""
    Path("data").mkdir()
    return made_up.build(Path("data/warehouse.duckdb"), empty=True)


@pytest.mark.usefixtures("published")
def test_the_mail_form_has_a_body_and_its_pictures(command: Command) -> None:
    ended = command("report", "--mail", "outbox", "--json")
    assert 0 == ended.code, ended.err
    assert {"report": "outbox/mail.html"} == json.loads(ended.out)
    pictures = {path.name for path in Path("outbox").glob("*.png")}
    assert "ageing.png" in pictures
    assert all(name in Path("outbox/mail.html").read_text() for name in pictures)
    assert 2 == command("report", "--mail", "outbox", "--out", "page.html").code


@pytest.mark.usefixtures("published")
def test_status_tells_of_walks_and_not_of_records_while_another_run_holds_them(command: Command) -> None:
    Path("data/private").mkdir()
    holds = "import duckdb; file = duckdb.connect('data/private/work.duckdb'); print('held', flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", holds], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout
        assert b"held\n" == other.stdout.readline()
        ended = command("status", "--json")
        other.communicate(b"\n")
    assert 0 == ended.code, ended.err
    streams = json.loads(ended.out)
    assert any(stream["last_walk"] for stream in streams)
    assert {None} == {stream["records"] for stream in streams}


@pytest.mark.usefixtures("nothing_in_it")
@pytest.mark.parametrize("words", [("--out", "taken"), ("--out", "file/page.html"), ("--mail", "file")])
def test_a_place_that_cannot_be_written_is_named(words: tuple[str, str], command: Command) -> None:
    Path("taken").mkdir()
    Path("file").touch()
    ended = command("report", *words)
    assert 1 == ended.code
    assert f"nightaudit: {words[1].removesuffix('/page.html')}: " in ended.err


@pytest.mark.usefixtures("nothing_in_it")
def test_a_full_disk_is_to_be_made_room_on(command: Command) -> None:
    ended = command("report", "--out", "/dev/full")
    assert (1, "") == (ended.code, ended.out)
    assert "No space left on device. Free space on the disk of /dev, and run the command again." in " ".join(
        ended.err.split()
    )


@pytest.mark.usefixtures("nothing_in_it")
def test_where_the_report_cannot_be_written_another_place_is_named(command: Command) -> None:
    Path("data/report.html").mkdir()
    Path("file").touch()
    for words, told in (((), "with --out"), (("--mail", "file"), "with --mail")):
        ended = command("report", *words)
        assert (1, "") == (ended.code, ended.out)
        assert f"may write {'to ' if words else ''}{told}." in ended.err


def test_a_file_that_is_no_page_is_not_written_over(nothing_in_it: Path, command: Command) -> None:
    before = nothing_in_it.read_bytes()
    ended = command("report", "--out", str(nothing_in_it))
    assert (2, before) == (ended.code, nothing_in_it.read_bytes())
    assert f"{nothing_in_it} exists and is not an HTML page; it was not overwritten." in ended.err
    Path("empty").touch()
    for page in ("page.html", "page.html", "empty", os.devnull):
        assert 0 == command("report", "--out", page).code


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("select 1 as unit, 2 as unit", "--json"), "several columns have the same name: unit"),
        (("select 1", "--json", "--csv"), "--json or --csv"),
        (("",), "no SQL statement"),
        (("selec 1",), "syntax error"),
        (("select 1; select 2",), "2 statements; only one is allowed"),
        (("copy (select 1) to 'kept.csv'",), "COPY statements are refused"),
        (("attach 'other.duckdb' as other",), "ATTACH statements are refused"),
        (("select 'caf\udce9'",), "not UTF-8 text"),  # a byte of another encoding, as Python passes it on
    ],
)
def test_a_query_that_cannot_be_answered_as_asked_is_a_usage_error(
    words: tuple[str, ...], said: str, command: Command
) -> None:
    ended = command("query", *words)
    assert (2, "--json" in words) == (ended.code, bool(ended.out))
    assert said in ended.err
    assert {"data"} == {path.name for path in Path.cwd().iterdir()}


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    "question",
    [
        "select 1;",
        "describe core.dim_units",
        "show tables",
        "pivot core.dim_units on building_id using count(*)",
        "from range(2)",
    ],
)
def test_what_reads_is_one_question(question: str, command: Command) -> None:
    ended = command("query", question)
    assert (0, "") == (ended.code, ended.err)


@pytest.mark.usefixtures("published")
def test_a_port_that_cannot_be_used_is_said_before_anything_starts(command: Command) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        ended = command("notebook", "--port", port, "--headless")
    assert 2 == ended.code
    assert f"Port {port} cannot be used: Address already in use." in ended.err
    for wrong in ("0", "-1", "65536", "eighty"):
        assert 2 == command("notebook", "--port", wrong, "--headless").code


def test_ctrl_c_is_said_and_ends_with_130(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nightaudit.load.status.stream_status", interrupted)
    ended = command("status")
    assert 130 == ended.code
    assert "nightaudit: interrupted. Everything committed so far is kept" in ended.err


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_and_a_reader_who_leaves_are_no_traceback(unbuffered: str) -> None:
    words = [sys.executable, "-m", "nightaudit", "operations"]
    environment = os.environ | {"PYTHONUNBUFFERED": unbuffered}
    reading, writing = os.pipe()
    os.close(reading)
    ends = []
    for out in (os.open("/dev/full", os.O_WRONLY), writing):
        ended = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True, env=environment, check=False)
        os.close(out)
        ends.append((ended.returncode, ended.stderr.count("\n"), "No space left on device." in ended.stderr))
    assert [(1, 1, True), (0, 0, False)] == ends


def test_a_check_that_warns_is_named(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    found = BuildReport(models=1, seeds=0, tests=1, warnings=("fields_are_typed (4 rows\x1b[2J)",), seconds=0.25)
    monkeypatch.setattr("nightaudit.transform.build_marts", lambda _: found)
    Path("data/private").mkdir(parents=True)
    Path("data/private/work.duckdb").touch()
    assert "Warning: fields_are_typed (4 rows\\x1b[2J)\n" == command("build").err
    assert ["fields_are_typed (4 rows\x1b[2J)"] == json.loads(command("build", "--json").out)["warnings"]


def test_a_night_says_what_it_took_what_warns_and_why_nothing_is_published(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    night = NightlyResult(LoadReport([StreamSummary("units", complete=True)]), {"load": 1.25}, ("typed (4 rows)",))
    monkeypatch.setattr("nightaudit.nightly.run", lambda *_, **__: night)
    ended = command("nightly")
    assert (0, "Warning: typed (4 rows)\n") == (ended.code, ended.err)
    assert [["step", "seconds"], ["load", "1.2"]] == [line.split() for line in ended.out.splitlines()[-2:]]
    assert "units" in ended.out
    night.unpublished = ConfigurationError("The list of bookings was never read.")
    for words in (("nightly",), ("nightly", "--json")):
        ended = command(*words)
        assert 3 == ended.code
        assert "The list of bookings was never read." in ended.err


def test_nothing_published_yet_is_said(command: Command) -> None:
    for words in (("report",), ("report", "--mail", "outbox"), ("notebook",)):
        ended = command(*words)
        assert 3 == ended.code
        assert "data/warehouse.duckdb" in ended.err
        assert "nightaudit nightly" in ended.err
    assert not Path("outbox").exists()


@pytest.mark.usefixtures("published")
def test_a_notebook_that_cannot_be_opened_is_said(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = command("notebook", "payroll")
    assert 2 == ended.code
    assert "corrections occupancy receivables revenue" in ended.err
    monkeypatch.setitem(sys.modules, "marimo", None)  # as if it were not installed
    ended = command("notebook")
    assert 3 == ended.code
    assert "pip install 'nightaudit[notebooks]'" in ended.err


@pytest.mark.slow
@pytest.mark.usefixtures("published")
def test_a_notebook_opens_and_ends_with_the_command() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = [sys.executable, "-m", "nightaudit", "notebook", "receivables", "--headless", "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=os.environ) as process:
        assert process.stdout
        try:
            said = next(line for line in process.stdout if b"access_token" in line).decode()
            others = _fetch(f"http://127.0.0.1:{port}/")
            page = _fetch(f"http://127.0.0.1:{port}/?{said.strip().partition('?')[2]}")
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(timeout=30)
    assert "<title>Receivables</title>" in page
    assert re.search(r'"show_tracebacks":\s*true', page), "what fails is said on the page, which was blank"
    assert "Receivables" not in others, "another user of this machine, who has not the address with the token"
    with socket.create_server(("127.0.0.1", port)):
        pass  # nothing of it is left listening


def _fetch(address: str) -> str:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    for _ in range(60):
        try:
            with browser.open(address, timeout=10) as answer:
                return str(answer.read().decode())
        except OSError:
            time.sleep(0.5)
    raise AssertionError("the notebook did not open")


def test_the_demo_opens_a_page_only_where_there_is_one() -> None:
    assert "\n  my data/report.html: open it in a browser\n" in next_steps(Path("my data/report.html"))
    assert "open" not in next_steps(None)


def test_whoever_is_in_another_folder_is_told_where_was_looked(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As a line of cron without its `cd` is: settings and data are those of the folder."""
    monkeypatch.chdir(tmp_path)
    assert f"There is no .env in {tmp_path}." in command("nightly").err
    for word in ("status", "build", "publish"):
        ended = command(word)
        assert 3 == ended.code
        assert f"Nothing has been loaded into {tmp_path / 'data'} yet." in ended.err
    assert f"{tmp_path / 'data' / 'warehouse.duckdb'} does not exist yet." in command("query", "select 1").err
    (tmp_path / ".env").write_text("NIGHTAUDIT_PAGE_SIZE=50\n")
    assert "There is no .env" not in command("nightly").err


def test_a_notebook_for_editing_is_copied_whole_or_not_at_all(tmp_path: Path) -> None:
    with files_of_at_most(1_000), pytest.raises(OSError, match="File too large"):
        show._copied(show.notebooks_dir(), tmp_path)
    assert [] == list(tmp_path.iterdir())
    show._copied(show.notebooks_dir(), tmp_path)
    assert 4 == len(list(tmp_path.iterdir()))


HOMELESS = """
import pwd, sys
def unknown(user): raise KeyError(user)
pwd.getpwuid = unknown
from nightaudit.cli import program
sys.argv = ["nightaudit", "report"]
program()
"""


@pytest.mark.usefixtures("nothing_in_it")
def test_a_user_without_a_home_gets_a_report() -> None:
    """As in a container with a user id that no list of users has, where HOME is not set."""
    environment = {name: value for name, value in os.environ.items() if name not in {"HOME", "XDG_CACHE_HOME"}}
    done = subprocess.run(
        [sys.executable, "-c", HOMELESS], env=environment, capture_output=True, text=True, check=False
    )
    assert (0, "") == (done.returncode, done.stderr)
