"""Load, transform, publish, report: what a scheduler calls."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit import publishing, transform, warehouse
from nightaudit.correct.plans.export import copy_journal
from nightaudit.load.needed import why_not_publish
from nightaudit.load.pipeline import load
from nightaudit.load.streams.fields import examine
from nightaudit.transform import whole

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.errors import NightauditError
    from nightaudit.load.progress import Progress
    from nightaudit.load.summary import LoadReport
    from nightaudit.settings import Settings


@dataclass
class NightlyResult:
    """What a nightly run did: the load's report, seconds of each step, checks that warn, and the files it left.

    unpublished  why nothing was built and published, None where it was
    """

    load: LoadReport
    seconds: dict[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    warehouse: Path | str | None = None
    report: Path | None = None
    unpublished: NightauditError | None = None

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON-ready values."""
        return {
            "load": self.load.as_dict(),
            "seconds": {step: round(seconds, 3) for step, seconds in self.seconds.items()},
            "warnings": list(self.warnings),
            "warehouse": str(self.warehouse) if self.warehouse else None,
            "report": str(self.report) if self.report else None,
            "unpublished": str(self.unpublished) if self.unpublished else None,
        }

    def raise_for_failures(self) -> None:
        """Raise what kept the marts from being published, or PartlyLoaded where streams failed that they can do without."""
        if self.unpublished:
            raise self.unpublished
        self.load.raise_for_failures()


def run(settings: Settings, *, full: bool = False, progress: Progress | None = None) -> NightlyResult:
    """Run the whole night audit under one lock.

    A stream that cannot be loaded does not keep the others from being built and published: the result's load report says
    so. Where figures are counted from one that no load has read yet, nothing is published: the result says why.
    Raises Locked, ConfigurationError, ApiError when nothing could be loaded, DataCheckError when a mart breaks a rule
    (what was published before stays in place). On Spark there is no report.
    """
    settings, seconds = settings.dated(), dict[str, float]()

    def step(name: str, work: Callable[[], Any]) -> Any:
        if progress:
            progress.step(name)
        started = time.perf_counter()
        outcome = work()
        seconds[name] = time.perf_counter() - started
        return outcome

    with warehouse.lock(settings, "nightly"):
        loaded = step("load", lambda: load(settings, full=full, progress=progress))
        result = NightlyResult(loaded, seconds)
        if loaded.nothing_loaded:
            loaded.raise_for_failures()
        result.unpublished = why_not_publish(settings)
        if result.unpublished:
            loaded.fields = examine(settings)
            return result
        result.warnings = step("build", lambda: transform.build_marts(settings)).warnings
        published = result.warehouse = step("publish", lambda: publish_unchecked(settings))
        if isinstance(published, Path) and find_spec("altair"):
            from nightaudit.report import write_page

            page = settings.data_dir / "report.html"
            result.report = step("report", lambda: write_page(published, page, as_of=settings.business_date))
        loaded.fields = examine(settings)
    return result


def publish(settings: Settings) -> Path | str:
    """Publish the marts, with the journal of corrections among them; the caller holds the lock.

    Returns the published file, on Spark the address of the lake, where there is no journal. Raises ConfigurationError when
    nothing has been loaded or built yet, or the last build did not end well; that, or PartlyLoaded, where a list that figures
    are counted from was never read.
    """
    if settings.engine == "duckdb":
        warehouse.require_loaded(settings)
    why_not = why_not_publish(settings)
    if why_not:
        raise why_not
    return publish_unchecked(settings)


def publish_unchecked(settings: Settings) -> Path | str:
    """Publish as `publish` does, without asking which lists were read: `forget` may not leave a person in what is published."""
    if settings.engine == "spark":
        from nightaudit.lake import Lake
        from nightaudit.lake.publishing import publish as publish_lake

        lake = Lake.of(settings)
        publish_lake(lake)
        return lake.location
    if warehouse.work_file(settings).exists():
        with warehouse.work_connection(settings) as work:
            whole.require(work)
            if work.execute("select 1 from information_schema.tables where table_schema = 'core'").fetchall():
                copy_journal(settings, work)
    return publishing.publish(settings)
