"""What a load that did not end had finished: the next one keeps it and does not read it again."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

from nightaudit.files import PRIVATE, write_anew
from nightaudit.load.summary import StreamSummary

if TYPE_CHECKING:
    import datetime as dates
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    import duckdb

    from nightaudit.load.streams.stream import Stream

KEPT_FOR = timedelta(hours=12)
"""How long after its beginning a load that did not end is carried on; later everything is read again."""
LONG_LOAD = timedelta(minutes=10)
"""How long a load must have read before what it read is kept: below that, fresh records are worth reading again."""

_FINISHED = """
select stream, max(ended_at) from raw.walks
where complete and tier <> 'children' and walk_id in (select unnest(?)) group by stream
"""


class Unfinished:
    """The mark that a load of every stream leaves while it runs, in the file `path`.

    A load carries on where another long one did not end (killed, or the disk was full) on the same service and business
    date: streams whose certificate that one noted are kept. A `full` load carries on only what was `full`.
    """

    def __init__(self, path: Path, service: str, business_date: dates.date, *, full: bool) -> None:
        self._path = path
        self._since: datetime | None = None
        self._walks: list[str] = []
        self._mark: dict[str, Any] = {"service": service, "business_date": business_date.isoformat(), "full": full}
        earlier = self._read()
        if earlier and (earlier["full"] or not full):
            began = datetime.fromisoformat(earlier["started_at"])
            same = all(earlier[name] == self._mark[name] for name in ("service", "business_date"))
            if same and datetime.now(UTC) - began < KEPT_FOR:
                self._since, self._walks = began, earlier["walks"]
        self._mark["started_at"] = (self._since or datetime.now(UTC)).isoformat()

    def _read(self) -> dict[str, Any]:
        try:
            found = json.loads(self._path.read_text())
            datetime.fromisoformat(found["started_at"])
            return {name: found[name] for name in ("service", "business_date", "full", "started_at", "walks")}
        except (OSError, ValueError, KeyError, TypeError):  # none, or of another release: everything is read again
            return {}

    def begin(self) -> None:
        """Leave the mark."""
        write_anew(self._path, json.dumps(self._mark | {"walks": self._walks}), mode=PRIVATE)

    def note(self, walks: Iterable[str]) -> None:
        """Note walks of this load, by id, whose certificates are committed."""
        self._walks += walks
        self.begin()

    def end(self) -> None:
        """Take the mark away: the load is over, its failures told."""
        self._path.unlink(missing_ok=True)

    def kept(self, connection: duckdb.DuckDBPyConnection, streams: Iterable[Stream]) -> Iterator[StreamSummary]:
        """A summary of each stream that the load that did not end had read and certified."""
        if self._since is None:
            return
        finished = dict(connection.execute(_FINISHED, [self._walks]).fetchall())
        if not finished or max(finished.values()) - self._since < LONG_LOAD:
            return
        for stream in streams:
            if stream.name in finished:
                reason = f"Kept: read until {finished[stream.name]:%H:%M} UTC by the load before, which did not end."
                yield StreamSummary(stream.name, complete=True, reason=reason)
