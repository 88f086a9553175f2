"""The command line in this process, and a small sandbox to point it at."""

from __future__ import annotations

import json
import os
import pty
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from nightaudit.cli import main
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.options import Connection
from report import made_up

TODAY = date(2026, 11, 1)


class Ended(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


Command = Callable[..., Ended]


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Connection]:
    with running(SandboxOptions(units=4, years=1, today=TODAY)) as connection:
        yield connection


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Run `nightaudit` with these words as a shell would."""

    def run(*words: str) -> Ended:
        monkeypatch.setattr(sys, "argv", ["nightaudit", *words])
        capsys.readouterr()
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 1
        else:
            code = 0
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def tenant(sandbox: Connection, monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The environment of a tenant that is set up well."""
    for name in ("base_url", "token_url", "client_id", "client_secret"):
        monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", getattr(sandbox, name))
    return monkeypatch


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_up.build(tmp_path_factory.mktemp("made") / "warehouse.duckdb")


@pytest.fixture
def published(made: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small published file in the data directory."""
    Path("data").mkdir()
    monkeypatch.setenv("NIGHTAUDIT_TODAY", made_up.AS_OF.isoformat())
    return Path(shutil.copy(made, "data/warehouse.duckdb"))


def found(command: Command, code: int = 0) -> dict[str, dict[str, Any]]:
    """What the doctor finds, by check; it ends with this code."""
    ended = command("doctor", "--json")
    assert code == ended.code, ended.out
    return {finding["check"]: finding for finding in json.loads(ended.out)}


@contextmanager
def at_a_terminal(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Run `nightaudit` with these words at a terminal of its own; yield the process, and our end of the terminal."""
    ours, theirs = pty.openpty()

    def set_terminal() -> None:
        os.setsid()
        os.close(os.open(os.ttyname(0), os.O_RDWR))  # so that Ctrl-C goes to this process
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it

    with subprocess.Popen(
        [sys.executable, "-m", "nightaudit", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        preexec_fn=set_terminal,  # noqa: PLW1509 - a session of its own has no terminal yet
    ) as process:
        os.close(theirs)
        try:
            yield process, ours
        finally:
            process.kill()
            os.close(ours)
