"""Writes files for people that only their owner may read, because a plan may name persons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import UsageError
from nightaudit.files import PRIVATE, refuse_to_overwrite, write_atomically

if TYPE_CHECKING:
    from pathlib import Path


def write(path: Path, text: str, kind: str, beginnings: tuple[bytes, ...]) -> Path:
    """Write a UTF-8 file of mode 0600 atomically, and return its path.

    Raises UsageError when it cannot be written, or would replace a file of another kind.
    """
    try:
        refuse_to_overwrite(path, kind, beginnings)
        write_atomically(path, text, mode=PRIVATE)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}.") from None
    return path
