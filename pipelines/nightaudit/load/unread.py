"""Why a list was not read by the last load that asked for it: a walk that never began leaves no certificate to say so."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from nightaudit import warehouse
from nightaudit.files import write_anew

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from nightaudit.load.summary import StreamSummary
    from nightaudit.settings import Settings

Why = tuple[datetime, str]
"""When a load ended without the list, and its reason."""


def note(settings: Settings, summaries: Iterable[StreamSummary]) -> None:
    """Keep the reasons of the lists that a load skipped or failed to read, and forget those of the lists that it read."""
    found = {stream: (moment.isoformat(), reason) for stream, (moment, reason) in reasons(settings).items()}
    now = datetime.now(UTC).isoformat()
    for summary in summaries:
        found.pop(summary.stream, None)
        if summary.outcome != "loaded":
            found[summary.stream] = now, f"{summary.outcome}: {summary.reason}"
    write_anew(_file(settings), json.dumps(found, indent=1))


def reasons(settings: Settings) -> dict[str, Why]:
    """The reasons by stream; none where the file is absent or cannot be read, for the next load writes it anew."""
    try:
        kept = json.loads(_file(settings).read_text(encoding="utf-8"))
        return {stream: (datetime.fromisoformat(moment), str(reason)) for stream, (moment, reason) in kept.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _file(settings: Settings) -> Path:
    return warehouse.private_dir(settings) / "unread.json"
