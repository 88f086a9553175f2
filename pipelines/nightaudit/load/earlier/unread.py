"""Stores why the last load did not read a list, in a file: a walk that never began leaves no certificate with the reason."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, NamedTuple

import msgspec

from nightaudit import warehouse
from nightaudit.files import PRIVATE, write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from nightaudit.load.summary import StreamSummary
    from nightaudit.settings import Settings

NEVER = "not read by any load yet"


class Why(NamedTuple):
    """When a load ended without the list, why, and the HTTP status answered; None where that was not the cause."""

    moment: Annotated[datetime, msgspec.Meta(tz=True)]
    reason: str
    status: int | None = None


def note(settings: Settings, summaries: Iterable[StreamSummary]) -> None:
    """Store the reasons for the lists that a load skipped or failed to read, and remove those for the lists that it read."""
    found = reasons(settings)
    now = datetime.now(UTC)
    for summary in summaries:
        found.pop(summary.stream, None)
        if summary.outcome != "loaded":
            status = getattr(summary.error, "status", None)
            found[summary.stream] = Why(now, f"{summary.outcome}: {summary.reason}", status)
    write_atomically(_file(settings), msgspec.json.format(msgspec.json.encode(found), indent=1), mode=PRIVATE)


def reasons(settings: Settings) -> dict[str, Why]:
    """Return the reasons by stream; empty where the file is absent or unreadable, because the next load writes it anew."""
    try:
        return msgspec.json.decode(_file(settings).read_bytes(), type=dict[str, Why])
    except (OSError, ValueError):  # msgspec's errors are ValueErrors
        return {}


def _file(settings: Settings) -> Path:
    return warehouse.private_dir(settings) / "unread.json"
