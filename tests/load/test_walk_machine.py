"""Hypothesis changes the list between any two requests of a walk and looks for a way to lose a record."""

from __future__ import annotations

import bisect
from collections.abc import Iterator
from typing import Any

from drifting_list import DriftingList, Manners, key
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from nightaudit.errors import UnprovenWalk
from nightaudit.load.probe import probe
from nightaudit.load.walk import Walk


class ChangingList(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.listing = DriftingList(0)
        self.read: list[Any] = []
        self.over = False

    @initialize(count=st.integers(0, 60), cap=st.integers(4, 12), fixed=st.booleans())
    def start(self, count: int, cap: int, fixed: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
        manners = Manners(fixed_size=cap) if fixed else Manners(cap=cap)
        self.listing = DriftingList(count, manners=manners)
        self.walk = Walk(self.listing, key, probe(self.listing, key), size=cap, concurrency=1)
        self.listing.begin()
        self.batches: Iterator[Any] = iter(self.walk)

    @rule(place=st.integers(0, 80), many=st.integers(1, 15))
    def delete(self, place: int, many: int) -> None:
        self.listing.throughout.difference_update(self.listing.visible[place : place + many])
        del self.listing.visible[place : place + many]

    @rule(ids=st.lists(st.integers(1, 250), min_size=1, max_size=10, unique=True))
    def insert_or_show(self, ids: list[int]) -> None:
        for one in ids:
            if one not in self.listing.visible:
                bisect.insort(self.listing.visible, one)

    @rule(many=st.integers(1, 10))
    def append(self, many: int) -> None:
        for _ in range(many):
            self.listing._append()

    @rule()
    def read_on(self) -> None:
        if self.over:
            return
        try:
            self.read += [one for one, _ in next(self.batches)]
        except StopIteration:
            self.over = True
        except UnprovenWalk:
            self.over = True

    def teardown(self) -> None:
        try:
            while not self.over:
                self.read_on()
        except AttributeError:  # stopped before the list was made
            return
        certificate = self.walk.certificate
        assert certificate is not None
        assert len(self.read) == len(set(self.read))
        if certificate.complete:
            assert not self.listing.lost(set(self.read))
        else:
            assert certificate.reason


TestChangingList = ChangingList.TestCase
TestChangingList.settings = settings(max_examples=150, stateful_step_count=25, deadline=None)
