"""An analyst who keeps asking a published file until told to stop: `reader.py FILE STOP PAUSE [hold]`.

Prints a line when it is ready, and a JSON line at the end: how often was asked, what each version of the file said, the
errors met, and which version the connection saw that was held from the beginning.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path

import duckdb

VERSION = "select max(ended_at)::varchar from quality.fct_walk_certificates"
FIGURES = """select sum(inventory_nights)::bigint,
    sum(closed_nights + out_of_order_nights + occupied_nights + tentative_nights + vacant_nights)::bigint,
    (select count(*) from occupancy.fct_stay_nights), (select sum(net_amount)::varchar from occupancy.fct_stay_nights)
from occupancy.fct_occupancy_daily"""


def ask(connection: duckdb.DuckDBPyConnection, pause: float = 0) -> tuple[str, list[object]]:
    """The version that a connection sees, and its figures; raises ValueError when the two do not belong together."""
    version, figures = connection.execute(VERSION).fetchall()[0][0], connection.execute(FIGURES).fetchall()[0]
    time.sleep(pause)
    if (version, figures) != (connection.execute(VERSION).fetchall()[0][0], connection.execute(FIGURES).fetchall()[0]):
        raise ValueError("one connection saw two versions")
    if figures[0] != figures[1]:
        raise ValueError(f"{figures[1]} nights of states for {figures[0]} of inventory")
    return version, list(figures)


def main(path: Path, stop: Path, pause: float, *, holds: bool) -> None:
    seen: dict[str, list[object]] = {}
    errors: list[str] = []
    asked = 0
    held = duckdb.connect(str(path), read_only=True) if holds else None
    first = ask(held) if held else None
    print("ready", flush=True)
    stopped = False
    while not stopped:
        stopped = stop.exists()  # who is told to stop asks once more: of what was published last
        asked += 1
        try:
            if held:
                assert first == ask(held), "a held connection saw another version"
            else:
                with duckdb.connect(str(path), read_only=True) as connection:
                    version, figures = ask(connection, pause / 2)
                assert seen.setdefault(version, figures) == figures, "one version said two things"
        except (duckdb.Error, ValueError, AssertionError) as error:
            errors.append(f"{type(error).__name__}: {error}"[:200])
        time.sleep(0 if stopped else pause)
    print(json.dumps({"asked": asked, "seen": seen, "errors": errors, "held": first[0] if first else None}))


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), float(sys.argv[3]), holds=sys.argv[4:] == ["hold"])
