"""How long a list is, and from how many rows on it is long."""

from __future__ import annotations

from typing import NamedTuple

LONG_ROWS = 20_000
"""A list of so many rows is read in turn, and committed by itself."""
SAMPLED_ROWS = 20
"""What a page is asked for that is to tell how long a list is, and little more."""


class Extent(NamedTuple):
    """How long a list is: its rows, and bytes if all are as long as those of a page."""

    rows: int
    bytes: int
