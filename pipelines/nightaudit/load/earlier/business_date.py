"""Warns when the business date runs backwards, leaps, or stands still between loads, which is seldom intended."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from nightaudit.load.pages.stamps import MARGIN

if TYPE_CHECKING:
    import duckdb

    from nightaudit.settings import Settings

log = logging.getLogger("nightaudit.load")
LEAP = 31
"""Most days between two loads without a warning."""
LAST = """select arg_max(business_date, ended_at), (max(ended_at) at time zone $2)::date
    from raw.walks where ended_at < now() + $1::interval"""
"""Walks dated in the future are left out: a clock that was once ahead would cause the warning every night until then."""
ADVICE = (
    "if this is wrong, correct NIGHTAUDIT_TODAY (or the machine's clock, if NIGHTAUDIT_TODAY is not set), and"
    " load again"
)


def warn(settings: Settings, connection: duckdb.DuckDBPyConnection) -> None:
    """Warn of a business date that is earlier than the last load's, more than LEAP days later, or the same on a later clock day.

    Figures are computed as of the business date, so a setting that fixes it for good would leave all figures on that day.
    """
    [(last, clock_then)] = connection.execute(LAST, [MARGIN, settings.time_zone]).fetchall()
    today, clock = settings.business_date, settings.model_copy(update={"today": None}).business_date
    if last and today < last:
        log.warning("The business date %s is before %s, the business date of the last load: %s.", today, last, ADVICE)
    elif last and (today - last).days > LEAP:
        days = (today - last).days
        log.warning(
            "The business date %s is %s days after %s, the business date of the last load: %s.",
            today,
            days,
            last,
            ADVICE,
        )
    elif last == today != clock and clock_then < clock:
        log.warning(
            "The business date is still %s, as in the last load, which ran on %s: %s.", today, clock_then, ADVICE
        )
