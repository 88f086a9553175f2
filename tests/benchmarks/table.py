"""Medians of runs as Markdown: one table per case, each contestant beside nightaudit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from statistics import median
from typing import Any

from contestants import CONTESTANTS
from measure import Case, Run

TOLD = {"first": "first load", "changed": "1 % changed", "nothing": "nothing changed"}


@dataclass(frozen=True, slots=True)
class Result:
    """All runs of one contestant on one case; figures are medians over those that ended."""

    contestant: str
    case: Case
    runs: list[Run]

    def figure(self, name: str) -> float:
        """The median of one measured figure."""
        return float(median(getattr(run, name) for run in self.runs))

    @property
    def wrong(self) -> str:
        """What was wrong in any run."""
        return next((run.wrong for run in self.runs if run.wrong), "")

    def phases(self) -> dict[str, tuple[float, ...]]:
        """Median wall and CPU seconds of each phase, and the peak memory by its end."""
        found: dict[str, list[tuple[float, ...]]] = {}
        for name, *figures in (phase for run in self.runs for phase in run.phases):
            found.setdefault(name, []).append(tuple(figures))
        return {name: tuple(map(median, zip(*all_, strict=True))) for name, all_ in found.items()}

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON; medians first."""
        medians = {name: self.figure(name) for name in ("wall", "cpu", "memory", "pages", "server_cpu", "records")}
        return {
            "contestant": self.contestant,
            "case": asdict(self.case),
            "median": medians,
            "phases": self.phases(),
            "wrong": self.wrong,
            "runs": [run.as_dict() for run in self.runs],
        }

    @classmethod
    def from_dict(cls, told: dict[str, Any]) -> Result:
        """The result that `as_dict` told."""
        names = {field.name for field in fields(Run)}
        runs = [Run(**{name: value for name, value in run.items() if name in names}) for run in told["runs"]]
        return cls(told["contestant"], Case(**told["case"]), runs)


def markdown(results: Iterable[Result], *, phases: bool = True) -> str:
    """A table per case, in the order of the contestants, and the phases of each; ratios say how many times faster ours is."""
    cases: dict[Case, list[Result]] = {}
    for result in results:
        cases.setdefault(result.case, []).append(result)
    return "\n\n".join("\n".join(_table(case, found) + _phases(found) * phases) for case, found in cases.items())


def _table(case: Case, results: list[Result]) -> list[str]:
    order = list(CONTESTANTS)
    results = sorted(results, key=lambda result: order.index(result.contestant))
    ours = next((result for result in results if result.contestant == "ours" and not result.wrong), None)
    waits = f", {case.latency_ms} ms latency, {case.concurrency} in flight" if case.latency_ms else ""
    lines = [
        f"**{TOLD[case.work]}: {results[0].runs[0].records:,} records, pages of {case.page_size}{waits}**",
        "",
        "| who | records/s | seconds | CPU s | ours faster by | by CPU | peak MB | pages | server busy | money |",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    for result in results:
        name = CONTESTANTS[result.contestant].told
        if not all(run.phases or run.pages for run in result.runs) or result.wrong.startswith("exit"):
            lines.append(f"| {name} | failed | | | | | | | | |")
            continue
        wall, cpu = result.figure("wall"), result.figure("cpu")
        faster = f"{wall / ours.figure('wall'):.2f} x" if ours else ""
        by_cpu = f"{cpu / ours.figure('cpu'):.2f} x" if ours else ""
        lines.append(
            f"| {name} | {result.figure('records') / wall:,.0f} | {wall:.2f} | {cpu:.2f} | {faster} | {by_cpu} "
            f"| {result.figure('memory'):,.0f} | {result.figure('pages'):,.0f} "
            f"| {result.figure('server_cpu') / wall:.1%} | {'wrong' if result.wrong else result.runs[0].money} |"
        )
    return lines + _least(case, results)


def _phases(results: list[Result]) -> list[str]:
    """What each contestant spent its time on, or what was wrong."""
    lines: list[str] = []
    for result in results:
        if result.wrong:
            lines += ["", f"{result.contestant} is wrong: {' '.join(result.wrong.split())[:200]}"]
        elif len(result.phases()) > 1:
            told = ", ".join(
                f"{name} {wall:.2f} s ({cpu:.2f} CPU, {memory:,.0f} MB)"
                for name, (wall, cpu, memory) in result.phases().items()
            )
            lines += ["", f"{result.contestant}: {told}."]
    return lines


def _least(case: Case, results: list[Result]) -> list[str]:
    """What waiting and parsing take at least: every page once, always as many in flight as allowed, and the limit's CPU time."""
    limit = next((result for result in results if result.contestant == "limit" and not result.wrong), None)
    if not case.latency_ms or limit is None:
        return []
    waiting = limit.figure("pages") / case.concurrency * case.latency_ms / 1000
    least = waiting + limit.figure("cpu")
    told = f"Arithmetic minimum: {waiting:.1f} s of waiting and {limit.figure('cpu'):.1f} s of the limit's CPU time"
    loads = [f"{one.contestant} {one.phases()['load'][0] / least:.2f} x" for one in results if "load" in one.phases()]
    return ["", f"{told}; loads took {', '.join(loads)} that."]
