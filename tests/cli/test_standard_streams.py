"""Streams that are closed, unread or full, or have no letter for what is to be said, end no work and are no traceback."""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pytest

import recorded
from nightaudit.sandbox.options import Connection

ASCII = {"PYTHONIOENCODING": "ascii"}
SAID = "select 'Zoë → 🏨' as über"


def nightaudit(*words: str, redirected: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    line = f'exec "$0" -m nightaudit "$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", line, sys.executable, *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("words", "code", "redirected"),
    [
        *[(("operations",), 0, redirected) for redirected in (">&-", "2>&-", "<&-", "<&- >&- 2>&-")],
        (("--version",), 0, ">&-"),
        (("forget", "1"), 2, "2>&-"),  # which says why it ends
        (("forget", "1"), 2, "<&- >&- 2>&-"),
    ],
)
def test_a_closed_stream_is_no_traceback(words: tuple[str, ...], code: int, redirected: str) -> None:
    ended = nightaudit(*words, redirected=redirected)
    assert (code, False) == (ended.returncode, "Traceback" in ended.stderr), ended.stderr


@pytest.mark.usefixtures("published")
def test_what_an_encoding_has_no_letters_for_is_escaped() -> None:
    for form in ((), ("--csv",)):
        ended = nightaudit("query", SAID, *form, **ASCII)
        assert (0, "\\u00fcber\nZo\\u00eb \\u2192 \\ud83c\\udfe8\n") == (ended.returncode, ended.stdout), ended.stderr
    ended = nightaudit("query", SAID, "--json", **ASCII)
    assert [{"über": "Zoë → 🏨"}] == json.loads(ended.stdout), "still JSON"
    ended = nightaudit("query", f"select * from range(100000), ({SAID})", "--csv", redirected="| head -1", **ASCII)
    assert "Traceback" not in ended.stderr
    assert "No notebook is called \\u00fc" in nightaudit("notebook", "ü", **ASCII).stderr


@pytest.mark.usefixtures("published")
def test_a_query_is_read_as_it_was_typed_whatever_the_locale() -> None:
    ended = nightaudit("query", "select length('Zoë') as letters", LC_ALL="C", PYTHONUTF8="0")
    assert (0, "letters\n      3\n") == (ended.returncode, ended.stdout), ended.stderr


@pytest.mark.usefixtures("published")
def test_lines_of_csv_end_as_all_lines_do() -> None:
    assert 'a,b\n1,"x,y"\n' == nightaudit("query", "select 1 as a, 'x,y' as b", "--csv").stdout


@pytest.fixture
def unread() -> Iterator[int]:
    """The writing end of a pipe that nobody reads, as `| head` leaves it."""
    reading, writing = os.pipe()
    os.close(reading)
    yield writing
    os.close(writing)


def printing_to(words: tuple[str, ...], out: int, err: int, **environment: str) -> int:
    """The exit code of a command that prints to these files."""
    return subprocess.run(
        [sys.executable, "-m", "nightaudit", *words],
        env=os.environ | environment,
        stdout=out,
        stderr=err,
        check=False,
    ).returncode


LONG = "select * from range(100000)"


