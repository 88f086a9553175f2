"""Files for people: what a plan holds may name persons, so that only its owner may read what is written."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str) -> Path:
    """Write a UTF-8 file of mode 0600 and return its path. Raises UsageError when it cannot be written."""
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            path.chmod(0o600)  # one that was there keeps its mode otherwise
            file.write(text)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from None
    return path
