"""Lists in no known order with date filters: read in date windows and proven by the count, or not called complete.

NIGHTAUDIT_TEST_WALKS says how many walks of changing lists, and how many that hypothesis makes up.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import nullcontext
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from load.conftest import current, load_list, load_once, rows, serving
from load.dated_list import Bounds, DatedList
from load.drifting_list import REFUSALS, Manners, key, walk_of
from load.partial_lists import ANSWERS, Reaching
from load.walking_machine import WalkingMachine
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.errors import ApiError, UnprovenWalk
from nightaudit.load.pages.probe import probe
from nightaudit.load.walks.walk import Walk

WALKS = int(os.environ.get("NIGHTAUDIT_TEST_WALKS", "0"))
UNSORTED = Manners(cap=50, sorting="ignored", unsorted="shuffled")
DRIFTS = (0.05, 0.1, 0.3)


def walking(listing: DatedList, size: int = 50, concurrency: int = 1) -> Walk:
    behaviour = probe(listing, key)
    listing.begin()
    return walk_of(listing, behaviour, size=size, concurrency=concurrency, dates=True)


def page_after_page(listing: DatedList, size: int = 50) -> set[Any]:
    """The usual loop."""
    listing.begin()
    ids: set[Any] = set()
    number = 0
    while rows := listing(number, size).rows:
        ids |= {key(row) for row in rows}
        number += 1
    return ids


@pytest.mark.sampled
@pytest.mark.parametrize("manners", [UNSORTED, Manners(fixed_size=50, sorting="refused", unsorted="shuffled")])
@pytest.mark.parametrize("undated", [0, 3])
@pytest.mark.parametrize("bounds", get_args(Bounds))
def test_windows_are_used_where_they_show_every_record(bounds: Bounds, undated: int, manners: Manners) -> None:
    """Elsewhere the list is read in passes; each record is read either way."""
    listing = DatedList(1000, manners=manners, bounds=bounds, undated=undated)
    walk = walking(listing, concurrency=4)
    ids = [one for batch in walk for one, _ in batch]
    assert sorted(ids) == listing.visible
    fit = bounds in {"inclusive", "exclusive"} and not undated
    assert ("date windows" if fit else "passes", True) == (walk.certificate.tier, walk.certificate.complete)
    assert fit or listing.windows < 200
    if fit:
        assert (
            "windows of dates were read 2 times; the last two readings found the same 1000 records"
            in walk.certificate.reason
        )


@pytest.mark.parametrize("manners", [{"totals": False}, {"total_off_by": 2}, {"total_off_by": -2}])
def test_without_a_true_total_nothing_is_proven(manners: dict[str, Any]) -> None:
    listing = DatedList(1000, manners=Manners(cap=50, sorting="ignored", unsorted="shuffled", **manners))
    walk = walking(listing)
    assert set(listing.visible) == {one for batch in walk for one, _ in batch}
    assert ("passes", False) == (walk.certificate.tier, walk.certificate.complete)


@pytest.mark.parametrize("answer", ANSWERS)
@pytest.mark.parametrize("concurrency", [1, 4])
@pytest.mark.parametrize("dates", [True, False])
def test_a_list_that_shows_nothing_from_some_row_on_is_read_by_dates(
    concurrency: int, answer: str, *, dates: bool
) -> None:
    """As where a search engine refuses rows after its ten thousandth. The control: without dates, the list fails."""
    listing = DatedList(1000, manners=Manners(cap=50))
    kind: type[ApiError] = UnprovenWalk
    why, read = "its total says 1000", ""
    if answer in REFUSALS:
        kind, why, read = REFUSALS[answer][0], "Result window is too large.", " 540 records of the 1,000"
    walk = walk_of(Reaching(listing, answer), dates=dates, concurrency=concurrency)
    ids: set[Any] = set()
    with nullcontext() if dates else pytest.raises(kind, match=why + read):
        ids.update(one for batch in walk for one, _ in batch)
    assert (bool(dates), bool(dates)) == (walk.certificate.complete, ids == set(listing.visible))
    assert ("date windows" if dates else "overlap") == walk.certificate.tier
    assert not dates or why in walk.certificate.reason


def test_a_list_of_one_page_with_a_wrong_total_is_not_read_by_dates() -> None:
    """As where totals are estimates: no window would show the records that it counts besides."""
    listing = DatedList(20, manners=Manners(cap=50, sorting="ignored", unsorted="shuffled", total_off_by=2))
    walk = walking(listing)
    assert listing.visible == sorted(one for batch in walk for one, _ in batch)
    assert ("passes", False, 0) == (walk.certificate.tier, walk.certificate.complete, listing.windows)


def test_a_service_that_fails_for_a_moment_is_not_taken_for_one_that_does_not_sort() -> None:
    """It was probed while it failed, so the list was read in windows of dates each night, with three times as many requests."""
    listing = DatedList(1000, manners=Manners(cap=50))
    failed: list[int] = []

    def failing(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if page * size > 300 or (failed and sort == "id,desc"):
            failed.append(page)
            raise Broken("Out of memory.", status=500)
        return listing(page, size, sort, **filters)

    walk = walk_of(failing, dates=True)
    assert set(listing.visible) == {one for batch in walk for one, _ in batch}
    assert ("date windows", True) == (walk.certificate.tier, walk.certificate.complete)
    assert "ascending" == walk.behaviour.order


def test_more_records_a_day_than_a_page_are_read_in_passes() -> None:
    listing = DatedList(1000, manners=UNSORTED, days=2, longest=1)
    walk = walking(listing)
    assert set(listing.visible) == {one for batch in walk for one, _ in batch}
    assert "passes" == walk.certificate.tier


def test_a_list_of_one_page_is_read_at_once() -> None:
    listing = DatedList(30, manners=UNSORTED)
    walk = walking(listing)
    assert 30 == sum(map(len, walk))
    assert ("one page", 1, 0) == (walk.certificate.tier, walk.certificate.requests, listing.windows)


@pytest.mark.long
def test_nothing_is_lost_where_the_forward_walk_loses() -> None:
    """The control walks the same changing lists page after page."""
    outcome: Counter[str] = Counter()
    seeds = range(WALKS or 60)
    control = losing = 0
    for seed in seeds:
        deletions = 1 + 11 * (seed % 5 == 4)
        listing, again = (
            DatedList(400 + 61 * (seed % 7), seed, drift=DRIFTS[seed % 3], manners=UNSORTED, deletions=deletions)
            for _ in range(2)
        )
        walk = walking(listing, concurrency=1 + 3 * (seed % 4 == 3))
        ids = [one for batch in walk for one, _ in batch]
        certificate = walk.certificate
        assert len(ids) == len(set(ids)) == certificate.distinct_ids
        said = f"{certificate.tier}, {'complete' if certificate.complete else 'unproven'}"
        outcome[said] += 1
        outcome[f"lost in {said}"] += len(listing.lost(set(ids)))
        missed = len(again.lost(page_after_page(again)))
        control, losing = control + missed, losing + bool(missed)
    print(f"{len(seeds)} walks {dict(outcome)}; control: {control} lost in {losing} walks")
    assert not any(lost for said, lost in outcome.items() if said.startswith("lost") and said.endswith("complete"))
    assert outcome["date windows, complete"] > len(seeds) // 2
    assert control > len(seeds) // 4


def test_lists_of_a_service_that_does_not_sort_are_proven(folder: Path, tmp_path: Path) -> None:
    """Bookings, stays, invoices and payments by their own date filters; contacts, which have none, by the count."""
    streams = ("bookings", "guest_stays", "sales_invoices", "financial_allocations_sales_payments", "contacts")
    found = []
    for manners in ({"no_sort": True, "max_page_size": 60}, {}):
        with serving(folder, tmp_path / f"{len(manners)}", **manners) as tenant:
            load_once(tenant, streams).raise_for_failures()
        found.append({stream: current(tenant, stream) for stream in streams})
        if manners:
            walks = rows(tenant, "select stream, tier, complete, reason from raw.walks")
    assert found[0] == found[1]
    told = {stream: (tier, complete) for stream, tier, complete, _ in walks}
    assert ("date windows", True) == told["financial_allocations_sales_payments"]
    assert ("passes", True) == told["contacts"]
    assert {("statuses", True)} == {told[stream] for stream in streams[:3]}
    assert all("windows of dates were read" in reason for stream, *_, reason in walks if stream in streams[:3])


def test_rates_of_a_service_that_does_not_sort_keep_all_their_amounts(folder: Path, tmp_path: Path) -> None:
    """Their date filters choose among the amounts that a rate holds: a window would show it in part."""
    found = []
    for manners in ({"no_sort": True, "max_page_size": 12}, {}):
        with serving(folder, tmp_path / f"{len(manners)}", **manners) as tenant:
            assert load_list(tenant, "rates").complete
        found.append(current(tenant, "rates"))
    assert 12 < len(found[1])
    assert found[0] == found[1]


class ChangingDates(WalkingMachine):
    """Records come, go, come back and move their dates.

    Where none comes back within the walk, a complete one has lost nothing, whatever else happens. Where they do, it needs
    dates of every record, moved once at most.
    """

    def __init__(self) -> None:
        super().__init__()
        self.listing: DatedList = DatedList(0)
        self.moved: set[int] = set()

    @initialize(
        count=st.integers(0, 60), cap=st.integers(6, 12), undated=st.sampled_from([0, 10]), returning=st.booleans()
    )
    def start(self, count: int, cap: int, undated: int, returning: bool) -> None:  # noqa: FBT001 - drawn by hypothesis
        manners = Manners(cap=cap, sorting="ignored", unsorted="shuffled")
        self.returning = returning
        self.listing = DatedList(count, manners=manners, undated=0 if returning else undated, longest=20)
        self.begin(walking(self.listing, size=cap))

    @precondition(lambda self: self.listing.visible)
    @rule(place=st.integers(0, 80), day=st.integers(0, 899), length=st.integers(0, 60))
    def move(self, place: int, day: int, length: int) -> None:
        one = self.listing.visible[place % len(self.listing.visible)]
        if not self.returning or one not in self.moved:
            self.moved.add(one)
            self.listing.date(one, day, length)


TestChangingDates = ChangingDates.TestCase
TestChangingDates.settings = settings(max_examples=WALKS or 60, stateful_step_count=40)
