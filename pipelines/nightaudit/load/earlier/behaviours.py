"""Keeps, between runs and in a file beside the work file, what earlier loads found out about each list of one service."""

from __future__ import annotations

import contextlib
import hashlib
import threading
from typing import TYPE_CHECKING, Self

import msgspec

from nightaudit import warehouse
from nightaudit.files import PRIVATE, write_atomically
from nightaudit.load.pages.behaviour import Behaviour

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from nightaudit.settings import Settings


def service_of(settings: Settings) -> str:
    """Return a hash of the service's address, which identifies the service in files kept between runs."""
    return hashlib.sha256(settings.base_url.encode()).hexdigest()


class _Kept(msgspec.Struct):
    """The content of the file, by stream.

    hidden     the statuses that the list hides
    filters    the name of the list's status filter; an older release did not store it
    forgetful  the streams whose records change while their modified stamp stays the same
    undated    the streams whose list was found to hide records where no dates are asked for
    unproven   the streams whose last full walk was not complete; an older release did not store them
    """

    service: str
    behaviours: dict[str, Behaviour] = {}
    hidden: dict[str, list[str]] = {}
    filters: dict[str, str] = {}
    forgetful: set[str] = set()
    undated: set[str] = set()
    unproven: set[str] = set()


class Behaviours:
    """Behaviour by stream, a cache: dropped when the service's address changes or the file is unreadable."""

    def __init__(self, path: Path | None = None, service: str = "") -> None:
        self._path = path
        self._lock = threading.Lock()
        self._kept = _Kept(service)
        if path and path.exists():
            with contextlib.suppress(OSError, ValueError):  # msgspec's errors are ValueErrors
                kept = msgspec.json.decode(path.read_bytes(), type=_Kept)
                self._kept = kept if kept.service == service else self._kept

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return what the data directory holds about the service of the settings."""
        return cls(warehouse.private_dir(settings) / "behaviours.json", service_of(settings))

    def forget(self, streams: Iterable[str]) -> None:
        """Drop what is stored about these streams' lists."""
        kept = self._kept
        with self._lock:
            for stream in streams:
                for by_stream in (kept.behaviours, kept.hidden, kept.filters):
                    by_stream.pop(stream, None)
                for noted in (kept.forgetful, kept.undated, kept.unproven):
                    noted.discard(stream)

    def get(self, stream: str) -> Behaviour | None:
        """Return how a stream's list behaves, None where no load has found out."""
        with self._lock:
            return self._kept.behaviours.get(stream)

    def proven(self, stream: str) -> Behaviour | None:
        """Return how a stream's list behaves, None also where its last full walk was not complete: it may have misjudged it."""
        with self._lock:
            return None if stream in self._kept.unproven else self._kept.behaviours.get(stream)

    def hidden(self, stream: str) -> list[str]:
        """Return the statuses that a stream's list was found to hide."""
        with self._lock:
            return self._kept.hidden.get(stream, [])

    def status_filter(self, stream: str) -> str:
        """Return the name that the status filter of a stream's list was found to have, "" where none was looked for."""
        with self._lock:
            return self._kept.filters.get(stream, "")

    def put(
        self,
        stream: str,
        behaviour: Behaviour,
        hidden: Iterable[str] = (),
        status_filter: str = "",
        *,
        proven: bool = True,
    ) -> None:
        """Store what a walk found out, and whether it is proven; an empty `hidden` or `status_filter` leaves the stored one."""
        with self._lock:
            self._kept.behaviours[stream] = behaviour
            (self._kept.unproven.discard if proven else self._kept.unproven.add)(stream)
            if status_filter:
                self._kept.filters[stream] = status_filter
            if hidden:
                self._kept.hidden[stream] = sorted(hidden)

    def forgetful(self, stream: str) -> bool:
        """Return whether records of the stream were seen to change while their modified stamp stayed the same."""
        with self._lock:
            return stream in self._kept.forgetful

    def forget_stamps(self, stream: str) -> None:
        """Note that the stream's modified stamps cannot be trusted."""
        with self._lock:
            self._kept.forgetful.add(stream)

    def hides_undated(self, stream: str) -> bool:
        """Return whether a stream's list was found to hide records where no dates are asked for."""
        with self._lock:
            return stream in self._kept.undated

    def put_undated(self, stream: str, *, hides: bool) -> None:
        """Store whether a stream's list hides records where no dates are asked for."""
        with self._lock:
            (self._kept.undated.add if hides else self._kept.undated.discard)(stream)

    def save(self) -> None:
        """Write the file anew, atomically."""
        if not self._path:
            return
        with self._lock:  # threads that read other lists may call `put` meanwhile
            text = msgspec.json.encode(self._kept, order="sorted")
        write_atomically(self._path, msgspec.json.format(text, indent=1), mode=PRIVATE)
