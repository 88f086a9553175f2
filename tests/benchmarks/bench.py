"""The benchmark: `make bench` for a few minutes of it, `make bench PLAN=window` for the table in docs, `PLAN=all` for everything.

Each figure is a median over rounds; within a round every contestant takes its turn, so that a noisy minute meets all of them.
"""

from __future__ import annotations

import argparse
import compileall
import json
import platform
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any

from contestants import CONTESTANTS
from dataset import LEDGER_TOOL, SIZES, WORK
from measure import Case, Run, Work, measure, measure_again, start_up
from serving import compiler
from table import Result, markdown

import nightaudit

EVERYONE = tuple(name for name in CONTESTANTS if name not in {"fetch", "dlt-newest", "nightly"})
OURS = {"ours", "nightly"}
FEW = ("ours", "limit", "fetch", "dlt")


@dataclass(frozen=True, slots=True)
class Part:
    """Cases and who takes part in them, so many rounds."""

    sizes: tuple[str, ...]
    page_sizes: tuple[int, ...]
    who: tuple[str, ...]
    works: tuple[Work, ...] = ("first",)
    latencies: tuple[int, ...] = (0,)
    concurrency: int = 4
    rounds: int = 5

    def cases(self) -> list[Case]:
        """Every combination."""
        return [
            Case(size, page_size, latency, self.concurrency)
            for size, page_size, latency in product(self.sizes, self.page_sizes, self.latencies)
        ]


AGAIN = ("ours", "dlt", "dlt-newest")
PLANS: dict[str, tuple[Part, ...]] = {
    "quick": (Part(("30k",), (100,), FEW, rounds=1), Part(("150k",), (500,), FEW, rounds=1)),
    "window": (
        Part(("30k",), (100,), EVERYONE, rounds=1),
        Part(("600k",), (500,), ("ours", "limit"), rounds=1),
        Part(("150k",), (100,), ("ours", "limit"), latencies=(80,), concurrency=16, rounds=1),
        Part(("150k",), (500,), FEW, rounds=5),
        Part(("200k",), (500,), AGAIN, ("nothing", "changed"), rounds=1),
    ),
    "growth": (Part(("30k", "90k", "300k", "900k", "1800k"), (500,), ("ours", "limit", "nightly"), rounds=1),),
    "all": (
        Part(("30k",), (20, 100, 500), (*EVERYONE, "fetch")),
        Part(
            ("150k",), (100, 500), (*(name for name in EVERYONE if name != "dlt-defaults"), "fetch")
        ),  # it needs 30 GB
        Part(("600k", "ledger"), (500,), FEW),
        Part(("30k", "200k"), (500,), AGAIN, ("nothing", "changed")),
        Part(("30k",), (100,), FEW, latencies=(20, 80), concurrency=16),
    ),
}

MINUTES = {"window": 8.5}
"""After so many no second round of anything begins."""


def main() -> int:
    """Run a plan; prints and keeps the tables. 1 when any contestant was wrong or failed."""
    options = _options()
    compileall.compile_dir(
        nightaudit.__path__[0], quiet=1
    )  # as pip did the peers: a machine may be told to keep no bytecode
    if compiler() is None:
        sys.exit("The page server is a C program: install a C compiler (cc, gcc or clang).")
    parts = _chosen(options)
    _ask_dbt({name for part in parts for name in part.who} & OURS)
    results: dict[tuple[str, Case], Result] = {}
    deadline = time.monotonic() + 60 * (options.minutes or MINUTES.get(options.plan, 600))
    for part in parts:
        for number, case in product(range(part.rounds), part.cases()):
            if case.size == "ledger" and not LEDGER_TOOL.exists():
                continue
            if number and time.monotonic() > deadline:
                continue  # a round less; everyone has had one
            for name in part.who:
                for this, run in _measured(name, case, part.works):
                    results.setdefault((name, this), Result(name, this, [])).runs.append(run)
                    told = run.wrong or f"{run.wall:.2f} s, {run.cpu:.2f} CPU s, {run.memory:,.0f} MB"
                    print(f"{number + 1}/{part.rounds} {this} {name}: {told}", file=sys.stderr, flush=True)
                    _keep(list(results.values()), options.out)  # a run may be interrupted
    found = list(results.values())
    print(f"Kept in {options.out} and {options.out.with_suffix('.md')}", file=sys.stderr)
    print(markdown(found))
    print(f"\n`nightaudit --help`: {start_up():.2f} s of CPU, the median of five.")
    return int(any(result.wrong for result in found))


def _ask_dbt(who: set[str]) -> None:
    """Have dbt asked what it sends, as in the first night after an installation: once, like the peers' environments."""
    for name in sorted(who):
        run = measure(CONTESTANTS[name], Case("1k", page_size=500))
        told = run.wrong or f"{run.wall:.2f} s, {run.cpu:.2f} CPU s"
        print(f"{name}, the first of this installation, with 1k records: {told}", file=sys.stderr, flush=True)


def _measured(name: str, case: Case, works: Sequence[Work]) -> Iterator[tuple[Case, Run]]:
    if "first" in works:
        yield case, measure(CONTESTANTS[name], case)
    in_order: tuple[Work, ...] = ("nothing", "changed")  # stamps never go back
    again = [work for work in in_order if work in works]
    if again and CONTESTANTS[name].again:
        yield from measure_again(CONTESTANTS[name], case, again)


def _chosen(options: argparse.Namespace) -> list[Part]:
    parts = []
    for part in PLANS[options.plan]:
        given: dict[str, Any] = {
            name: tuple(getattr(options, name))
            for name in ("sizes", "page_sizes", "who", "works", "latencies")
            if getattr(options, name)
        }
        parts.append(replace(part, rounds=options.rounds or part.rounds, **given))
        if options.concurrency:
            parts[-1] = replace(parts[-1], concurrency=options.concurrency)
    return parts[:1] if options.sizes else parts


def _keep(results: list[Result], out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    told = {
        "at": time.strftime("%Y-%m-%d %H:%M:%S"),
        "machine": f"{platform.machine()}, {platform.system()}, Python {platform.python_version()}",
        "results": [result.as_dict() for result in results],
    }
    out.write_text(json.dumps(told, indent=1))
    out.with_suffix(".md").write_text(markdown(results) + "\n")


def _options() -> argparse.Namespace:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--plan", choices=PLANS, default="quick")
    reader.add_argument("--who", nargs="+", choices=CONTESTANTS, help="only these contestants")
    reader.add_argument("--sizes", nargs="+", choices=SIZES, help="these sizes, with the rest as the plan's first part")
    reader.add_argument("--page-sizes", nargs="+", type=int)
    reader.add_argument("--latencies", nargs="+", type=int, metavar="MS")
    reader.add_argument("--works", nargs="+", choices=("first", "changed", "nothing"))
    reader.add_argument("--concurrency", type=int)
    reader.add_argument("--rounds", type=int)
    reader.add_argument("--minutes", type=float, help="no second round of anything begins after so many")
    reader.add_argument("--out", type=Path, default=WORK / "results" / "latest.json")
    return reader.parse_args()


if __name__ == "__main__":
    sys.exit(main())
