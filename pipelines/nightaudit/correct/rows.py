"""Reads the rows of a correction from a CSV, from a query on the published warehouse, or from a model of the dbt project."""

from __future__ import annotations

import codecs
import csv
import io
import re
import time
from typing import TYPE_CHECKING, NamedTuple

from nightaudit import database, warehouse
from nightaudit.correct.values import sha256
from nightaudit.errors import ConfigurationError, UsageError

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.correct.correction import Correction
    from nightaudit.settings import Settings

OTHER_KINDS = {
    b"PK\x03\x04": "a workbook or a zip file",  # .xlsx, .ods and .numbers are zip files
    bytes.fromhex("d0cf11e0a1b11ae1"): "a workbook",
    b"<": "HTML or XML",  # what some exports call .xls
    b"%PDF": "a PDF",
    b'{"': "JSON",
    b"[{": "JSON",
}
"""Kinds of files that are not CSV, by their first bytes without blanks and line ends. [invoiceId] is the name of a column."""
SEPARATOR_LINE = re.compile(r'"?sep=[,;\t]?"?[,;\t ]*(\r\n|[\r\n]|$)', re.IGNORECASE)
"""What some spreadsheets write above the header."""
QUOTED = re.compile(r'"(?:[^"]|"")*"')  # a cell of a header may contain separators and line ends
LINE_END = re.compile("[\r\n]")
OTHER_FILES = "A query reads the published file alone. Give the rows of another file with --from FILE.csv."
ONE_DAY = 86_400  # seconds
MOST_HEADER = 100_000  # characters in which a header ends
WRONG_QUOTE = 'has a cell whose quote (") is not closed, or a quote within a quoted cell that is not written twice ("")'
SHAPE = (
    "Commas, semicolons or tabs separate the cells. The first line must name the columns, each once, without titles above it."
    " A cell that contains the separator of the file, such as 950,00 between commas, must be in quotes."
    " Each row has as many cells as the header, empty ones included."
)


class Source(NamedTuple):
    """Rows as text by column, the name of their source, and a digest of their content.

    lines   where the source is a file, the line in which each row begins, as an editor counts: empty lines and header included
    remark  what the approver is told of the source, "" for nothing
    """

    rows: list[dict[str, str]]
    name: str
    digest: str
    lines: tuple[int, ...] = ()
    remark: str = ""

    def place(self, number: int) -> str:
        """Return the place of a row, counted from 1: its line in a file, else its number."""
        return f"line {self.lines[number - 1]}" if self.lines else f"row {number}"

    def named(self, number: int) -> str:
        """Return a row's number, as the plan counts, and its line where it is in a file: row 8 (line 9)."""
        row, place = f"row {number}", self.place(number)
        return row if place == row else f"{row} ({place})"


def from_csv(path: Path) -> Source:
    """Return the rows of a CSV file with every cell as text. The file is UTF-8, its first line the header.

    Cells are separated by comma, semicolon or tab. Raises UsageError for a file that cannot be read so.
    """
    try:
        text = _decoded(path, path.read_bytes())
    except OSError as error:
        hint = (
            "Check the path. For a new file, `nightaudit correct jobs` lists the columns of each job, and"
            " docs/how-to/correct.md shows an example."
        )
        raise UsageError(f"{path} cannot be read: {error.strerror}.", hint=hint) from None
    above = 0
    if separator_line := SEPARATOR_LINE.match(text):
        text, above = text[separator_line.end() :], 1
    header_line = LINE_END.split(QUOTED.sub("", text.lstrip("\r\n")[:MOST_HEADER]), 1)[0]
    try:
        begins, lines = _lines(text, max(",;\t", key=header_line.count), above)
    except csv.Error as error:
        raise UsageError(f"{path} is not a CSV file: {error}.") from None
    if not lines:
        raise UsageError(f"{path} is empty.")
    header, written = _header(path, lines[0]), len(lines[0])
    width = len(header)
    wrong = [
        (line, len(cells))
        for line, cells in zip(begins[1:], lines[1:], strict=True)
        if not width <= len(cells) <= written or any(cell.strip() for cell in cells[width:])
    ]
    if wrong:
        line, count = wrong[0]
        short = f"line {line} does not have as many cells as the header, {count} for {width} ({len(wrong)} such rows)"
        raise UsageError(f"{path}: {short}.", hint=SHAPE)
    rows = [dict(zip(header, cells[:width], strict=True)) for cells in lines[1:]]
    return Source(rows, path.name, sha256(text), tuple(begins[1:]))


def _header(path: Path, cells: list[str]) -> list[str]:
    """Return the names of the columns, without the empty cells at the end, which spreadsheets write for formatted columns.

    Raises UsageError for a name that stands twice, and for a column without a name.
    """
    names = [name.strip() for name in cells]
    while not names[-1]:
        names.pop()
    for place, name in enumerate(names, 1):
        if not name or name in names[: place - 1]:
            wrong = f"the column {name} twice" if name else f"no name for its column {place}"
            raise UsageError(f"{path}: the header has {wrong}.", hint=SHAPE)
    return names