@pytest.mark.sampled
@pytest.mark.usefixtures("published")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("query", LONG), 0),
        (("query", LONG, "--csv"), 0),
        (("query", "select 1", "--json"), 0),
        (("operations",), 0),
        (("--help",), 0),
        (("query", "select no_such"), 2),  # the code of the command, whoever reads
    ],
)
def test_a_reader_who_has_gone_changes_no_exit_code(words: tuple[str, ...], code: int, unread: int) -> None:
    assert code == printing_to(words, unread, unread)


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_who_has_seen_enough_is_no_failure(unbuffered: str) -> None:
    line = '{ "$0" -m nightaudit "$@"; echo $? >code; } | head -1'
    words = (sys.executable, "query", "--csv", LONG)
    ended = subprocess.run(
        ["sh", "-c", line, *words],
        env=os.environ | {"PYTHONUNBUFFERED": unbuffered},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("range\n", "", "0\n") == (ended.stdout, ended.stderr, Path("code").read_text())


@pytest.mark.long
def test_work_goes_on_though_nobody_reads_what_it_says(sandbox: Connection, unread: int) -> None:
    tenant = {
        f"NIGHTAUDIT_{name.upper()}": str(getattr(sandbox, name))
        for name in ("base_url", "token_url", "client_id", "client_secret")
    } | {"NIGHTAUDIT_TODAY": "2026-11-01", "NIGHTAUDIT_CHILD_REQUESTS": "0"}
    recorded.whole()
    full = os.open("/dev/full", os.O_WRONLY)
    assert 0 == printing_to(("load", "units"), unread, full, **tenant), "what a full disk cannot take ends no work"
    os.close(full)
    with duckdb.connect("data/private/work.duckdb", read_only=True) as work:
        assert [(4,)] == work.execute("select count(*) from raw.units").fetchall()
    assert 0 == printing_to(("status",), unread, unread, **tenant)
    assert 0 == printing_to(("nightly",), unread, unread, **tenant)
    assert Path("data/report.html").exists()


GONE = """
import os, pty, sys
from nightaudit.cli import main, standard_streams
near, far = pty.openpty()
os.dup2(far, 1)
os.close(far)
sys.argv = ["nightaudit", "operations"]
standard_streams.make_fit()
os.close(near)  # the window is closed; `disown` has kept the signal off
main()
"""


def test_a_terminal_that_was_closed_ends_no_work() -> None:
    ended = subprocess.run([sys.executable, "-c", GONE], capture_output=True, text=True, check=False)
    assert (0, "") == (ended.returncode, ended.stderr)


@pytest.mark.usefixtures("published")
def test_an_answer_that_cannot_be_written_is_a_failure() -> None:
    for words in (("operations",), ("query", LONG, "--csv"), ("query", "select 1")):
        ended = nightaudit(*words, redirected=">/dev/full")
        said = "nightaudit: The output cannot be written: No space left on device.\n"
        assert (1, said) == (ended.returncode, ended.stderr)
    ended = nightaudit("query", "select no_such", redirected=">/dev/full")
    assert (2, False) == (ended.returncode, "Traceback" in ended.stderr)


@pytest.mark.sampled
@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("form", [("--csv",), ()])
def test_a_pipe_that_does_not_block_gets_every_row(form: tuple[str, ...], unbuffered: str) -> None:
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    words = (sys.executable, "-m", "nightaudit", "query", *form, LONG)
    with subprocess.Popen(words, env=os.environ | {"PYTHONUNBUFFERED": unbuffered}, stdout=writing) as asked:
        while select.select((), (writing,), (), 0)[1] and asked.poll() is None:
            time.sleep(0.01)  # until it is full
        os.close(writing)
        with open(reading) as rows:  # noqa: PTH123
            assert 100_001 == len(rows.readlines())
    assert 0 == asked.returncode


LOGGED = """
import logging, sys
from nightaudit.cli import program
logging.basicConfig(filename="/dev/full")  # as dbt logs to a file of its own
sys.argv = ["nightaudit", "query", "select 1"]
program()
"""


@pytest.mark.usefixtures("published")
def test_a_log_whose_disk_is_full_is_no_traceback() -> None:
    misspelt = {"NIGHTAUDIT_PAGE_SIZ": "10"}  # which is warned of
    ended = subprocess.run(
        [sys.executable, "-c", LOGGED], env=os.environ | misspelt, capture_output=True, text=True, check=False
    )
    assert (0, "") == (ended.returncode, ended.stderr)


def test_where_both_streams_are_one_the_error_stands_below_the_table() -> None:
    """In a mail of cron it stood in the middle, above the table of the streams."""
    code = "import sys; from nightaudit.cli import output; output.print_table(['n'], [(1,)]); sys.stderr.write('it failed\\n')"
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=buffered, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=True
    )
    assert b"n\n1\nit failed\n" == ended.stdout
