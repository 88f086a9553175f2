"""Hypothesis changes the list between any two requests of a walk and looks for a way to lose a record.

NIGHTAUDIT_TEST_WALKS sets the number of walks of each tier.
"""

from __future__ import annotations

import os

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, rule

from load.drifting_list import DriftingList, Manners, walk_of
from load.walking_machine import WalkingMachine

AT_LENGTH = settings(max_examples=int(os.environ.get("NIGHTAUDIT_TEST_WALKS", "60")), stateful_step_count=25)


class Sorted(WalkingMachine):
    """Pages that can be made to overlap."""

    @staticmethod
    def manners(size: int) -> Manners:
        """Of a service whose largest page has so many rows."""
        return Manners(cap=size)

    @initialize(count=st.integers(0, 60), size=st.integers(4, 12), returning=st.booleans())
    def start(self, count: int, size: int, returning: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
        self.returning = returning
        self.listing = DriftingList(count, manners=self.manners(size))
        self.begin(walk_of(self.listing, size=size))

    @rule(many=st.integers(1, 10))
    def append(self, many: int) -> None:
        for _ in range(many):
            self.listing._append()
            self.ever.add(self.listing.top)


class FixedSize(Sorted):
    """Pages of one size, read both ways."""

    @staticmethod
    def manners(size: int) -> Manners:
        return Manners(fixed_size=size)


class Unsorted(Sorted):
    """Pages in no known order, read in passes."""

    @staticmethod
    def manners(size: int) -> Manners:
        return Manners(cap=size, sorting="ignored", unsorted="shuffled")


TestSorted, TestFixedSize, TestUnsorted = Sorted.TestCase, FixedSize.TestCase, Unsorted.TestCase
TestSorted.settings = TestFixedSize.settings = TestUnsorted.settings = AT_LENGTH
