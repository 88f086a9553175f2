"""Lets a load keep the streams that an earlier, interrupted load had finished, and not read them again."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Annotated

import msgspec

from nightaudit import warehouse
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.load.summary import StreamSummary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import duckdb

    from nightaudit.load.streams.stream import Stream
    from nightaudit.settings import Settings

KEPT_FOR = timedelta(hours=12)
"""How long after its beginning an interrupted load is continued; later everything is read again."""
LONG_LOAD = timedelta(minutes=10)
"""How long a load must have read for its streams to be kept; after a shorter one, reading again brings fresher records."""

_FINISHED = """
select stream, max(ended_at) from raw.walks
where complete and tier <> 'children' and walk_id in (select unnest(?)) group by stream
"""


class _Checkpoint(msgspec.Struct):
    """The content of the file.

    service     the hash of the service's address
    started_at  when the load began, or the first of those that it continues
    walks       ids of walks whose certificates are committed, of this load and of those that it continues
    """

    service: str
    business_date: date
    full: bool
    started_at: Annotated[datetime, msgspec.Meta(tz=True)]
    walks: list[str] = []


class Unfinished:
    """The checkpoint that a load of every stream leaves in a file while it runs.

    When a long load was interrupted (killed, or the disk was full), the next load of the same service and business date
    continues it: the streams whose certificates it noted are kept. A `full` load continues only a `full` load.
    """

    def __init__(self, settings: Settings, *, full: bool) -> None:
        self._path = warehouse.private_dir(settings) / "unfinished.json"
        self._begun_at = now = datetime.now(UTC)
        self._checkpoint = _Checkpoint(settings.base_url_hash, settings.business_date, full, now)
        earlier, this = self._read(), self._checkpoint
        if (
            earlier
            and (earlier.full or not full)
            and (earlier.service, earlier.business_date) == (this.service, this.business_date)
            and now - earlier.started_at < KEPT_FOR
        ):
            this.started_at, this.walks = earlier.started_at, earlier.walks

    def _read(self) -> _Checkpoint | None:
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=_Checkpoint)
        except (OSError, ValueError):  # none, or of another release: everything is read again
            return None

    def begin(self) -> None:
        """Write the checkpoint."""
        write_atomically(self._path, msgspec.json.encode(self._checkpoint), mode=PRIVATE)

    def note(self, walks: Iterable[str]) -> None:
        """Add walks of this load, by id, whose certificates are committed."""
        self._checkpoint.walks += walks
        self.begin()

    def end(self) -> None:
        """Remove the checkpoint: the load is over, and its failures are reported."""
        self._path.unlink(missing_ok=True)

    def kept(self, connection: duckdb.DuckDBPyConnection, streams: Iterable[Stream]) -> Iterator[StreamSummary]:
        """Yield a summary of each stream that the interrupted load had read and certified; if that was short, begin anew."""
        finished = dict(connection.execute(_FINISHED, [self._checkpoint.walks]).fetchall())
        if not finished or max(finished.values()) - self._checkpoint.started_at < LONG_LOAD:
            self._checkpoint.started_at, self._checkpoint.walks = self._begun_at, []
            return
        for stream in streams:
            if stream.name in finished:
                reason = (
                    "Not read again: the previous load, which was interrupted, had read it completely at"
                    f" {finished[stream.name]:%H:%M} UTC."
                )
                yield StreamSummary(stream.name, complete=True, reason=reason)
