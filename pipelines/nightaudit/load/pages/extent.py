"""The length of a list, and the limit from which a list counts as long."""

from __future__ import annotations

from typing import NamedTuple

LARGE_ROWS = 20_000
"""A list of at least so many rows is large: a page of a few rows first tells whether a status of it has further pages."""
SAMPLED_ROWS = 20
"""Page size of a request that is sent mainly for the total it states."""


class Extent(NamedTuple):
    """The length of a list: its number of rows, and its bytes as estimated from the rows of one page."""

    rows: int
    bytes: int
