"""A question that is not answered ends the command like Ctrl-C anywhere: said, 130, and nothing done."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
from pathlib import Path

import pytest


def at_a_terminal(words: list[str], awaited: str, key: str) -> tuple[int, str]:
    """How a command ends, and what it showed, where its question `awaited` is answered with this key."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NIGHTAUDIT_")}
    shown = ""

    def set_terminal() -> None:
        os.setsid()
        os.close(os.open(os.ttyname(0), os.O_RDWR))  # so that Ctrl-C goes to this process

    with subprocess.Popen(
        [sys.executable, "-m", "nightaudit.cli", *words],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=environment,
        preexec_fn=set_terminal,  # noqa: PLW1509 - a session of its own has no terminal yet
    ) as process:
        os.close(theirs)
        try:
            for _ in range(60):
                if select.select([ours], [], [], 0.5)[0]:
                    try:
                        shown += os.read(ours, 1000).decode()
                    except OSError:  # the other end is closed
                        break
                elif awaited in shown:  # pressed again where it came before the question was ready for it
                    os.write(ours, key.encode())
            return process.wait(timeout=30), shown
        finally:
            process.kill()
            os.close(ours)


CTRL_C, CTRL_D = "\x03", "\x04"
INIT = ["init"]
SECRET = [
    "init",
    "--base-url",
    "https://pms.example.com",
    "--client-id",
    "me",
    "--token-url",
    "https://pms.example.com",
]
FORGET = ["forget", "4711"]


@pytest.mark.parametrize("key", [CTRL_C, CTRL_D])
@pytest.mark.parametrize(
    ("words", "awaited", "said"),
    [
        (INIT, "/api/v3", "nothing was written"),
        (SECRET, "secret", "nothing was written"),
        (FORGET, "[y/N]", "nobody was forgotten"),
    ],
)
def test_a_question_that_is_not_answered_ends_with_130(words: list[str], awaited: str, said: str, key: str) -> None:
    code, shown = at_a_terminal(words, awaited, key)
    assert 130 == code, shown
    assert f"nightaudit: no answer was given: {said}." in shown
    assert "Traceback" not in shown
    assert "Aborted" not in shown
    assert not Path(".env").exists()


def test_no_is_an_answer() -> None:
    code, shown = at_a_terminal(FORGET, "[y/N]", "n\n")
    assert (1, True) == (code, "Nobody was forgotten." in shown)
