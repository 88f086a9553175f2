"""Build everything (seeds, models, tests) on the work file, with dbt where it has to be asked, and say what failed."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit.errors import DataCheckError
from nightaudit.transform import changes, replay
from nightaudit.transform import script as scripts
from nightaudit.transform.recording import Recorder
from nightaudit.transform.runner import invoke, project_dir, variables_of

if TYPE_CHECKING:
    import datetime
    from collections.abc import Sequence

    import duckdb

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


def build(
    settings: Settings, work_file: Path, *, select: Sequence[str] = (), checked: bool = True, unit_tests: bool = False
) -> BuildReport:
    """Build every mart in `work_file`, whose schema `raw` has been loaded; the caller holds the lock.

    select   only these models with their tests, in dbt's words     checked  whether the tests run
    unit_tests  whether the models' unit tests run too: they look at the models, not at the data, before these are built on it

    dbt is asked once what a build like this one sends to the database; the next sends that again.
    Compiled SQL, manifest and log of dbt go to `dbt/` beside the work file. Raises DataCheckError when a model cannot be
    built or a test fails: what depends on it has then not been built, and nothing should be published.
    """
    import duckdb

    started = time.perf_counter()
    digest = changes.digest_of(project_dir())
    with duckdb.connect(str(work_file)) as connection:
        whole = _prepare(connection, digest)
    report = _made(settings, work_file, digest, _options(select, checked=checked, unit_tests=unit_tests), whole=whole)
    if not select:
        with duckdb.connect(str(work_file)) as connection:
            changes.remember(connection, digest)
    return replace(report, seconds=time.perf_counter() - started)


def _options(select: Sequence[str], *, checked: bool, unit_tests: bool) -> tuple[str, ...]:
    """What dbt is told to do beside what it always is."""
    left_out = [*([] if checked else ["test"]), *([] if unit_tests else ["unit_test"])]
    return (
        *(("--select", *select) if select else ()),
        *(word for kind in left_out for word in ("--exclude-resource-type", kind)),
    )


def _made(settings: Settings, work_file: Path, digest: str, options: tuple[str, ...], *, whole: bool) -> BuildReport:
    """Make what is chosen: by the script of an earlier build where that does, else by dbt, and keep the script of that."""
    import duckdb

    scratch = work_file.parent.resolve() / "dbt"
    with duckdb.connect(str(work_file)) as connection:
        _set_today(connection, settings.business_date)
        depends_on = (*_depends_on(settings, work_file, digest), options)
        key = replay.key_of(connection, *depends_on, from_units=settings.incremental_from_units)
        shared = variables_of(settings) == variables_of(type(settings).model_construct())
        script = scripts.find(key, scratch, shared=shared)
        if script:
            warnings = replay.replay(script, connection, whole=whole)
            if warnings is not None:
                return _report([step.kind for step in script.steps], warnings)
    recorder = Recorder()
    anew = ("--full-refresh",) if whole else ()
    results = _run(settings, work_file, scratch, (*options, *anew), watch=recorder)
    report = reported(results, scratch)
    if not any(result.node.resource_type == "unit_test" for result in results):  # what these send is not for the data
        scripts.keep(key, recorder.script(results, script), scratch, shared=shared)
    return report


def _depends_on(settings: Settings, work_file: Path, digest: str) -> tuple[object, ...]:
    """What decides, beside the raw tables, which statements dbt sends."""
    versions = [version(package) for package in ("dbt-core", "dbt-adapters", "dbt-duckdb")]
    ours = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
    return ours.hexdigest(), digest, str(project_dir()), work_file.name, versions, variables_of(settings)


def reported(results: list[Any], scratch: Path) -> BuildReport:
    """The report of a build, without its seconds. Raises DataCheckError, naming them, when models or tests failed."""
    failed = [result for result in results if str(result.status) in {"error", "fail", "runtime error"}]
    if failed:
        raise DataCheckError(
            "The marts cannot be trusted: "
            + "; ".join(_told(result) for result in failed[:NAMED])
            + (f"; and {len(failed) - NAMED} more" if len(failed) > NAMED else "")
            + ".",
            hint=f"The query of each check is below {scratch / 'compiled'}; what was published before stays in place.",
        )
    return _report(
        [str(result.node.resource_type) for result in results],
        [_told(result) for result in results if str(result.status) == "warn"],
    )


def _report(kinds: list[str], warnings: list[str]) -> BuildReport:
    return BuildReport(
        models=kinds.count("model"),
        seeds=kinds.count("seed"),
        tests=kinds.count("test") + kinds.count("unit_test"),
        warnings=tuple(warnings),
        seconds=0,
    )


def _prepare(connection: duckdb.DuckDBPyConnection, digest: str) -> bool:
    """Give the work file the key its pseudonyms are made with; a key once made stays. Whether all must be built anew."""
    connection.execute("create schema if not exists private")
    connection.execute("create schema if not exists raw")
    connection.execute("create table if not exists private.pseudonym_key (pseudonym_key varchar not null)")
    connection.execute(
        "insert into private.pseudonym_key select $1 where not exists (from private.pseudonym_key)",
        [secrets.token_hex(32)],
    )
    return changes.must_rebuild(connection, digest)


def _set_today(connection: duckdb.DuckDBPyConnection, today: datetime.date) -> None:
    """Tell the models the business date, through a macro of the work file.

    With a variable that changes every day dbt would read the whole project anew every day.
    """
    connection.execute("create schema if not exists private")
    connection.execute(f"create or replace macro private.today() as date '{today:%Y-%m-%d}'")


def _run(
    settings: Settings, work_file: Path, scratch: Path, more: tuple[str, ...], watch: Recorder | None = None
) -> list[Any]:
    """One in-process `dbt build`; returns its node results."""
    import duckdb

    with duckdb.connect(str(work_file)) as connection:
        _set_today(connection, settings.business_date)
    return results_of(invoke(settings, work_file, scratch, "build", *more, watch=watch), scratch)


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
        return replay.told(name, result.failures)
    return f"{name}: {_first_lines(result.message or '')}" if str(result.status) != "fail" else name


def _first_lines(text: str) -> str:
    return " ".join(text.split())[:400]
