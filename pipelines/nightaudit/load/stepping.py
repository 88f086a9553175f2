"""How the business date steps from load to load: one that runs backwards, or leaps, is seldom meant."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from nightaudit.load.newest import MARGIN

if TYPE_CHECKING:
    import duckdb

    from nightaudit.settings import Settings

log = logging.getLogger("nightaudit.load")
LEAP = 31
"""Days between two loads from which it is asked whether they are meant."""
LAST = "select arg_max(business_date, ended_at) from raw.walks where ended_at < now() + $1::interval"
"""Not of a clock that was once ahead: it would be told of every night until then."""
ADVICE = "if it is not meant, correct NIGHTAUDIT_TODAY or, where that is not set, the machine's clock, and load again"


def remark(settings: Settings, connection: duckdb.DuckDBPyConnection) -> None:
    """Warn of a business date before that of the last load, or far behind it: figures as of a day are counted from it."""
    [(last,)] = connection.execute(LAST, [MARGIN]).fetchall()
    today = settings.business_date
    if last and today < last:
        log.warning("The business date %s is before %s, that of the last load: %s.", today, last, ADVICE)
    elif last and (today - last).days > LEAP:
        days = (today - last).days
        log.warning("The business date %s is %s days after %s, that of the last load: %s.", today, days, last, ADVICE)
