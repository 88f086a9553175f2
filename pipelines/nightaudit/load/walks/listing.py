"""A list as walks read it: how its pages are requested, and how many rows and requests at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import KeyOf
    from nightaudit.load.streams.stream import DateFilters


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, and how it is read: the same for each of its walks.

    lister       requests one page
    key          returns the key of a row
    sort_field   the field to sort by, as `probe` takes it
    stream       the name of the list, for certificates
    size         largest page size
    concurrency  most requests in flight
    dates        the date filters, where they select complete records
    """

    lister: Lister
    key: KeyOf
    sort_field: str | Callable[[bytes], str] = "id"
    stream: str = ""
    size: int = 500
    concurrency: int = 4
    dates: DateFilters | None = None
