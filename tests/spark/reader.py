"""Somebody who reads the marts of a lake all the time, while they are built, published and killed."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Self

from spark.same import published, snapshot_rows

if TYPE_CHECKING:
    from nightaudit.lake import Lake

READ = ("core.dim_units", "occupancy.fct_occupancy_daily")  # whose rows are read each time, not only found


class Reader(threading.Thread):
    """Reads until it is left; `builds` are the distinct sets of snapshots it was shown, in order."""

    def __init__(self, lake: Lake) -> None:
        super().__init__(daemon=True)
        self._lake = lake
        self._left = threading.Event()
        self.builds: list[frozenset[str]] = []
        self.reads = 0
        self.failed: Exception | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self.join()
        if self.failed is not None:
            raise self.failed

    def run(self) -> None:
        try:
            while not self._left.wait(0.2):
                self._look()
        except Exception as error:  # noqa: BLE001 - it is told to the test
            self.failed = error

    def _look(self) -> None:
        places = published(self._lake)
        build = frozenset(places.values())
        if not self.builds or build != self.builds[-1]:
            self.builds.append(build)
            for name in READ if places else ():
                assert snapshot_rows(places[name])[1], name
        self.reads += 1
