"""Build everything (seeds, models, tests) on the work file, with dbt where it has to be asked, and say what failed."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from nightaudit import database, raw_tables, schemas
from nightaudit.transform import changes, notes, replay, setting_macros, whole
from nightaudit.transform import script as scripts
from nightaudit.transform.recording import Recorder
from nightaudit.transform.reporting import example_of, raise_for, report_of, reported, results_of
from nightaudit.transform.runner import invoke, project_dir, variables_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings
    from nightaudit.transform.reporting import BuildReport

LOG_UNTIL = "256MB"
"""Size up to which the work file's log grows: what is written of tables midway is written again at the end."""


def build(
    settings: Settings, work_file: Path, *, select: Sequence[str] = (), checked: bool = True, unit_tests: bool = False
) -> BuildReport:
    """Build every mart in `work_file` of what has been loaded into its schema `raw`; the caller holds the lock.

    select      only these models with their tests, in dbt's words
    checked     whether the tests of the data run
    unit_tests  whether the models' unit tests run too: they look at the models, not at the data

    The first build of a kind is dbt's, and the statements that it sends to the database are kept; later ones send these
    again, as far as what they depend on has changed, in bounded memory where that does. Compiled SQL, manifest and log of dbt
    go to `dbt/` beside the work file. Raises DataCheckError when a model cannot be built or a test fails: what depends on it
    has then not been built, and nothing should be published.
    """
    started = time.perf_counter()
    digest, scratch = changes.digest_of(project_dir()), work_file.parent.resolve() / "dbt"
    options = _options(select, checked=checked, unit_tests=unit_tests)
    key = scripts.key_of(work_file, digest, options)
    with database.writing(work_file, {"checkpoint_threshold": LOG_UNTIL}) as connection:
        _prepare(connection, f"{digest} {settings.time_zone}")  # staging is kept, and reads dates by it
        was_whole = whole.begin(connection)
        setting_macros.make(connection, settings)
        report = _replayed(settings, connection, key, scratch, is_whole=not select)
        makes_whole = was_whole or not select  # some models do not make up for a build that failed
        if not report:
            notes.forget(connection)  # dbt takes none of what it makes
        elif makes_whole:
            whole.end(connection)
    if not report:
        report = _made_by_dbt(settings, work_file, key, scratch, options)
        if makes_whole:
            with database.writing(work_file, {}) as connection:
                whole.end(connection)
    return replace(report, seconds=time.perf_counter() - started)


def _options(select: Sequence[str], *, checked: bool, unit_tests: bool) -> tuple[str, ...]:
    """What dbt is told to do beside what it always is; of some models, no test that reads others that may not be there."""
    left_out = [*([] if checked else ["test"]), *([] if unit_tests else ["unit_test"])]
    return (
        *(("--indirect-selection", "buildable", "--select", *select) if select else ()),
        *(word for kind in left_out for word in ("--exclude-resource-type", kind)),
    )


def _replayed(
    settings: Settings, connection: duckdb.DuckDBPyConnection, key: str, scratch: Path, *, is_whole: bool
) -> BuildReport | None:
    """Make what has to be made by the script of an earlier build; None where there is no script that can."""
    script = scripts.find(key, scratch)
    if not script:
        return None
    if not is_whole:
        notes.forget_views_beside(connection, (step.node for step in script.steps))
    mended = _units(connection) >= settings.incremental_from_units
    outcome = replay.replay(script, connection, scratch, _text_of(settings), mended=mended)
    if not outcome:
        return None
    raise_for(outcome.failures, scratch)
    return report_of([step.kind for step in script.steps], outcome.warnings)


def _made_by_dbt(settings: Settings, work_file: Path, key: str, scratch: Path, options: tuple[str, ...]) -> BuildReport:
    """Have dbt make everything, and keep the script of that."""
    recorder = Recorder()
    results = results_of(invoke(settings, work_file, scratch, "build", *options, watch=recorder), scratch)

    def example(node: str, query: str) -> str:
        with database.reading(work_file) as connection:
            return example_of(connection, node, query)

    report = reported(results, scratch, example)
    if not any(result.node.resource_type == "unit_test" for result in results):  # what these send is not for the data
        script = recorder.script(results)
        scripts.keep(key, script, scratch)
        passed = {result.node.unique_id for result in results if str(result.status) == "pass"}
        with database.writing(work_file, {}) as connection:
            replay.note(script, connection, _text_of(settings), passed)
    return report


def _text_of(settings: Settings) -> str:
    return json.dumps(variables_of(settings))


def _units(connection: duckdb.DuckDBPyConnection) -> int:
    """How many units there are."""
    ((units,),) = connection.execute("select count(*) from raw.units where valid_to is null").fetchall()
    return int(units)


def _prepare(connection: duckdb.DuckDBPyConnection, made_by: str) -> None:
    """Give the work file what models read beside what was loaded, the key of its pseudonyms among it, which stays.

    What other models made is not relied on, nor what was read by another time zone.
    """
    raw_tables.make(connection, schemas.READ_BY_MODELS)
    connection.execute("create schema if not exists private")
    connection.execute("create table if not exists private.pseudonym_key (pseudonym_key varchar not null)")
    connection.execute(
        "insert into private.pseudonym_key select $1 where not exists (from private.pseudonym_key)",
        [secrets.token_hex(32)],
    )
    changes.forget_others(connection, made_by)
