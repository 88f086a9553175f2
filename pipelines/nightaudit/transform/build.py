"""Builds seeds, models and tests on the work file: replays the recorded script, or runs dbt where no script fits."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import replace
from typing import TYPE_CHECKING

from nightaudit import database, raw_tables, schemas
from nightaudit.background import entered_in_background
from nightaudit.transform import completeness, models_digest, notes, replay, setting_macros
from nightaudit.transform import script as scripts
from nightaudit.transform.recording import Recorder
from nightaudit.transform.reporting import example_of, raise_for, report_of, report_of_dbt, results_of
from nightaudit.transform.runner import invoke, project_dir, variables_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings
    from nightaudit.transform.reporting import BuildReport

BUILD_CONFIG: database.Config = {"checkpoint_threshold": "256MB", "disabled_optimizers": "common_subplan"}
"""Options of DuckDB for a build.

A larger log than by default: tables written by a checkpoint midway are written again at the end. No search for common parts of a
plan: it takes a tenth of the planning, and the models share parts by tables.
"""


def build(settings: Settings, work_file: Path, *, select: Sequence[str] = (), checked: bool = True) -> BuildReport:
    """Build every mart in `work_file` from the records in its schema `raw`. The caller holds the lock.

    select   the models to build, with their tests, in dbt's selection syntax; all when empty
    checked  whether the tests of the data run

    The models' unit tests do not run: they test the models, not the data.

    dbt runs the first build of a kind, and the statements that dbt sends to the database are kept. Later builds send again
    those statements whose inputs have changed, in bounded memory where that is enough. dbt writes compiled SQL, manifest and
    log to `dbt/` beside the work file. Raises DataCheckError when a model cannot be built or a test fails: the models that
    depend on it have then not been built, and nothing should be published. Raises NightauditError when disk or memory gave out.
    """
    started = time.perf_counter()
    scratch, options = work_file.parent.resolve() / "dbt", _options(select, checked=checked)
    with entered_in_background(database.writing(work_file, BUILD_CONFIG)) as opened:
        digest = models_digest.digest_of(project_dir())
        key = scripts.key_of(work_file, digest, options)
        script = scripts.find(key, scratch)
        if not script:
            _parse(settings, work_file, scratch)  # a slip in the project must not cost the tables that are there
        connection = opened()
        _prepare(connection, f"{digest} {settings.time_zone}")  # staging is kept, and dates depend on the time zone
        was_complete = completeness.begin(connection)
        setting_macros.make(connection, settings)
        report = _replayed(settings, connection, script, scratch, all_models=not select)
        will_be_complete = was_complete or not select  # a build of some models does not repair one that failed
        if not report:
            notes.forget(connection)  # dbt does not update them
        elif will_be_complete:
            completeness.end(connection)
    if not report:
        report = _built_by_dbt(settings, work_file, key, scratch, options)
        if will_be_complete:
            with database.writing(work_file, {}) as connection:
                completeness.end(connection)
    return replace(report, seconds=time.perf_counter() - started)


def _options(select: Sequence[str], *, checked: bool) -> tuple[str, ...]:
    """Return dbt's options for this build. With `select`, they leave out tests that read models which may not exist."""
    excluded = [*([] if checked else ["test"]), "unit_test"]
    return (
        *(("--indirect-selection", "buildable", "--select", *select) if select else ()),
        *(word for kind in excluded for word in ("--exclude-resource-type", kind)),
    )


def _replayed(
    settings: Settings,
    connection: duckdb.DuckDBPyConnection,
    script: scripts.Script | None,
    scratch: Path,
    *,
    all_models: bool,
) -> BuildReport | None:
    """Build with the script of an earlier build. Return None where it does not fit; raise DataCheckError where a check fails."""
    if not script:
        return None
    if not all_models:
        notes.forget_other_views(connection, (step.node for step in script))
    incremental = _count_units(connection) >= settings.incremental_from_units
    outcome = replay.replay(script, connection, scratch, _text_of(settings), incremental=incremental)
    if not outcome:
        return None
    raise_for(outcome.failures, scratch)
    return report_of([step.kind for step in script], outcome.warnings)


def _parse(settings: Settings, work_file: Path, scratch: Path) -> None:
    """Have dbt parse the project. Raises DataCheckError where it cannot."""
    parsing = invoke(settings, work_file, scratch, "parse")
    if not parsing.success:
        results_of(parsing, scratch)


def _built_by_dbt(
    settings: Settings, work_file: Path, key: str, scratch: Path, options: tuple[str, ...]
) -> BuildReport:
    """Build everything with dbt, and keep what dbt sent as a script."""
    recorder = Recorder()
    results = results_of(invoke(settings, work_file, scratch, "build", *options, watch=recorder), scratch)

    def example(node: str, query: str) -> str:
        with database.reading(work_file) as connection:
            return example_of(connection, node, query)

    report = report_of_dbt(results, scratch, example)
    script = recorder.script(results)
    scripts.keep(key, script, scratch)
    passed = {result.node.unique_id for result in results if str(result.status) == "pass"}
    with database.writing(work_file, {}) as connection:
        replay.note(script, connection, _text_of(settings), passed)
    return report


def _text_of(settings: Settings) -> str:
    return json.dumps(variables_of(settings))


def _count_units(connection: duckdb.DuckDBPyConnection) -> int:
    ((units,),) = connection.execute("select count(*) from raw.units where valid_to is null").fetchall()
    return int(units)


def _prepare(connection: duckdb.DuckDBPyConnection, built_by: str) -> None:
    """Create the raw tables that no load has created and, once, the key of the pseudonyms; drop what others than these built.

    built_by  the digest of the models, and the time zone that they read dates by
    """
    raw_tables.make(connection, schemas.READ_BY_MODELS)
    connection.execute("create schema if not exists private")
    connection.execute("create table if not exists private.pseudonym_key (pseudonym_key varchar not null)")
    connection.execute(
        "insert into private.pseudonym_key select $1 where not exists (from private.pseudonym_key)",
        [secrets.token_hex(32)],
    )
    models_digest.drop_tables_of_other_models(connection, built_by)
