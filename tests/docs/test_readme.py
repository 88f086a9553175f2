"""The README begins with the pain, the answer, two commands and a picture, and what it names exists."""

from __future__ import annotations

import re
import struct

from documented import REPOSITORY, text_of
from nightaudit.cli.reference import commands
from nightaudit.cli.reference_tables import macros, tables
from nightaudit.correct.jobs import JOBS
from nightaudit.settings import Settings
from nightaudit.warehouse import work_file

README = text_of("README.md")
COMMANDS = {name.removeprefix("nightaudit ").split()[0] for name, _ in commands()}


def part(heading: str) -> str:
    return README.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]


def sentences(paragraph: str) -> int:
    return len(re.findall(r"[.;](?:\s|$)", paragraph.replace("**", "")))


def test_the_first_screen_is_pain_answer_two_commands_and_a_picture() -> None:
    title, pain, answer, commands, picture = README.split("\n\n")[:5]
    assert "# nightaudit" == title
    assert 2 == sentences(pain)
    assert answer.startswith("**nightaudit** ")
    assert 0 == answer.count(". "), "one sentence"
    assert ["make demo", "make test"] == [line.split("#")[0].strip() for line in commands.splitlines()[1:-1]]
    [path] = re.findall(r"^!\[[^\]]{20,}\]\(([^)]+)\)$", picture)
    head = (REPOSITORY / path).read_bytes()[:24]
    width, height = struct.unpack(">II", head[16:24])
    assert b"\x89PNG" == head[:4]
    assert 1000 <= width <= 1300
    assert 1000 <= height <= 1800
    assert README.index("![") < 1500, "it stands on the first screen"


def test_the_parts_are_folders_and_commands() -> None:
    rows = re.findall(r"^\| \[\w+\]\(#(\w+)\) \| (.+) \| (.+) \|$", README, re.MULTILINE)
    assert ["load", "build", "show", "correct", "sandbox"] == [anchor for anchor, _, _ in rows]
    for anchor, said, code in rows:
        assert part(anchor.capitalize())
        assert {word.removeprefix("nightaudit ") for word in re.findall(r"`([^`]+)`", said)} <= COMMANDS
        assert all((REPOSITORY / folder).is_dir() for folder in re.findall(r"`([^`]+)`", code))


def test_every_table_and_macro_it_names_is_published() -> None:
    published = {*tables(), *macros()}
    named = {
        f"{schema}.{name.split('(')[0]}"
        for schema, told in re.findall(r"^\| `(\w+)` \| (.+) \|$", part("Build"), re.MULTILINE)
        for name in re.findall(r"`([^`]+)`", told)
    }
    assert len(named) > 25
    assert set() == named - published
    assert {name.split(".")[0] for name in published} == {name.split(".")[0] for name in named}
    anywhere = set(re.findall(r"\b(?:core|occupancy|revenue|receivables|quality)\.\w+", README))
    assert set() == anywhere - published


def test_the_columns_of_a_correction_and_the_work_file_are_those_of_the_code() -> None:
    [(name, columns)] = re.findall(r"`([\w-]+)` needs `([\w,]+)`", part("Correct"))
    [job] = (job for job in JOBS if job.name == name)
    assert columns.split(",") == [column.name for column in job.columns if column.required]
    assert f"(`{work_file(Settings.read(_env_file=None, data_dir='data'))}`)" in part("Build")
