"""A service that shows the same records in another shape than before: embedded or as lists, as bookings or as room stays."""

from __future__ import annotations

import pytest

from load.conftest import current, load_list, load_lists, rows
from load.invoicing_service import INVOICES, ITEMS, Service, amounts, invoiced, items, path_of
from nightaudit.settings import Settings


@pytest.fixture
def service() -> Service:
    return Service()


def test_rows_that_their_record_carries_for_a_time_are_read_anew_where_they_are_a_list_again(
    service: Service, settings: Settings
) -> None:
    invoices = invoiced(service, 1, 2)
    load_lists(settings, INVOICES, ITEMS)
    for one in (1, 2):
        del service.lists[path_of(one)]
        invoices[one - 1]["salesInvoiceItems"] = items(one, 150)
    asked = len(service.asked)
    carried = load_lists(settings, INVOICES, ITEMS)[ITEMS]
    assert (2, 2, True) == (carried.changed, carried.gone, carried.complete)
    assert {"1/10": 150, "2/20": 150} == amounts(settings)
    assert not [path for path in service.asked[asked:] if path.endswith("Items")]
    assert (0, 0) == (
        load_lists(settings, INVOICES, ITEMS)[ITEMS].rows,
        load_lists(settings, INVOICES, ITEMS)[ITEMS].gone,
    )
    for one in (1, 2):  # as they were on the first night
        del invoices[one - 1]["salesInvoiceItems"]
        service.lists[path_of(one)] = items(one, 150, 8)
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert {"1/10": 150, "1/11": 8, "2/20": 150, "2/21": 8} == amounts(settings)
    told = f"select payload is null from raw.{ITEMS} where record_key = '1/11' order by valid_from"
    assert [(False,), (True,), (False,)] == rows(settings, told)


@pytest.mark.sampled
@pytest.mark.parametrize("nothing", [[], None])
@pytest.mark.parametrize("answer", ["rows", "none", 404, 403])
def test_a_record_that_carries_no_row_is_taken_at_its_word_where_the_list_says_so_too(
    service: Service, settings: Settings, nothing: object, answer: str | int
) -> None:
    invoices = invoiced(service, 1, 2)
    load_lists(settings, INVOICES, ITEMS)
    invoices[0]["salesInvoiceItems"] = nothing
    if answer == "none":
        service.lists[path_of(1)] = []
    elif isinstance(answer, int):
        service.answers[path_of(1)] = answer
    later = load_lists(settings, INVOICES, ITEMS)[ITEMS]
    assert (answer != 403) is later.complete
    assert ({"1/10", "1/11"} if answer in {"rows", 403} else set()) | {"2/20", "2/21"} == amounts(settings).keys()


@pytest.mark.parametrize("nothing", [[], None])
def test_invoices_that_all_carry_no_item_have_their_lists_asked_for(
    service: Service, settings: Settings, nothing: object
) -> None:
    """As where a service leaves out of its list what it gives with one record."""
    for one in invoiced(service, 1, 2):
        one["salesInvoiceItems"] = nothing
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert {"1/10", "1/11", "2/20", "2/21"} == amounts(settings).keys()
    service.lists[path_of(1)] = items(1, 90)
    service.lists["/salesInvoices"][0]["version"] = 2
    assert load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert {"1/10": 90, "2/20": 100, "2/21": 7} == amounts(settings)


def test_records_that_all_carry_no_note_are_believed_until_a_list_has_one(service: Service, settings: Settings) -> None:
    contacts = [{"id": one, "notes": []} for one in range(1, 9)]
    service.lists["/contacts"] = contacts
    service.lists |= {f"/contacts/{one}/notes": [] for one in range(1, 9)}
    few = load_lists(settings, "contacts", "contacts_notes")["contacts_notes"]
    assert (True, 0) == (few.complete, few.rows)
    for one in contacts:
        service.lists[f"/contacts/{one['id']}/notes"] = [{"id": one["id"]}]
        one["version"] = 1
    few = load_lists(settings, "contacts", "contacts_notes")["contacts_notes"]
    assert 0 < few.rows < 8
    assert not few.complete
    assert "the records no longer contain their child rows" in few.reason
    assert load_lists(settings, "contacts", "contacts_notes")["contacts_notes"].complete
    assert 8 == len(current(settings, "contacts_notes"))


def test_what_is_no_list_is_not_taken_for_one(service: Service, settings: Settings) -> None:
    invoices = invoiced(service, 1, 2)
    load_lists(settings, INVOICES, ITEMS)
    invoices[0]["salesInvoiceItems"] = {"href": path_of(1)}
    service.answers[path_of(1)] = 404
    assert not load_lists(settings, INVOICES, ITEMS)[ITEMS].complete
    assert 4 == len(amounts(settings))


def test_a_full_load_reads_lists_below_records_anew(service: Service, settings: Settings) -> None:
    invoiced(service, 1, 2)
    load_lists(settings, INVOICES, ITEMS)
    service.lists[path_of(1)] = items(1, 99)  # while the invoice did not change
    load_lists(settings, INVOICES, ITEMS)
    assert 100 == amounts(settings)["1/10"]
    assert load_lists(settings, INVOICES, ITEMS, full=True)[ITEMS].complete
    assert {"1/10": 99, "2/20": 100, "2/21": 7} == amounts(settings)


def test_full_loads_read_those_lists_first_that_are_due_then_those_read_longest_ago(
    service: Service, settings: Settings
) -> None:
    service.lists["/contacts"] = [{"id": one} for one in range(1, 9)]
    service.lists |= {f"/contacts/{one}/notes": [{"id": one}] for one in range(1, 9)}
    few = settings.model_copy(update={"child_requests": 4, "concurrency": 1})
    notes = [f"/contacts/{one}/notes" for one in (8, 7, 6, 5, 4, 3, 2, 1)]
    for full, expected in ((False, notes[:4]), (True, notes[4:]), (True, notes[:4]), (True, notes[4:])):
        before = len(service.asked)
        report = load_lists(few, "contacts", "contacts_notes", full=full)
        assert expected == [*dict.fromkeys(path for path in service.asked[before:] if path.endswith("notes"))]
        assert full is report["contacts_notes"].complete


def test_bookings_that_come_as_room_stays_for_a_time_are_not_held_in_both_shapes(
    service: Service, settings: Settings
) -> None:
    """Of the same ids, and each may be asked for by its key all the time."""
    stays = [{"roomStayId": one, "bookingId": one, "roomStayStatus": "CONFIRMED"} for one in range(1, 31)]
    bookings = [{"id": one, "status": "CONFIRMED", "roomStays": [{"roomStayId": one}]} for one in range(1, 31)]
    service.single = {f"/roomStays/{one['roomStayId']}": one for one in stays}
    service.single |= {f"/bookings/{one['id']}": one for one in bookings}
    for listed, prefix in ((stays, "stay/"), (bookings, ""), (stays, "stay/"), (bookings, "")):
        service.lists["/bookings"] = listed
        assert load_list(settings, "bookings").complete
        assert {f"{prefix}{one}" for one in range(1, 31)} == current(settings, "bookings").keys()
    [(told,)] = rows(settings, "select record_hash from raw.bookings where record_key = 'stay/9' and valid_to is null")
    assert told.startswith("gone: not listed by the complete walk ")
    assert told.endswith(", which shows bookings")
