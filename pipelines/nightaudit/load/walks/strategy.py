"""What the ways to read a list have in common: what they read with, and what they say afterwards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.load.pages.read_ahead import ReadAhead
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Window
    from nightaudit.load.pages.window_reader import WindowReader
    from nightaudit.load.walks.certificate import Tally


class Strategy(ABC):
    """One way to read a list. Iterate `run` once; afterwards `doubt` and `one_page` are set.

    doubt     what is not proven, empty where the list is proven complete
    one_page  whether one page held the complete list
    """

    def __init__(self, reader: WindowReader, tally: Tally, ahead: ReadAhead[Window], size: int) -> None:
        self._reader, self._tally, self._ahead, self._size = reader, tally, ahead, size
        self.doubt = ""
        self.one_page = False

    @abstractmethod
    def run(self) -> Iterator[Records]:
        """Yield the records, each once."""
