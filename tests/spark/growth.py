"""What a night rewrites in a large lake, by how its tables are partitioned.

`PYTHONPATH=tests python -m spark.growth` prints a table.

A sandbox lives on for some days; which nights of which units changed, and how many bytes a row takes, is measured on its marts.
That is drawn for portfolios of any size: a partition is rewritten whole as soon as one row of it changed.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from datetime import timedelta
from pathlib import Path

import duckdb
import httpx

from running import TODAY, run, tenant

UNITS, YEARS, DAYS = int(os.environ.get("UNITS", "100")), 2, 3
SIZES = (300, 10_000, 1_000_000)
BUCKETS = (1, 16, 256, 4096)  # into which the units of a month are put
TABLE = "select unit_id, night_date, hash(stay_nights) as fingerprint from published.occupancy.fct_stay_nights as stay_nights"
TOUCHED = """
select date_diff('month', date '{today}', night_date) as months, unit_id
from ((from now except from before) union all (from before except from now))
where unit_id is not null
group by all
"""


def measured(folder: Path) -> tuple[Counter[int], float, float]:
    """How many units a day touches in each month, counted from this one; and rows and bytes of stay nights a unit has."""
    touched: Counter[int] = Counter()
    published = folder / "warehouse.duckdb"
    with tenant(folder, units=UNITS, years=YEARS, seed=1) as environment, duckdb.connect() as connection:
        for day in range(DAYS + 1):
            today = TODAY + timedelta(days=day)
            if day:
                url = environment["NIGHTAUDIT_BASE_URL"] + "/_sandbox/advance"
                httpx.post(url, json={"days": 1}, timeout=120).raise_for_status()
                connection.execute("create or replace temp table before as from now")
            run(environment | {"NIGHTAUDIT_TODAY": str(today)}, "nightly")
            connection.execute(f"attach '{published}' as published (read_only)")
            connection.execute(f"create or replace temp table now as {TABLE}")
            if day:
                touched.update(months for months, _ in connection.execute(TOUCHED.format(today=today)).fetchall())
            if day == DAYS:
                file = folder / "nights.parquet"
                query = "from published.occupancy.fct_stay_nights order by night_date, unit_id"
                connection.execute(f"copy ({query}) to '{file}' (compression zstd)")
                rows = connection.execute("select count(*) from now").fetchall()[0][0]
            connection.execute("detach published")
        return touched, rows / UNITS, file.stat().st_size / UNITS


def main() -> None:
    """Print, for each size and partitioning, files, and what a night rewrites."""
    with tempfile.TemporaryDirectory(prefix="nightaudit-growth-") as folder:
        touched, rows, size = measured(Path(folder))
    months = YEARS * 12 + 12
    print(f"{UNITS} units, {YEARS} years: {rows:,.0f} rows and {size:,.0f} bytes of stay nights a unit")
    by_month = {month: round(1000 * number / UNITS / DAYS, 1) for month, number in sorted(touched.items())}
    print(f"of a thousand units a day touches, by month from now: {by_month}")
    print("| units | table GB | parts of a month | MB a file | share rewritten | GB rewritten | GB changed |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    for units in SIZES:
        for buckets in BUCKETS:
            of_part = units / buckets
            if of_part < 1:
                continue
            hit = [1 - (1 - touched[month] / UNITS / DAYS) ** of_part for month in touched]
            share = sum(hit) / months
            changed = sum(touched.values()) / UNITS / DAYS * units * size / months
            whole = units * size
            print(
                f"| {units:,} | {whole / 1e9:,.2f} | {buckets} | {whole / months / buckets / 1e6:,.2f} | {share:.0%} |"
                f" {whole * share / 1e9:,.2f} | {changed / 1e9:,.3f} |"
            )


if __name__ == "__main__":
    main()
