"""The interface through which a load reports its progress; the caller implements it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from nightaudit.load.summary import Outcome


class Progress(Protocol):
    """Receives progress; called from several threads."""

    def step(self, name: str) -> None:
        """A step of the night audit begins."""

    def stream(self, name: str, rows: int, outcome: Outcome | None) -> None:
        """`rows` of a stream have been read: so far, while `outcome` is None, or in total."""
