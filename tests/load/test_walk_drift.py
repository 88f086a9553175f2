"""Lists that change between requests: our walks lose no record, while naive walks lose records on the same seeds."""

from __future__ import annotations

import os
from bisect import insort
from collections import Counter
from collections.abc import Generator
from dataclasses import replace

import pytest

from load.conftest import WELL_BEHAVED
from load.drifting_list import DriftingList, Manners, key, walk_of
from nightaudit.errors import UnprovenWalk
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.window import Key

WALKS = int(os.environ.get("NIGHTAUDIT_TEST_WALKS", "0"))
DEFAULT_WALKS = {"overlap": 250, "both ways": 250, "passes": 40}
DRIFTS = (0.2, 1.0, 3.0)
TIERS = {
    "overlap": Manners(cap=50),
    "both ways": Manners(fixed_size=50),
    "passes": Manners(cap=50, sorting="ignored", unsorted="shuffled"),
}
MOVABLE, FIXED = WELL_BEHAVED, replace(WELL_BEHAVED, size_honoured=False, size_echoed=False)


def drifting(seed: int, manners: Manners) -> DriftingList:
    return DriftingList(
        200 + 61 * (seed % 7), seed, drift=DRIFTS[seed % 3], manners=manners, deletions=1 + 11 * (seed % 5 == 4)
    )


def run(seed: int, manners: Manners, outcome: Counter[str]) -> None:
    listing = drifting(seed, manners)
    behaviour = probe(listing, key)
    listing.begin()
    expected = 2_000 if seed % 8 > 3 else None  # more than there ever are, in half of those that read ahead
    walk = walk_of(listing, behaviour, concurrency=1 + 3 * (seed % 4 == 3), expected=expected)
    try:
        ids = [one for batch in walk for one, _ in batch]
    except UnprovenWalk:
        outcome["refused"] += 1
        return
    certificate = walk.certificate
    assert len(ids) == len(set(ids)) == certificate.distinct_ids
    lost = len(listing.lost(set(ids)))
    if certificate.complete:
        outcome["complete"] += 1
        outcome["lost in complete walks"] += lost
    else:
        assert certificate.reason
        outcome["unproven"] += 1
        outcome["lost in unproven walks"] += lost
    outcome["step-backs"] += certificate.step_backs


def forward(listing: DriftingList, size: int = 50) -> tuple[set[object], int | None, int | None]:
    """The usual loop: page after page until a short one."""
    ids: set[object] = set()
    number, first, last = 0, None, None
    while True:
        page = listing(number, size, "id,asc")
        ids |= {key(row) for row in page.rows}
        first, last = first if number else page.total_elements, page.total_elements
        number += 1
        if len(page.rows) < size:
            return ids, first, last


def forward_until_totals_agree(listing: DriftingList) -> set[object] | None:
    """The usual remedy: again until the count is the total at the start and at the end."""
    for _ in range(20):
        ids, first, last = forward(listing)
        if first == last == len(ids):
            return ids
    return None


@pytest.mark.sampled
@pytest.mark.parametrize("tier", TIERS)
def test_nothing_is_lost_where_the_forward_walk_loses(tier: str) -> None:
    """By NIGHTAUDIT_TEST_WALKS walks a tier; the control walks the same drifting lists."""
    outcome: Counter[str] = Counter()
    seeds = range(WALKS or DEFAULT_WALKS[tier])
    control = losing = 0
    for seed in seeds:
        run(seed, TIERS[tier], outcome)
        listing = drifting(seed, TIERS[tier])
        listing.begin()
        missed = len(listing.lost(forward(listing)[0]))
        control, losing = control + missed, losing + bool(missed)
    print(f"{tier}: {len(seeds)} walks {dict(outcome)}; control: {control} lost in {losing} walks")
    assert 0 == outcome["lost in complete walks"]
    assert 0 == outcome["refused"]
    assert losing > len(seeds) // 3
    if tier == "passes":
        assert outcome["complete"] < len(seeds) // 2, "a list of unknown order is proven only where it stood still"
        assert outcome["lost in unproven walks"] < control // 4
    else:
        assert outcome["complete"] >= len(seeds) * 24 // 25


def test_the_usual_remedy_loses_records_on_the_same_seeds() -> None:
    accepted = lost = 0
    for seed in range(250):
        listing = drifting(seed, TIERS["overlap"])
        listing.begin()
        ids = forward_until_totals_agree(listing)
        if ids is not None:
            accepted += 1
            lost += len(listing.lost(ids))
    print(f"until totals agree: {lost} lost in {accepted} walks of 250 that ended")
    assert accepted > 50
    assert lost > 0


