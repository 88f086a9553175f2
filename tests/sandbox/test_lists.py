"""Lists: envelopes, pages, sorting, filters, both shapes of bookings, and what the options change."""

import dataclasses
from itertools import pairwise
from typing import Any

import pytest
from sandbox_api import Api

from nightaudit.client.operation import Pages
from nightaudit.client.resources import (
    Availabilities,
    Bookings,
    Contacts,
    Countries,
    Extras,
    FinancialAllocations,
    Rates,
    RoomStays,
    SalesInvoices,
    Units,
    documented_operations,
)
from nightaudit.errors import UsageError
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.filters import FILTERS

READ_BY_RULES = {"availabilities.search", "availabilities.intervals", "rates.segments", "extras.compulsory"}


def ids(rows: list[Any]) -> list[int]:
    return [row["id"] for row in rows]


def test_the_full_envelope_has_every_property_of_the_document(api: Api) -> None:
    page = api.call(Bookings.list, page=1, size=4, sort="id,desc").json()
    assert page.pop("content")[0]["id"] == 2
    sort = {"empty": False, "unsorted": False, "sorted": True}
    pageable = {"sort": sort, "offset": 4, "pageNumber": 1, "pageSize": 4, "paged": True, "unpaged": False}
    counts = {"totalElements": 6, "totalPages": 2, "number": 1, "size": 4, "numberOfElements": 2}
    assert page == {"pageable": pageable, "sort": sort, **counts, "first": False, "last": True, "empty": False}


def test_the_short_envelope_is_content_and_page(observed: Api) -> None:
    page = observed.call(Units.list, size=3).json()
    assert page["page"] == {"size": 3, "totalElements": 4, "totalPages": 2, "number": 0}
    assert set(page) == {"content", "page"}


def test_nothing_matches_is_an_empty_list(api: Api) -> None:
    page = api.call(Contacts.list, lastName="Nobody").json()
    assert (page["content"], page["totalElements"], page["totalPages"], page["empty"]) == ([], 0, 0, True)
    assert api.rows(Bookings.list, page=99) == []
    assert api.rows(Bookings.list, page=10**29, size=10**29) == []


def test_pages_cover_each_row_once_in_order(api: Api) -> None:
    seen = [row["id"] for number in range(4) for row in api.rows(Bookings.list, page=number, size=2)]
    assert seen == [1, 2, 3, 4, 5, 6]


def test_the_default_size_is_20_and_the_largest_is_clamped(api: Api) -> None:
    assert api.call(Bookings.list).json()["size"] == 20
    assert api.call(Bookings.list, size=100_000).json()["size"] == 500


@pytest.mark.parametrize(
    "query", [{"page": "-1"}, {"page": "x"}, {"size": "0"}, {"size": "x"}, {"sort": "id;drop,asc"}, {"sort": "id,up"}]
)
def test_a_page_that_cannot_be_is_400(api: Api, query: dict[str, str]) -> None:
    answer = api.call(Bookings.list, **query)
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["field"] == next(iter(query))


def test_sorting_by_several_fields(api: Api) -> None:
    assert ids(api.rows(SalesInvoices.list, sort=["invoiceDueDate,asc", "id,desc"])) == [5, 4, 3, 2, 1]
    assert ids(api.rows(Units.list, sort=["unitTypeId,desc", "unitName,asc"])) == [3, 4, 1, 2]
    assert ids(api.rows(Contacts.list, sort="primaryContactEmailAddress.email,desc")) == [2, 1]


