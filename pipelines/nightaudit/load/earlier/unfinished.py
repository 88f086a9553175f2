"""Lets a load keep the streams that an earlier, interrupted load had finished, and not read them again."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from nightaudit.files import PRIVATE, write_atomically
from nightaudit.load.summary import StreamSummary

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import date
    from pathlib import Path

    import duckdb

    from nightaudit.load.streams.stream import Stream

KEPT_FOR = timedelta(hours=12)
"""How long after its beginning an interrupted load is continued; later everything is read again."""
LONG_LOAD = timedelta(minutes=10)
"""How long a load must have read for its streams to be kept; after a shorter one, reading again brings fresher records."""

_FINISHED = """
select stream, max(ended_at) from raw.walks
where complete and tier <> 'children' and walk_id in (select unnest(?)) group by stream
"""


class Unfinished:
    """The checkpoint that a load of every stream leaves in the file `path` while it runs.

    When a long load was interrupted (killed, or the disk was full), the next load of the same service and business date
    continues it: the streams whose certificates it noted are kept. A `full` load continues only a `full` load.
    """

    def __init__(self, path: Path, service: str, business_date: date, *, full: bool) -> None:
        self._path = path
        self._since: datetime | None = None
        self._walks: list[str] = []
        self._checkpoint: dict[str, Any] = {
            "service": service,
            "business_date": business_date.isoformat(),
            "full": full,
        }
        earlier = self._read()
        if earlier and (earlier["full"] or not full):
            began = datetime.fromisoformat(earlier["started_at"])
            same = all(earlier[name] == self._checkpoint[name] for name in ("service", "business_date"))
            if same and datetime.now(UTC) - began < KEPT_FOR:
                self._since, self._walks = began, earlier["walks"]
        self._checkpoint["started_at"] = (self._since or datetime.now(UTC)).isoformat()

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text())
            datetime.fromisoformat(found["started_at"])
            return {name: found[name] for name in ("service", "business_date", "full", "started_at", "walks")}
        except (OSError, ValueError, KeyError, TypeError):  # none, or of another release: everything is read again
            return {}

    def begin(self) -> None:
        """Write the checkpoint."""
        write_atomically(self._path, json.dumps(self._checkpoint | {"walks": self._walks}), mode=PRIVATE)

    def note(self, walks: Iterable[str]) -> None:
        """Add walks of this load, by id, whose certificates are committed."""
        self._walks += walks
        self.begin()

    def end(self) -> None:
        """Remove the checkpoint: the load is over, and its failures are reported."""
        self._path.unlink(missing_ok=True)

    def kept(self, connection: duckdb.DuckDBPyConnection, streams: Iterable[Stream]) -> Iterator[StreamSummary]:
        """Yield a summary of each stream that the interrupted load had read and certified."""
        if self._since is None:
            return
        finished = dict(connection.execute(_FINISHED, [self._walks]).fetchall())
        if not finished or max(finished.values()) - self._since < LONG_LOAD:
            return
        for stream in streams:
            if stream.name in finished:
                reason = (
                    "Not read again: the previous load, which was interrupted, had read it completely at"
                    f" {finished[stream.name]:%H:%M} UTC."
                )
                yield StreamSummary(stream.name, complete=True, reason=reason)
