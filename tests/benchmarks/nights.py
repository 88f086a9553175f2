"""How long builds and publications of a large portfolio take: `python tests/benchmarks/nights.py [SIZE] [ROUNDS] [NIGHTS]`.

Each round begins with a copy of a work file into which all lists of that size (10,140 units and three years unless told) were
loaded. It builds and publishes everything, then again with nothing changed, then three times (NIGHTS) after one more booking in a
thousand was cancelled; dbt is asked before the first round. Prints CPU seconds of all threads, and what part of everything
changes take.
"""

from __future__ import annotations

import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from dataset import TODAY, UNITS, WORK, dataset
from measure import timed
from serving import compiler, serving

from nightaudit import publishing, transform, warehouse
from nightaudit.load.pipeline import load
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Sequence

ROUNDS = 5
CHANGES = "one booking in a thousand cancelled"
NIGHTS_OF_CHANGES = 3
CANCELLED = r"""
create temp table walk as select * replace ('cancellations {night}' as walk_id, now() as started_at, now() as ended_at)
from raw.walks where stream = 'bookings' and complete order by ended_at desc limit 1;
create temp table cancelled as
select * replace (
    regexp_replace(payload, '"roomStayStatus": ?"[A-Z_]+"', '"roomStayStatus":"CANCELLED"', 'g') as payload,
    md5(record_hash) as record_hash, 'cancellations {night}' as walk_id, now() as seen_at, now() as valid_from
)
from raw.bookings where valid_to is null and cast(record_key as bigint) % 1000 = {night};
update raw.bookings set valid_to = now() where valid_to is null and record_key in (select record_key from cancelled);
insert into raw.bookings by name from cancelled;
insert into raw.walks from walk;
"""


class Portfolio:
    """A data directory with what was loaded, to which every round returns."""

    def __init__(self, settings: Settings) -> None:
        load(settings).raise_for_failures()
        self._settings, self._file = settings, warehouse.work_file(settings)
        self._loaded = settings.data_dir / "loaded.duckdb"
        shutil.copyfile(self._file, self._loaded)

    def begin(self) -> None:
        """Nothing but what was loaded is there."""
        shutil.copyfile(self._loaded, self._file)
        warehouse.published_file(self._settings).unlink(missing_ok=True)

    def build(self) -> None:
        """Build every mart, with its tests."""
        transform.build(self._settings, self._file)

    def publish(self) -> None:
        """Bring the published file up to date."""
        publishing.publish(self._settings)

    def cancel(self, night: int) -> int:
        """Cancel one booking in a thousand, others each night, as a load would have found it; returns how many."""
        with warehouse.work_connection(self._settings) as connection:
            connection.execute(CANCELLED.format(night=night))
            ((cancelled,),) = connection.execute("select count(*) from cancelled").fetchall()
        return int(cancelled)


def main(size: str, rounds: int = ROUNDS, nights: int = NIGHTS_OF_CHANGES) -> None:
    """Measure and print."""
    if compiler() is None:
        sys.exit("The page server is a C program: install a C compiler (cc, gcc or clang).")
    with serving(dataset(size)[0]) as served, tempfile.TemporaryDirectory(dir=WORK) as folder:
        os.environ.update(served.environment())
        settings = Settings.read(data_dir=Path(folder), today=TODAY)
        with warehouse.lock(settings, "benchmark"):
            found = measured(Portfolio(settings), rounds, nights)
    print(f"{UNITS.get(size, size)} units, medians of {rounds}\n\n| | CPU seconds | seconds |\n| --- | ---: | ---: |")
    for name, times in found.items():
        cpus, walls = zip(*times, strict=True)
        print(f"| {name} | {spread(cpus)} | {statistics.median(walls):.1f} |")
    whole = [cpu for cpu, _ in found["build, everything"] for _ in range(nights)]
    parts = [100 * cpu / of for (cpu, _), of in zip(found[f"build, {CHANGES}"], whole, strict=True)]
    print(f"\nOf everything, a build of changes takes {spread(parts)} %.")


def measured(portfolio: Portfolio, rounds: int, nights: int) -> dict[str, list[tuple[float, float]]]:
    """CPU seconds and seconds of each round, by what was done."""
    portfolio.build()  # asks dbt
    found: dict[str, list[tuple[float, float]]] = {}
    for number in range(1, rounds + 1):
        portfolio.begin()
        for night, done in enumerate(("everything", "nothing changed", *[CHANGES] * nights)):
            if done == CHANGES:
                cancelled = portfolio.cancel(night)
                print(f"{number}/{rounds} {cancelled} bookings are cancelled", file=sys.stderr, flush=True)
            for name, work in (("build", portfolio.build), ("publication", portfolio.publish)):
                cpu, wall = timed(work)
                found.setdefault(f"{name}, {done}", []).append((cpu, wall))
                print(f"{number}/{rounds} {name}, {done}: {cpu:.1f} CPU s, {wall:.1f} s", file=sys.stderr, flush=True)
    return found


def spread(figures: Sequence[float]) -> str:
    """Median, least and most."""
    return f"{statistics.median(figures):.1f} ({min(figures):.1f} to {max(figures):.1f})"


if __name__ == "__main__":
    main(sys.argv[1] if sys.argv[1:] else "1300k", *map(int, sys.argv[2:]))
