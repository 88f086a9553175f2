"""The sandbox's clock: real time, moved by as much as asked."""

from __future__ import annotations

import datetime

UTC = datetime.UTC
# Far enough from the ends of the calendar that every date a rule adds to today exists.
FIRST_DAY, LAST_DAY = datetime.date(1970, 1, 1), datetime.date(2199, 12, 31)


class Clock:
    """Business time: starts on `today` (the current date when None) at the current time of day, and runs on."""

    def __init__(self, today: datetime.date | None = None) -> None:
        self._today = today
        self.reset()

    def reset(self) -> None:
        """Go back to the date the clock started on."""
        now = datetime.datetime.now(UTC).date()
        self._offset = datetime.timedelta() if self._today is None else self._today - now

    def now(self) -> datetime.datetime:
        """The current business time, in UTC."""
        return datetime.datetime.now(UTC) + self._offset

    def today(self) -> datetime.date:
        """The current business date, in UTC."""
        return self.now().date()

    def stamp(self, minutes_ahead: int = 0) -> str:
        """Business time, now or soon, as records carry it: ISO in UTC, to the microsecond so that no two are alike."""
        moment = self.now() + datetime.timedelta(minutes=minutes_ahead)
        return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def moved(self, by: datetime.timedelta) -> datetime.timedelta:
        """How far ahead of real time the clock is once moved. Raises ValueError or OverflowError for no day it can show."""
        day = (self.now() + by).date()
        if not FIRST_DAY <= day <= LAST_DAY:
            raise ValueError(f"{day} is not between {FIRST_DAY} and {LAST_DAY}")
        return self._offset + by

    def set_ahead(self, by: datetime.timedelta) -> None:
        """Put the clock this far ahead of real time."""
        self._offset = by
