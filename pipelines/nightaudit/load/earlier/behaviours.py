"""Keeps, between runs and in a file beside the work file, what earlier loads found out about each list of one service."""

from __future__ import annotations

import hashlib
import json
import threading
from typing import TYPE_CHECKING, Self

import msgspec

from nightaudit import warehouse
from nightaudit.files import PRIVATE, write_anew
from nightaudit.load.pages.behaviour import Behaviour

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from nightaudit.settings import Settings


def service_of(settings: Settings) -> str:
    """Return a hash of the service's address, which identifies the service in files kept between runs."""
    return hashlib.sha256(settings.base_url.encode()).hexdigest()


class Behaviours:
    """Behaviour by stream, a cache: dropped when the service's address changes or the file is unreadable."""

    def __init__(self, path: Path | None = None, service: str = "") -> None:
        self._path = path
        self._service = service
        self._lock = threading.Lock()
        self._known: dict[str, Behaviour] = {}
        self._hidden: dict[str, list[str]] = {}
        self._filters: dict[str, str] = {}
        self._forgetful: set[str] = set()
        if path and path.exists():
            self._read(path)

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return what the data directory holds about the service of the settings."""
        return cls(warehouse.private_dir(settings) / "behaviours.json", service_of(settings))

    def _read(self, path: Path) -> None:
        try:
            kept = json.loads(path.read_text())
            if kept["service"] == self._service:
                self._known = {stream: Behaviour.from_dict(values) for stream, values in kept["behaviours"].items()}
                self._hidden, self._filters = dict(kept["hidden"]), dict(kept.get("filters", {}))
                self._forgetful = set(kept["forgetful"])
        except (OSError, ValueError, KeyError, TypeError, AttributeError, msgspec.ValidationError):
            self._known, self._hidden, self._filters, self._forgetful = {}, {}, {}, set()

    def forget(self, streams: Iterable[str]) -> None:
        """Drop what is stored about these streams' lists."""
        with self._lock:
            for stream in streams:
                self._known.pop(stream, None)
                self._hidden.pop(stream, None)
                self._filters.pop(stream, None)
                self._forgetful.discard(stream)

    def get(self, stream: str) -> Behaviour | None:
        """Return how a stream's list behaves, None where no load has found out."""
        with self._lock:
            return self._known.get(stream)

    def hidden(self, stream: str) -> list[str]:
        """Return the statuses that a stream's list was found to hide."""
        with self._lock:
            return self._hidden.get(stream, [])

    def status_filter(self, stream: str) -> str:
        """Return the name that the status filter of a stream's list was found to have, "" where none was looked for."""
        with self._lock:
            return self._filters.get(stream, "")

    def put(self, stream: str, behaviour: Behaviour, hidden: Iterable[str] = (), status_filter: str = "") -> None:
        """Store what a walk found out; an empty `hidden` or `status_filter` leaves the stored one."""
        with self._lock:
            self._known[stream] = behaviour
            if status_filter:
                self._filters[stream] = status_filter
            if hidden:
                self._hidden[stream] = sorted(hidden)

    def forgetful(self, stream: str) -> bool:
        """Return whether records of the stream were seen to change while their modified stamp stayed the same."""
        with self._lock:
            return stream in self._forgetful

    def forget_stamps(self, stream: str) -> None:
        """Note that the stream's modified stamps cannot be trusted."""
        with self._lock:
            self._forgetful.add(stream)

    def save(self) -> None:
        """Write the file anew, atomically."""
        if not self._path:
            return
        with self._lock:  # threads that read other lists may call `put` meanwhile
            known = {stream: behaviour.as_dict() for stream, behaviour in sorted(self._known.items())}
            kept = {
                "service": self._service,
                "behaviours": known,
                "hidden": self._hidden,
                "filters": self._filters,
                "forgetful": sorted(self._forgetful),
            }
            text = json.dumps(kept, indent=1)
        write_anew(self._path, text, mode=PRIVATE)