def _decoded(path: Path, content: bytes) -> str:
    """Return the text of a CSV file. Raises UsageError for one of OTHER_KINDS, and for text in another encoding than UTF-8."""
    begin = b"".join(content.removeprefix(codecs.BOM_UTF8)[:1000].split())
    if kind := next((kind for first, kind in OTHER_KINDS.items() if begin.startswith(first)), ""):
        raise UsageError(
            f"{path} is {kind}, not a CSV file.", hint="Save its rows as CSV UTF-8, in a spreadsheet for example."
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len((content[: error.start] + b"x").splitlines())  # also where lines end as on an old Mac
        raise UsageError(f"{path} is not UTF-8 text: see line {line}.", hint="Save it as CSV UTF-8.") from None
    if "\0" in text:  # between the letters of UTF-16 without a mark, for example
        raise UsageError(f"{path} is not UTF-8 text: it has zero bytes.", hint="Save it as CSV UTF-8.")
    return text


def _lines(text: str, delimiter: str, above: int) -> tuple[list[int], list[list[str]]]:
    """Return the numbers of the lines in which the rows begin, and the cells of the rows; empty rows are left out.

    above  number of lines of the file before the text

    Raises csv.Error with a text that names the line in which the wrong row begins: a quote that is never closed takes in all
    lines that follow.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    begins, lines, begin = [], [], above + 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                begins.append(begin)
                lines.append(cells)
            begin = above + reader.line_num + 1
    except csv.Error:
        raise csv.Error(f"the row that begins in line {begin} {WRONG_QUOTE}") from None
    return begins, lines


def from_sql(settings: Settings, query: str) -> Source:
    """Return the rows of a query on the published warehouse. Raises UsageError for a query that fails, and ConfigurationError."""
    with warehouse.read_only(settings) as connection:
        return _query(connection, query, "query")


def from_model(settings: Settings, job: Correction) -> Source:
    """Return the rows of the dbt model `corrections.<job>` (underscores for hyphens) in the work file.

    Raises UsageError for a job without a model, ConfigurationError when the model has not been built, and Locked while a run
    uses the work file.
    """
    import duckdb

    warehouse.require_no_lake(settings)
    table = job.model()
    if not table:
        raise UsageError(f"{job.name} has no model: {job.no_model}.", hint="Give the rows with --from or --sql.")
    hint = "Run `nightaudit nightly` first, or give the rows with --from or --sql."
    if not warehouse.work_file(settings).exists():
        raise ConfigurationError(f"{table} has not been built yet.", hint=hint)
    try:
        with (
            warehouse.lock(settings, "correct plan"),
            database.reading(warehouse.work_file(settings)) as connection,
        ):
            built = "from duckdb_views() where schema_name || '.' || view_name = $1"
            if not connection.execute(built, [table]).fetchall():
                raise ConfigurationError(f"{table} has not been built yet.", hint=hint)
            return _query(connection, f"from {table}", table)._replace(remark=_age(connection, job.streams))
    except duckdb.Error as error:
        raise ConfigurationError(f"The work file cannot be read: {str(error).splitlines()[0]}", hint=hint) from None


def _age(connection: duckdb.DuckDBPyConnection, streams: tuple[str, ...]) -> str:
    """Return of which load rows are that come from these lists, if that is more than a day ago; else ""."""
    query = "select epoch(max(ended_at)) from raw.walks where list_contains($1, stream)"
    [ended] = connection.execute(query, [list(streams)]).fetchone() or (None,)
    if ended is None or time.time() - ended < ONE_DAY:
        return ""
    return (
        f"the rows are of the load of {time.strftime('%Y-%m-%d %H:%M', time.gmtime(ended))} UTC: is that recent enough?"
    )


def _query(connection: duckdb.DuckDBPyConnection, query: str, name: str) -> Source:
    """Return the result of a query as rows of text. Raises UsageError where it fails, or returns a column twice."""
    import duckdb

    try:
        cursor = connection.execute(database.read_only_statement(query))
        columns = [column[0] for column in cursor.description or ()]
        found = cursor.fetchall()
    except duckdb.Error as error:
        hint = OTHER_FILES if isinstance(error, duckdb.PermissionException) else ""
        raise UsageError(f"The query for the rows failed: {error}", hint=hint) from None
    if len(set(columns)) != len(columns):
        raise UsageError(f"The query for the rows gives a column more than once: {', '.join(columns)}.")
    rows = [{column: _text(value) for column, value in zip(columns, row, strict=True)} for row in found]
    return Source(rows, name, sha256(repr(rows)))


def _text(value: object) -> str:
    """Return a cell as text. Raises UsageError for a binary float."""
    if isinstance(value, float):
        raise UsageError(
            f"The query gives the binary number {value}.", hint="Cast amounts to decimal(18, 2) and ids to bigint."
        )
    if isinstance(value, bool):
        return "true" if value else "false"
    if hasattr(value, "isoformat"):
        return str(value.isoformat())
    return "" if value is None else str(value)
