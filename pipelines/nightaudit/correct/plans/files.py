"""Files for people: what a plan holds may name persons, so that only its owner may read what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import UsageError
from nightaudit.files import PRIVATE, write_anew

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str) -> Path:
    """Write a UTF-8 file of mode 0600, whole or not at all, and return its path. Raises UsageError when it cannot be written."""
    try:
        write_anew(path, text, mode=PRIVATE)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from None
    return path
