"""What is computed: intervals, offers, segments, prices; and how records are replaced."""

from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import Any

from nightaudit.client.resources import (
    Activities,
    Availabilities,
    Bookings,
    Contacts,
    Extras,
    Rates,
    SalesInvoices,
    TaxCodes,
    Units,
)
from nightaudit.sandbox.stay_statuses import STATUSES
from sandbox.sandbox_api import Api, ids, served
from sandbox.sandbox_examples import ACTIVITY, NEW_BOOKING, NEW_INVOICE


def test_intervals_come_from_stays_blocks_and_the_life_of_the_unit(api: Api) -> None:
    rows = api.rows(Availabilities.intervals, 1, size=50)
    assert ("2026-03-10", "2027-03-10") == (rows[0]["startDate"], rows[-1]["endDate"])
    assert all(left["endDate"] == right["startDate"] for left, right in pairwise(rows))
    taken = [(row["startDate"], row["endDate"], row["reason"]) for row in rows if not row["available"]]
    assert [
        ("2026-03-10", "2026-03-12", "STAY"),
        ("2026-03-20", "2026-03-25", "STAY"),
        ("2026-04-01", "2026-04-04", "STAY"),
        ("2026-04-10", "2026-04-12", "OUT_OF_ORDER"),
    ] == taken
    after_life = api.rows(Availabilities.intervals, 3, dateFrom="2026-12-30", dateTo="2027-01-02")
    assert [("2026-12-30", True), ("2027-01-01", False)] == [(row["startDate"], row["available"]) for row in after_life]
    assert [False] == [row["available"] for row in api.rows(Availabilities.intervals, 4)]


def test_what_begins_and_ends_on_one_day_takes_no_night(api: Api) -> None:
    """A stay over the day of a visit of some hours was refused as double-booked, on nights that the intervals showed free."""
    july = {"dateFrom": "2026-07-01", "dateTo": "2026-07-05"}
    offers = api.rows(Availabilities.search, **july)
    visit = {"startDateTime": "2026-07-02T08:00:00Z", "dueDate": "2026-07-02", "unitId": 1, "blockAvailability": True}
    assert 200 == api.call(Activities.create, body=ACTIVITY | visit).status_code
    stays = [{"startDate": "2026-07-03", "endDate": "2026-07-03", "unit": {"id": 1}}]
    day_use = api.call(Bookings.create, body=NEW_BOOKING | {"roomStays": stays}).json()["id"]
    assert 200 == api.call(Bookings.update_statuses, day_use, body={"status": "CONFIRMED"}).status_code
    assert [True] == [row["available"] for row in api.rows(Availabilities.intervals, 1, **july)]
    assert offers == api.rows(Availabilities.search, **july)
    stays = [{"startDate": "2026-07-01", "endDate": "2026-07-05", "unit": {"id": 1}}]
    over_it = api.call(Bookings.create, body=NEW_BOOKING | {"roomStays": stays}).json()["id"]
    assert 200 == api.call(Bookings.update_statuses, over_it, body={"status": "CONFIRMED"}).status_code


def test_a_unit_may_end_on_the_last_day_there_is(api: Api) -> None:
    api.call(Units.update, 2, body={"unitName": "A2", "buildingId": 1, "unitTypeId": 1, "availableTo": "9999-12-31"})
    assert [True] == [row["available"] for row in api.rows(Availabilities.intervals, 2)]
    assert api.rows(Availabilities.search, dateFrom="2026-04-20", dateTo="2026-04-23")


def test_the_search_respects_every_restriction(api: Api) -> None:
    def offers(start: str, end: str, **more: Any) -> list[tuple[str, int]]:
        rows = api.rows(Availabilities.search, dateFrom=start, dateTo=end, **more)
        return [(row["rateCode"], row["availableUnits"]) for row in rows]

    assert [("N1", 2), ("N2", 1)] == offers("2026-04-20", "2026-04-23")
    assert [("N1", 1), ("N2", 1)] == offers("2026-03-20", "2026-03-23")
    assert [("N1", 2)] == offers("2026-04-20", "2026-04-22"), "minimum stay"
    assert [] == offers("2026-03-11", "2026-03-14", unitTypeId=2), "lead time"
    assert [] == offers("2026-03-13", "2026-03-16", unitTypeId=2), "closed to arrival"
    assert [("N2", 1)] == offers("2026-04-20", "2026-04-23", guests=3), "occupancy"
    assert [("N1", 2)] == offers("2026-04-20", "2026-04-23", rateCode="N1")
    assert [] == offers("2026-03-01", "2026-03-04"), "a day gone by"
    row = api.rows(Availabilities.search, dateFrom="2026-04-20", dateTo="2026-04-22")[0]
    assert (160.5, 32.1, 192.6) == (row["netAmount"], row["vatAmount"], row["grossAmount"])
    for wrong in ({}, {"dateFrom": "2026-04-20"}, {"dateFrom": "2026-04-20", "dateTo": "2026-04-20"}):
        assert 400 == api.call(Availabilities.search, **wrong).status_code


