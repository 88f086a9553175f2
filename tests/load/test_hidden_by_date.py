"""A list that hides records of the past, unless dates are asked for, is also read by dates, or is not complete."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from types import SimpleNamespace
from typing import Any, Literal

import pytest

from client.loopback import Asked, Exchange, asked_page, in_order
from load.conftest import current, load_list
from nightaudit.load.hidden.undated import UndatedList
from nightaudit.load.pages.behaviour import Order
from nightaudit.load.pages.window import Key
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

PATHS = {"bookings": "/bookings", "financial_allocations_sales_payments": "/financialAllocations/salesPayments"}
STATUSES = ("PENDING", "CONFIRMED", "CHECKED_OUT")
Dated = Literal["hide pending", "show pending", "refused", "refused if far apart", "nothing", "busy"]


@dataclass
class Service:
    """Bookings and allocations, of two years.

    undated   what is shown where no dates are asked for: all, or what ends in 2026
    counts    whether pages state totals
    counts_all  whether these count all records, also those that are not shown
    dated     whether PENDING bookings are hidden, as without dates, or shown, or whether dates are refused, in part or always, or
              nothing is shown between them, or the service is busy
    """

    undated: Literal["all", "of this year"] = "all"
    counts: bool = True
    counts_all: bool = False
    dated: Dated = "hide pending"
    lists: dict[str, list[Json]] = field(default_factory=dict)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        path, query = asked.path.removeprefix("/api/v3"), dict(asked.query)
        asks_dates = bool({"dateFrom", "dateTo"} & query.keys())
        if path not in self.lists:
            exchange.json({"message": "none"}, 404)
        elif asks_dates and (
            self.dated == "refused" or (self.dated == "refused if far apart" and query.get("dateFrom", "1970") < "2000")
        ):
            exchange.json({"message": "too far apart"}, 400)
        elif asks_dates and self.dated == "busy":
            exchange.json({"message": "busy"}, 503, Retry_After="0")
        else:
            wanted = query.get("statuses")
            hidden = not (asks_dates and self.dated == "show pending")
            since = query.get("dateFrom", "" if asks_dates or self.undated == "all" else "2026-01-01")
            until = query.get("dateTo", "9999")
            found = [
                one
                for one in self.lists[path]
                if since <= one["endDate"]
                and (one.get("startDate") or one["endDate"]) <= until
                and not (asks_dates and self.dated == "nothing")
                and (one["status"] == wanted if wanted else not (hidden and one["status"] == "PENDING"))
            ]
            page = asked_page(in_order(found, query), query)
            if self.counts_all:
                page["page"]["totalElements"] = len(self.lists[path])
            exchange.json(page if self.counts else {"content": page["content"]})


@pytest.fixture
def service() -> Service:
    bookings = [
        {"id": one, "status": STATUSES[one % 3], "endDate": f"202{5 + one % 2}-{one % 12 + 1:02}-01"}
        for one in range(1, 91)
    ]
    allocations = [booking | {"status": ""} for booking in bookings]
    return Service(lists={"/bookings": bookings, "/financialAllocations/salesPayments": allocations})


@pytest.mark.sampled
@pytest.mark.parametrize("stream", ["bookings", "financial_allocations_sales_payments"])
@pytest.mark.parametrize(("counts", "counts_all"), [(True, False), (True, True), (False, False)])
def test_a_list_that_hides_the_past_unless_dates_are_asked_for_is_also_read_by_dates(
    service: Service, settings: Settings, stream: str, *, counts: bool, counts_all: bool
) -> None:
    """Without totals, or where these count all, the first page between two dates shows records that the walk did not meet."""
    service.undated, service.counts, service.counts_all = "of this year", counts, counts_all
    assert load_list(settings, stream).complete
    assert 90 == len(current(settings, stream))
    service.lists["/bookings"].pop()
    service.lists["/financialAllocations/salesPayments"].pop()
    for _ in range(2):  # the service answers for no single booking, so one load does not prove that one is gone
        summary = load_list(settings, stream)
        assert "It hides records where no dates are asked for, so it was also read" in summary.reason
    assert ("loaded", True, 89) == (summary.outcome, summary.complete, summary.rows)
    assert summary.certificate is not None
    assert (89, 89) == (summary.certificate.distinct_ids, len(current(settings, stream)))


@pytest.mark.sampled
@pytest.mark.parametrize("stream", ["bookings", "financial_allocations_sales_payments"])
@pytest.mark.parametrize(("counts", "lasting"), [(True, 0), (False, 0), (True, 9)])
def test_a_list_that_hides_the_past_and_refuses_dates_far_apart_is_not_complete(
    service: Service, settings: Settings, stream: str, lasting: int, *, counts: bool
) -> None:
    """Also where some that it shows have lasted for years, so that dates long past show them, too."""
    service.undated, service.counts, service.dated = "of this year", counts, "refused if far apart"
    for record in (
        [one for one in service.lists[PATHS[stream]] if one["endDate"] >= "2026"][-lasting:] if lasting else []
    ):
        record["startDate"] = "2021-01-01"
    for _ in range(2):
        summary = load_list(settings, stream)
        assert ("loaded", False, 45) == (summary.outcome, summary.complete, summary.rows)
        assert "dates far apart were refused: " in summary.reason
    service.undated = "all"
    assert load_list(settings, stream).complete
    assert 90 == len(current(settings, stream))


@pytest.mark.parametrize(
    ("order", "met", "others", "comes_before"),
    [
        ("ascending", [1, 9], {5, 12}, True),
        ("ascending", [1, 9], {10}, False),
        ("text", [1, 9], {10}, True),
        ("unknown", [1, 9], {5}, False),
        ("ascending", [], {5}, False),
        ("ascending", ["N1", 9], {5}, False),
    ],
)
def test_a_record_that_the_walk_did_not_meet_is_old_where_it_comes_before_the_last(
    order: Order, met: list[Key], others: set[Key], *, comes_before: bool
) -> None:
    """Ids that are numbers and texts have no last one: that was a TypeError."""
    walk: Any = SimpleNamespace(ids=met, behaviour=SimpleNamespace(order=order))
    undated = UndatedList(walk, walk)
    assert comes_before == undated._come_before_the_last(others)


@pytest.mark.parametrize(
    ("first", "last", "dated", "hides"), [(10, 9, 10, True), (10, 9, 9, False), (9, 10, 10, False), (9, 9, 10, True)]
)
def test_a_list_that_changes_while_it_is_read_hides_what_only_dates_show(
    first: int, last: int, dated: int, *, hides: bool
) -> None:
    """Where one request is sent at a time, the records between dates are counted when the walk has ended."""
    behaviour = SimpleNamespace(total_of=int, ask=lambda *_, **dates: dated if dates else last)
    certificate = SimpleNamespace(total_first=first, total_last=last)
    walk: Any = SimpleNamespace(ids=range(10), selections=[], behaviour=behaviour, certificate=certificate, lister=None)
    assert hides is UndatedList(walk, walk).hides_records(date(2026, 11, 1))


@pytest.mark.sampled
@pytest.mark.parametrize("stream", ["bookings", "financial_allocations_sales_payments"])
@pytest.mark.parametrize("dated", ["hide pending", "show pending", "refused"])
@pytest.mark.parametrize("counts", [True, False])
def test_a_list_that_hides_no_dates_is_complete(
    service: Service,
    settings: Settings,
    stream: str,
    dated: Literal["hide pending", "show pending", "refused"],
    *,
    counts: bool,
) -> None:
    service.dated, service.counts = dated, counts
    assert load_list(settings, stream).complete
    assert 90 == len(current(settings, stream))


@pytest.mark.usefixtures("impatient")
@pytest.mark.sampled
@pytest.mark.parametrize("stream", ["bookings", "financial_allocations_sales_payments"])
@pytest.mark.parametrize(
    ("dated", "counts"),
    [("refused", True), ("refused if far apart", False), ("nothing", True), ("nothing", False), ("busy", True)],
)
def test_what_dates_brought_before_is_not_gone_on_a_night_on_which_they_bring_nothing(
    service: Service, settings: Settings, stream: str, dated: Dated, *, counts: bool
) -> None:
    """No operation answers for one payment, so that a complete walk would prove that it is gone."""
    service.undated, service.counts = "of this year", counts
    assert load_list(settings, stream).complete
    service.dated = dated
    for _ in range(2):
        later = load_list(settings, stream)
        assert (False, 0, 90) == (later.complete, later.gone, len(current(settings, stream)))
    service.dated = "hide pending"
    assert load_list(settings, stream).complete
    service.undated, service.dated = "all", "refused"
    assert load_list(settings, stream).complete, "nothing is lacking"
    service.lists["/financialAllocations/salesPayments"].pop()
    service.lists["/bookings"].pop()
    for complete in (stream != "bookings", True):
        assert complete is load_list(settings, stream).complete
    assert 89 == len(current(settings, stream))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("counts", [True, False])
def test_a_list_is_not_complete_where_a_busy_service_does_not_say_whether_it_hides_records(
    service: Service, settings: Settings, *, counts: bool
) -> None:
    service.undated, service.counts, service.dated = "of this year", counts, "busy"
    first = load_list(settings, "financial_allocations_sales_payments")
    assert ("loaded", False, 45) == (first.outcome, first.complete, first.rows)
    assert "Whether it hides records where no dates are asked for is not known: " in first.reason


def test_a_payment_that_has_become_too_old_for_the_list_is_not_gone(service: Service, settings: Settings) -> None:
    """When the list was read completely nothing was hidden, and the payments are read newest first since."""
    name, payments = "financial_allocations_sales_payments", service.lists["/financialAllocations/salesPayments"]
    for one, payment in enumerate(payments):
        payment |= {
            "endDate": "2026-01-01",
            "lastModifiedDate": f"2026-{9 - one // 28:02}-{28 - one % 28:02}T00:00:00Z",
        }
    assert load_list(settings, name).complete
    del payments[70]
    plain = load_list(settings, name)
    assert plain.certificate is not None
    assert ("newest first", True, 1) == (plain.certificate.tier, plain.complete, plain.gone)
    payments[50]["endDate"], service.undated = "2025-12-31", "of this year"
    later = load_list(settings, name)
    assert (True, 0, 89) == (later.complete, later.gone, len(current(settings, name)))
    assert "It hides records where no dates are asked for, so it was also read" in later.reason
