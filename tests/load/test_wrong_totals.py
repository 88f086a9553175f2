"""Services whose totals are a record too high or too low: gone records are found all the same."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from client.loopback import Exchange
from load.conftest import TODAY, current, load_list, load_once, rows
from load.odd_habits import Habits
from load.odd_list import OddList
from load.odd_service import OddService, serving_oddly
from load.storm import settings_for

MANY = 90


def listing(service: OddService, stream: str) -> OddList:
    """That list, standing still, with so many records that it has several pages."""
    service.moving = False
    one = next(one for one in service.lists if one.stream.name == stream)
    while len(one.held) < MANY:
        one._add(datetime.timedelta(days=200 - len(one.held)))
    return one


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("stream", "totals"),
    [("contacts", "told"), ("contacts", "one more"), ("contacts", "one less"), ("sales_invoices", "one less")],
)
def test_a_record_that_goes_is_found_gone_whatever_the_total_counts(
    stream: str, totals: Literal["told", "one more", "one less"], tmp_path: Path
) -> None:
    """Where a total that counts one more falls by one, it is what was held before; one less than none is not told."""
    service = OddService(Habits(totals=totals, stamps="kept", largest=20), 1)
    listed = listing(service, stream)
    with serving_oddly(service) as url:
        for night in range(2):
            settings = settings_for(url, tmp_path, page_size=20, today=TODAY + datetime.timedelta(days=night))
            [summary] = load_once(settings, (stream,)).streams
            assert summary.complete, summary.reason
            assert listed.held.keys() == current(settings, stream).keys()
            listed.held.popitem()
    [tier] = rows(settings, "select arg_max(tier, ended_at) = 'newest first' from raw.walks")
    assert (totals == "told",) == tier


class Booked(OddService):
    """Posts an invoice when those that are posted are first counted."""

    posts = False

    def _answer(self, one: OddList, own: str, query: dict[str, str]) -> Callable[[Exchange], None]:
        if self.posts and (query.get("status"), query["size"]) == ("POSTED", "1"):
            self.posts = False
            one._add()
            next(reversed(one.held.values()))["status"] = "POSTED"
        return super()._answer(one, own, query)


def test_a_record_that_comes_while_statuses_are_counted_hides_none_that_went(tmp_path: Path) -> None:
    service = Booked(Habits(stamps="kept", largest=20), 1)
    listed = listing(service, "sales_invoices")
    with serving_oddly(service) as url:
        settings = settings_for(url, tmp_path, page_size=20)
        load_once(settings, ("sales_invoices",))
        del listed.held[next(key for key, record in listed.held.items() if record["status"] == "POSTED")]
        service.posts = True
        summary = load_list(settings, "sales_invoices")
        assert (1, 1, False) == (summary.new, summary.gone, service.posts)
    assert listed.held.keys() == current(settings, "sales_invoices").keys()
    assert [("newest first",)] == rows(settings, "select arg_max(tier, ended_at) from raw.walks")


def test_a_reason_is_told_once_whatever_number_of_statuses_it_is_true_of(tmp_path: Path) -> None:
    service = OddService(Habits(totals="untold", sorting="ignored", hides_statuses=True, dates="ignored", largest=7), 1)
    listing(service, "bookings")
    with serving_oddly(service) as url:
        [summary] = load_once(settings_for(url, tmp_path), ("bookings",)).streams
    assert 1 == summary.reason.count("The order of the list is unknown")
