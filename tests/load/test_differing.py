"""Records in which two sorted lists differ are found in a few requests each, whatever the length of the lists."""

from __future__ import annotations

import bisect
import math
from dataclasses import replace
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from load.drifting_list import DriftingList, Manners, key
from nightaudit.client.busy import Broken
from nightaudit.client.page import Page
from nightaudit.errors import ApiError, Forbidden, Refused, ServiceFailed
from nightaudit.load.changes.differing import MOST_DIFFERING, SPREAD, Differing
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.stamps import Unsuitable


@given(
    count=st.integers(1, 3000),
    unlisted=st.sets(st.integers(1, 9000), max_size=MOST_DIFFERING),
    base=st.sampled_from([0, 1]),
    who_lacks=st.sampled_from(["we", "the service"]),
)
def test_what_one_side_lacks_is_found(count: int, unlisted: set[int], base: int, who_lacks: str) -> None:
    service = DriftingList(count, manners=Manners(base=base))
    all_ids = set(service.visible)
    ours = all_ids - unlisted if who_lacks == "we" else all_ids | unlisted
    differing = Differing(service, probe(service, key), {}, lambda _: True, key=key)
    service.begin()
    gone, new = differing.find(ours, len(all_ids))
    there: set[int | str] = {*ours, *map(key, new)} - {*gone}
    assert there == all_ids
    assert service.requests <= len(ours ^ all_ids) * (math.log2(count) + 3) + SPREAD


@given(
    count=st.integers(1, 400),
    unlisted=st.sets(st.integers(1, 1300), min_size=1, max_size=MOST_DIFFERING),
    moved=st.lists(st.integers(1, 1300), max_size=4),
)
def test_one_page_shows_that_a_record_is_not_listed(count: int, unlisted: set[int], moved: list[int]) -> None:
    """A list that stands still shows every absence; one that moves shows none that is not so."""
    service = DriftingList(count)
    behaviour = probe(service, key)
    differing = Differing(service, behaviour, {}, lambda _: True, key=key)
    gone, _ = differing.find({*service.visible, *unlisted}, count)
    assert all(differing.window_without(one) for one in gone)
    for one in {*gone, *moved} - {*service.visible}:
        bisect.insort(service.visible, int(one))
    assert not any(map(differing.window_without, gone))


def test_more_differences_than_the_limit_are_left_to_a_full_walk() -> None:
    service = DriftingList(500)
    differing = Differing(service, probe(service, key), {}, lambda _: True, key=key)
    service.begin()
    with pytest.raises(Unsuitable, match="counts 500 records, but 0 are stored"):
        differing.find([], 500)
    assert 0 == service.requests


def test_a_record_that_goes_meanwhile_is_not_taken_for_one_that_went_before() -> None:
    """The one that went before stands at the end, where nothing else differs."""
    service = DriftingList(100)
    behaviour = probe(service, key)
    ours = {*service.visible, service.top + 1}
    del service.visible[10]
    with pytest.raises(Unsuitable, match="the list changed"):
        Differing(service, behaviour, {}, lambda _: True, key=key).find(ours, 100)


def always(answer: bool, _: bytes) -> bool:  # noqa: FBT001 - what is answered for each row
    return answer


def test_an_unsorted_list_or_an_ignored_filter_is_left_to_a_full_walk() -> None:
    service = DriftingList(50)
    ids = service.visible[:-1]
    unsorted = replace(probe(service, key), sort=None)
    for behaviour, belongs in ((unsorted, True), (probe(service, key), False)):
        with pytest.raises(Unsuitable):
            Differing(service, behaviour, {}, partial(always, belongs), key=key).find(ids, 50)


@pytest.mark.parametrize("error", [Refused("no", status=400), Forbidden("no", status=403), Broken("no", status=500)])
def test_a_list_that_refuses_single_rows_is_left_to_a_full_walk(error: ApiError) -> None:
    service = DriftingList(50)
    behaviour = probe(service, key)

    def refusing(*_: object, **__: object) -> Page:
        raise error

    with pytest.raises(Unsuitable):
        Differing(refusing, behaviour, {}, lambda _: True, key=key).find(service.visible[:-1], 50)


def test_a_failure_while_lists_are_compared_leads_to_no_full_walk() -> None:
    service = DriftingList(50)
    behaviour = probe(service, key)

    def busy(*_: object, **__: object) -> Page:
        raise ServiceFailed("busy", status=503)

    with pytest.raises(ServiceFailed):
        Differing(busy, behaviour, {}, lambda _: True, key=key).find(service.visible[:-1], 50)
