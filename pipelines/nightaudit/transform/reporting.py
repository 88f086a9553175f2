"""What a build did, and what of it failed."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.errors import DataCheckError, NightauditError
from nightaudit.files import is_of_the_machine, room

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import duckdb

NAMED = 6  # failures told in full


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: number of models, seeds and tests, the warnings by test name, seconds."""

    models: int
    seeds: int
    tests: int
    warnings: tuple[str, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The report as JSON-ready values."""
        return asdict(self) | {"warnings": list(self.warnings), "seconds": round(self.seconds, 3)}


def report_of(kinds: list[str], warnings: list[str]) -> BuildReport:
    """The report, without its seconds, of nodes of these kinds, all of which are as they should be."""
    return BuildReport(
        models=kinds.count("model"),
        seeds=kinds.count("seed"),
        tests=kinds.count("test") + kinds.count("unit_test"),
        warnings=tuple(warnings),
        seconds=0,
    )


def raise_for(failures: list[str], scratch: Path) -> None:
    """Raise DataCheckError, naming them, where models or tests failed."""
    if failures:
        raise DataCheckError(
            "The marts cannot be trusted: "
            + "; ".join(failures[:NAMED])
            + (f"; and {len(failures) - NAMED} more" if len(failures) > NAMED else "")
            + ".",
            hint=f"The query of each check is below {scratch / 'compiled'}; what was published before stays in place.",
        )


def failure_text(name: str, failures: int, example: str = "") -> str:
    """A check, how many rows it found, and what `example_of` says of them."""
    rows = "1 row" if failures == 1 else f"{failures} rows, one of them" if example else f"{failures} rows"
    return f"{name} ({rows}: {example})" if example else f"{name} ({rows})"


def example_of(connection: duckdb.DuckDBPyConnection, node: str, query: str) -> str:
    """A row that a check found, with the names of its columns; "" for one that dbt made of a column, which may be personal."""
    import duckdb

    if node.count(".") > "test.package.name".count("."):
        return ""
    try:
        found = connection.execute(f"from ({query}\n) limit 1")
        names, rows = [name for name, *_ in found.description], found.fetchall()
    except duckdb.Error:
        return ""
    return ", ".join(f"{name} {value}" for name, value in zip(names, *rows, strict=True)) if rows else ""


def results_of(outcome: Any, scratch: Path) -> list[Any]:
    """The node results of a build of dbt's. Raises as `reported` does where dbt could not even begin."""
    from dbt.artifacts.schemas.run import RunExecutionResult

    if not isinstance(outcome.result, RunExecutionResult):
        _raise_if_it_gave_out(_first_lines(str(outcome.exception)), scratch)
        raise DataCheckError(
            f"The marts could not be built: {_first_lines(str(outcome.exception))}",
            hint=f"The log is {scratch / 'logs' / 'dbt.log'}.",
        )
    return list(outcome.result.results)


def reported(
    results: list[Any], scratch: Path, example: Callable[[str, str], str] = lambda _node, _query: ""
) -> BuildReport:
    """The report of a build of dbt's, without its seconds. Raises DataCheckError, naming them, when models or tests failed.

    `example` gives a row that a failed check found, by its node and query. Where a disk or memory gave out nothing is said of
    the data, and NightauditError is raised: the same may do well later.
    """
    failed = [result for result in results if str(result.status) in {"error", "fail", "runtime error"}]
    for result in failed:
        _raise_if_it_gave_out(f"{result.node.name}: {_first_lines(result.message or '')}", scratch)
    raise_for([_told(result, example) for result in failed], scratch)
    return report_of(
        [str(result.node.resource_type) for result in results],
        [_told(result, example) for result in results if str(result.status) == "warn"],
    )


def _raise_if_it_gave_out(said: str, scratch: Path) -> None:
    if is_of_the_machine(said):
        advice = room(said, scratch) or "Give it more memory, or a disk that can be written to, and run it again."
        raise NightauditError(
            f"The marts could not be built: {said.rstrip('.')}.",
            hint=f"{advice} What was published before stays in place.",
        )


def _told(result: Any, example: Callable[[str, str], str]) -> str:
    name, status = str(result.node.name), str(result.status)
    if result.failures:
        row = example(result.node.unique_id, result.node.compiled_code) if status in {"fail", "warn"} else ""
        return failure_text(name, result.failures, row)
    return f"{name}: {_first_lines(result.message or '')}" if status != "fail" else name


def _first_lines(text: str) -> str:
    return " ".join(text.split())[:400]
