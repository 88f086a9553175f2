"""A night on which lists below records are unavailable, or not there yet: no row is lost or stays gone for good."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

import pytest

from load.conftest import TODAY, current, load_lists, rows
from load.invoicing_service import INVOICES, ITEMS, Service, amounts, invoiced, items, path_of
from nightaudit.load import publishable
from nightaudit.load.streams.table import ROLLING_DAYS
from nightaudit.settings import Settings

NEW = (5, 6)


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.mark.sampled
@pytest.mark.parametrize("carried", [{}, {"salesInvoiceItems": None}, {"salesInvoiceItems": []}])
@pytest.mark.parametrize("answer", [404, 410, 403, "none", "bare"])
def test_rows_below_changed_records_stay_on_a_night_without_any(
    service: Service, settings: Settings, answer: int | str, carried: dict[str, object]
) -> None:
    """Also where records of the list carry none, though their own lists have some."""
    invoices = invoiced(service, 1, 2, 3, 4)
    for invoice in invoices:
        invoice.update(carried)
    load_lists(settings, INVOICES, ITEMS)
    held = amounts(settings)
    there = {path_of(one): service.lists[path_of(one)] for one in (1, 2, 3, 4)}
    for path in there:
        service.answers |= {path: answer}
    for invoice in invoices:
        invoice["note"] = "changed"
    away = load_lists(settings, INVOICES, ITEMS)[ITEMS]
    assert (False, 0) == (away.complete, away.gone)
    service.answers.clear()
    service.lists[path_of(1)] = items(1, 100)
    back = load_lists(settings, INVOICES, ITEMS)[ITEMS]
    assert (True, 1, 7) == (back.complete, back.gone, back.rows)
    assert held.keys() - {"1/11"} == amounts(settings).keys()


@pytest.mark.sampled
@pytest.mark.parametrize("who", [(1, 2, 3, 4, *NEW), NEW], ids=["of all", "of the new ones"])
@pytest.mark.parametrize("answer", [404, "none"])
def test_lists_of_new_records_that_are_not_there_for_a_night_are_read_by_the_next_load(
    service: Service, settings: Settings, who: tuple[int, ...], answer: int | str
) -> None:
    invoiced(service, 1, 2, 3, 4)
    load_lists(settings, INVOICES, ITEMS)
    invoiced(service, 1, 2, 3, 4, *NEW)
    service.answers = {path_of(one): answer for one in who}
    assert (who == NEW) is load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    service.answers.clear()
    assert (True, 4) == ((back := load_lists(settings, INVOICES, ITEMS)[ITEMS]).complete, back.new)
    before = len(service.asked)
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert not [path for path in service.asked[before:] if path.endswith("Items")]


def test_all_rows_that_are_held_vanish_when_two_loads_were_told_so(service: Service, settings: Settings) -> None:
    [invoice] = invoiced(service, 1)
    load_lists(settings, INVOICES, ITEMS)
    invoice["note"] = "changed"
    service.lists[path_of(1)] = []
    for complete, gone in ((False, 0), (True, 2), (True, 0)):
        later = load_lists(settings, INVOICES, ITEMS)[ITEMS]
        assert (complete, gone) == (later.complete, later.gone)
    assert {} == amounts(settings)


def test_lists_that_are_not_proven_are_read_once_more(service: Service, settings: Settings) -> None:
    """Their total is one more than ever comes."""
    invoiced(service, 1, 2)
    service.more = 1
    assert not load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    service.more = 0
    service.lists[path_of(1)] = items(1, 100, 7, 3)
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert 3 == amounts(settings)["1/12"]


@pytest.mark.parametrize(("down", "complete"), [(range(3), True), (range(2, 99), False)], ids=["at first", "at last"])
def test_rows_below_records_stay_where_the_service_shows_none_for_a_moment(
    service: Service,
    settings: Settings,
    down: range,
    complete: bool,  # noqa: FBT001
) -> None:
    """One list answers three times without rows while others show theirs, before or after."""
    invoices = invoiced(service, 1, 2, 3, 4)
    one_by_one = settings.model_copy(update={"concurrency": 1})
    load_lists(one_by_one, INVOICES, ITEMS)
    held = amounts(settings)
    for invoice in invoices:
        invoice["note"] = "changed"
    service.asked_for_items, service.down = 0, down
    later = load_lists(one_by_one, INVOICES, ITEMS)[ITEMS]
    assert (complete, 0, held) == (later.complete, later.gone, amounts(settings))
    service.down = range(0)
    assert load_lists(one_by_one, INVOICES, ITEMS)[ITEMS].complete


def test_lists_that_are_never_proven_are_never_called_complete(service: Service, settings: Settings) -> None:
    """Nor are they read again and again."""
    invoices = invoiced(service, 1, 2)
    service.more = 1
    for count in (2, 2, 0, 0):
        before = len(service.asked)
        later = load_lists(settings, INVOICES, ITEMS)[ITEMS]
        asked = {path for path in service.asked[before:] if path.endswith("Items")}
        assert (False, count) == (later.complete, len(asked))
    assert "2 lists could not be proven complete when they were last read" == later.reason
    service.more, invoices[0]["note"] = 0, "changed"
    later = load_lists(settings, INVOICES, ITEMS)[ITEMS]
    assert (False, "1 lists could not be proven complete when they were last read") == (later.complete, later.reason)
    service.lists["/salesInvoices"].pop()
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete


@pytest.mark.parametrize("now", [(100, 7), (100,)], ids=["the same", "one row less"])
def test_below_a_record_that_comes_back_its_list_is_read_anew(
    service: Service, settings: Settings, now: tuple[int, ...]
) -> None:
    invoiced(service, 1, 2, 3)
    load_lists(settings, INVOICES, ITEMS)
    invoices, gone = service.lists["/salesInvoices"], service.lists.pop(path_of(3))
    back = invoices.pop()
    assert (1, 0) == ((report := load_lists(settings, INVOICES, ITEMS))[INVOICES].gone, report[ITEMS].gone)
    assert gone
    invoices.append(back)
    service.lists[path_of(3)] = items(3, *now)
    later = load_lists(settings, INVOICES, ITEMS)[ITEMS]
    assert (later.complete, later.rows) == (True, len(now))
    assert len(now) == sum(key.startswith("3/") for key in amounts(settings))
    assert [(1,)] == rows(settings, f"select count(distinct walk_id) from raw.{ITEMS} where payload is not null")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("failing", "kept_back"), [((8, 9, 10), False), (range(3, 11), True)])
def test_a_few_lists_that_always_fail_keep_no_figures_back(
    service: Service,
    settings: Settings,
    failing: Iterable[int],
    kept_back: bool,  # noqa: FBT001
) -> None:
    """What was loaded stays as good as it was on the nights after, too, when they alone are left to be read."""
    service.lists |= {"/units": [{"id": 1}], "/bookings": [{"id": 1}]}  # without which nothing is published
    load_lists(settings, "units", "bookings")
    invoices = invoiced(service, *range(1, 11))
    service.answers |= {path_of(one): 500 for one in failing}
    for _ in range(3):
        report = load_lists(settings, INVOICES, ITEMS)[ITEMS]
        assert ("failed", False) == (report.outcome, report.complete)
        assert " lists failed" in report.reason
        assert kept_back is (publishable.why_not_publish(settings) is not None)
    assert {one["id"] for one in invoices} - {*failing} == {int(key.partition("/")[0]) for key in amounts(settings)}
    service.answers.clear()
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert publishable.why_not_publish(settings) is None
    assert 20 == len(amounts(settings))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("answer", [500, 403])
def test_lists_that_were_asked_for_in_vain_give_way_to_the_others(
    service: Service, settings: Settings, answer: int
) -> None:
    contacts: list[dict[str, Any]] = [{"id": one} for one in range(1, 9)]
    service.lists["/contacts"] = contacts
    service.lists |= {f"/contacts/{one}/notes": [{"id": one}] for one in range(1, 9)}
    service.answers = {f"/contacts/{one}/notes": answer for one in (8, 7, 6, 5)}
    few = settings.model_copy(update={"child_requests": 4, "concurrency": 1})

    def asked() -> set[int]:
        before = len(service.asked)
        load_lists(few, "contacts", "contacts_notes")
        return {int(path.split("/")[2]) for path in service.asked[before:] if path.endswith("notes")}

    assert [{8, 7, 6, 5}, {4, 3, 2, 1}, {8, 7, 6, 5}] == [asked() for _ in range(3)]
    contacts[0]["name"] = contacts[6]["name"] = "changed"
    assert {7, 1} < asked(), "what changed since comes first"
    service.answers.clear()
    assert 4 == len(asked()) + len(asked())
    assert {str(one) for one in range(1, 9)} == {key.partition("/")[0] for key in current(settings, "contacts_notes")}


def test_a_note_that_changes_no_booking_is_read_within_four_weeks(service: Service, settings: Settings) -> None:
    """Each list is asked for once in that time, and the one that shows rows as a witness for those that show none."""
    service.lists["/bookings"] = [
        {"roomStayId": one, "bookingId": one, "roomStayStatus": "CONFIRMED"} for one in range(1, 6)
    ]
    service.lists |= {f"/bookings/{one}/notes": [] for one in range(1, 6)}
    load_lists(settings, "bookings", "bookings_notes")
    service.lists["/bookings/2/notes"].append({"id": 1, "content": "pays in cash"})
    before = len(service.asked)
    for day in range(7, ROLLING_DAYS + 1, 7):
        load_lists(settings.model_copy(update={"today": TODAY + timedelta(day)}), "bookings", "bookings_notes")
    asked = Counter(path for path in service.asked[before:] if path.endswith("notes"))
    assert dict.fromkeys((1, 3, 4, 5), 1) == {one: asked[f"/bookings/{one}/notes"] for one in (1, 3, 4, 5)}
    assert ["2/1"] == [*current(settings, "bookings_notes")]


def test_lists_that_answer_404_keep_no_older_one_from_being_read(service: Service, settings: Settings) -> None:
    """As a list without rows does at some services: those of the newest records are asked for first."""
    fields = "sales_invoices_custom_fields"
    invoiced(service, *range(1, 31))
    service.lists["/salesInvoices/3/customFields"] = [{"id": 1, "value": "blue"}]
    few = settings.model_copy(update={"child_requests": 5})
    outcomes = [load_lists(few, INVOICES, fields)[fields].outcome for _ in range(7)]
    assert ["skipped"] * 5 + ["loaded"] * 2 == outcomes
    assert {"3/1"} == set(current(settings, fields))
    asked = Counter(path for path in service.asked if path.endswith("customFields"))
    assert 30 == len(asked)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("held", [(), (1, 2)], ids=["before any load", "after a load"])
def test_lists_below_a_list_that_fails_are_not_called_complete(
    service: Service, settings: Settings, held: tuple[int, ...]
) -> None:
    if held:
        invoiced(service, *held)
        load_lists(settings, INVOICES, ITEMS, "tags")
    invoiced(service, *held, *NEW)
    service.lists["/tags"] = [{"id": 1}]
    service.answers = {"/salesInvoices": 500}
    away = load_lists(settings, INVOICES, ITEMS, "tags")
    assert ("failed", True) == (away[INVOICES].outcome, away["tags"].complete)
    assert (False, 0) == (away[ITEMS].complete, away[ITEMS].gone)
    assert "sales_invoices could not be read" in away[ITEMS].reason
    service.answers.clear()
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
