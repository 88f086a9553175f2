"""What a load asks of earlier ones, stream by stream: hashes, texts, stamps, statuses, and how far they came."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    import datetime
    from collections.abc import Collection, Sequence


class Watermark(NamedTuple):
    """How far earlier loads came with a stream.

    held          current records by each status they show, those that show none under "", and all of them under None
    newest_stamp  the latest modified stamp of current records that complete walks brought, None without: what an
                  interrupted walk, or a question for one record, brought says nothing about the records around it, nor
                  do a few stamps that lie ahead of the walks themselves; where many do, the service's clock is ahead
    since_whole   walks newest first since the last complete whole walk, None when there was none
    recent        current records stamped within MARGIN of the newest: those that a walk newest first reads at least
    unstamped     current records without a modified stamp that can be read
    """

    held: Counter[str | None]
    newest_stamp: datetime.datetime | None = None
    since_whole: int | None = None
    recent: int = 0
    unstamped: int = 0

    def showing_none_of(self, statuses: Collection[str | None]) -> int:
        """How many records show none of these statuses; one that shows several others counts as often."""
        return sum(records for status, records in self.held.items() if status is not None and status not in statuses)


class Outline(NamedTuple):
    """What a version shows without a look at its text: its modified stamp, None without one, and its statuses."""

    stamp: datetime.datetime | None
    statuses: frozenset[str]


class Known(Protocol):
    """Where a load looks up what earlier loads committed."""

    def was_listed(self, stream: str, /) -> bool:
        """Whether an earlier load began to read the stream's list; records alone may have been asked for by key."""

    def last_reasons(self, stream: str, /) -> str:
        """What the certificate of the last whole walk of its list says, and its last tombstone."""

    def was_empty(self, stream: str, /) -> bool:
        """Whether the certificate of the last walk of its list says that it was EMPTY."""

    def hashes(self, stream: str, keys: Sequence[str] | None = None, /) -> dict[str, str]:
        """Hash of the current version by record key, of these records or of all; one proven gone is not among them."""

    def payloads(self, stream: str, keys: Sequence[str], /) -> dict[str, bytes]:
        """JSON text of the current versions of these records."""

    def outlines(self, stream: str, keys: Sequence[str], /) -> dict[str, Outline]:
        """What the current versions of these records show."""

    def watermark(self, stream: str, /) -> Watermark:
        """How far earlier loads came."""

    def showing(self, stream: str, status: str | None, /) -> set[str]:
        """Keys of the current records that show this status, all of them for None."""


class NothingKnown:
    """The answer for a destination we cannot read: every row is sent, and the merge finds what changed."""

    def was_listed(self, _stream: str, /) -> bool:
        """No."""
        return False

    def last_reasons(self, _stream: str, /) -> str:
        """Nothing."""
        return ""

    def was_empty(self, _stream: str, /) -> bool:
        """No."""
        return False

    def hashes(self, _stream: str, _keys: Sequence[str] | None = None, /) -> dict[str, str]:
        """Nothing."""
        return {}

    def payloads(self, _stream: str, _keys: Sequence[str], /) -> dict[str, bytes]:
        """Nothing."""
        return {}

    def outlines(self, _stream: str, _keys: Sequence[str], /) -> dict[str, Outline]:
        """Nothing."""
        return {}

    def watermark(self, _stream: str, /) -> Watermark:
        """Not begun."""
        return Watermark(Counter())

    def showing(self, _stream: str, _status: str | None, /) -> set[str]:
        """None."""
        return set()
