"""The run that a scheduler calls: load, transform, publish, report."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit import publishing, report, transform, warehouse
from nightaudit.correct.plans.export import copy_journal
from nightaudit.errors import NightauditError
from nightaudit.lake import lake_in_use
from nightaudit.lake import publishing as lake_publishing
from nightaudit.load.fields.examined import examine
from nightaudit.load.pipeline import load
from nightaudit.load.publishable import why_not_publish
from nightaudit.transform import completeness

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.load.progress import Progress
    from nightaudit.load.summary import LoadReport
    from nightaudit.settings import Settings


@dataclass
class NightlyResult:
    """What a nightly run did: the load's report, seconds of each step, warnings, and the files it wrote.

    warnings     the checks that warned, and that no report was written
    warehouse    the published file, or the address of the lake; None where nothing was published
    unpublished  the error that says why nothing was built and published; None where the marts were
    unreported   the error of the report, which `warnings` tells too; None where it was written, or its packages are absent
    """

    load: LoadReport
    seconds: dict[str, float] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    warehouse: Path | str | None = None
    report: Path | None = None
    unpublished: NightauditError | None = None
    unreported: NightauditError | None = None

    def as_dict(self) -> dict[str, Any]:
        """Return the result as JSON-ready values."""
        return {
            "load": self.load.as_dict(),
            "seconds": {step: round(seconds, 3) for step, seconds in self.seconds.items()},
            "warnings": self.warnings,
            "warehouse": str(self.warehouse) if self.warehouse else None,
            "report": str(self.report) if self.report else None,
            "unpublished": str(self.unpublished) if self.unpublished else None,
        }

    def raise_for_failures(self) -> None:
        """Raise the error that kept the marts unpublished.

        Otherwise raise PartlyLoaded where streams failed that publishing does not need, else the error of the report.
        """
        if self.unpublished:
            raise self.unpublished
        self.load.raise_for_failures()
        if self.unreported:
            raise self.unreported


def run(settings: Settings, *, full: bool = False, progress: Progress | None = None) -> NightlyResult:
    """Run the complete night audit under one lock.

    Where a stream cannot be loaded, the others are still built and published, and the load's report names the stream. Where
    no load has yet read a list that figures are counted from, nothing is published, and the result says why. Raises Locked,
    ConfigurationError, ApiError when nothing could be loaded, DataCheckError when a mart breaks a rule (what was published
    before stays in place). Where the report cannot be written, the result has the error. On Spark there is no report.
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
        if isinstance(published, Path):
            page = warehouse.report_file(settings)
            if report.is_installed():
                try:
                    result.report = step("report", lambda: report.write_page(settings, page))
                except NightauditError as error:
                    result.unreported = error
                    result.warnings += (f"No report was written. {error}",)
            else:
                stays = f", or remove {page}, which is of an earlier night" if page.exists() else ""
                result.warnings += (f"No report was written. {report.INSTALL}{stays}.",)
        loaded.fields = examine(settings)
    return result


def publish(settings: Settings) -> Path | str:
    """Publish the marts and a copy of the journal of corrections. The caller holds the lock.

    Returns the published file; on Spark the address of the lake, without the journal. Raises ConfigurationError when nothing
    has been loaded or built yet, or the last build failed or was killed. Raises ConfigurationError or PartlyLoaded where a list
    that figures are counted from was never read.
    """
    warehouse.require_loaded(settings)
    if why_not := why_not_publish(settings):
        raise why_not
    return publish_unchecked(settings)


def publish_unchecked(settings: Settings) -> Path | str:
    """Publish as `publish` does, whichever lists were read: `forget` must publish to remove a person from what is published."""
    if lake := lake_in_use(settings):
        lake_publishing.publish(lake)
        return lake.location
    warehouse.require_loaded(settings)
    with warehouse.work_connection(settings) as work:
        completeness.require(work)
        if work.execute("select 1 from information_schema.tables where table_schema = 'core'").fetchall():
            copy_journal(settings, work)
    return publishing.publish(settings)
