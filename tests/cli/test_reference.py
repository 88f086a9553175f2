"""The pages of the reference are what the code says, and examples are commands that exist."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from nightaudit.cli.reference import commands, exit_codes, pages, parts_of_help
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


def test_there_is_no_other_page() -> None:
    assert set(pages()) == {path.name for path in REFERENCE.iterdir()}


def test_every_command_and_option_is_on_the_page() -> None:
    sections = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", pages()["cli.md"], re.MULTILINE | re.DOTALL))
    assert COMMANDS.keys() - {"nightaudit"} == sections.keys()
    for name in RUNNABLE:
        for parameter in COMMANDS[name].params:
            assert "--help" in parameter.opts or parameter.help, f"{name} {parameter.name} has no help"
            for option in parameter.opts:
                assert option == "--help" or not option.startswith("--") or option in sections[name], (name, option)


@pytest.mark.parametrize("name", RUNNABLE)
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
        assert name in called, example


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
    pages_of_people = [path for path in (REPOSITORY / "docs").rglob("*.md") if path.parent != REFERENCE]
    parsed = 0
    for page in pages_of_people:
        for block in re.findall(r"^```(?:sh|bash)\n(.*?)^```", page.read_text(), re.MULTILINE | re.DOTALL):
            for part in re.split(r"&&|\n", block):
                words = shlex.split(re.split(r"[|<>] ", part)[0], comments=True)
                if words and words[0] == "nightaudit":
                    _parse(words)
                    parsed += 1
    assert parsed > 20


def test_every_setting_and_operation_is_on_its_page() -> None:
    settings, operations = pages()["settings.md"], pages()["operations.md"]
    assert all(f"`NIGHTAUDIT_{name.upper()}`" in settings for name in Settings.model_fields)
    documented = {op.name for op in documented_operations()}
    assert 143 == len(documented)
    assert all(f"`{name}`" in operations for name in documented)


def test_exit_codes_are_those_of_the_errors() -> None:
    decided = set(exit_codes()) | {0, 130}
    assert {0, 1, 2, 3, 4, 5, 6, 75, 130} == decided
    page = {int(code) for code in re.findall(r"^\| (\d+) \|", pages()["exit-codes.md"], re.MULTILINE)}
    assert decided == page
    readme = (REPOSITORY / "README.md").read_text().partition("## Exit codes")[2].partition("\n## ")[0]
    assert decided == {int(code) for code in re.findall(r"\b\d+\b", readme)}


def test_links_between_pages_lead_somewhere() -> None:
    for page in (REPOSITORY / "docs").rglob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text()):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name} -> {target}"
