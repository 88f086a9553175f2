"""Lists: envelopes, pages, sorting, filters, and both shapes of bookings."""

import copy
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.operation import Pages
from nightaudit.client.resources import (
    Activities,
    Availabilities,
    Bookings,
    Buildings,
    Contacts,
    Countries,
    Extras,
    FinancialAllocations,
    GuestStays,
    Rates,
    RoomStays,
    SalesInvoices,
    Units,
    documented_operations,
)
from nightaudit.sandbox.lists.filters import FILTERS
from nightaudit.sandbox.store.tables import collection_at
from sandbox.sandbox_api import Api, ids, refused, served, write_portfolio
from sandbox.sandbox_examples import ACTIVITY, create_booking, example
from sandbox.small_portfolio import PORTFOLIO

READ_BY_RULES = {"availabilities.search", "availabilities.intervals", "rates.segments", "extras.compulsory"}


def test_the_full_envelope_has_every_property_of_the_document(api: Api) -> None:
    page = api.call(Bookings.list, page=1, size=4, sort="id,desc").json()
    assert 2 == page.pop("content")[0]["id"]
    sort = {"empty": False, "unsorted": False, "sorted": True}
    pageable = {"sort": sort, "offset": 4, "pageNumber": 1, "pageSize": 4, "paged": True, "unpaged": False}
    counts = {"totalElements": 6, "totalPages": 2, "number": 1, "size": 4, "numberOfElements": 2}
    assert page == {"pageable": pageable, "sort": sort, **counts, "first": False, "last": True, "empty": False}


def test_the_short_envelope_is_content_and_page(observed: Api) -> None:
    page = observed.call(Units.list, size=3).json()
    assert {"size": 3, "totalElements": 4, "totalPages": 2, "number": 0} == page["page"]
    assert {"content", "page"} == set(page)


def test_nothing_matches_is_an_empty_list(api: Api) -> None:
    page = api.call(Contacts.list, lastName="Nobody").json()
    assert ([], 0, 0, True) == (page["content"], page["totalElements"], page["totalPages"], page["empty"])
    assert [] == api.rows(Bookings.list, page=99)
    assert [] == api.rows(Bookings.list, page=10**29, size=10**29)


def test_pages_cover_each_row_once_in_order(api: Api) -> None:
    seen = [row["id"] for number in range(4) for row in api.rows(Bookings.list, page=number, size=2)]
    assert [1, 2, 3, 4, 5, 6] == seen


def test_the_largest_size_is_clamped(api: Api) -> None:
    assert 500 == api.call(Bookings.list, size=100_000).json()["size"]


@pytest.mark.parametrize(
    "query",
    [
        {"page": "-1"},
        {"page": "x"},
        {"size": "0"},
        {"size": "x"},
        {"sort": "id;drop,asc"},
        {"sort": "id,up"},
        {"sort": "createDate,desc"},
        {"sort": "roomStays.startDate"},
    ],
)
def test_a_page_that_cannot_be_is_400(api: Api, query: dict[str, str]) -> None:
    answer = api.call(Bookings.list, **query)
    assert 400 == answer.status_code
    assert answer.json()["errors"][0]["field"] == next(iter(query))


def test_a_list_is_sorted_by_several_fields(api: Api) -> None:
    assert [5, 4, 3, 2, 1] == ids(api.rows(SalesInvoices.list, sort=["invoiceDueDate,asc", "id,desc"]))
    assert [3, 4, 1, 2] == ids(api.rows(Units.list, sort=["unitTypeId,desc", "unitName,asc"]))
    assert [2, 1] == ids(api.rows(Contacts.list, sort="primaryContactEmailAddress.email,desc"))
    repeated = ["id,desc", "id,asc"] * 1_000
    assert [5, 4, 3, 2, 1] == ids(api.rows(SalesInvoices.list, sort=repeated)), "2,000 sorts were answered with 500"


