"""A list as walks read it: how its pages are requested, and how many rows and requests at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.load.pages.lister import Lister
    from nightaudit.load.pages.window import KeyOf


@dataclass(frozen=True, slots=True)
class Listing:
    """A list, and how it is read: the same for each of its walks.

    lister           requests one page
    key              returns the key of a row
    size             largest page size
    concurrency      most requests in flight
    sort_field       the field to sort by, as `probe` takes it
    stream           the name of the list, for certificates
    filters_by_date  whether it has filters by date that select complete records
    """

    lister: Lister
    key: KeyOf
    size: int
    concurrency: int
    sort_field: str | Callable[[bytes], str] = "id"
    stream: str = ""
    filters_by_date: bool = False
