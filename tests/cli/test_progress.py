"""Progress goes to stderr: a bar with an estimate on a terminal, plain lines elsewhere; results are plain on stdout."""

from __future__ import annotations

import io
import os
import re
import sys
import unicodedata
from decimal import Decimal

import pytest
from rich.console import Console
from rich.progress import Progress

from cli.conftest import Command
from client.loopback import Loopback, page_of
from nightaudit.cli.app import stderr_console, telling
from nightaudit.cli.output import print_table, visible
from nightaudit.cli.progress import ONE_REQUEST, Bars, Lines, _expected, progress_shown
from nightaudit.sandbox.options import Connection
from nightaudit.settings import Settings


def test_lines_say_steps_and_finished_streams_once() -> None:
    said = io.StringIO()
    lines = Lines(Console(file=said))
    lines.step("load")
    lines.stream("units", 500, None)
    lines.stream("units", 1234, "loaded")
    lines.stream("teams", 1, "loaded")
    lines.stream("bookings", 500, "failed")
    assert "load ...\n  units: 1,234 rows\n  teams: 1 row\n  bookings: failed\n" == said.getvalue()


def test_remarks_are_no_markup_and_no_orders_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    said = "3 rows: [null], [/buildings] :smile:"
    stderr_console().print(said)
    telling(stderr_console())(f"{said} \x1b[2J {'on one line ' * 20}")
    assert f"{said}\n{said} \\x1b[2J {'on one line ' * 20}\n" == capsys.readouterr().err


def test_a_character_is_escaped_if_it_is_an_order_or_turns_the_text_round() -> None:
    letters = [chr(code) for code in range(0x3000)]
    orders = {letter for letter in letters if unicodedata.category(letter) == "Cc"} - {"\t", "\n"}
    turning = {"LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI"}
    turners = {letter for letter in letters if unicodedata.bidirectional(letter) in turning}
    assert orders | turners == {letter for letter in letters if visible(letter) != letter}


def test_errors_are_no_orders_to_a_terminal(command: Command) -> None:
    ended = command("call", "units\x1b[2J")
    assert "nightaudit: No operation is called units\\x1b[2J." == ended.err.splitlines()[0]


