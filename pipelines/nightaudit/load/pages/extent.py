"""The length of a list, as a probe finds it out."""

from __future__ import annotations

from typing import NamedTuple


class Extent(NamedTuple):
    """The length of a list: its number of rows, and its bytes as estimated from the rows of one page."""

    rows: int
    bytes: int
