"""The night audit in Dagster: an asset per stream and published table, one schedule: `dagster dev -m nightaudit.schedule`.

Dagster reads the annotations of these functions, so this module does not postpone their evaluation.
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import dagster as dg

from nightaudit import transform, warehouse
from nightaudit.errors import ApiError, Locked, NightauditError, PartlyLoaded
from nightaudit.load.fields.examined import examine
from nightaudit.load.pipeline import load
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.load.summary import StreamSummary
from nightaudit.nightly import publish
from nightaudit.settings import Settings
from nightaudit.transform.lineage import marts

RAW, PROVEN = "raw", "proven_complete"
PARENTS = {stream.name: "" for stream in STREAMS} | {child.name: child.parent for child in CHILDREN}
SETTINGS = Settings.read()
"""As they are where the graph is defined; a run reads them anew."""
MARTS = marts(SETTINGS)


def _stream(name: str) -> dg.AssetKey:
    return dg.AssetKey([RAW, name])


def _table(name: str) -> dg.AssetKey:
    return dg.AssetKey(name.split("."))


@contextlib.contextmanager
def _locked(purpose: str) -> Iterator[Settings]:
    """Yield the settings, holding the lock of their data directory. Raises our errors as `dg.Failure`, with the same words."""
    try:
        settings = Settings.read()
        with warehouse.lock(settings, purpose):
            yield settings
    except NightauditError as error:
        is_transient = isinstance(error, ApiError | PartlyLoaded | Locked)
        raise dg.Failure(str(error), allow_retries=is_transient) from error


@dg.multi_asset(
    name="load",
    specs=[
        dg.AssetSpec(_stream(name), deps=[_stream(parent)] if parent else [], group_name=RAW)
        for name, parent in PARENTS.items()
    ],
    check_specs=[dg.AssetCheckSpec(PROVEN, asset=_stream(name)) for name in PARENTS],
    can_subset=True,
    retry_policy=dg.RetryPolicy(max_retries=2, delay=600),
)
def load_streams(context: dg.AssetExecutionContext) -> Iterator[Any]:
    """Read the chosen streams from the API into the work file, each with what its walk proved."""
    chosen = [name for name in PARENTS if _stream(name) in context.selected_asset_keys]
    with _locked("load") as settings:
        report = load(settings, () if len(chosen) == len(PARENTS) else chosen)
        report.fields = examine(settings)
        if report.nothing_loaded:
            report.raise_for_failures()
    summaries = {summary.stream: summary for summary in report.streams}
    for name in chosen:
        yield _result(name, summaries.get(name))


def _result(name: str, summary: StreamSummary | None) -> dg.MaterializeResult[Any]:
    key, shown = _stream(name), summary or StreamSummary(name, complete=True, reason="No list had to be read.")
    severity = dg.AssetCheckSeverity.ERROR if shown.outcome == "failed" else dg.AssetCheckSeverity.WARN
    proven = dg.AssetCheckResult(
        asset_key=key, check_name=PROVEN, passed=shown.complete, severity=severity, description=shown.reason or None
    )
    figures = {name: getattr(shown, name) for name in ("rows", "new", "changed", "gone", "requests")}
    return dg.MaterializeResult(key, metadata=figures, check_results=[proven])


@dg.multi_asset(
    name="build",
    specs=[
        dg.AssetSpec(
            _table(name),
            deps=[*map(_stream, sorted(mart.raw & PARENTS.keys())), *map(_table, sorted(mart.marts))],
            group_name=name.partition(".")[0],
            description=mart.description,
        )
        for name, mart in MARTS.items()
    ],
)
def build_marts() -> Iterator[Any]:
    """Build every mart with dbt and test it; where a test fails nothing is published."""
    with _locked("build") as settings:
        transform.build_marts(settings)
    for name in MARTS:
        yield dg.MaterializeResult(_table(name))


@dg.asset(name="warehouse", deps=[_table(name) for name in MARTS], group_name="published")
def published_file() -> dg.MaterializeResult[Any]:
    """The file that analysts open, put in place at once."""
    with _locked("publish") as settings:
        return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(publish(settings))})


@dg.asset(name="report", deps=[published_file], group_name="published")
def written_report() -> dg.MaterializeResult[Any]:
    """The report of the published file, one HTML file."""
    from nightaudit.report import write_page

    settings = Settings.read()
    out = warehouse.report_file(settings)
    write_page(settings, out)
    return dg.MaterializeResult(metadata={"path": dg.MetadataValue.path(out)})


nightly = dg.define_asset_job("nightly", dg.AssetSelection.all(), executor_def=dg.in_process_executor)
every_night = dg.ScheduleDefinition(job=nightly, cron_schedule="15 4 * * *", execution_timezone=SETTINGS.time_zone)
in_files = [written_report] if SETTINGS.engine == "duckdb" else []  # a lake has no report
defs = dg.Definitions([load_streams, build_marts, published_file, *in_files], jobs=[nightly], schedules=[every_night])
