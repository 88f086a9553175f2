"""The sandbox's clock: real time plus an offset that can be moved."""

from __future__ import annotations

import datetime

UTC = datetime.UTC
# Far enough from the ends of the calendar that every date a rule adds to today exists.
FIRST_DAY, LAST_DAY = datetime.date(1970, 1, 1), datetime.date(2199, 12, 31)


class Clock:
    """Business time: starts on `today` (the current date when None) at the current time of day, and runs at normal speed."""

    def __init__(self, today: datetime.date | None = None) -> None:
        self._today = today
        self.reset()

    def reset(self) -> None:
        """Go back to the date on which the clock started."""
        now = datetime.datetime.now(UTC).date()
        self._offset = datetime.timedelta() if self._today is None else self._today - now

    @property
    def ahead(self) -> datetime.timedelta:
        """The offset from real time."""
        return self._offset

    def now(self) -> datetime.datetime:
        """Return the current business time, in UTC."""
        return datetime.datetime.now(UTC) + self._offset

    def today(self) -> datetime.date:
        """Return the current business date, in UTC."""
        return self.now().date()

    def stamp(self) -> str:
        """Return the current business time as records show it."""
        return stamp_of(self.now())

    def moved(self, by: datetime.timedelta) -> datetime.timedelta:
        """Return the offset from real time after a move. Raises ValueError or OverflowError for a day outside the limits."""
        day = (self.now() + by).date()
        if not FIRST_DAY <= day <= LAST_DAY:
            raise ValueError(f"{day} is not between {FIRST_DAY} and {LAST_DAY}")
        return self._offset + by

    def set_ahead(self, by: datetime.timedelta) -> None:
        """Set the offset from real time."""
        self._offset = by


def stamp_of(moment: datetime.datetime) -> str:
    """Return a time in UTC as records show it: ISO, with microseconds so that stamps differ."""
    return moment.isoformat(timespec="microseconds").replace("+00:00", "Z")