@pytest.mark.parametrize(
    ("operation", "query", "expected"),
    [
        (Bookings.list, {"dateFrom": "2026-03-06", "dateTo": "2026-03-21"}, [2, 3]),
        (Bookings.list, {"statuses": "PENDING,ENQUIRY"}, [4, 5]),
        (Bookings.list, {"statuses": ["PENDING", "ENQUIRY"]}, [4, 5]),
        (Bookings.list, {"unitIds": 2}, [1]),
        (Bookings.list, {"bookingReference": "20260105-00003"}, [3]),
        (Bookings.list, {"bookingContactIds": "1,2", "statuses": "CONFIRMED"}, [3, 6]),
        (Countries.list, {"countryName": "KING"}, [1]),
        (Contacts.list, {"emailAddress": "bea@example.invalid"}, [2]),
        (Contacts.list, {"firstName": "ad", "telephoneNumber": "0001"}, [1]),
        (Contacts.list, {"accountId": 7}, [1]),
        (Units.list, {"bookable": "false"}, [4]),
        (SalesInvoices.list, {"status": "POSTED", "dateFrom": "2026-02-01", "dateTo": "2026-02-01"}, [2, 4, 5]),
        (SalesInvoices.list, {"dateTo": "2026-01-31"}, []),
        (FinancialAllocations.of_sales_payments, {"dateFrom": "2026-02-18", "dateTo": "2026-02-18"}, [1]),
        (FinancialAllocations.of_sales_payments, {"dateTo": "2026-02-19"}, [1, 2]),
        (FinancialAllocations.of_sales_payments, {"organisationId": 2}, []),
        (FinancialAllocations.of_sales_payments, {"financeAccountId": 7, "exportStatuses": "IMPORTED"}, [2]),
        (Rates.list, {"rateCode": "N2"}, [2]),
        (Rates.list, {"dateFrom": "2027-05-01"}, [1]),
        (Rates.list, {"rateId": 1, "unitTypeId": 1}, [1]),
        (Extras.list, {"buildingId": 1}, [1, 2]),
        (Extras.list, {"bookableOnline": "true"}, [1]),
    ],
)
def test_filters(api: Api, operation: Pages[Any], query: dict[str, Any], expected: list[int]) -> None:
    assert ids(api.rows(operation, **query)) == expected


def test_every_declared_filter_is_played() -> None:
    silent = [
        (operation.name, name)
        for operation in documented_operations()
        if isinstance(operation, Pages) and operation.name not in READ_BY_RULES
        for name in operation.filters
        if name not in FILTERS.get("_".join(operation.path.split("/")[1:]), {})
        and not (operation is Rates.rate_segments and name in FILTERS["rateSegments"])
    ]
    assert silent == []


def test_observed_bookings_are_flat_rows_without_pending(observed: Api) -> None:
    rows = observed.rows(Bookings.list)
    assert [row["roomStayId"] for row in rows] == [11, 12, 21, 31, 51, 61]
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
    assert [row["roomStayId"] for row in observed.rows(Bookings.list, statuses="PENDING")] == [41]
    assert [row["roomStayId"] for row in observed.rows(Bookings.list, sort="id,desc", size=2)] == [61, 51]
    assert observed.get(Bookings.get, 1)["roomStays"][0]["roomStayId"] == 11
    every = "ENQUIRY,PENDING,CONFIRMED,CHECKED_IN,CHECKED_OUT,CANCELLED,NO_SHOW"
    assert len(observed.rows(Bookings.list, statuses=every)) == 7


def test_room_stays_are_a_list_only_where_observed(api: Api, observed: Api) -> None:
    assert api.call(RoomStays.list).status_code == 404
    assert api.call(RoomStays.get, 11).status_code == 404
    assert [
        row["roomStayId"]
        for row in observed.rows(RoomStays.list, checkOutDateFrom="2026-04-04", checkOutDateTo="2026-05-04")
    ] == [41, 51]
    assert observed.get(RoomStays.get, 41)["rate"]["rateCode"] == "N1"
    assert observed.call(RoomStays.get, 99).status_code == 404


def test_a_written_booking_shows_in_the_flat_rows(observed: Api) -> None:
    observed.call(Bookings.update_statuses, 4, body={"status": "CONFIRMED"})
    assert 41 in [row["roomStayId"] for row in observed.rows(Bookings.list)]
    observed.admin("reset")
    assert 41 not in [row["roomStayId"] for row in observed.rows(Bookings.list)]


