"""How the business date steps from load to load: one that runs backwards, leaps, or stands still, is seldom meant."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from nightaudit.load.walks.newest import MARGIN

if TYPE_CHECKING:
    import duckdb

    from nightaudit.settings import Settings

log = logging.getLogger("nightaudit.load")
LEAP = 31
"""Days between two loads from which it is asked whether they are meant."""
LAST = """select arg_max(business_date, ended_at), (max(ended_at) at time zone $2)::date
    from raw.walks where ended_at < now() + $1::interval"""
"""Not of a clock that was once ahead: it would be told of every night until then."""
ADVICE = "if it is not meant, correct NIGHTAUDIT_TODAY or, where that is not set, the machine's clock, and load again"


def remark(settings: Settings, connection: duckdb.DuckDBPyConnection) -> None:
    """Warn of a business date before that of the last load, far behind it, or the same on another day of the clock.

    Figures as of a day are counted from it, and one that a setting fixes for good would leave them there, night by night.
    """
    [(last, clock_then)] = connection.execute(LAST, [MARGIN, settings.time_zone]).fetchall()
    today, clock = settings.business_date, settings.model_copy(update={"today": None}).business_date
    if last and today < last:
        log.warning("The business date %s is before %s, that of the last load: %s.", today, last, ADVICE)
    elif last and (today - last).days > LEAP:
        days = (today - last).days
        log.warning("The business date %s is %s days after %s, that of the last load: %s.", today, days, last, ADVICE)
    elif last == today != clock and clock_then < clock:
        log.warning(
            "The business date is still %s, as at the last load, which was on %s: %s.", today, clock_then, ADVICE
        )
