"""The state of one sandbox: everything that its requests share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.calls.auth import Gate
from nightaudit.sandbox.clock import Clock
from nightaudit.sandbox.faults import Faults
from nightaudit.sandbox.lists.listing import Lists
from nightaudit.sandbox.store.store import Store

if TYPE_CHECKING:
    import datetime

    from nightaudit.sandbox.options import SandboxOptions
    from nightaudit.sandbox.store.records import Records


class World:
    """A sandbox's options, clock, store, lists, gate and faults."""

    def __init__(self, options: SandboxOptions) -> None:
        self.options = options
        self.store = Store(options)
        self.clock = Clock(self.store.filling.today)
        self.lists = Lists(options)
        self.gate = Gate(options)
        self.faults = Faults()
        with self.store.read() as records:
            ahead = records.clock_ahead
        if ahead is not None:
            self.clock.set_ahead(ahead)

    def move_clock(self, records: Records, by: datetime.timedelta) -> None:
        """Move the clock, forward or back, and store the offset in the database file. Raises as `Clock.moved` does."""
        ahead = self.clock.moved(by)
        records.clock_ahead = ahead
        self.clock.set_ahead(ahead)
