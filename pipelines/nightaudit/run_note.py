"""The note beside the lock of a data directory: which run holds the lock, or was killed while holding it."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple


class Run(NamedTuple):
    """The run of a process.

    since  when the run began, in UTC
    began  when its process began, as Linux counts it from the start of the machine; "" where that is not told
    """

    purpose: str
    pid: int
    since: str
    began: str = ""

    @classmethod
    def of_this_process(cls, purpose: str) -> Run:
        """Return a run that begins now."""
        return cls(purpose, os.getpid(), datetime.now(UTC).isoformat(timespec="seconds"), _began(os.getpid()))

    def __str__(self) -> str:
        return f"{self.purpose}, process {self.pid}, since {self.since}"

    @property
    def was_killed(self) -> bool:
        """Whether the process of the run no longer exists. Each container counts from 1, so another may have its number now."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return True
        except OSError:  # the process is another user's
            pass
        return bool(self.began) and _began(self.pid) not in {"", self.began}


def write(note: Path, run: Run) -> None:
    """Write the note of a run. Raises OSError."""
    note.write_text(json.dumps(run._asdict()))


def read(note: Path) -> Run | None:
    """Return the run of a note; None where there is no note, or it is being written."""
    try:
        noted = json.loads(note.read_text())
        return Run(str(noted["purpose"]), int(noted["pid"]), str(noted["since"]), str(noted.get("began", "")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _began(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]
    except OSError:
        return ""