def test_a_list_that_shrinks_faster_than_it_is_read_is_refused_or_whole() -> None:
    for seed in range(8):
        listing = DriftingList(
            2000, seed, drift=30, events=("delete", "append", "append", "insert"), manners=Manners(cap=20), deletions=3
        )
        behaviour = probe(listing, key)
        listing.begin()
        walk = walk_of(listing, behaviour, size=20)
        try:
            ids = {one for batch in walk for one, _ in batch}
        except UnprovenWalk:
            assert not walk.certificate.complete
            assert walk.certificate.reason
        else:
            assert not listing.lost(ids)
        assert walk.certificate.requests < 2_000, "100 pages at first"


def test_a_walk_given_up_half_way_is_not_complete() -> None:
    listing = DriftingList(500, manners=Manners(cap=50))
    walk = walk_of(listing, concurrency=4)
    batches = iter(walk)
    assert isinstance(batches, Generator)
    next(batches)
    batches.close()
    assert not walk.certificate.complete
    assert "The list was not read to its end." == walk.certificate.reason


@pytest.mark.parametrize("manners", [Manners(cap=20), Manners(fixed_size=17)], ids=["overlap", "both ways"])
def test_pages_that_are_each_sorted_by_themselves_prove_nothing_that_moves(manners: Manners) -> None:
    outcome = Counter[str]()
    for seed in range(60):
        run(seed, replace(manners, sorting="each page by itself", unsorted="shuffled"), outcome)
    assert outcome["unproven"]
    assert not outcome["lost in complete walks"], outcome


@pytest.mark.parametrize(
    ("count", "size", "known"),
    [(25, 20, MOVABLE), (39, 20, MOVABLE), (39, 7, MOVABLE), (25, 20, FIXED), (60, 50, FIXED)],
)
def test_pages_of_any_records_that_are_each_sorted_prove_nothing(count: int, size: int, known: Behaviour) -> None:
    """The service sorted the list when it was probed, and now only the page. Chance may still make all checks agree."""
    manners = Manners(cap=size, sorting="each page by itself", unsorted="at random")
    unproven = short = 0
    for seed in range(40):
        listing = DriftingList(count, seed, manners=manners)
        walk = walk_of(listing, replace(known, max_size=size), size=size)
        try:
            read = {one for batch in walk for one, _ in batch}
        except UnprovenWalk:
            continue
        assert walk.certificate
        unproven += not walk.certificate.complete
        short += walk.certificate.complete and bool(listing.lost(read))
    assert unproven
    assert short <= 1


def test_records_that_others_push_to_the_next_page_are_in_order() -> None:
    """Pages of five rows cannot overlap at row 12, so both orders are read. Nine insertions are enough to push a record on."""
    listing = DriftingList(5, manners=Manners(cap=5))
    walk = walk_of(listing, size=5)
    batches = iter(walk)
    read: list[Key] = []
    for shown, reads in (((), 1), ((2, *range(20, 27), 28), 1), ((1,), 3), ((6, 27), 1)):
        for one in shown:
            insort(listing.visible, one)
        for _ in range(reads):
            read += [one for one, _ in next(batches)]
    read += [one for batch in batches for one, _ in batch]
    assert [*map(str, listing.visible)] == sorted(map(str, read), key=int)
    assert walk.certificate
    assert walk.certificate.complete


class Upgraded(DriftingList):
    """Shows its ids as texts from the request `at` on, or at every other request."""

    at: int | None = None

    def _row(self, one: int) -> bytes:
        is_text = self.requests % 2 if self.at is None else self.requests >= self.at
        return b'{"id":"%d"}' % one if is_text else b'{"id":%d}' % one


@pytest.mark.parametrize("tier", TIERS)
def test_an_id_that_turns_from_a_number_into_a_text_is_one_record(tier: str) -> None:
    """Raw tables store both alike, so that two of them would be two current versions of one record."""
    for at in (*range(2, 15), None):
        listing = Upgraded(300, manners=TIERS[tier])
        behaviour = probe(listing, key)
        listing.requests, listing.at = 0, at
        walk = walk_of(listing, behaviour)
        try:
            ids = [str(one) for batch in walk for one, _ in batch]
        except UnprovenWalk:
            continue
        assert len(ids) == len(set(ids)) == walk.certificate.distinct_ids
        assert not walk.certificate.complete or set(map(int, ids)) == set(listing.visible), at
