"""How often Python looks for garbage while much is made that lasts."""

from __future__ import annotations

import contextlib
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

OBJECTS_BETWEEN_COLLECTIONS = 100_000


@contextlib.contextmanager
def rarely_collected() -> Iterator[None]:
    """Collect garbage seldom: each collection looks in vain through dbt's graph, dlt's modules, rows by the thousand."""
    usual = gc.get_threshold()
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