@pytest.mark.parametrize("path", ["primaryContactEmailAddress.mail", "lastName.first", "customFields.name"])
def test_a_list_is_not_sorted_by_a_field_inside_that_is_none(api: Api, path: str) -> None:
    """The list was said to be sorted, and was in the order of its ids."""
    assert "sort" == refused(api.call(Contacts.list, sort=f"{path},desc"))["errors"][0]["field"]


def test_lists_that_are_computed_sort_too(api: Api, observed: Api) -> None:
    stays = [row["roomStayId"] for row in api.rows(Bookings.room_stays, 1, sort="unit.id,desc")]
    assert ([12, 11], [12]) == (stays, [r["roomStayId"] for r in api.rows(Bookings.room_stays, 1, page=1, size=1)])
    nothing_first = [row["reason"] for row in observed.rows(Availabilities.intervals, 1, sort="reason")]
    assert [None, "OUT_OF_ORDER", "STAY"] == list(dict.fromkeys(nothing_first))
    dates = {"dateFrom": "2026-04-20", "dateTo": "2026-04-23"}
    page = api.call(Availabilities.search, **dates, sort=["currencyCode", "rateCode,DESC"]).json()
    assert (["N2", "N1"], True) == ([row["rateCode"] for row in page["content"]], page["sort"]["sorted"])
    assert 400 == api.call(Availabilities.search, **dates, sort="price").status_code


def test_values_of_several_types_are_sorted_too(tmp_path: Path) -> None:
    """The list of a folder's custom fields was answered with 500 when it was sorted by their values."""
    values = ["b", 3, None, "a", 2.5]
    folder = write_portfolio(tmp_path / "p", {"buildings": [{"id": 1, "customFields": [{"value": v} for v in values]}]})
    with served(folder) as api:
        found = [row["value"] for row in api.rows(Buildings.custom_fields, 1, sort="value")]
    assert [None, 2.5, 3, "a", "b"] == found


@pytest.mark.parametrize(
    ("operation", "query", "expected"),
    [
        (Bookings.list, {"dateFrom": "2026-03-06", "dateTo": "2026-03-21"}, [2, 3]),
        (Bookings.list, {"dateFrom": "2026-03-11", "dateTo": "2026-03-09"}, []),
        (GuestStays.list, {"dateFrom": "2026-03-11", "dateTo": "2026-03-09"}, []),
        (GuestStays.list, {"dateFrom": "2026-03-11", "dateTo": "2026-03-11"}, [21]),
        (Bookings.list, {"statuses": "PENDING,ENQUIRY"}, [4, 5]),
        (Bookings.list, {"statuses": ["PENDING", "ENQUIRY"]}, [4, 5]),
        (Bookings.list, {"unitIds": 2}, [1]),
        (Bookings.list, {"bookingReference": "20260105-00003"}, [3]),
        (Bookings.list, {"bookingContactIds": "1,2", "statuses": "CONFIRMED"}, [3, 6]),
        (Countries.list, {"countryName": "KING"}, [1]),
        (Contacts.list, {"emailAddress": "Bea@Example.invalid"}, [2]),
        (Contacts.list, {"firstName": "ad", "telephoneNumber": "0001"}, [1]),
        (Contacts.list, {"accountId": 7}, [1]),
        (Units.list, {"bookable": "false"}, [4]),
        (SalesInvoices.list, {"status": "POSTED", "dateFrom": "2026-02-01", "dateTo": "2026-02-01"}, [2, 4, 5]),
        (SalesInvoices.list, {"dateTo": "2026-01-31"}, []),
        (FinancialAllocations.of_sales_payments, {"dateFrom": "2026-02-18", "dateTo": "2026-02-18"}, [1]),
        (FinancialAllocations.of_sales_payments, {"dateTo": "2026-02-19"}, [1, 2]),
        (FinancialAllocations.of_sales_payments, {"dateFrom": "0001-01-01", "dateTo": "9999-12-31"}, [1, 2]),
        (FinancialAllocations.of_sales_payments, {"organisationId": 2}, []),
        (FinancialAllocations.of_sales_payments, {"financeAccountId": 7, "exportStatuses": "IMPORTED"}, [2]),
        (Rates.list, {"rateCode": "N2"}, [2]),
        (Rates.list, {"dateFrom": "2027-05-01"}, [1]),
        (Rates.list, {"rateId": 1, "unitTypeId": 1}, [1]),
        (Extras.list, {"buildingId": 1}, [1, 2]),
        (Extras.list, {"bookableOnline": "true"}, [1]),
    ],
)
def test_a_filter_selects_its_records(
    api: Api, operation: Pages[Any], query: dict[str, Any], expected: list[int]
) -> None:
    assert ids(api.rows(operation, **query)) == expected


