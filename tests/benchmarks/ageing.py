"""How long `receivables.ageing` of any date takes: `python tests/benchmarks/ageing.py warehouse.duckdb [INVOICES]`.

The invoices of a published file and their open balances are repeated under new ids until there are so many, a million unless
told, in a file of the same storage version; the macro is the published one. Prints CPU seconds of a sum by bucket on some dates,
each the median of five.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
from measure import timed

from nightaudit.publishing import STORAGE_VERSION

if TYPE_CHECKING:
    from collections.abc import Callable

ROUNDS = 5
TABLES = ("fct_sales_invoices", "fct_invoice_balance_intervals")


def repeat(published: Path, target: Path, invoices: int) -> int:
    """Write the two tables, often enough repeated, and the macro into `target`; returns how many invoices there are."""
    with duckdb.connect() as connection:
        connection.execute(f"attach '{published}' as published (read_only)")
        connection.execute(f"attach '{target}' as fresh (storage_version '{STORAGE_VERSION}')")
        connection.execute("create schema fresh.receivables")
        ((there, step),) = connection.execute(
            "select count(*), max(invoice_id) + 1 from published.receivables.fct_sales_invoices"
        ).fetchall()
        for table in TABLES:
            connection.execute(
                f"""create table fresh.receivables.{table} as
                    select * replace (invoice_id + copy * {step} as invoice_id)
                    from published.receivables.{table}, range({-(-invoices // there)}) as copies (copy)"""
            )
        ((parameters, definition),) = connection.execute(
            """select parameters, macro_definition from duckdb_functions()
               where database_name = 'published' and schema_name = 'receivables' and function_name = 'ageing'"""
        ).fetchall()
        connection.execute("use fresh")
        connection.execute(f"create macro receivables.ageing({', '.join(parameters)}) as table {definition}")
        return int(connection.execute("select count(*) from receivables.fct_sales_invoices").fetchall()[0][0])


def cpu_of(query: Callable[[], object]) -> float:
    """Median CPU seconds, all threads together."""
    return statistics.median(timed(query)[0] for _ in range(ROUNDS))


def main(published: Path, invoices: int = 1_000_000) -> None:
    """Make the file, ask, print, and delete it."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "ageing.duckdb"
        there = repeat(published, target, invoices)
        with duckdb.connect(str(target), read_only=True) as connection:
            ((spans, first, last),) = connection.execute(
                "select count(*), min(valid_from), max(valid_from) from receivables.fct_invoice_balance_intervals"
            ).fetchall()
            print(f"{there:,} invoices, {spans:,} spans of open balances, {first} to {last}")
            dates = connection.execute(
                "select cast(unnest(generate_series($1, $2, interval (greatest(1, ($2 - $1) // 6)) day)) as date)",
                [first, last],
            ).fetchall()
            for (date,) in dates:
                by_bucket = f"select bucket, count(*), sum(open_amount) from receivables.ageing('{date}') group by all"
                ((open_now,),) = connection.execute(f"select count(*) from receivables.ageing('{date}')").fetchall()
                taken = cpu_of(partial(connection.execute, by_bucket))
                print(f"{date}: {open_now:,} open, by bucket {taken:.3f} s of CPU")


if __name__ == "__main__":
    if len(sys.argv) not in {2, 3} or not Path(sys.argv[1]).is_file():
        sys.exit("Name a published file: python tests/benchmarks/ageing.py data/warehouse.duckdb [INVOICES]")
    main(Path(sys.argv[1]), *map(int, sys.argv[2:]))
