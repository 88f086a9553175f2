"""What a load tells about itself while it runs; whoever shows it decides how."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nightaudit.load.summary import Outcome


class Progress(Protocol):
    """Told from several threads."""

    def step(self, name: str) -> None:
        """A step of the night audit begins."""

    def stream(self, name: str, rows: int, outcome: Outcome | None) -> None:
        """So many rows of a stream have been read: so far, where there is no outcome yet, or in all."""