def test_a_time_behind_a_date_is_within_its_day(tmp_path: Path) -> None:
    """A folder exported with times lost the last day of every window, without a word."""
    portfolio = copy.deepcopy(PORTFOLIO)
    portfolio["salesInvoices"][0]["invoiceDate"] = "2026-02-01T15:00:00Z"
    portfolio["guestStays"][0]["checkInDate"] = "2026-03-01T14:00:00Z"
    portfolio["bookings"][0]["roomStays"][0] |= {"startDate": "2026-03-01T14:00", "endDate": "2026-03-05T10:00"}
    portfolio["bookings"][0]["roomStays"].pop()
    portfolio["rates"][0]["rates"] = [{"date": "2026-03-10T00:00:00Z", "amount": 80}]
    portfolio["rateSegments"][0]["dateFrom"] = "2026-03-01T00:00:00Z"
    folder = write_portfolio(tmp_path / "timed", portfolio)
    with served(folder, dialect="observed") as api:
        assert 1 in ids(api.rows(SalesInvoices.list, dateTo="2026-02-01"))
        assert [11] == ids(api.rows(GuestStays.list, dateTo="2026-03-01"))
        assert [11] == [row["roomStayId"] for row in api.rows(Bookings.list, dateTo="2026-03-01")]
        assert [11] == [row["roomStayId"] for row in api.rows(RoomStays.list, checkOutDateTo="2026-03-05")]
        assert [1] == [len(row["rates"]) for row in api.rows(Rates.list, dateTo="2026-03-10", rateId=1)]
        assert [1] == ids(api.rows(Rates.rate_segments, 1, dateTo="2026-03-01"))
        assert ["Spring"] == [row["name"] for row in api.rows(Rates.segments, 1, dateTo="2026-03-01")]
        week = api.rows(Availabilities.intervals, 1, dateFrom="2026-03-01", dateTo="2026-03-08")
        assert [("2026-03-01", "2026-03-05"), ("2026-03-05", "2026-03-08")] == [
            (row["startDate"], row["endDate"]) for row in week
        ]
        next_night = {"startDate": "2026-03-05", "endDate": "2026-03-06", "unit": {"id": 1}}
        made = create_booking(api, next_night, reserveForMinutes=30)
        assert 200 == made.status_code, "the guest leaves at 10 o'clock"
        of_a_day = api.call(GuestStays.create, body={"roomStayId": 11, "checkOutDate": "2026-03-01"})
        assert "2026-03-01" == of_a_day.json().get("checkInDate"), of_a_day.text


@pytest.mark.parametrize(
    "text", ["20260301", "2026-W09-7", "2026-3-1", "2026-03-01T00:00:00Z", "2026-02-29", "٢026-03-01"]
)
def test_a_date_is_written_as_the_document_writes_it(api: Api, text: str) -> None:
    """What another service would refuse was taken."""
    for operation, *numbers in ((SalesInvoices.list,), (Availabilities.intervals, 1), (Rates.segments, 1)):
        assert "dateFrom" == refused(api.call(operation, *numbers, dateFrom=text))["errors"][0]["field"]