def test_nights_at_the_ends_of_the_calendar_are_priced(api: Api) -> None:
    """A month that is the last of the calendar, or a week that would begin before it, was answered with 500."""
    ends = [{"date": day, "amount": 310} for day in ("0001-01-01", "2026-04-01", "9999-12-01")]
    records = [
        {"id": 50, "rateType": "MONTHLY", "unitTypeId": 1, "rates": ends},
        {"id": 51, "rateType": "WEEKLY", "rates": ends},
    ]
    api.admin("rows/rates/insert", records=records)
    for rate, first, last, net in (
        (50, "9999-12-30", "9999-12-31", 10),
        (51, "9999-12-30", "9999-12-31", None),
        (50, "0001-01-01", "0001-01-02", 10),
        (51, "0001-01-01", "0001-01-08", 310),
    ):
        body = NEW_BOOKING | {"roomStays": [{"startDate": first, "endDate": last, "rateId": rate}]}
        assert net == api.call(Bookings.create, body=body).json()["roomStays"][0]["netAmount"]
    (offer,) = api.rows(Availabilities.search, dateFrom="9999-12-30", dateTo="9999-12-31")
    assert (50, 10) == (offer["rateId"], offer["netAmount"])
    assert 50 in ids(api.rows(Rates.list, dateFrom="2026-04-10"))


def test_an_offer_has_the_tax_of_its_country() -> None:
    """Offers and new stays in Berlin had the tax of lodging in London, by which no invoice there is."""
    taxed = {"GBP": "GB-LODGING", "EUR": "DE-LODGING"}
    with served(units=75, years=1) as api:
        codes = {code["code"]: Decimal(str(code["rate"])) for code in api.rows(TaxCodes.list, size=100)}
        offers = api.rows(Availabilities.search, dateFrom="2026-04-20", dateTo="2026-04-23", size=500)
        kinds = {rate["id"]: rate["rateType"] for rate in api.rows(Rates.list, size=500)}
        nightly = [offer for offer in offers if kinds[offer["rateId"]] != "MONTHLY"]
        assert {*taxed} == {offer["currencyCode"] for offer in nightly}
        for offer in nightly:
            net = Decimal(str(offer["netAmount"]))
            vat = (net * codes[taxed[offer["currencyCode"]]] / 100).quantize(Decimal("0.01"), ROUND_HALF_UP)
            assert vat == Decimal(str(offer["vatAmount"]))


def test_segments_are_listed_whole_and_in_summary(api: Api) -> None:
    assert [1, 3] == ids(api.rows(Rates.rate_segments, 1, dateFrom="2026-05-01", dateTo="2026-12-31"))
    summaries = api.rows(Rates.segments, 1)
    assert [
        ("Spring", "2026-03-01", "2027-05-31", 70.0),
        ("Winter", "2026-12-01", "2027-02-28", 60.0),
    ] == [(row["name"], row["dateFrom"], row["dateTo"], row["amount"]) for row in summaries]
    assert [1, 2] == ids(api.rows(Rates.unit_types, 1))
    assert [1] == ids(api.rows(Rates.rate_segments, 1, dateTo="2026-03-01")), "of a day gone by"
    assert ["Spring"] == [row["name"] for row in api.rows(Rates.segments, 1, dateTo="2026-03-01")]
    assert [2] == ids(api.rows(Extras.compulsory, 1))


def test_a_rate_is_found_for_the_days_its_amounts_cover(api: Api) -> None:
    seasons = [{"date": "2030-01-01", "amount": 1}, {"date": "2030-12-31", "amount": 1}]
    spans = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31}
    records = [{"id": 50 + days, "rateType": kind, "rates": seasons} for kind, days in spans.items()]
    api.admin("rows/rates/insert", records=records)
    for day in (1, 2, 7, 8, 31):
        night = f"2030-01-{day:02d}"
        expected = [50 + days for days in spans.values() if day <= days]
        assert ids(api.rows(Rates.list, dateFrom=night, dateTo=night)) == expected
    assert [] == ids(api.rows(Rates.list, dateFrom="2030-02-01", dateTo="2030-12-30"))
    assert [51, 57, 81] == ids(api.rows(Rates.list, dateFrom="2030-02-01", dateTo="2030-12-31"))


