"""Time and memory of one build on both engines.

`PYTHONPATH=tests python -m spark.sizes DATA_DIR...`, each loaded by DuckDB, prints a table.

The raw records are copied into a work file and into a lake of their own, and built there by a process that is watched with all it
starts; what they built is compared row by row, and what took Spark longest is named. SPARK_OPTIONS is a file of Spark's options
(spark-defaults.conf), SECONDS what one build may take at most.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import duckdb
import psutil

from nightaudit import schemas
from nightaudit.lake import Lake, publishing
from spark import postgres
from spark.engines import in_lake, settings_of
from spark.pour import loaded_tables, pour
from spark.same import compare

OPTIONS = Path(os.environ["SPARK_OPTIONS"]) if "SPARK_OPTIONS" in os.environ else None
LONGEST = int(os.environ.get("SECONDS", "1500"))
PAUSE = 0.5  # seconds between two looks
NAMED = 12  # models and tests
ENDED = re.compile(r"of (\d+) (?!OK hook)\w.* (\S+) \.* \[.*in ([\d.]+)s\]")  # a line of dbt's log, of a model or test


class Used(NamedTuple):
    """What a process and all that it started took."""

    cpu: float  # seconds
    memory: float  # MB at most, shared pages counted once
    wall: float  # seconds
    exit_code: int | None


def watched(words: list[str], environment: dict[str, str]) -> Used:
    """Run a command to its end, or until it has taken too long."""
    began, cpu, memory = time.monotonic(), dict[int, float](), 0.0
    with subprocess.Popen(words, env=os.environ | environment, stdout=subprocess.DEVNULL) as process:
        first = psutil.Process(process.pid)
        while process.poll() is None:
            now = 0.0
            try:
                for one in (first, *first.children(recursive=True)):
                    times = one.cpu_times()
                    cpu[one.pid] = times.user + times.system
                    now += one.memory_full_info().pss / 1e6
            except psutil.Error:  # one of them has just ended
                continue
            memory = max(memory, now)
            if time.monotonic() - began > LONGEST:
                for one in (*first.children(recursive=True), first):
                    one.kill()
            time.sleep(PAUSE)
    return Used(sum(cpu.values()), memory, time.monotonic() - began, process.returncode)


def raw_of(work_file: Path, to: Path) -> tuple[int, int]:
    """Copy what was loaded, and nothing that was built, into a new work file; units and records."""
    to.parent.mkdir(parents=True)
    with duckdb.connect(str(to)) as connection:
        connection.execute(f"attach '{work_file}' as loaded (read_only)")
        connection.execute("create schema raw; create schema private")
        tables = loaded_tables(connection, "loaded")
        for schema, name in tables:
            connection.execute(f'create table {schema}."{name}" as from loaded.{schema}."{name}"')
        streams = [name for schema, name in tables if schema == "raw" and name not in schemas.NOTES]
        counts = dict.fromkeys(streams, 0)
        for name in streams:
            if not name.startswith("_"):
                counts[name] = connection.execute(f'select count(*) from raw."{name}"').fetchall()[0][0]
    return counts["units"], sum(counts.values())


def longest(log: Path) -> str:
    """How many models and tests dbt has ended by its log, and the seconds of those that took longest."""
    ended = ENDED.findall(log.read_text(encoding="utf-8"))
    by_time = sorted(((float(seconds), name) for _, name, seconds in ended), reverse=True)
    told = ", ".join(f"{name} {seconds:.0f}" for seconds, name in by_time[:NAMED])
    return f"{len(ended)} of {ended[-1][0] if ended else '?'} ended; longest, in seconds: {told}"


def main() -> None:
    """Print units, records, and per engine CPU seconds, memory and wall time."""
    print("| units | records | engine | CPU s | memory MB | wall s | ended |", flush=True)
    for data_dir in map(Path, sys.argv[1:]):
        with tempfile.TemporaryDirectory(prefix="nightaudit-sizes-") as name, postgres.server() as catalog:
            folder = Path(name)
            work = folder / "one" / "private" / "work.duckdb"
            units, records = raw_of(data_dir / "private" / "work.duckdb", work)
            given = {"NIGHTAUDIT_TODAY": "2026-11-01", "NIGHTAUDIT_DATA_DIR": str(folder / "one")}
            options = OPTIONS.read_text(encoding="utf-8") if OPTIONS else "spark.driver.memory 4g\n"
            (folder / "spark-defaults.conf").write_text(options, encoding="utf-8")
            theirs = given | in_lake(catalog, folder / "other") | {"SPARK_CONF_DIR": str(folder)}
            lake = Lake.of(settings_of(theirs))
            for engine, environment in (("DuckDB", given), ("Spark", theirs)):
                if engine == "Spark":
                    pour(work, lake)  # with the key of the pseudonyms, which the first build makes
                used = watched([sys.executable, "-m", "nightaudit", "build"], environment)
                told = f"{used.cpu:,.0f} | {used.memory:,.0f} | {used.wall:,.0f} | {used.exit_code}"
                print(f"| {units:,} | {records:,} | {engine} | {told} |", flush=True)
            print(longest(folder / "other" / "private" / "dbt-spark" / "logs" / "dbt.log"), flush=True)
            if used.exit_code == 0:
                publishing.publish(lake)
                print(f"{compare(work, lake):,} rows of marts are equal", flush=True)


if __name__ == "__main__":
    main()