def test_no_row_is_in_a_range_that_ends_before_it_begins(api: Api) -> None:
    """List endpoints return an empty list when nothing matches; lists below a rate or a unit, and that of rates, answered 400."""
    dated = [
        operation
        for operation in documented_operations()
        if isinstance(operation, Pages) and {"dateFrom", "dateTo"} <= {*operation.filters}
    ]
    for operation in dated:
        if operation not in {Availabilities.search, Extras.compulsory}:
            numbers = example(operation).ids
            assert [] == api.rows(operation, *numbers, dateFrom="2026-05-20", dateTo="2026-05-01"), operation.name
    assert len(dated) > 8
    assert api.rows(Availabilities.intervals, 1, dateFrom="9999-12-01"), "the year after it is not in the calendar"


def test_names_are_found_whatever_the_case_of_their_letters(api: Api) -> None:
    made = api.call(Contacts.create, body={"firstName": "Åsa", "lastName": "Öberg-ÉTIENNE"}).json()["id"]
    for query in ({"firstName": "åSA"}, {"lastName": "öberg"}, {"lastName": "étienne"}):
        assert ids(api.rows(Contacts.list, **query)) == [made]


def test_activities_are_found_by_any_of_their_assignees(api: Api) -> None:
    body = {name: value for name, value in ACTIVITY.items() if name != "assignedUserId"} | {"assignedCompanyId": 9}
    made = api.call(Activities.create, body=body).json()["id"]
    assert ids(api.rows(Activities.list, assignedCompanyId=9)) == [made]


def test_every_declared_filter_is_played() -> None:
    silent = [
        (operation.name, name)
        for operation in documented_operations()
        if isinstance(operation, Pages) and operation.name not in READ_BY_RULES
        for name in operation.filters
        if name not in FILTERS.get(collection_at(operation.path), {})
        and not (operation is Rates.rate_segments and name in FILTERS["rateSegments"])
    ]
    assert [] == silent


def test_observed_bookings_are_flat_rows_without_pending(observed: Api) -> None:
    rows = observed.rows(Bookings.list)
    assert [11, 12, 21, 31, 51, 61] == [row["roomStayId"] for row in rows]
    assert {
        "bookingReference",
        "netAmount",
        "bookingContact",
        "unit",
        "channelId",
        "currencyCode",
        "bookingId",
    } <= rows[0].keys()
    assert "id" not in rows[0]
    assert [41] == [row["roomStayId"] for row in observed.rows(Bookings.list, statuses="PENDING")]
    assert [61, 51] == [row["roomStayId"] for row in observed.rows(Bookings.list, sort="id,desc", size=2)]
    assert [61, 51] == [row["roomStayId"] for row in observed.rows(Bookings.list, sort="startDate,desc", size=2)]
    assert 11 == observed.get(Bookings.get, 1)["roomStays"][0]["roomStayId"]
    every = "ENQUIRY,PENDING,CONFIRMED,CHECKED_IN,CHECKED_OUT,CANCELLED,NO_SHOW"
    assert 7 == len(observed.rows(Bookings.list, statuses=every))


def test_room_stays_are_a_list_only_where_observed(api: Api, observed: Api) -> None:
    assert 404 == api.call(RoomStays.list).status_code
    assert 404 == api.call(RoomStays.get, 11).status_code
    assert [41, 51] == [
        row["roomStayId"]
        for row in observed.rows(RoomStays.list, checkOutDateFrom="2026-04-04", checkOutDateTo="2026-05-04")
    ]
    assert "N1" == observed.get(RoomStays.get, 41)["rate"]["rateCode"]
    assert 404 == observed.call(RoomStays.get, 99).status_code


def test_a_written_booking_shows_in_the_flat_rows(observed: Api) -> None:
    observed.call(Bookings.update_statuses, 4, body={"status": "CONFIRMED"})
    assert 41 in [row["roomStayId"] for row in observed.rows(Bookings.list)]
    observed.admin("reset")
    assert 41 not in [row["roomStayId"] for row in observed.rows(Bookings.list)]
