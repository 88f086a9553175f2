"""What a load tells about itself while it runs; whoever shows it decides how."""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Told from several threads."""

    def step(self, name: str) -> None:
        """A step of the night audit begins."""

    def stream(self, name: str, rows: int, *, done: bool) -> None:
        """So many rows of a stream have been read so far, or in all."""