def test_intervals_come_from_stays_blocks_and_the_life_of_the_unit(api: Api) -> None:
    rows = api.rows(Availabilities.intervals, 1, size=50)
    assert (rows[0]["startDate"], rows[-1]["endDate"]) == ("2026-03-10", "2027-03-10")
    assert all(left["endDate"] == right["startDate"] for left, right in pairwise(rows))
    taken = [(row["startDate"], row["endDate"], row["reason"]) for row in rows if not row["available"]]
    assert taken == [
        ("2026-03-10", "2026-03-12", "STAY"),
        ("2026-03-20", "2026-03-25", "STAY"),
        ("2026-04-01", "2026-04-04", "STAY"),
        ("2026-04-10", "2026-04-12", "OUT_OF_ORDER"),
    ]
    after_life = api.rows(Availabilities.intervals, 3, dateFrom="2026-12-30", dateTo="2027-01-02")
    assert [(row["startDate"], row["available"]) for row in after_life] == [("2026-12-30", True), ("2027-01-01", False)]
    assert [row["available"] for row in api.rows(Availabilities.intervals, 4)] == [False]


def test_the_search_respects_every_restriction(api: Api) -> None:
    def offers(start: str, end: str, **more: Any) -> list[tuple[str, int]]:
        rows = api.rows(Availabilities.search, dateFrom=start, dateTo=end, **more)
        return [(row["rateCode"], row["availableUnits"]) for row in rows]

    assert offers("2026-04-20", "2026-04-23") == [("N1", 2), ("N2", 1)]
    assert offers("2026-03-20", "2026-03-23") == [("N1", 1), ("N2", 1)]
    assert offers("2026-04-20", "2026-04-22") == [("N1", 2)], "minimum stay"
    assert offers("2026-03-11", "2026-03-14", unitTypeId=2) == [], "lead time"
    assert offers("2026-03-13", "2026-03-16", unitTypeId=2) == [], "closed to arrival"
    assert offers("2026-04-20", "2026-04-23", guests=3) == [("N2", 1)], "occupancy"
    assert offers("2026-04-20", "2026-04-23", rateCode="N1") == [("N1", 2)]
    assert offers("2026-03-01", "2026-03-04") == [], "a day gone by"
    row = api.rows(Availabilities.search, dateFrom="2026-04-20", dateTo="2026-04-22")[0]
    assert (row["netAmount"], row["vatAmount"], row["grossAmount"]) == (160.5, 32.1, 192.6)
    for wrong in ({}, {"dateFrom": "2026-04-20"}, {"dateFrom": "2026-04-20", "dateTo": "2026-04-20"}):
        assert api.call(Availabilities.search, **wrong).status_code == 400


def test_segments_and_their_summaries(api: Api) -> None:
    assert ids(api.rows(Rates.rate_segments, 1, dateFrom="2026-05-01", dateTo="2026-12-31")) == [1, 3]
    summaries = api.rows(Rates.segments, 1)
    assert [(row["name"], row["dateFrom"], row["dateTo"], row["amount"]) for row in summaries] == [
        ("Spring", "2026-03-01", "2027-05-31", 70.0),
        ("Winter", "2026-12-01", "2027-02-28", 60.0),
    ]
    assert ids(api.rows(Rates.unit_types, 1)) == [1, 2]
    assert ids(api.rows(Extras.compulsory, 1)) == [2]


def test_pricing_adds_up(api: Api) -> None:
    before = api.get(Bookings.pricing, 1)
    assert before["total"] == {"gross": 132.0, "net": 110.0, "vat": 22.0} == before["due"]
    api.call(Bookings.pay, 1, body={"amount": 100.01})
    due = api.get(Bookings.pricing, 1)["due"]
    assert due["gross"] == 31.99
    assert round(due["net"] + due["vat"], 2) == due["gross"]


