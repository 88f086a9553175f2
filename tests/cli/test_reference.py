"""The pages of the reference are what the code says, and examples are commands that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from documented import commands_of, text_of
from documented import pages as pages_of_people
from nightaudit.cli.reference import commands, exit_codes, main, pages, parts_of_help
from nightaudit.client.resources import documented_operations
from nightaudit.settings import Settings

REPOSITORY = Path(__file__).parents[2]
REFERENCE = REPOSITORY / "docs" / "reference"
GROUPS = {"nightaudit", "nightaudit correct"}  # they do nothing themselves
COMMANDS: dict[str, Any] = dict(commands())
RUNNABLE = sorted(COMMANDS.keys() - GROUPS)


@pytest.mark.parametrize("name", sorted(pages()))
def test_a_committed_page_is_what_the_code_says(name: str) -> None:
    made_anew = "python -m nightaudit.cli.reference docs/reference"
    assert (REFERENCE / name).read_text() == pages()[name], f"make it anew: {made_anew}"


def test_there_is_no_other_page(tmp_path: Path) -> None:
    main(tmp_path / "reference")
    assert {path.name: path.read_text() for path in (tmp_path / "reference").iterdir()} == pages()
    assert set(pages()) == {path.name for path in REFERENCE.iterdir()}


def test_every_command_and_option_is_on_the_page() -> None:
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", pages()["cli.md"], re.MULTILINE | re.DOTALL))
    assert COMMANDS.keys() - {"nightaudit"} == sections.keys()
    for name in RUNNABLE:
        for parameter in COMMANDS[name].params:
            assert "--help" in parameter.opts or parameter.help, f"{name} {parameter.name} has no help"
            for option in (*parameter.opts, *parameter.secondary_opts):
                assert option == "--help" or not option.startswith("--") or option in sections[name], (name, option)


def test_every_command_prints_json_when_asked() -> None:
    """Or of a failure, where the answer is JSON anyway; a sandbox is a service, a notebook a page in the browser."""
    without = {name for name in RUNNABLE if not any("--json" in parameter.opts for parameter in COMMANDS[name].params)}
    assert {"nightaudit sandbox", "nightaudit notebook"} == without


@pytest.mark.parametrize("name", [*RUNNABLE, "nightaudit correct"])
def test_help_ends_in_two_examples_that_parse(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, examples = parts_of_help(COMMANDS[name])
    assert text
    assert 2 == len(examples)
    for example in examples:
        called = []
        for part in re.split(r"&&|\|\|?|[<>]", example):
            words = shlex.split(part)
            while words and re.match(r"NIGHTAUDIT_\w+=", words[0]):
                monkeypatch.setenv(*words.pop(0).split("=", 1))
            if words and words[0] == "nightaudit":
                called.append(_parse(words))
        assert any(command.startswith(name) for command in called), example


def _parse(words: list[str]) -> str:
    """Let the parser read the words, and return the command's whole name; raises when any of them is wrong."""
    name, command = words[0], COMMANDS[words[0]]
    rest = words[1:]
    while rest and rest[0] in getattr(command, "commands", {}):
        command = command.commands[rest[0]]
        name, rest = f"{name} {rest[0]}", rest[1:]
    command.make_context(name, rest)
    return name


def test_the_parser_would_notice() -> None:
    with pytest.raises(Exception, match="--no-such-option"):
        _parse(["nightaudit", "load", "--no-such-option"])


def test_every_command_in_the_documentation_parses() -> None:
    parsed = 0
    for page in pages_of_people():
        for command in commands_of(page):
            for words in _calls(command):
                _parse(words)
                parsed += 1
    assert parsed > 40


def test_every_command_that_a_sentence_names_exists() -> None:
    """A mention may leave out arguments; options it names are there."""
    known = 0
    for page in pages_of_people():
        prose = re.sub(r"^```.*?^```", "", text_of(page), flags=re.MULTILINE | re.DOTALL)
        for mention in re.findall(r"`((?:\.venv/bin/)?nightaudit [^`]+)`", prose):
            for words in _calls(mention):
                name = " ".join(words[:3]) if words[1] in {"correct", "sandbox"} else " ".join(words[:2])
                command = (
                    COMMANDS.get(name) or COMMANDS[" ".join(words[:2])] if words[1][0] != "-" else COMMANDS[words[0]]
                )
                options = {option for parameter in command.params for option in parameter.opts}
                assert {word for word in words if word.startswith("--")} <= options, mention
                known += 1
    assert known > 20


def _calls(command: str) -> list[list[str]]:
    """The words of each call of ours in a line, without settings before it, and what goes to files and other programs."""
    line = command.splitlines()[0] if "<<" in command else command
    read = shlex.shlex(line, posix=True, punctuation_chars="<>|&;")
    read.whitespace_split = True
    found: list[list[str]] = [[]]
    reads_on = True
    for word in read:
        if not set(word) - set("<>|&;"):
            reads_on = word[0] not in "<>"
            found += [[]] if reads_on else []
        elif reads_on and (found[-1] or not re.match(r"NIGHTAUDIT_\w+=", word)):
            found[-1].append(word.removeprefix(".venv/bin/"))
    return [words for words in found if words[:1] == ["nightaudit"] and "..." not in words and len(words) > 1]


def test_a_call_is_read_as_a_shell_reads_it() -> None:
    line = (
        'NIGHTAUDIT_TODAY=2026-07-01 .venv/bin/nightaudit query "a <> b && c" --csv > x.csv && nightaudit status | head'
    )
    assert [["nightaudit", "query", "a <> b && c", "--csv"], ["nightaudit", "status"]] == _calls(line)


def test_every_setting_and_operation_is_on_its_page() -> None:
    settings, operations = pages()["settings.md"], pages()["operations.md"]
    assert all(f"`NIGHTAUDIT_{name.upper()}`" in settings for name in Settings.model_fields)
    documented = {op.name for op in documented_operations()}
    assert documented
    assert all(f"`{name}`" in operations for name in documented)


def test_exit_codes_are_those_of_the_errors() -> None:
    decided = set(exit_codes()) | {0, 130}
    assert {0, 1, 2, 3, 4, 5, 6, 75, 130} == decided
    page = {int(code) for code in re.findall(r"^\| (\d+) \|", pages()["exit-codes.md"], re.MULTILINE)}
    assert decided == page
    readme = (REPOSITORY / "README.md").read_text().partition("## Exit codes")[2].partition("\n## ")[0]
    assert decided == {int(code) for code in re.findall(r"\b\d+\b", readme)}
