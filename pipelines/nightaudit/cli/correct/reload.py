"""Reloads the touched streams after a write, so that the mart that showed a fault no longer does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.cli.app import remark, telling
from nightaudit.errors import NightauditError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.correct.sending.outcome import Outcome
    from nightaudit.settings import Settings


def load_again(settings: Settings, outcomes: Sequence[Outcome]) -> None:
    """Reload the touched streams; build and publish, too, if there was a publication before.

    The journal records the reload, so that the next run can make up for a reload that failed or was killed. A failure here
    is printed, but does not change the exit code, because the writes remain.
    """
    from nightaudit import transform, warehouse
    from nightaudit.correct.journal.journal import RELOADED, Journal
    from nightaudit.load.pipeline import load
    from nightaudit.nightly import publish

    streams = list(dict.fromkeys(name for outcome in outcomes for name in outcome.streams))
    try:
        loaded, published = _done_before(settings) if streams else (False, False)
        if not loaded:
            return
        telling()(f"loading {', '.join(streams)} again")
        with warehouse.lock(settings, "correct"):
            load(settings, streams).raise_for_failures()
            if published:
                transform.build_marts(settings)
                publish(settings)
            with Journal.open(settings) as journal:
                for outcome in outcomes:
                    if outcome.streams:
                        journal.event(RELOADED + ", ".join(outcome.streams), outcome.plan_id)
    except NightauditError as error:
        remark(f"The written streams could not be reloaded: {error} Run `nightaudit nightly`.")


def _done_before(settings: Settings) -> tuple[bool, bool]:
    """Return whether anything was loaded, and whether anything was published."""
    from nightaudit import schemas, warehouse
    from nightaudit.lake import lake_in_use, publishing

    if lake := lake_in_use(settings):
        return publishing.count_tables(lake, "raw") > 0, publishing.count_tables(lake, schemas.PUBLISHED[0]) > 0
    return warehouse.work_file(settings).exists(), warehouse.published_file(settings).exists()