def test_a_rate_shows_the_amounts_of_the_days_asked_for(api: Api) -> None:
    dates = ("2029-12-01", "2030-01-01", "2030-01-08", "2030-02-01")
    seasons = [{"date": date, "amount": 1} for date in dates]
    kinds = ("DAILY", "WEEKLY", "MONTHLY")
    records = [{"id": 50 + number, "rateType": kind, "rates": seasons} for number, kind in enumerate(kinds)]
    api.admin("rows/rates/insert", records=records)

    def shown(**query: str) -> list[list[str]]:
        return [[row["date"][2:] for row in rate["rates"]] for rate in api.rows(Rates.list, **query) if rate["id"] > 49]

    assert [
        ["30-01-08"],
        ["30-01-08"],
        ["30-01-01", "30-01-08"],
    ] == shown(dateFrom="2030-01-08", dateTo="2030-01-10")
    assert [["30-02-01"], ["30-02-01"], ["30-01-08", "30-02-01"]] == shown(dateFrom="2030-02-01")
    assert [["29-12-01"]] * 3 == shown(dateTo="2029-12-31")
    assert shown() == [[date[2:] for date in dates]] * 3


def test_pricing_adds_up(api: Api) -> None:
    before = api.get(Bookings.pricing, 1)
    assert before["total"] == {"gross": 132.0, "net": 110.0, "vat": 22.0} == before["due"]
    api.call(Bookings.pay, 1, body={"amount": 100.01})
    due = api.get(Bookings.pricing, 1)["due"]
    assert 31.99 == due["gross"]
    assert round(due["net"] + due["vat"], 2) == due["gross"]


def test_a_contact_changed_meanwhile_is_409(api: Api) -> None:
    first = api.call(Contacts.get, 1)
    body = first.json() | {"firstName": "Eve"}
    assert 200 == api.call(Contacts.update, 1, body=body).status_code
    assert 409 == api.call(Contacts.update, 1, body=body).status_code
    fresh = {name: value for name, value in body.items() if name != "lastModifiedDate"}
    path = Contacts.update.url_path(1)
    assert 409 == api.http.put(path, json=fresh, headers={"If-Match": first.headers["etag"]}).status_code
    current = api.call(Contacts.get, 1).headers["etag"]
    assert 200 == api.http.put(path, json=fresh, headers={"If-Match": current}).status_code
    assert 200 == api.call(Contacts.update, 1, body=fresh).status_code


def test_a_put_replaces_the_record_and_keeps_what_is_the_services_own(api: Api) -> None:
    after = api.call(Contacts.update, 1, body={"lastName": "Reed"}).json()
    assert (1, "2026-01-05T09:00:00Z", None) == (after["id"], after["createdDate"], after["firstName"])


def test_whatever_a_write_changes_is_stamped() -> None:
    lists = {"bookings": "roomStayId", "roomStays": "roomStayId", "guestStays": "id", "salesInvoices": "id"}
    asked: dict[str, int | list[str]] = {"size": 500, "statuses": [*STATUSES], "status": [*STATUSES, "DRAFT", "POSTED"]}

    def shown(api: Api) -> dict[str, dict[str, Any]]:
        rows = {path: api.http.get(f"/api/v3/{path}", params=asked).json()["content"] for path in lists}
        return {f"{path} {row[lists[path]]}": row for path, found in rows.items() for row in found}

    with served(units=4, years=1, today=date(2026, 11, 1), dialect="observed") as api:
        before = shown(api)
        number = next(row["bookingId"] for row in before.values() if row.get("roomStayStatus") == "CONFIRMED")
        assert 200 == api.call(Bookings.update_statuses, number, body={"status": "CHECKED_IN"}).status_code
        after = shown(api)
        changed = {name for name, row in after.items() if row != before[name]}
        assert {"bookings", "roomStays", "guestStays"} == {name.split()[0] for name in changed}
        assert 200 == api.call(Bookings.update, number, body={"marketSegmentId": 3}).status_code
        later = shown(api)
    for earlier, rows in ((before, after), (after, later)):
        changed = {name for name, row in rows.items() if row != earlier[name]}
        assert changed
        assert [] == [name for name in changed if rows[name]["lastModifiedDate"] == earlier[name]["lastModifiedDate"]]


def test_a_booking_is_stamped_when_it_gets_an_invoice(api: Api) -> None:
    before = api.get(Bookings.get, 3)
    made = api.call(SalesInvoices.create, body=NEW_INVOICE).json()
    after = api.get(Bookings.get, 3)
    assert [*before["salesInvoices"], made["id"]] == after["salesInvoices"]
    assert before["lastModifiedDate"] != after["lastModifiedDate"]
