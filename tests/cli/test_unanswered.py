"""A question that is not answered ends the command like Ctrl-C anywhere: said, 130, and nothing done."""

from __future__ import annotations

import os
import select
from pathlib import Path

import pytest

from cli.conftest import at_a_terminal


def answered(words: list[str], awaited: str, key: str) -> tuple[int, str]:
    """How a command ends, and what it showed, where its question `awaited` is answered with this key."""
    shown = ""
    with at_a_terminal(*words) as (process, ours):
        for _ in range(60):
            if select.select([ours], [], [], 0.5)[0]:
                try:
                    shown += os.read(ours, 1000).decode()
                except OSError:  # the other end is closed
                    break
            elif awaited in shown:  # pressed again where it came before the question was ready for it
                os.write(ours, key.encode())
        return process.wait(timeout=30), shown


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


@pytest.mark.sampled
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
    code, shown = answered(words, awaited, key)
    assert 130 == code, shown
    assert f"nightaudit: no answer was given: {said}." in shown
    assert "Traceback" not in shown
    assert "Aborted" not in shown
    assert "committed" not in shown, "nothing was"
    assert not Path(".env").exists()


def test_an_answer_that_is_no_address_is_asked_for_again() -> None:
    """It was refused after the last answer, the secret, and all four had to be typed again."""
    code, shown = answered(INIT, "/api/v3", f"pms.example.com\n{CTRL_D}")
    assert "Error: This is not an http(s) address, such as https://pms.example.com." in shown
    assert "client id" not in shown
    assert 130 == code


def test_who_answers_no_forgets_nobody() -> None:
    code, shown = answered(FORGET, "[y/N]", "n\n")
    assert (1, True) == (code, "Nobody was forgotten." in shown)
