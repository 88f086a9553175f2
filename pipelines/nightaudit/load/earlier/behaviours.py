"""Keeps, between runs and in a file beside the work file, what earlier loads found out about each list of one service."""

from __future__ import annotations

import contextlib
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


class ListTraits(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What loads found out about one list.

    behaviour      how it pages, sizes and sorts; None where no load has found out
    proven         whether its last full walk was complete; a walk that was not may have misjudged the behaviour
    hidden         the statuses that it hides
    status_filter  the name of its status filter; "" where none was looked for
    forgetful      whether records changed while their modified stamp stayed the same
    upgraded       whether its last full walk found most records changed while their stamps stayed the same, as after an upgrade
    hides_undated  whether it hides records where no dates are asked for
    """

    behaviour: Behaviour | None = None
    proven: bool = True
    hidden: tuple[str, ...] = ()
    status_filter: str = ""
    forgetful: bool = False
    upgraded: bool = False
    hides_undated: bool = False


NOTHING = ListTraits()


class _Kept(msgspec.Struct):
    """The content of the file: traits by stream."""

    service: str
    lists: dict[str, ListTraits] = {}


class Behaviours:
    """The traits of lists by stream, a cache: dropped when the service's address changes or the file is unreadable."""

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
        return cls(warehouse.private_dir(settings) / "behaviours.json", settings.base_url_hash)

    def get(self, stream: str) -> ListTraits:
        """Return what is known of a stream's list."""
        return self._kept.lists.get(stream, NOTHING)

    def put(self, stream: str, traits: ListTraits) -> None:
        """Store what is known of a stream's list."""
        with self._lock:
            self._kept.lists[stream] = traits

    def forget(self, streams: Iterable[str]) -> None:
        """Drop what is stored about these streams' lists."""
        with self._lock:
            for stream in streams:
                self._kept.lists.pop(stream, None)

    def save(self) -> None:
        """Write the file anew, atomically."""
        if not self._path:
            return
        with self._lock:  # threads that read other lists may call `put` meanwhile
            text = msgspec.json.encode(self._kept, order="sorted")
        write_atomically(self._path, msgspec.json.format(text, indent=1), mode=PRIVATE)
