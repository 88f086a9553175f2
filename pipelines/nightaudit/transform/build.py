"""Run `dbt build` (seeds, models, tests) on the work file, and say in our words what failed."""

from __future__ import annotations

import secrets
import time
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.errors import DataCheckError
from nightaudit.transform import changes
from nightaudit.transform.runner import invoke, project_dir

if TYPE_CHECKING:
    import datetime
    from pathlib import Path

    from nightaudit.settings import Settings

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


def build(settings: Settings, work_file: Path, *, unit_tests: bool = False) -> BuildReport:
    """Build every mart in `work_file`, whose schema `raw` has been loaded; the caller holds the lock.

    The models' unit tests look at the models, not at the data: they run when asked for, before the models are built on it.
    Compiled SQL, manifest and log go to `dbt/` beside the work file. Raises DataCheckError when a model cannot be built or
    a test fails: what depends on it has then not been built, and nothing should be published.
    """
    import duckdb

    started = time.perf_counter()
    scratch = work_file.parent.resolve() / "dbt"
    digest = changes.digest_of(project_dir())
    whole = ("--full-refresh",) if _prepare(work_file, digest) else ()
    checked = () if unit_tests else ("--exclude-resource-type", "unit_test")
    results = _run(settings, work_file, scratch, (*whole, *checked))
    report = reported(results, scratch, started)
    with duckdb.connect(str(work_file)) as connection:
        changes.remember(connection, digest)
    return report


def reported(results: list[Any], scratch: Path, started: float) -> BuildReport:
    """The report of a build that began at `started`. Raises DataCheckError, naming them, when models or tests failed."""
    failed = [result for result in results if str(result.status) in {"error", "fail", "runtime error"}]
    if failed:
        raise DataCheckError(
            "The marts cannot be trusted: "
            + "; ".join(_told(result) for result in failed[:NAMED])
            + (f"; and {len(failed) - NAMED} more" if len(failed) > NAMED else "")
            + ".",
            hint=f"The query of each check is below {scratch / 'compiled'}; what was published before stays in place.",
        )
    kinds = [str(result.node.resource_type) for result in results]
    return BuildReport(
        models=kinds.count("model"),
        seeds=kinds.count("seed"),
        tests=kinds.count("test") + kinds.count("unit_test"),
        warnings=tuple(_told(result) for result in results if str(result.status) == "warn"),
        seconds=time.perf_counter() - started,
    )


def _prepare(work_file: Path, digest: str) -> bool:
    """Give the work file the key its pseudonyms are made with; a key once made stays. Whether all must be built anew."""
    import duckdb

    with duckdb.connect(str(work_file)) as connection:
        connection.execute("create schema if not exists private")
        connection.execute("create schema if not exists raw")
        connection.execute("create table if not exists private.pseudonym_key (pseudonym_key varchar not null)")
        connection.execute(
            "insert into private.pseudonym_key select $1 where not exists (from private.pseudonym_key)",
            [secrets.token_hex(32)],
        )
        return changes.must_rebuild(connection, digest)


def _set_today(work_file: Path, today: datetime.date) -> None:
    """Tell the models the business date, through a macro of the work file.

    With a variable that changes every day dbt would read the whole project anew every day.
    """
    import duckdb

    with duckdb.connect(str(work_file)) as connection:
        connection.execute("create schema if not exists private")
        connection.execute(f"create or replace macro private.today() as date '{today:%Y-%m-%d}'")


def _run(settings: Settings, work_file: Path, scratch: Path, more: tuple[str, ...]) -> list[Any]:
    """One in-process `dbt build`; returns its node results."""
    _set_today(work_file, settings.business_date)
    return results_of(invoke(settings, work_file, scratch, "build", *more), scratch)


def results_of(outcome: Any, scratch: Path) -> list[Any]:
    """The node results of a build. Raises DataCheckError where dbt could not even begin."""
    from dbt.artifacts.schemas.run import RunExecutionResult

    if not isinstance(outcome.result, RunExecutionResult):
        raise DataCheckError(
            f"The marts could not be built: {_first_lines(str(outcome.exception))}",
            hint=f"The log is {scratch / 'logs' / 'dbt.log'}.",
        )
    return list(outcome.result.results)


def _told(result: Any) -> str:
    name = result.node.name
    if result.failures:
        return f"{name} ({result.failures} {'row' if result.failures == 1 else 'rows'})"
    return f"{name}: {_first_lines(result.message or '')}" if str(result.status) != "fail" else name


def _first_lines(text: str) -> str:
    return " ".join(text.split())[:400]
