"""Streams that are closed, or have no letter for what is to be said, are no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from report import made_up

ASCII = {"PYTHONIOENCODING": "ascii"}
SAID = "select 'Zoë → 🏨' as über"


def nightaudit(*words: str, redirected: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    line = f'exec "$0" -m nightaudit.cli "$@" {redirected}'
    return subprocess.run(
        ["sh", "-c", line, sys.executable, *words],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def published() -> None:
    Path("data").mkdir()
    made_up.build(Path("data/warehouse.duckdb"))


@pytest.mark.parametrize("redirected", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(("words", "code"), [(("--version",), 0), (("operations",), 0), (("forget", "1"), 2)])
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