def test_a_contact_changed_meanwhile_is_409(api: Api) -> None:
    first = api.call(Contacts.get, 1)
    body = first.json() | {"firstName": "Eve"}
    assert api.call(Contacts.update, 1, body=body).status_code == 200
    assert api.call(Contacts.update, 1, body=body).status_code == 409
    fresh = {name: value for name, value in body.items() if name != "lastModifiedDate"}
    path = Contacts.update.url_path(1)
    assert api.http.put(path, json=fresh, headers={"If-Match": first.headers["etag"]}).status_code == 409
    current = api.call(Contacts.get, 1).headers["etag"]
    assert api.http.put(path, json=fresh, headers={"If-Match": current}).status_code == 200
    assert api.call(Contacts.update, 1, body=fresh).status_code == 200


def test_a_put_replaces_the_record_and_keeps_what_is_the_services_own(api: Api) -> None:
    after = api.call(Contacts.update, 1, body={"lastName": "Reed", "id": 77}).json()
    assert (after["id"], after["createdDate"], after.get("firstName")) == (1, "2026-01-05T09:00:00Z", None)


@pytest.mark.parametrize(
    ("change", "path", "check"),
    [
        (
            {"page_base": 1},
            "/bookings?page=1&size=2",
            lambda page: (page["number"], page["content"][0]["id"]) == (0, 1),
        ),
        (
            {"page_base": 1},
            "/bookings?page=2&size=2",
            lambda page: (page["number"], page["content"][0]["id"]) == (1, 3),
        ),
        ({"max_page_size": 2}, "/bookings?size=500", lambda page: (page["size"], len(page["content"])) == (2, 2)),
        (
            {"no_sort": True},
            "/bookings?sort=id,asc",
            lambda page: sorted(i := ids(page["content"])) == [1, 2, 3, 4, 5, 6] != i,
        ),
        ({"no_stamps": True}, "/bookings", lambda page: "Date" not in "".join(page["content"][0])),
        ({"no_stamps": True}, "/financialAllocations/salesPayments", lambda page: "createdDate" in page["content"][0]),
        ({"bare_lists": True}, "/units", lambda page: ids(page) == [1, 2, 3, 4]),
    ],
)
def test_options_change_what_is_not_shown(
    options: SandboxOptions, change: dict[str, Any], path: str, check: Any
) -> None:
    with running(dataclasses.replace(options, **change)) as connection:
        assert check(Api(connection).http.get("/api/v3" + path).json())


@pytest.mark.parametrize(
    ("revision", "earlier", "latest"), [("3.0.4", 200, 405), ("3.0.22", 405, 200), (None, 200, 200)]
)
def test_a_revision_answers_its_own_methods_and_paths(
    options: SandboxOptions, revision: str | None, earlier: int, latest: int
) -> None:
    with running(dataclasses.replace(options, revision=revision)) as connection:
        http = Api(connection).http
        assert http.put("/api/v3/bookings/5/updateStatuses", json={"status": "PENDING"}).status_code == earlier
        assert http.patch("/api/v3/bookings/5/updateStatuses", json={"status": "CONFIRMED"}).status_code == latest
        assert http.put("/api/v3/activities/1/status", json={"status": "X"}).status_code == earlier
        assert http.put("/api/v3/salesInvoices/1/post").status_code == earlier
        if earlier != latest:
            assert http.post("/api/v3/salesInvoices/1/post").status_code == latest
        body = {
            "externalId": "X",
            "exportedDate": "2026-03-10T00:00:00Z",
            "exportStatus": "SENT",
            "organisationSettingsId": 1,
        }
        old = http.patch("/api/v3/salesInvoices/4/updateSalesInvoiceExportStatus", json=body).status_code
        new = http.patch("/api/v3/salesInvoices/4/exportStatus", json=body).status_code
        assert (old, new) == (200 if earlier == 200 else 404, 200 if latest == 200 else 404)


@pytest.mark.parametrize("wrong", [{"dialect": "latin"}, {"revision": "9"}, {"page_base": 2}, {"units": 0}])
def test_options_that_make_no_sense_say_so(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        SandboxOptions(**wrong)
