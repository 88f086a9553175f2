"""query: what it prints of values that Python or JSON has no like of, and what it says of a file that is damaged."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from pathlib import Path

import duckdb
import pytest

from cli.conftest import Command

PUBLISHED = Path("data/warehouse.duckdb")
STAYED = (
    "select age(date '2026-03-01', date '2026-01-01') as \"so \"\"long\"\"\", 'ab'::blob as bytes, {net: 1.10} as sums"
)
RATES = "[1.5, 2] as rates, 1 / 0 as adr, 0 / 0 as share, 2.50 as amount"


@pytest.fixture
def published() -> Path:
    """A published file without a table, in the data directory."""
    PUBLISHED.parent.mkdir()
    duckdb.connect(str(PUBLISHED)).close()
    return PUBLISHED


@pytest.mark.usefixtures("published")
def test_what_python_has_no_like_of_is_told_in_the_words_of_duckdb(command: Command) -> None:
    ended = command("query", f"{STAYED}, {RATES}, 3 as adr", "--csv")
    assert (0, "") == (ended.code, ended.err)
    columns, row = csv.reader(ended.out.splitlines())
    assert ['so "long"', "bytes", "sums", "rates", "adr", "share", "amount", "adr"] == columns
    assert ["2 months", "ab", "{'net': 1.10}", "[1.5, 2.0]", "inf", "nan", "2.50", "3"] == row


@pytest.mark.usefixtures("published")
def test_json_holds_no_number_that_json_has_not(command: Command) -> None:
    days = "map {date '2026-11-01': 1.50} as days"
    ends = "map {'inf'::double: 2, 0.5::double: 3} as ends"
    ended = command("query", f"{STAYED}, {RATES}, [-1 / 0] as n, {days}, {ends}", "--json")
    assert (0, "") == (ended.code, ended.err)
    [row] = json.loads(ended.out, parse_constant=pytest.fail)
    assert {'so "long"': "2 months", "bytes": "ab", "sums": {"net": "1.10"}}.items() <= row.items()
    assert {"rates": ["1.5", "2.0"], "adr": "Infinity", "share": "NaN", "amount": "2.50"}.items() <= row.items()
    assert (["-Infinity"], {"2026-11-01": "1.50"}) == (row["n"], row["days"])
    assert {"Infinity": 2, "0.5": 3} == row["ends"]
    assert "{2026-11-01=1.50}" in command("query", f"select {days}").out


@pytest.mark.usefixtures("published")
def test_rows_of_csv_are_not_held_at_once(command: Command) -> None:
    tracemalloc.start()
    try:
        ended = command("query", "select 1000 + range as number, 'Käthe' || range as name from range(50000)", "--csv")
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [f"{1000 + number},Käthe{number}" for number in range(50_000)] == ended.out.splitlines()[1:]
    assert most < 9_000_000
    late = "select if(range = 49999, error('late'), range) as number from range(50000)"
    ended = command("query", late, "--csv")
    assert (2, "") == (ended.code, ended.out)


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_text_of_two_lines_is_one_cell(command: Command, end: str) -> None:
    """With CR alone it was not quoted: a spreadsheet began a new row there."""
    asked = f"select 7 as id, 'Käthe{end}Smith' as name"
    printed = io.StringIO(command("query", asked, "--csv").out, "")
    assert [["id", "name"], ["7", f"Käthe{end}Smith"]] == [*csv.reader(printed)]


@pytest.mark.usefixtures("published")
def test_a_text_tells_a_terminal_nothing(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "'Käthe' || chr(27) || ']0;x' || chr(7) || chr(155) || '2J' || chr(13) || 'Smith' || chr(10) || 'two'"
    text += " || chr(127) || chr(8238)"
    ended = command("query", f"select {text} as name")
    assert ["name", r"Käthe\x1b]0;x\x07\x9b2J\x0dSmith", r"two\x7f\u202e"] == ended.out.splitlines()
    as_json = command("query", f"select {text} as name", "--json").out
    assert as_json.replace("\n", "").isprintable()
    name = "Käthe\x1b]0;x\x07\x9b2J\rSmith\ntwo\x7f\u202e"
    assert [{"name": name}] == json.loads(as_json)
    assert [["name"], [name]] == [*csv.reader(io.StringIO(command("query", f"select {text} as name", "--csv").out, ""))]
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert command("query", f"select {text} as name", "--csv").out.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    "asked",
    [
        "explain analyze copy (select 1) to 'stolen.csv'",
        "call enable_logging(storage = 'file', storage_path = 'stolen.log')",
        "explain analyze set enable_external_access = true",
        "explain analyze load 'excel'",
        "from 'other.csv'",
        "from view_sent",
        "from macro_sent()",
    ],
)
def test_a_query_reaches_no_other_file(asked: str, published: Path, command: Command) -> None:
    Path("other.csv").write_text("secret\n1\n")
    with duckdb.connect(str(published)) as connection:
        connection.execute("create view view_sent as from 'other.csv'")
        connection.execute("create macro macro_sent() as table from read_text('other.csv')")
    ended = command("query", asked)
    assert 2 == ended.code
    assert "secret" not in ended.out
    assert {"data", "other.csv"} == {path.name for path in Path().iterdir()}


def test_tables_are_shown_with_their_schemas(published: Path, command: Command) -> None:
    with duckdb.connect(str(published)) as connection:
        connection.execute(
            "create schema core; create table core.dim_units(id int); create view core.dim_all as from core.dim_units"
        )
    for asked in ("show tables", "SHOW  TABLES;\n", "-- all\nshow /* the */ tables; -- end", "pragma show_tables"):
        ended = command("query", asked, "--csv")
        assert (0, "name\ncore.dim_all\ncore.dim_units\n") == (ended.code, ended.out)


@pytest.mark.usefixtures("published")
@pytest.mark.parametrize("words", [("-- nights\nselect 7 as n", "--csv"), ("--csv", "--nights\nselect 7 as n")])
def test_a_query_may_begin_with_a_comment(words: tuple[str, ...], command: Command) -> None:
    assert (0, "n\n7\n", "") == tuple(command("query", *words))
    assert '"show tables"' in command("query", "from dim_unit").err
    assert "No such option: --cvs" in command("query", "select 1", "--cvs").err


def test_a_damaged_file_is_told_and_what_writes_it_anew(published: Path, command: Command) -> None:
    published.write_bytes(b"<html>" * 1000)
    ended = command("query", "select 1")
    assert (3, "") == (ended.code, ended.out)
    assert "nightaudit: data/warehouse.duckdb is damaged" in ended.err
    assert "`nightaudit publish`" in ended.err
