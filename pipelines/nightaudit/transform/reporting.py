"""Reports what a build did, and raises what failed in it as an error."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.errors import DataCheckError, NightauditError
from nightaudit.files import WORK
from nightaudit.machine_errors import damage, is_damage, is_resource_failure, remedy

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import duckdb

NAMED = 6  # failures that an error message names; the others are counted
AGAINST_CONTRACT = re.compile(r"^ *(\|.*\| (?:missing in \w+|data type mismatch)) *\|$", re.MULTILINE)
"""One column in the table of dbt's message: its name, its type in the model and in the contract, and what is wrong."""


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The number of models, seeds and tests of a build, a text for each test that warned, and the seconds it took."""

    models: int
    seeds: int
    tests: int
    warnings: tuple[str, ...]
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """Return the report as JSON-ready values."""
        return asdict(self) | {"seconds": round(self.seconds, 3)}


def report_of(kinds: list[str], warnings: list[str]) -> BuildReport:
    """Return the report, without its seconds, of a build of nodes of these kinds, none of which failed."""
    return BuildReport(
        models=kinds.count("model"),
        seeds=kinds.count("seed"),
        tests=kinds.count("test"),
        warnings=tuple(warnings),
        seconds=0,
    )


def raise_for(failures: list[str], scratch: Path) -> None:
    """Raise DataCheckError where `failures`, texts of models or tests that failed, is not empty."""
    if failures:
        raise DataCheckError(
            "The marts cannot be trusted: "
            + "; ".join(failures[:NAMED])
            + (f"; and {len(failures) - NAMED} more" if len(failures) > NAMED else "")
            + ".",
            hint=f"The query of each check is below {scratch / 'compiled'}. A file published before is still in place.",
        )


def failure_text(name: str, failures: int, example: str) -> str:
    """Return one text of a check's name, the number of rows it found, and the example from `example_of`."""
    rows = "1 row" if failures == 1 else f"{failures} rows, for example" if example else f"{failures} rows"
    return f"{name} ({rows}: {example})" if example else f"{name} ({rows})"


def example_of(connection: duckdb.DuckDBPyConnection, node: str, query: str) -> str:
    """Return a row that a check found, with its column names; "" for dbt's generic test of a column, which may be personal."""
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
    """Return the node results of a dbt build. Raises as `report_of_dbt` does where dbt could not begin."""
    from dbt.artifacts.schemas.run import RunExecutionResult

    if not isinstance(outcome.result, RunExecutionResult):
        _raise_unless_of_the_data(_beginning(str(outcome.exception)), scratch)
        raise DataCheckError(
            f"The marts could not be built: {_beginning(str(outcome.exception))}",
            hint=f"The log is {scratch / 'logs' / 'dbt.log'}.",
        )
    return list(outcome.result.results)


def report_of_dbt(
    results: list[Any], scratch: Path, example: Callable[[str, str], str] = lambda _node, _query: ""
) -> BuildReport:
    """Return the report of a dbt build, without its seconds. Raises DataCheckError that names the failed models and tests.

    `example` returns a row that a failed check found, from the check's node and query. Raises NightauditError instead where
    disk or memory gave out: the data are not at fault, and the same build may succeed later. Raises ConfigurationError where the
    work file is damaged.
    """
    failed = [result for result in results if str(result.status) in {"error", "fail", "runtime error"}]
    for result in failed:
        _raise_unless_of_the_data(f"{result.node.name}: {_beginning(result.message or '')}", scratch)
    raise_for([_result_text(result, example) for result in failed], scratch)
    return report_of(
        [str(result.node.resource_type) for result in results],
        [_result_text(result, example) for result in results if str(result.status) == "warn"],
    )


def _raise_unless_of_the_data(message: str, scratch: Path) -> None:
    """Raise where the work file is damaged, or disk or memory gave out."""
    if is_damage(message):
        raise damage(scratch.parent / WORK, message)
    if is_resource_failure(message):
        advice = remedy(message, scratch) or "Provide more memory or a writable disk, and run the command again."
        raise NightauditError(
            f"The marts could not be built: {message.rstrip('.')}.",
            hint=f"{advice} A file published before is still in place.",
        )


def _result_text(result: Any, example: Callable[[str, str], str]) -> str:
    name, status = str(result.node.name), str(result.status)
    if result.failures:
        row = example(result.node.unique_id, result.node.compiled_code) if status in {"fail", "warn"} else ""
        return failure_text(name, result.failures, row)
    message = result.message or ""
    if columns := AGAINST_CONTRACT.findall(message):
        told = ", ".join(" ".join(column.replace("|", " ").split()) for column in columns)
        return f"{name}: its columns are not those of the contract in {name}.yml: {told}"
    return f"{name}: {_beginning(message)}" if status != "fail" else name


def _beginning(text: str) -> str:
    return " ".join(text.split())[:400]
