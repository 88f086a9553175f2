"""What the ways to read a list have in common: what they read with, and what they say afterwards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.load.pages.read_ahead import ReadAhead
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.skipping_reader import SkippingReader
    from nightaudit.load.pages.window import Window
    from nightaudit.load.walks.certificate import Tally


class Unfit(Exception):
    """The list cannot be read with this strategy; the message says why."""


class Reading(NamedTuple):
    """What a list is read with: a reader of its windows, of up to `size` rows, some read `ahead`, and a tally of what came."""

    reader: SkippingReader
    tally: Tally
    ahead: ReadAhead[Window]
    size: int


class Strategy(ABC):
    """One way to read a list. Iterate `run` once; afterwards `doubt` and `one_page` are set.

    doubt     what is not proven, empty where the list is proven complete
    one_page  whether one page held the complete list
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._reader, self._tally, self._ahead, self._size = reading
        self.doubt = ""
        self.one_page = False

    @abstractmethod
    def run(self) -> Iterator[Records]:
        """Yield the records, each once. Raises Unfit, ApiError; the records yielded before that are valid all the same."""
