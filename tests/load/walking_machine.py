"""Base of the state machines of walks: reads on between two changes, and checks at the end that no record was lost."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule

from load.drifting_list import DriftingList
from nightaudit.errors import UnprovenWalk
from nightaudit.load.walks.certificate import Certificate
from nightaudit.load.walks.walk import Walk


class WalkingMachine(RuleBasedStateMachine):
    """A walk and a list that changes meanwhile. Subclasses create the list and call `begin`; their rules change the list."""

    def __init__(self) -> None:
        super().__init__()
        self.listing = DriftingList(0)
        self.read: list[Any] = []
        self.walk: Walk | None = None
        self.ever: set[int] = set()  # ids that were listed
        self.returning = False  # whether removed records may come back within the walk
        self.batches: Iterator[Any] = iter(())

    def begin(self, walk: Walk) -> None:
        self.walk, self.batches, self.ever = walk, iter(walk), set(self.listing.visible)
        self.listing.begin()

    def answers_for(self, certificate: Certificate) -> bool:
        """Whether the certificate proves that no record was lost; a count proves this only if no record comes back."""
        return certificate.complete and not (self.returning and certificate.reason.startswith("Two readings found"))

    @rule(ids=st.lists(st.integers(1, 250), min_size=1, max_size=10, unique=True))
    def insert_or_show(self, ids: list[int]) -> None:
        for one in ids:
            if one not in self.listing.visible and (self.returning or one not in self.ever):
                bisect.insort(self.listing.visible, one)
                self.ever.add(one)

    @rule(place=st.integers(0, 80), many=st.integers(1, 15))
    def delete(self, place: int, many: int) -> None:
        self.listing.throughout.difference_update(self.listing.visible[place : place + many])
        del self.listing.visible[place : place + many]

    @rule()
    def read_on(self) -> None:
        """Read the next batch, if there is one."""
        try:
            self.read += [one for one, _ in next(self.batches, [])]
        except UnprovenWalk:
            self.batches = iter(())

    def teardown(self) -> None:
        if self.walk is None:  # stopped before the list was created
            return
        with suppress(UnprovenWalk):
            self.read += [one for batch in self.batches for one, _ in batch]
        certificate = self.walk.certificate
        assert len(self.read) == len(set(self.read))
        if self.answers_for(certificate):
            assert not self.listing.lost(set(self.read))
        else:
            assert certificate.reason
