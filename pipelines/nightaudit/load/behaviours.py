"""What the probe found out about each list of one service, kept between runs beside the work file."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import msgspec

from nightaudit.load.behaviour import Behaviour

if TYPE_CHECKING:
    from pathlib import Path


class Behaviours:
    """Behaviour by stream; forgotten when the service's address changes or the file is unreadable: it is only a saving."""

    def __init__(self, path: Path | None = None, service: str = "", *, forget: bool = False) -> None:
        self._path = path
        self._service = service
        self._lock = threading.Lock()
        self._known: dict[str, Behaviour] = {} if forget else self._read()

    def _read(self) -> dict[str, Behaviour]:
        if not self._path or not self._path.exists():
            return {}
        try:
            kept = json.loads(self._path.read_text())
            if kept["service"] != self._service:
                return {}
            return {stream: Behaviour.from_dict(values) for stream, values in kept["streams"].items()}
        except (OSError, ValueError, KeyError, msgspec.ValidationError):
            return {}

    def get(self, stream: str) -> Behaviour | None:
        """What is known of a stream's list, or None."""
        with self._lock:
            return self._known.get(stream)

    def put(self, stream: str, behaviour: Behaviour) -> None:
        """Remember what a walk ended with."""
        with self._lock:
            self._known[stream] = behaviour

    def save(self) -> None:
        """Write the file anew, whole or not at all."""
        if not self._path:
            return
        streams = {stream: behaviour.as_dict() for stream, behaviour in sorted(self._known.items())}
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps({"service": self._service, "streams": streams}, indent=1))
        fresh.replace(self._path)
