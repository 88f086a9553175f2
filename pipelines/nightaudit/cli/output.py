"""Prints the results of commands on stdout: as JSON, as comma-separated values, or as a table."""

from __future__ import annotations

import itertools
import json
import math
import sys
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SENTENCE = 30  # a column of wider cells with blanks may be wrapped, but not to less than this width
GAP = 2  # blanks between two columns
MOST_WRAPPED = 1_000  # rows of a table with wrapped sentences
UNSEEN = {code: f"\\x{code:02x}" for code in (*range(9), *range(11, 32), *range(127, 160))}
UNSEEN |= {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Escapes for control characters except tab and newline, and for those that turn round what follows. A record may contain any."""
IN_JSON = {code: f"\\u{code:04x}" for code in UNSEEN}


@dataclass
class Printed:
    """The number of JSON documents that the running command has printed."""

    documents: int = 0


printed = Printed()


def visible(text: object) -> str:
    """Return a text in which control characters, which a terminal would obey, are escaped."""
    return str(text).translate(UNSEEN)


def print_json(value: Any) -> None:
    """Print one JSON document on stdout."""
    text = json_text(value)
    printed.documents += 1
    sys.stdout.write(text)


def json_text(value: Any) -> str:
    """Return a JSON document: dates as ISO text; Decimals as text, to keep all digits; NaN, Infinity and keys as text.

    Characters that a terminal would obey are escaped, as JSON allows.
    """
    written = partial(json.dumps, default=str, indent=2, ensure_ascii=False, allow_nan=False)
    try:
        return written(value).translate(IN_JSON) + "\n"
    except (TypeError, ValueError):  # keys of another type, or NaN or Infinity
        return written(_writable(value)).translate(IN_JSON) + "\n"


def _writable(value: Any) -> Any:
    """Return the value with text for keys that JSON lacks, as in a map of dates, and for NaN and Infinity.

    `float` and JavaScript's `Number` can read the text of these two.
    """
    if isinstance(value, dict):
        return {
            key if isinstance(key, str | int | None) else str(_writable(key)): _writable(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [_writable(inner) for inner in value]
    return json.dumps(value) if isinstance(value, float) and not math.isfinite(value) else value


def print_csv(columns: Iterable[Any], rows: Iterable[Iterable[Any]]) -> None:
    """Print comma-separated values on stdout, a header first, with the same line ends as all output.

    Texts are complete and unchanged in a file or a pipe; on a terminal, control characters are escaped.
    """
    import csv

    if sys.stdout.isatty():
        rows = ([visible(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    writer = csv.writer(_Lines(), lineterminator="\r\n")  # before Python 3.13 the writer quotes these two alone
    writer.writerow(columns)
    writer.writerows(rows)


class _Lines:
    """Takes lines that end with CR LF, and prints them as all output."""

    @staticmethod
    def write(line: str) -> None:
        """Print a line."""
        sys.stdout.write(line.removesuffix("\r\n") + "\n")


def print_table(columns: list[str], rows: list[tuple[Any, ...]]) -> None:
    """Print a plain table on stdout: numbers right-aligned, no colour, one line per row, no trailing blanks.

    Whole numbers have thousands separators, except ids and years, which are written as one types them into a command or a file.

    On a terminal that is wide enough, sentences of up to MOST_WRAPPED rows are wrapped; names, instants and numbers never are.
    """
    formats = ["{}" if _identifies(column) else "{:,}" for column in columns]
    lines = [["" if cell is None else _text(cell, of) for cell, of in zip(row, formats, strict=True)] for row in rows]
    justify: list[Literal["right", "left"]] = []
    for place in range(len(columns)):
        is_numeric = bool(rows) and all(_is_number(row[place]) or row[place] is None for row in rows)
        justify.append("right" if is_numeric else "left")
    if not (sys.stdout.isatty() and len(lines) <= MOST_WRAPPED and _wrapped(columns, lines, justify)):
        sys.stdout.writelines(f"{line}\n" for line in _in_columns(columns, lines, justify))
    sys.stdout.flush()  # a mail or a log that takes stderr too shows the table before the error that follows it


def _wrapped(columns: list[str], lines: list[list[str]], justify: list[Literal["right", "left"]]) -> bool:
    """Print the table with sentences wrapped where the terminal is wide enough for all else; return whether it is."""
    from rich.cells import cell_len
    from rich.console import Console
    from rich.table import Table

    table, least = Table(box=None, pad_edge=False, header_style="bold"), GAP * (len(columns) - 1)
    for place, name in enumerate(columns):
        cells = [name, *(line[place] for line in lines)]
        width = max(map(cell_len, cells))
        is_sentence = width > SENTENCE and any(" " in cell for cell in cells)
        table.add_column(name, justify=justify[place], no_wrap=not is_sentence)
        least += SENTENCE if is_sentence else width
    for line in lines:
        table.add_row(*line)
    terminal = Console(highlight=False, markup=False, emoji=False)
    if least > terminal.width:
        return False
    terminal.print(table)
    return True


def _in_columns(columns: list[str], lines: list[list[str]], justify: list[Literal["right", "left"]]) -> Iterator[str]:
    """Yield the lines of the table, every cell complete: rich cuts what is wider than its console, and is slow for many rows."""
    from rich.cells import cell_len

    def width(text: str) -> int:
        return len(text) if text.isascii() else cell_len(text)

    split = [[cell.expandtabs().split("\n") for cell in line] for line in (columns, *lines)]
    widths = [max(width(part) for line in split for part in line[place]) for place in range(len(columns))]
    for line in split:
        for parts in itertools.zip_longest(*line, fillvalue=""):
            blanks = [" " * (most - width(part)) for part, most in zip(parts, widths, strict=True)]
            cells = [b + part if j == "right" else part + b for part, b, j in zip(parts, blanks, justify, strict=True)]
            yield (" " * GAP).join(cells).rstrip(" ")


def _is_number(cell: Any) -> bool:
    return isinstance(cell, int | float | Decimal)


def _identifies(column: str) -> bool:
    """Return whether the numbers of a column name something: `record_id`, `invoiceId`, `year`."""
    return column.lower() in {"id", "year"} or column.endswith(("_id", "Id"))


def _text(cell: Any, whole_numbers: str) -> str:
    """Format a cell: whole numbers as told, floats to four decimals, instants to the second, escaped control characters."""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return whole_numbers.format(cell)
    if isinstance(cell, float):
        return str(round(cell, 4))
    return cell.isoformat(" ", "seconds") if isinstance(cell, datetime) else visible(cell)
