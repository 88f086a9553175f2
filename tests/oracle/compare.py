"""Compares a built warehouse with the oracle, figure by figure, and lists the differences."""

from __future__ import annotations

import datetime
import math
from collections import Counter
from contextlib import closing
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

import duckdb

from nightaudit import schemas
from oracle import expected_core, expected_receivables
from oracle.expected_occupancy import on_the_books, on_the_books_nights
from oracle.exports import changed_after_export
from oracle.known import known_on
from oracle.marts import CHANGED_AFTER_EXPORT, MARTS, Mart, ageing
from oracle.rules import Day, Row, Rows, Rules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from oracle.model import Portfolio
    from oracle.pace import Version

FOREVER = Day(9999, 1, 1)
AGES = (0, 1, 30, 31, 60, 61, 90, 91, 200)  # days before the business date at which the ageing is compared
UNAPPLIED_AS_KNOWN = """(select allocation_id, allocation_date, amount, currency_code
    from receivables.fct_financial_allocation_versions where is_cash and is_unapplied
    and known_from <= date '{0}' and (known_to is null or known_to > date '{0}'))"""
MISSING, SURPLUS = "row is missing", "row should not be"


@dataclass(frozen=True, slots=True)
class Difference:
    """One figure (or row) of a mart that differs from the oracle."""

    mart: str
    key: tuple[Any, ...]
    column: str
    expected: Any
    actual: Any

    def __str__(self) -> str:
        """Mart, key, column, both figures."""
        key = ", ".join(map(str, self.key))
        return f"{self.mart}[{key}].{self.column}: expected {self.expected}, is {self.actual}"


def compare(warehouse: Path, portfolio: Portfolio, *, ages: Iterable[int] = AGES) -> list[Difference]:
    """All differences between a published file (or work file) and the oracle's figures for the portfolio, in the marts' order."""
    with closing(duckdb.connect(str(warehouse), read_only=True)) as connection:
        return [
            item for mart in marts_of(connection, portfolio, ages) for item in compared(connection, mart, portfolio)
        ]


def marts_of(connection: duckdb.DuckDBPyConnection, portfolio: Portfolio, ages: Iterable[int] = AGES) -> list[Mart]:
    """Every mart that can be compared: contacts only in a work file, which has the key of their digests."""
    keys = "select database_name from duckdb_tables() where schema_name = 'private' and table_name = 'pseudonym_key'"
    if not connection.sql(keys).fetchall():
        return [*MARTS, *ageing(portfolio, ages)]
    ((key,),) = connection.sql("from private.pseudonym_key").fetchall()
    contacts = Mart("core.dim_contacts", "contact_id", lambda known: expected_core.contacts(known, key))
    return [*MARTS, contacts, *ageing(portfolio, ages)]


def compared(connection: duckdb.DuckDBPyConnection, mart: Mart, portfolio: Portfolio) -> Iterator[Difference]:
    """The differences of one mart."""
    return differences(mart.name, mart.rows(portfolio), read(connection, mart.query or mart.name, mart.keys))


def compare_on_the_books(
    warehouse: Path, versions: list[Version], rules: Rules, dates: Iterable[Day]
) -> list[Difference]:
    """Differences in what was on the books on `dates`, by month and by night; expected figures come from the versions."""
    result: list[Difference] = []
    with closing(duckdb.connect(str(warehouse), read_only=True)) as connection:
        for as_of in dates:
            mart = f"occupancy.on_the_books(date '{as_of}')"
            actual = read(connection, mart, "stay_month, building_id, currency_code")
            result.extend(differences(mart, on_the_books(versions, rules, as_of), actual))
            mart = f"occupancy.on_the_books_nights(date '{as_of}')"
            actual = read(connection, mart, "stay_date, building_id, currency_code")
            result.extend(differences(mart, on_the_books_nights(versions, rules, as_of), actual))
    return result


def compare_ageing_as_known(
    warehouse: Path, versions: list[Version], rules: Rules, dates: list[tuple[Day, Day]]
) -> list[Difference]:
    """Differences in open invoices and in unapplied cash; expected figures come from the versions.

    dates  pairs of the date of the ageing, and the date on which it is known
    """
    result: list[Difference] = []
    known = {known_at: known_on(versions, rules, known_at) for _, known_at in dates}
    with closing(duckdb.connect(str(warehouse), read_only=True)) as connection:
        for as_of, known_at in dates:
            mart = f"receivables.ageing_as_known(date '{as_of}', date '{known_at}')"
            wanted = expected_receivables.ageing(known[known_at], as_of)
            result.extend(differences(mart, wanted, read(connection, mart, "invoice_id")))
        for known_at, portfolio in known.items():
            loose = UNAPPLIED_AS_KNOWN.format(known_at)
            found = read(connection, loose, "allocation_id")
            result.extend(differences(loose, expected_receivables.unapplied(portfolio), found))
    return result


