"""What a load looks up about earlier loads, by stream: hashes, texts, stamps, statuses, and the watermark."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import datetime
    from collections.abc import Collection, Sequence


class Watermark(NamedTuple):
    """How far earlier loads came with a stream.

    held          number of current records by each status they show; under "" those without a status, under None all
    newest_stamp  the latest modified stamp of current records from complete walks, None where there is none. Records from
                  an interrupted walk, or asked for one by one, do not count: they say nothing about the records around
                  them. A few stamps later than the walks themselves are ignored; where all are, the service's clock is ahead
    since_whole   number of newest-first walks since the last complete full walk, None when there was no full walk
    recent        number of current records stamped within MARGIN of the newest: a newest-first walk reads at least these
    unstamped     number of current records without a readable modified stamp
    """

    held: Counter[str | None]
    newest_stamp: datetime.datetime | None = None
    since_whole: int | None = None
    recent: int = 0
    unstamped: int = 0

    def showing_none_of(self, statuses: Collection[str | None]) -> int:
        """Return how many records show none of these statuses; a record with several other statuses counts several times."""
        return sum(records for status, records in self.held.items() if status is not None and status not in statuses)


class Outline(NamedTuple):
    """What the index says about a version: its modified stamp (None where there is none), its statuses, when it was stored."""

    stamp: datetime.datetime | None
    statuses: frozenset[str]
    stored_at: datetime.datetime


class Known:
    """Look-up of what earlier loads committed. This base class knows of none: every row is new."""

    def was_listed(self, _stream: str, /) -> bool:
        """Return whether an earlier load began to read the stream's list; stored records may also come from requests by key."""
        return False

    def last_reasons(self, _stream: str, /) -> str:
        """Return the reasons that the certificate of the stream's last full walk and its last tombstone state."""
        return ""

    def was_empty(self, _stream: str, /) -> bool:
        """Return whether the certificate of the last walk of the stream's list says that the list was EMPTY."""
        return False

    def hashes(self, _stream: str, _keys: Sequence[str] | None = None, /) -> dict[str, str]:
        """Return the hash of the current version by record key, of these records or of all; records proven gone are left out.

        The caller may change the dictionary.
        """
        return {}

    def payloads(self, _stream: str, _keys: Sequence[str], /) -> dict[str, bytes]:
        """Return the JSON text of the current version by record key, of these records."""
        return {}

    def outlines(self, _stream: str, _keys: Sequence[str], /) -> dict[str, Outline]:
        """Return the outline of the current version by record key, of these records."""
        return {}

    def newest_stamp(self, _stream: str, /) -> datetime.datetime | None:
        """Return the newest modified stamp of the stream's records, as `Watermark.newest_stamp` defines it."""
        return None

    def watermark(self, _stream: str, _more_than: int = 0, /) -> Watermark:
        """Return how far earlier loads came with the stream; an empty one where no more than so many records are stored."""
        return Watermark(Counter())

    def showing(self, _stream: str, _status: str | None, /) -> set[str]:
        """Return the keys of the current records that show this status, of all current records for None."""
        return set()
