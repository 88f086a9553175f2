"""The command line as a scheduler runs it: a process of its own against a sandbox."""

from __future__ import annotations

import atexit
import functools
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any

import duckdb

import recorded
from forks import Forks
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.wire import encode
from nightaudit.transform import user_cache

TODAY = date(2026, 11, 1)
SCRIPTS = {"XDG_CACHE_HOME": str(user_cache.cache_dir().parents[1])}
"""For a command with a home of its own: it builds by the script that another test has had made, and dbt need not run again."""


def write_folder(path: Path, records: Iterable[tuple[str, dict[str, Any]]]) -> None:
    """Write (collection, record) pairs as a portfolio folder."""
    path.mkdir(parents=True)
    lines: defaultdict[str, bytes] = defaultdict(bytes)
    for collection, record in records:
        lines[collection] += encode(record) + b"\n"
    for collection, text in lines.items():
        (path / f"{collection}.jsonl").write_bytes(text)


@contextmanager
def tenant(data_dir: Path, *, today: date | None = TODAY, **options: Any) -> Iterator[dict[str, str]]:
    """A sandbox, and the environment that points the command line at it."""
    with running(SandboxOptions(today=TODAY, **options)) as connection:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "NIGHTAUDIT_BASE_URL": connection.base_url,
            "NIGHTAUDIT_TOKEN_URL": connection.token_url,
            "NIGHTAUDIT_CLIENT_ID": connection.client_id,
            "NIGHTAUDIT_CLIENT_SECRET": connection.client_secret,
            "NIGHTAUDIT_DATA_DIR": str(data_dir),
            "NIGHTAUDIT_CHILD_REQUESTS": "20",
        }
        if today:
            environment["NIGHTAUDIT_TODAY"] = today.isoformat()
        yield environment


def start(environment: dict[str, str], *arguments: str) -> subprocess.Popen[str]:
    """Start a command in a process group of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "nightaudit", *arguments],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@functools.cache
def forks() -> Forks:
    """The process that this one's commands are forks of; it ends with this one. They build by a script, without dbt."""
    recorded.whole()
    prepared = Forks()
    atexit.register(prepared.close)
    return prepared


def programs() -> Path | None:
    """A folder for a shell's PATH whose `nightaudit` is done in a fork, where there are any."""
    return forks().programs if sys.platform == "linux" else None


def run(environment: dict[str, str], *arguments: str, exit_code: int = 0) -> str:
    """Run a command to its end; what it printed. Its exit code must be as expected, and no traceback may show.

    On Linux it runs in a fork of a process that has imported everything; where it begins Spark, whose Java is to end with it,
    and elsewhere in a process of its own.
    """
    if sys.platform == "linux" and environment.get("NIGHTAUDIT_ENGINE") != "spark":
        forks().start(environment, *arguments)
        code = forks().wait()
        out, err = forks().said()
    else:
        with start(environment, *arguments) as process:
            out, err = process.communicate(timeout=600)
        code = process.returncode
    assert exit_code == code, f"{arguments}: exit {code}\n{out[-2000:]}\n{err[-4000:]}"
    assert "Traceback" not in err + out
    return out if exit_code == 0 else err


def published(data_dir: Path, sql: str) -> list[tuple[Any, ...]]:
    """Rows of the published file."""
    with duckdb.connect(str(data_dir / "warehouse.duckdb"), read_only=True) as connection:
        return connection.execute(sql).fetchall()


TELL_OF_RUNS = {
    "core.dim_finance_accounts": "also of invoices that a load met and that are deleted",
    "core.dim_units_history": "a unit's first version is valid from the load that met it",
    "occupancy.fct_on_the_books_changes": "a stay is on the books from the load that met it",
    "quality.fct_corrections": "the journal of what was sent",
    "quality.fct_exceptions": "what changed after its export differs from what the load said that found it exported",
    "quality.fct_reconciliation_differences": "names what is off of bookings and units, too, whose reading may be postponed",
    "quality.fct_reconciliations": "counts bookings of which nothing changed since their summary was read, may be postponed",
    "quality.fct_walk_certificates": "one row for each walk of each load",
    "receivables.fct_financial_allocation_versions": "an allocation is known from the load that met it",
    "receivables.fct_sales_invoice_versions": "an invoice is known from the load that met it",
}
STILL_FOLLOWS = {
    "accounts of invoices as they now are": (
        "from core.dim_finance_accounts semi join receivables.fct_sales_invoices using (finance_account_id)"
    ),
    "units as they now are": "select * exclude (valid_from) from core.dim_units_history where valid_to is null",
    "the books as they now are": "select * from occupancy.on_the_books('9999-01-01')",
    "exceptions of records as they are": ("select * from quality.fct_exceptions where kind not like '% after its %'"),
    "lists proven complete": "select distinct stream from quality.fct_walk_certificates where complete and tier <> 'children'",
    "the ageing": "select * from receivables.ageing('9999-01-01')",
    "the ageing as it is known now": "select * from receivables.ageing_as_known('9999-01-01', '9999-01-01')",
    "invoices as they are known now": (
        "select * exclude (known_from) from receivables.fct_sales_invoice_versions where known_to is null"
    ),
    "allocations as they are known now": (
        "select * exclude (known_from) from receivables.fct_financial_allocation_versions where known_to is null"
    ),
}
"""What of those tables, and of the macros, follows from the records alone."""


def marts(data_dir: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every published table that follows from the records alone; pseudonyms have a key of their own each."""
    tables = {table for (table,) in published(data_dir, "select schema_name || '.' || table_name from duckdb_tables()")}
    assert tables.issuperset(TELL_OF_RUNS), TELL_OF_RUNS.keys() - tables
    queries = {table: f"select * from {table}" for table in sorted(tables - TELL_OF_RUNS.keys())}
    queries["core.dim_contacts"] = "select * exclude (contact_pseudonym) from core.dim_contacts"
    return {name: published(data_dir, f"{query} order by all") for name, query in (queries | STILL_FOLLOWS).items()}


def current_records(data_dir: Path) -> dict[str, list[tuple[Any, ...]]]:
    """Key and text of the current records of every raw table; each key once."""
    with duckdb.connect(str(data_dir / "private" / "work.duckdb"), read_only=True) as connection:
        streams = connection.execute(
            "select table_name from duckdb_columns() where schema_name = 'raw' and column_name = 'record_hash' order by 1"
        ).fetchall()
        found = {
            stream: connection.execute(
                f"select record_key, payload from raw.{stream} where valid_to is null and payload is not null order by all"
            ).fetchall()
            for (stream,) in streams
        }
    for stream, records in found.items():
        assert len({key for key, _ in records}) == len(records), f"{stream}: a record is current twice"
    return found