def test_a_list_that_cannot_be_read_is_not_said_to_have_no_rows(
    command: Command, sandbox: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("base_url", "token_url", "client_id"):
        monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", getattr(sandbox, name))
    monkeypatch.setenv("NIGHTAUDIT_CLIENT_SECRET", "wrong")
    ended = command("load", "units")
    assert (3, True) == (ended.code, "units: failed" in ended.err), ended.err


def test_a_bar_measures_itself_against_the_rows_of_last_time() -> None:
    with Progress(console=Console(file=io.StringIO(), force_terminal=True)) as bars:
        load = Bars(bars, {"units": ONE_REQUEST, "bookings": 9 * ONE_REQUEST})
        [task] = bars.tasks
        load.stream("bookings", 3 * ONE_REQUEST, None)
        assert 30 == task.percentage
        load.stream("units", 4, "loaded")
        assert 0 < task.percentage < 100
        load.stream("bookings", 8 * ONE_REQUEST, "loaded")
        assert 100 == task.percentage
        load.stream("bookings_notes", 0, "loaded")  # nobody expected it
        assert 100 == task.percentage
        load.step("load")
        assert 1 == len(bars.tasks)
        load.step("build")
        assert ["load", "build"] == [one.description for one in bars.tasks]
        assert [True, False] == [one.finished for one in bars.tasks]


def test_a_terminal_gets_the_bar_and_nothing_else_does(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with progress_shown(settings) as progress:
        assert isinstance(progress, Lines)
    monkeypatch.setenv("FORCE_COLOR", "1")  # what Rich takes for a terminal
    monkeypatch.setenv("TERM", "xterm")
    with progress_shown(settings, ("units",)) as progress:
        assert isinstance(progress, Bars)


def test_a_load_prints_its_result_alone_on_stdout(
    sandbox: Connection, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("base_url", "api_key"):
        monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", getattr(sandbox, name))
    ended = command("load", "units", "buildings")
    assert 0 == ended.code, ended.err
    head, *rows = ended.out.splitlines()
    assert head.startswith("stream")
    assert {"buildings", "units"} == {row.split()[0] for row in rows}
    assert {"  units: 4 rows", "  buildings: 2 rows"} == set(ended.err.splitlines())
    assert not re.search(r"\x1b|\r", ended.out + ended.err)
    head, *rows = command("status").out.splitlines()
    assert ["stream", "age_hours", "rows", "records", "tier", "reason", "fields"] == head.split()
    assert {("units", "0.0", "4", "4"), ("buildings", "0.0", "2", "2")} <= {(*row.split()[:4],) for row in rows}
    expected = {"units": 4 + ONE_REQUEST, "buildings": 2 + ONE_REQUEST, "teams": ONE_REQUEST}
    assert expected == _expected(Settings.read(), [*expected]), "the next load of these"


@pytest.mark.usefixtures("impatient")
def test_a_field_that_nobody_declared_is_told_by_the_first_load_that_meets_it(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of([{"id": 7, "petsAllowed": True}], total=1)
    with Loopback(lambda _, exchange: exchange.json(page)) as server:
        monkeypatch.setenv("NIGHTAUDIT_BASE_URL", server.url)
        monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-api-key")
        first, second = command("load", "teams"), command("load", "teams")
    assert 0 == first.code, first.err
    assert re.search(r"^stream +field +remark\n *teams +petsAllowed +\w", first.out, re.MULTILINE), first.out
    assert "petsAllowed" not in second.out


def test_a_table_is_printed_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    print_table(["name", "amount"], [("[red]x :smile:", Decimal("1.10")), ("y" * 300, None)])
    first, second, third, end = capsys.readouterr().out.split(os.linesep)
    assert ["name", "amount"] == first.split()
    assert ["[red]x", ":smile:", "1.10"] == second.split()
    assert "y" * 300 == third, "neither wrapped nor followed by blanks"
    assert "" == end


def test_ids_and_years_are_shown_as_one_types_them(capsys: pytest.CaptureFixture[str]) -> None:
    columns = ["record_id", "invoiceId", "year", "ID", "nights", "is_late", "rate"]
    print_table(columns, [(5288, 70_221, 2026, 70_221, 5288, True, 0.87654)])
    assert ["5288", "70221", "2026", "70221", "5,288", "True", "0.8765"] == capsys.readouterr().out.splitlines()[
        1
    ].split()


@pytest.mark.parametrize("wide", ["z" * 12_000, "x y " * 4_000 + "z", "a\tz"], ids=["no blanks", "blanks", "tab"])
def test_no_cell_is_cut_or_broken_however_wide_it_is(wide: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Rich cuts rows at the width of its console, and a cell by the columns that its tabs need."""
    print_table(["text", "amount"], [(wide, 1)])
    _, row = capsys.readouterr().out.splitlines()
    assert [*wide.split(), "1"] == row.split()


def test_a_large_table_does_not_pass_through_rich(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rich needs a second for some thousand rows."""
    monkeypatch.setattr("rich.table.Table.add_row", None)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table(["one", "two"], [("\N{KATAKANA LETTER A}", -number) for number in range(5_000)])
    lines = capsys.readouterr().out.splitlines()
    assert ["one     two", "\N{KATAKANA LETTER A}        0", "\N{KATAKANA LETTER A}       -1"] == lines[:3]
    assert 5_001 == len(lines)


@pytest.mark.parametrize(("width", "lines"), [(80, 3), (64, 2), (50, 2)])
def test_a_terminal_wraps_sentences_where_it_has_the_room_and_nothing_else(
    width: int, lines: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    name, sentence = "financial_allocations_sales_payments", "postponed to later loads for [dim] and :bell: xx"
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    print_table(["stream", "remark"], [(name, sentence)])
    shown = capsys.readouterr().out.splitlines()
    assert lines == len(shown)
    assert shown[1].startswith(name)
    assert sentence == " ".join(" ".join(shown[1:]).removeprefix(name).split())
    print_table(["n", "remark"], [(5, "a"), (1_000, "b")])
    assert ["    5  a", "1,000  b"] == [line.rstrip() for line in capsys.readouterr().out.splitlines()[1:]]
