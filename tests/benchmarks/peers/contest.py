"""What every contestant shares: what it is asked for, its phases, and the figures it must find in its own tables.

A contestant is called as `run.py BASE_URL FOLDER`, reads BENCH_PAGE_SIZE and BENCH_CONCURRENCY, leaves its tables in a DuckDB
file and what it found in `result.json`. Needs DuckDB and the standard library alone: each contestant has its own environment.
"""

from __future__ import annotations

import json
import os
import resource
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import duckdb

MONEY = {
    "room_stays.net_amount": ("room_stays", "net_amount"),
    "sales_invoices.total_gross": ("sales_invoices", "total_gross"),
    "sales_invoice_items.total_net": ("sales_invoice_items", "total_net"),
}
TABLES = ("bookings", "room_stays", "room_stay_extras", "guest_stays", "sales_invoices", "sales_invoice_items")


@dataclass
class Task:
    """One run: where the service is, a folder to work in, rows a page, requests in flight; and what each phase took."""

    base_url: str
    folder: Path
    page_size: int
    concurrency: int
    phases: list[tuple[str, float, float, float]] = field(default_factory=list)

    @property
    def database(self) -> Path:
        """The DuckDB file to end with."""
        return self.folder / "out.duckdb"

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Measure a part: wall and CPU seconds, children that have ended included, and this process' peak memory so far in MB."""
        wall, cpu = time.perf_counter(), _cpu()
        yield
        self.phases.append((name, time.perf_counter() - wall, _cpu() - cpu, _peak_memory()))

    def finish(self, tables: Mapping[str, str], columns: Mapping[str, str] | None = None) -> None:
        """Count and sum the six tables, each a relation (or query in brackets) of the DuckDB file, and tell what was found.

        columns  expressions for money columns named otherwise than in MONEY
        """
        with self.phase("query"), duckdb.connect(str(self.database), read_only=True) as connection:
            connection.execute("set TimeZone = 'UTC'")
            rows = {
                table: connection.execute(f"select count(*) from {tables[table]}").fetchall()[0][0] for table in TABLES
            }
            money = {}
            for name, (table, column) in MONEY.items():
                amount = (columns or {}).get(name, column)
                query = f"select cast(sum({amount}) as varchar), any_value(typeof({amount})) from {tables[table]}"
                money[name] = connection.execute(query).fetchall()[0]
        self.tell({"rows": rows, "money": money, "phases": self.phases})

    def tell(self, found: Mapping[str, object]) -> None:
        """Leave what was found in the folder, where the benchmark reads it."""
        (self.folder / "result.json").write_text(json.dumps(found))


def task() -> Task:
    """The task of the command line and the environment."""
    folder = Path(sys.argv[2])
    folder.mkdir(parents=True, exist_ok=True)
    return Task(sys.argv[1], folder, int(os.environ["BENCH_PAGE_SIZE"]), int(os.environ.get("BENCH_CONCURRENCY", "4")))


def token(base_url: str) -> str:
    """A bearer token of the page server."""
    import urllib.request  # takes 16 ms, which whoever has an HTTP client of its own need not spend

    with urllib.request.urlopen(f"{base_url}/oauth2/token", data=b"grant_type=client_credentials") as answer:  # noqa: S310
        return str(json.load(answer)["access_token"])


def _peak_memory() -> float:
    """MB of this program at its peak; `ru_maxrss` would begin with what the process that started it had."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(float(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM:"))


def _cpu() -> float:
    used = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)
