"""Makes Python collect garbage seldom: each collection goes through everything that is imported."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OBJECTS_BETWEEN_COLLECTIONS = 300_000
"""More objects than a night without changes creates, imports included."""


def collect_garbage_seldom() -> None:
    """Make Python collect garbage seldom from now on."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *gc.get_threshold()[1:])


@contextlib.contextmanager
def rare_garbage_collection() -> Iterator[None]:
    """Make Python collect garbage seldom in this block, such as during a dbt command, which keeps the objects it creates."""
    usual = gc.get_threshold()
    collect_garbage_seldom()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