def compare_changed_after_export(warehouse: Path, versions: list[Version], portfolio: Portfolio) -> list[Difference]:
    """Differences in the list of documents changed or deleted after their export; expected rows come from the versions."""
    with closing(duckdb.connect(str(warehouse), read_only=True)) as connection:
        found = read(connection, CHANGED_AFTER_EXPORT, "kind, record_type, record_id")
    return list(differences("quality.fct_exceptions", changed_after_export(portfolio, versions), found))


def digests(warehouse: Path) -> dict[str, tuple[Any, ...]]:
    """Every mart's number of rows and a sum over them, whatever their order: equal for equal marts."""
    tables = "select schema_name || '.' || table_name from duckdb_tables()"
    views = "select schema_name || '.' || view_name from duckdb_views() where not internal"
    with closing(duckdb.connect(str(warehouse), read_only=True)) as connection:
        return {
            name: connection.sql(f"select count(*), sum(hash(mart)) from {name} as mart").fetchall()[0]
            for (name,) in connection.sql(f"{tables} union {views}").fetchall()
            if name.partition(".")[0] in schemas.PUBLISHED
        }


def read(connection: duckdb.DuckDBPyConnection, mart: str, keys: str) -> Rows:
    """A mart's rows by key. Raises AssertionError if a key occurs twice."""
    relation = connection.sql(f"from {mart}")
    names, key_names = relation.columns, [name.strip() for name in keys.split(",")]
    at = [names.index(name) for name in key_names]
    rows: Rows = {}
    for values in relation.fetchall():
        key = tuple(values[i] for i in at)
        assert key not in rows, f"{mart} holds the key {key} twice"
        rows[key] = dict(zip(names, values, strict=True))
    return rows


def differences(mart: str, wanted: Rows, actual: Rows) -> Iterator[Difference]:
    """Missing rows, surplus rows and figures that differ; columns that the oracle does not compute are ignored."""
    if mart.endswith("balance_intervals"):
        actual = _joined(actual)
    for key, row in wanted.items():
        found = actual.get(key)
        if found is None:
            yield Difference(mart, key, MISSING, _short(row), None)
        elif not row.items() <= found.items():  # of hundreds of thousands of rows nearly all are equal
            for name, value in row.items():
                is_there = found.get(name, "no such column")
                if value != is_there and not same(value, is_there):
                    yield Difference(mart, key, name, value, is_there)
    for key in actual.keys() - wanted.keys():
        yield Difference(mart, key, SURPLUS, None, _short(actual[key]))


def _joined(rows: Rows) -> Rows:
    """Balance intervals without zeros, with adjacent intervals of equal amount joined: the same function of time."""
    result: Rows = {}
    before: tuple[Any, ...] | None = None
    for key in sorted(key for key, row in rows.items() if row["open_amount"]):
        row = rows[key]
        last = result[before] if before and before[0] == key[0] else {}
        if before and last and last["valid_to"] == key[1] and last["open_amount"] == row["open_amount"]:
            result[before] = last | {"valid_to": row["valid_to"]}
        else:
            result[key], before = row, key
    return result


def same(value: Any, found: Any) -> bool:
    """Whether two values are equal; a ratio is equal if rounding it to the mart's decimals gives the mart's value."""
    if isinstance(value, Decimal) and isinstance(found, float):
        return math.isclose(found, value, rel_tol=1e-9, abs_tol=1e-9)
    if isinstance(value, Decimal) and isinstance(found, Decimal):
        places = min(-2, int(found.as_tuple().exponent))
        return value.quantize(Decimal(1).scaleb(places), ROUND_HALF_UP) == found
    if value is None and isinstance(found, datetime.date):
        return found >= FOREVER
    return bool(value == found)


def _short(row: Row) -> dict[str, str]:
    return {name: str(value) for name, value in row.items() if value not in (None, 0, "")}


def listed(items: list[Difference], each: int = 5) -> str:
    """The differences as text: a count by mart and column, and the first few of each."""
    counts = Counter((item.mart, item.column) for item in items)
    lines = []
    for (mart, column), count in counts.items():
        lines.append(f"{count} x {mart}.{column}")
        some = sorted((i for i in items if (i.mart, i.column) == (mart, column)), key=lambda i: str(i.key))
        lines.extend(f"    {item}" for item in some[:each])
    return "\n".join(lines)
