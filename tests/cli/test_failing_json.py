"""With --json stdout is one JSON document, also where a command fails before it has anything to say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Command
from nightaudit.cli.reference import commands

WITH_JSON = [
    (name, command)
    for name, command in commands()
    if any("--json" in one.opts for one in getattr(command, "params", ()))
]
FINDINGS = {"nightaudit doctor"}
"""What is wrong is what these are asked for: they answer it as their findings."""
ASK_NOTHING = {"nightaudit operations", "nightaudit correct jobs"}
"""These read no setting."""


def words_of(name: str, command: Any) -> list[str]:
    """The command as it can be called, with something in the place of every argument that it needs."""
    needed = ["4711" for one in command.params if one.required and not one.opts[0].startswith("-")]
    return [*name.split()[1:], *needed, "--json"]


def failed(command: Command, *words: str) -> dict[str, Any]:
    ended = command(*words)
    assert ended.code, words
    assert "Traceback" not in ended.err
    told = json.loads(ended.out)
    assert ended.code == told["exit_code"]
    assert ["error", "exit_code", "hint"] == sorted(told)
    assert " ".join(told["error"].split()) in " ".join(ended.err.split()) or "standard error" in told["error"]
    return dict(told)


def test_every_command_that_answers_is_looked_at() -> None:
    """A list, so that this file is not emptied by a change of how options are found."""
    assert len(WITH_JSON) >= 28
    assert {"nightaudit call", "nightaudit correct export"} <= {name for name, _ in WITH_JSON}, "JSON by nature"
    assert {*FINDINGS, *ASK_NOTHING} <= {name for name, _ in WITH_JSON}


@pytest.mark.parametrize(("name", "called"), WITH_JSON, ids=[name for name, _ in WITH_JSON])
def test_an_unknown_option_is_told_as_json(command: Command, name: str, called: Any) -> None:
    told = failed(command, *words_of(name, called), "--no-such-option")
    assert (2, "No such option: --no-such-option") == (told["exit_code"], told["error"])


@pytest.mark.parametrize(("name", "called"), WITH_JSON, ids=[name for name, _ in WITH_JSON])
def test_a_wrong_setting_is_told_as_json(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, called: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NIGHTAUDIT_PAGE_SIZE", "many")
    words = words_of(name, called)
    if name in ASK_NOTHING:
        assert json.loads(command(*words).out)
    elif name in FINDINGS:
        assert isinstance(json.loads(command(*words).out), list)
    else:
        assert failed(command, *words)["exit_code"] in {2, 3}


@pytest.mark.parametrize(
    ("words", "exit_code"),
    [
        ("init --base-url http://127.0.0.1:9 --api-key 0123456789", 4),
        ("load no_such_stream", 2),
        ("call no.such", 2),
        ("call units.list", 4),
        ("correct export no-such-plan", 2),
        ("sandbox advance --url http://127.0.0.1:9", 4),
        ("correct plan no-such-job", 2),
        ("correct apply no-such-plan --live", 2),
        ("correct plan allocations-create --from no-such-file.csv", 2),
        ("correct plan invoices-post-drafts", 3),
        ("query select", 3),
        ("status --no-such", 2),
    ],
)
def test_no_network_and_names_that_are_not_known(
    command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: str, exit_code: int
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, value in (("BASE_URL", "http://127.0.0.1:9"), ("API_KEY", "0123456789"), ("DEADLINE_SECONDS", "1")):
        monkeypatch.setenv(f"NIGHTAUDIT_{name}", value)
    assert exit_code == failed(command, *words.split(), "--json")["exit_code"]


def test_ctrl_c_is_told_as_json(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nightaudit.doctor.examine", pressed)
    assert 130 == failed(command, "doctor", "--json")["exit_code"]


def test_ctrl_c_while_a_class_is_created(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python 3.11 reports it as an error of the class."""

    class Pressed:
        def __set_name__(self, _owner: type, _name: str) -> None:
            raise KeyboardInterrupt

    monkeypatch.setattr("nightaudit.doctor.examine", lambda: type("Imported", (), {"field": Pressed()}))
    assert 130 == failed(command, "doctor", "--json")["exit_code"]


def test_a_defect_of_ours(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken() -> None:
        raise KeyError("arrival")

    monkeypatch.setattr("nightaudit.doctor.examine", broken)
    with pytest.raises(KeyError):  # the traceback on stderr
        command("doctor", "--json")
    told = json.loads(capsys.readouterr().out)
    assert (1, "This is a defect of nightaudit: KeyError: 'arrival'") == (told["exit_code"], told["error"])
    with pytest.raises(KeyError):
        command("doctor")
    assert "" == capsys.readouterr().out


def test_without_json_stdout_stays_empty(command: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NIGHTAUDIT_PAGE_SIZE", "many")
    for words in (("status",), ("query", "--", "--json")):
        ended = command(*words)
        assert (3, "") == (ended.code, ended.out)
        assert "NIGHTAUDIT_PAGE_SIZE" in ended.err


@pytest.mark.parametrize("given", ["jane@example.com", "", "4 711", "4,711", "Ⅳ"])
def test_whom_to_forget_is_said_by_id(given: str, command: Command) -> None:
    ended = command("forget", given, "--yes", "--json")
    assert 2 == ended.code
    assert f"{given!r} is not the id of a contact" in json.loads(ended.out)["error"]
    assert "contacts.list emailAddress=" in ended.err
