"""The command line in this process, and a small sandbox to point it at."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from datetime import date
from typing import NamedTuple

import pytest

from nightaudit.cli import main
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.options import Connection

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
