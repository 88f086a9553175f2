"""The sandbox as its user meets it: started, lived on, made to fail, put back, stopped."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from nightaudit.errors import Unreachable, UsageError
from nightaudit.sandbox.control.remote import ask
from sandbox.sandbox_api import HTTP, write_portfolio
from sandbox.sandbox_examples import UNIT

COMMAND = [sys.executable, "-m", "nightaudit", "sandbox"]


@pytest.fixture(scope="module")
def connection() -> Iterator[dict[str, str]]:
    arguments = ["--units", "6", "--years", "1", "--today", "2026-11-01", "--dialect", "observed"]
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        yield json.loads(process.stdout.readline())
        process.kill()


def run(connection: dict[str, str], *arguments: str, exit_code: int = 0) -> str:
    environment = {"PATH": os.environ["PATH"], "NIGHTAUDIT_BASE_URL": connection["base_url"]}
    done = subprocess.run([*COMMAND, *arguments], env=environment, capture_output=True, text=True, check=False)
    assert exit_code == done.returncode, done.stderr
    assert "Traceback" not in done.stderr
    return done.stdout or done.stderr


def test_it_says_where_it_is_and_lives_on(connection: dict[str, str]) -> None:
    assert {"base_url", "token_url", "client_id", "client_secret", "api_key"} == set(connection)
    before = HTTP.get(connection["base_url"] + "/_sandbox").json()["clock"]
    assert json.loads(run(connection, "advance", "--days", "3"))
    after = HTTP.get(connection["base_url"] + "/_sandbox").json()["clock"]
    assert ("2026-11-01", "2026-11-04") == (before[:10], after[:10])
    json.loads(run(connection, "reset"))
    assert before[:10] == HTTP.get(connection["base_url"] + "/_sandbox").json()["clock"][:10]


def test_faults_are_armed_listed_and_cleared(connection: dict[str, str]) -> None:
    run(connection, "fault", "status", "route=/units", "status=429", "retry_after=seconds", "count=1")
    key = {"X-Auth-Token": connection["api_key"]}
    statuses = [HTTP.get(connection["base_url"] + "/api/v3/units", headers=key).status_code for _ in range(2)]
    assert [429, 200] == statuses
    assert 1 == json.loads(run(connection, "fault", "list"))[0]["happened"]
    assert [] == json.loads(run(connection, "fault", "clear"))
    assert None is json.loads(run(connection, "fault", "status", "count=null"))[0]["count"]  # without end
    assert "takes no route=/units" in run(connection, "fault", "clear", "route=/units", exit_code=2)
    assert 1 == len(json.loads(run(connection, "fault", "list")))
    assert [] == json.loads(run(connection, "fault", "clear"))
    told = run(connection, "fault", "boredom", exit_code=2)
    assert told.startswith(
        "nightaudit: The sandbox refused the request: There is no fault 'boredom'. The kinds are status, reset,"
    )
    assert "{" not in told
    assert "No sandbox answers" in run({"base_url": "http://127.0.0.1:9"}, "advance", exit_code=4)


def test_an_address_where_nothing_answers_is_named_with_the_reason_alone() -> None:
    with pytest.raises(Unreachable, match=r"^No sandbox answers at http://127\.0\.0\.1:9: \[Errno"):
        ask("http://127.0.0.1:9", "POST", "/advance")


def test_the_key_of_a_sandbox_goes_to_no_proxy_and_over_no_open_line(
    connection: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("http_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert "2026-11-01" == ask(connection["base_url"], "GET", "/clock", api_key=connection["api_key"])["today"]
    for address, why in (
        ("http://sandbox.example:8700", "is plain http to another machine"),
        ("ftp://x", "is not an http"),
        ("", "is not an http"),
    ):
        with pytest.raises(UsageError, match=f"^The address of the sandbox {why}"):
            ask(address, "GET", "/clock", api_key="key")


def test_a_file_keeps_the_options_by_which_it_was_filled(tmp_path: Path) -> None:
    """A reset, the clock, stamps and simulated days followed the later run."""

    def served(*arguments: str) -> tuple[int, str, bool, str]:
        command = [*COMMAND, "--database", str(tmp_path / "kept.sqlite"), *arguments]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stdout
            connection = json.loads(process.stdout.readline())
            HTTP.post(connection["base_url"] + "/_sandbox/reset", json={})
            state = HTTP.get(connection["base_url"] + "/_sandbox").json()
            key = {"X-Auth-Token": connection["api_key"]}
            unit = HTTP.get(connection["base_url"] + "/api/v3/units/5", headers=key).json()
            process.send_signal(signal.SIGTERM)
            told = process.communicate(timeout=30)[1]
            assert 0 == process.returncode, "it stops when told"
            return state["records"]["units"], state["clock"][:10], "createdDate" in unit, told

    folder = write_portfolio(tmp_path / "mine", {"units": [UNIT | {"id": 5, "createdDate": "2026-01-01T00:00:00Z"}]})
    filled = (1, "2026-03-01", True)
    assert (*filled, "") == served("--portfolio", str(folder), "--today", "2026-03-01")
    assert (*filled, "") == served()
    assert (*filled, "") == served("--today", "2026-03-01", "--dialect", "observed")
    *state, told = served("--units", "9", "--seed", "2", "--no-stamps", "--today", "2026-06-01")
    assert [*filled] == state
    assert "as it was filled; --units, --seed, --today, --no-stamps had no effect." in told
    with sqlite3.connect(tmp_path / "kept.sqlite") as file:
        file.execute("DROP TABLE filling")
    assert (
        "kept.sqlite does not say how it was filled; the options of this run apply to a reset."
        in served("--units", "3")[-1]
    )


def test_it_leaves_nothing_behind_when_told_before_it_is_ready(tmp_path: Path) -> None:
    command = [*COMMAND, "--units", "2000", "--years", "5"]
    with subprocess.Popen(command, env=os.environ | {"TMPDIR": str(tmp_path)}) as process:
        while not list(tmp_path.glob("*/*.unfinished")):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGTERM)
        assert 128 + signal.SIGTERM == process.wait(timeout=30)
    assert [] == list(tmp_path.iterdir())


SIGNALLED_EARLY = """
import os, signal
from nightaudit.sandbox.options import SandboxOptions
from nightaudit.sandbox.server import server

class Signalled(server._Server):
    def run(self, sockets=None):
        os.kill(os.getpid(), signal.SIGTERM)
        super().run(sockets)

server._Server = Signalled
server.serve(SandboxOptions(units=3, years=1))
"""


def test_it_stops_when_told_before_it_listens() -> None:
    """A signal between the generation and the server's own handlers was lost."""
    subprocess.run([sys.executable, "-c", SIGNALLED_EARLY], check=True, timeout=30, capture_output=True)
