"""The command line starts light: help and completion import none of the libraries that the work itself needs."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

HEAVY = {
    *("dlt", "duckdb", "dbt", "pyarrow", "polars", "altair", "httpx", "pydantic_settings", "fastapi"),
    *("msgspec", "asyncio", "nightaudit.warehouse", "nightaudit.settings", "nightaudit.client", "nightaudit.load"),
}
START = """
import json, sys
from nightaudit.cli import main
sys.argv = ["nightaudit", *{words!r}]
try:
    main()
finally:
    sys.stderr.write("\\n" + json.dumps(sorted(sys.modules)))
"""


def modules(*words: str, **environment: str) -> set[str]:
    """The modules that a command has imported when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", START.format(words=words)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return set(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize("words", [("--help",), ("load", "--help"), ("correct", "--help")])
def test_help_imports_nothing_heavy(words: tuple[str, ...]) -> None:
    found = modules(*words)
    print(f"{len(found)} modules")
    assert set() == found & HEAVY
    assert len(found) < 400


def test_the_first_screen_does_without_what_reads_options() -> None:
    assert set() == modules("--help") & {"pydantic", "importlib.metadata"}


def test_completion_imports_nothing_heavy() -> None:
    found = modules(_NIGHTAUDIT_COMPLETE="complete_bash", COMP_WORDS="nightaudit ni", COMP_CWORD="1")
    assert set() == found & HEAVY


def test_a_command_that_works_does_import_them() -> None:
    assert {"pydantic_settings", "nightaudit.settings"} <= modules("status")


def test_a_sandbox_elsewhere_is_talked_to_without_a_server_here() -> None:
    """Where its packages are not installed, that was a defect of ours in a traceback."""
    found = modules("sandbox", "advance", "--url", "http://127.0.0.1:9")
    assert "nightaudit.sandbox.control.remote" in found
    assert set() == found & {"fastapi", "starlette", "uvicorn"}


def test_a_command_does_not_wait_for_the_command_line_of_its_library() -> None:
    command = [sys.executable, "-X", "importtime", "-m", "nightaudit", "doctor"]
    service = {"NIGHTAUDIT_BASE_URL": "http://127.0.0.1:9", "NIGHTAUDIT_API_KEY": "k"}
    ended = subprocess.run(command, env=os.environ | service, capture_output=True, text=True, check=False)
    found = {line.rpartition("|")[2].strip() for line in ended.stderr.splitlines()}
    assert {"httpx"} == found & {"httpx", "pygments", "click"}


def test_a_load_does_not_wait_for_the_record_dictionary() -> None:
    told = "import json, sys, nightaudit.load.pipeline; print(json.dumps([*sys.modules]))"
    found = set(json.loads(subprocess.check_output([sys.executable, "-c", told])))
    assert "nightaudit.client.resources.bookings" in found
    assert [] == [name for name in found if name.startswith("nightaudit.client.records")]


ENDING = """
import atexit, sys, threading, time
from nightaudit.fast_exit import fast_exit

class Told:
    def __del__(self): print("taken apart")

kept = Told()
with {around}:
    atexit.register(print, "done at the end")
    threading.Thread(target=lambda: time.sleep(0.2) or print("waited for")).start()
    sys.stdout.write("written out\\n")
    {last}
"""


@pytest.mark.parametrize(
    ("last", "status"),
    [("pass", 0), ("sys.exit()", 0), ("sys.exit(75)", 75), ("sys.exit('in words')", 1), ("1 / 0", 1)],
)
def test_a_process_ends_without_being_taken_apart_and_loses_nothing(last: str, status: int) -> None:
    def printed(around: str) -> list[str]:
        code = ENDING.format(around=around, last=last)
        done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, check=False)
        assert status == done.returncode
        return done.stdout.splitlines()

    usual = printed("__import__('contextlib').nullcontext()")
    assert ["written out", "waited for", "done at the end", "taken apart"] == usual
    without_words = last not in {"sys.exit('in words')", "1 / 0"}
    assert (usual[:-1] if without_words else usual) == printed("fast_exit()")
