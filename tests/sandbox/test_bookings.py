"""What a new booking takes and shows: its stays' units, rates and extras."""

from typing import Any

import pytest

from nightaudit.client.resources import Availabilities, Bookings, Buildings, Extras, Rates, UnitTypes
from sandbox.sandbox_api import Api, refused
from sandbox.sandbox_examples import STAY, create_booking


def test_two_stays_of_one_booking_do_not_take_one_unit(api: Api) -> None:
    refused(create_booking(api, STAY, STAY, reserveForMinutes=10), 409)
    made = create_booking(api, STAY, STAY).json()
    refused(api.call(Bookings.update_statuses, made["id"], body={"status": "CONFIRMED"}), 409)
    assert {"ENQUIRY"} == {stay["roomStayStatus"] for stay in api.rows(Bookings.room_stays, made["id"])}
    assert [True] == [row["available"] for row in api.rows(Availabilities.intervals, 1, dateFrom="2026-07-01")]


def test_a_stay_takes_the_unit_that_another_of_its_booking_leaves(api: Api) -> None:
    made = create_booking(api, STAY, STAY).json()
    first, second = (stay["roomStayId"] for stay in made["roomStays"])
    confirmed = {"roomStays": [{"roomStayId": first, "roomStayStatus": "CONFIRMED"}]}
    assert 200 == api.call(Bookings.update_statuses, made["id"], body=confirmed).status_code
    exchanged = {
        "roomStays": [
            {"roomStayId": second, "roomStayStatus": "CONFIRMED"},
            {"roomStayId": first, "roomStayStatus": "CANCELLED"},
        ]
    }
    after = api.call(Bookings.update_statuses, made["id"], body=exchanged).json()
    assert ["CANCELLED", "CONFIRMED"] == [stay["roomStayStatus"] for stay in after["roomStays"]]


def test_a_hold_becomes_a_stay_of_the_same_booking(api: Api) -> None:
    made = create_booking(api, STAY, reserveForMinutes=10).json()
    assert 200 == api.call(Bookings.update_statuses, made["id"], body={"status": "CONFIRMED"}).status_code


def test_a_hold_stays_on_the_stays_that_are_still_enquiries(api: Api) -> None:
    """To confirm one of two held stays gave the unit of the other away."""
    made = create_booking(api, STAY, STAY | {"unit": {"id": 2}}, reserveForMinutes=10).json()
    for status in ("ENQUIRY", "CONFIRMED"):
        first = {"roomStayId": made["roomStays"][0]["roomStayId"], "roomStayStatus": status}
        assert 200 == api.call(Bookings.update_statuses, made["id"], body={"roomStays": [first]}).status_code
        assert made["holdUntil"] == api.get(Bookings.get, made["id"])["holdUntil"]
        for unit in (1, 2):
            refused(create_booking(api, STAY | {"unit": {"id": unit}}, reserveForMinutes=10), 409)
    assert "holdUntil" not in api.call(Bookings.update_statuses, made["id"], body={"status": "CONFIRMED"}).json()


def test_the_last_unit_of_a_type_is_held_once(api: Api) -> None:
    """Two clients that book by type do not both hold the one unit that is left."""
    last = STAY | {"unit": {"unitTypeId": 2}}
    assert 200 == create_booking(api, last, reserveForMinutes=10).status_code
    assert (
        "roomStays.unit.unitTypeId"
        == refused(create_booking(api, last, reserveForMinutes=10), 409)["errors"][0]["field"]
    )
    enquiry = create_booking(api, last).json()["id"]
    refused(api.call(Bookings.update_statuses, enquiry, body={"status": "CONFIRMED"}), 409)
    later = last | {"startDate": "2026-07-04", "endDate": "2026-07-05"}
    assert 200 == create_booking(api, later, reserveForMinutes=10).status_code


def test_a_unit_is_kept_for_a_stay_that_has_none_yet(api: Api) -> None:
    """The last unit of a type was shown as free, and was sold, on the nights of a confirmed stay of that type (61, June 1-4)."""

    def book(unit: int, start: str, end: str) -> Any:
        made = create_booking(api, {"startDate": start, "endDate": end, "unit": {"id": unit}}).json()["id"]
        return api.call(Bookings.update_statuses, made, body={"status": "CONFIRMED"})

    def taken(unit: int) -> list[tuple[str, str, str]]:
        june = api.rows(Availabilities.intervals, unit, dateFrom="2026-06-01", dateTo="2026-07-01")
        return [(row["startDate"][5:], row["endDate"][5:], row["reason"]) for row in june if not row["available"]]

    assert ([], []) == (taken(1), taken(2)), "either unit can be sold"
    assert 200 == book(1, "2026-06-02", "2026-06-03").status_code
    assert [("06-01", "06-04", "PROMISED")] == taken(2), "no other unit is free on all nights of the stay"
    assert "roomStays.unit.id" == refused(book(2, "2026-06-03", "2026-06-04"), 409)["errors"][0]["field"]
    assert [("06-02", "06-03", "STAY")] == taken(1)
    assert 200 == book(1, "2026-06-03", "2026-06-04").status_code, "the stay cannot use this night here"
    by_type = {"startDate": "2026-06-01", "endDate": "2026-06-02", "unit": {"unitTypeId": 1}}
    assert 200 == create_booking(api, by_type, reserveForMinutes=10).status_code
    refused(create_booking(api, by_type, reserveForMinutes=10), 409)
    assert 200 == api.call(Bookings.update_statuses, 6, body={"status": "CANCELLED"}).status_code
    assert 200 == book(2, "2026-06-03", "2026-06-04").status_code


def test_a_type_that_is_overbooked_already_loses_as_many_nights_as_are_promised(api: Api) -> None:
    """As a portfolio may be: units 1 and 2 have neither of them room for stay 61, and its nights are kept where they are free."""
    stays = [
        {"roomStayId": number, "roomStayStatus": "CONFIRMED", "startDate": start, "endDate": end, "unit": {"id": unit}}
        for number, start, end, unit in ((81, "2026-06-02", "2026-06-03", 1), (82, "2026-06-03", "2026-06-05", 2))
    ]
    api.admin("rows/bookings/insert", records=[{"id": 8, "roomStays": stays}])
    june = {"dateFrom": "2026-06-01", "dateTo": "2026-06-05"}
    shown = {
        unit: [(row["startDate"][8:], row["reason"]) for row in api.rows(Availabilities.intervals, unit, **june)]
        for unit in (1, 2)
    }
    assert {
        1: [("01", None), ("02", "STAY"), ("03", "PROMISED"), ("04", None)],
        2: [("01", None), ("02", "PROMISED"), ("03", "STAY")],
    } == shown


def test_a_new_stay_shows_its_rate_and_its_extras_by_id(api: Api) -> None:
    rate = api.get(Rates.get, 1)
    stay = STAY | {"startDate": "2026-04-20", "endDate": "2026-04-22", "rate": {"id": 1}}
    price = {"gross": 12.0, "net": 10.0, "vat": 2.0}
    made = create_booking(api, stay | {"extras": [{"extraId": 1}, {"extraId": 2, "pricing": price}]}).json()[
        "roomStays"
    ][0]
    assert {name: rate[name] for name in ("id", "name", "rateCode", "rateType")} == made["rate"]
    number = made["roomStayId"] * 10
    assert [(number + 1, 1, "Parking"), (number + 2, 2, "Cleaning")] == [
        (extra["roomStayExtraId"], extra["extraId"], extra["description"]) for extra in made["extras"]
    ]
    assert price == made["extras"][1]["pricing"]
    assert "no invoices" in refused(api.call(Extras.pay, number + 1, body={"amount": 1}))["message"]


@pytest.mark.parametrize(
    ("more", "status", "field"),
    [
        ({"rate": {"id": 99}}, 404, "roomStays.rate.id"),
        ({"extras": [{"extraId": 99}]}, 404, "roomStays.extras.extraId"),
        ({"extras": [{}]}, 400, "roomStays.extras.extraId"),
        ({"extras": [{"extraId": 1}] * 10}, 400, "roomStays.extras"),
    ],
)
def test_a_stay_with_an_unknown_rate_or_extra_is_refused(api: Api, more: Any, status: int, field: str) -> None:
    assert field == refused(create_booking(api, STAY | more), status)["errors"][0]["field"]


def test_a_new_stay_is_told_its_unit_and_rate_by_id(api: Api) -> None:
    """As other records name them: a client that writes `unitId` booked no unit, and one that writes `rateId` no price."""
    dates = {"startDate": "2026-04-20", "endDate": "2026-04-22"}
    nested = create_booking(api, dates | {"unit": {"id": 1}, "rate": {"id": 1}}).json()["roomStays"][0]
    named = create_booking(api, dates | {"unitId": 1, "rateId": 1}).json()["roomStays"][0]
    for name in ("unit", "rate", "netAmount", "vatAmount"):
        assert nested[name] == named[name]
    for kind in ({"unitTypeId": 1}, {"inventoryType": "UNIT_TYPE", "inventoryTypeId": 1}):
        stay = create_booking(api, dates | kind).json()["roomStays"][0]
        unit = stay["unit"]
        assert (None, 1, "Studio", 1) == (unit["id"], unit["unitTypeId"], unit["unitTypeName"], unit["buildingId"])
        assert not {*kind} & {*stay}
    for inventory in ("BED", 1, ["UNIT_TYPE"]):
        refusal = refused(create_booking(api, dates | {"inventoryType": inventory, "inventoryTypeId": 1}))
        assert "roomStays.inventoryType" == refusal["errors"][0]["field"]
    twice = refused(create_booking(api, dates | {"unitTypeId": 1, "inventoryTypeId": 2}))
    assert "roomStays.inventoryTypeId" == twice["errors"][0]["field"]
    for field, value in (
        ("unit.id", {"unitId": 99}),
        ("rate.id", {"rateId": 99}),
        ("unit.unitTypeId", {"unitTypeId": 9}),
    ):
        assert f"roomStays.{field}" == refused(create_booking(api, dates | value), 404)["errors"][0]["field"]


def test_a_new_booking_has_the_currency_of_its_building_and_stays_with_amounts(api: Api) -> None:
    made = create_booking(api, STAY, currencyCode=None).json()
    assert "GBP" == made["currencyCode"]
    assert (None, None) == (made["roomStays"][0]["netAmount"], made["roomStays"][0]["vatAmount"])


def test_a_booking_is_not_sold_at_a_rate_in_another_currency(api: Api) -> None:
    """Its stays of two countries were added up in the currency of the first."""
    dates = {"startDate": "2026-04-20", "endDate": "2026-04-22"}
    refusal = refused(
        create_booking(api, dates | {"unitId": 1}, dates | {"unitTypeId": 2, "rateId": 2}, currencyCode="EUR")
    )
    assert ("roomStays.rate.id", True) == (refusal["errors"][0]["field"], "GBP" in refusal["message"])
    assert 200 == create_booking(api, dates | {"unitId": 1}, currencyCode="EUR").status_code
    assert 200 == create_booking(api, dates | {"unitId": 1, "rateId": 1}, currencyCode=None).status_code


def test_the_amounts_of_a_new_stay_are_money_that_can_be_priced(api: Api) -> None:
    """An amount that only the answer to `pricing` found too large could never be read again."""
    dates = {"startDate": "2026-04-20", "endDate": "2026-04-22"}
    made = create_booking(api, dates | {"netAmount": "100.005", "vatAmount": 20, "originalRate": " 55 "}).json()
    stay = made["roomStays"][0]
    assert (100.01, 20, 55) == (stay["netAmount"], stay["vatAmount"], stay["originalRate"])
    assert {"gross": 120.01, "net": 100.01, "vat": 20} == api.get(Bookings.pricing, made["id"])["total"]
    for field, wrong in (
        ("netAmount", {"netAmount": 1e300}),
        ("vatAmount", {"vatAmount": -1e12}),
        ("extras.pricing.net", {"extras": [{"extraId": 1, "pricing": {"net": 1e300}}]}),
        ("extras.pricing.gross", {"extras": [{"extraId": 1, "pricing": {"gross": 100, "net": 1, "vat": 1}}]}),
        ("numberOfAdults", {"numberOfAdults": -1}),
    ):
        assert f"roomStays.{field}" == refused(create_booking(api, dates | wrong))["errors"][0]["field"]


@pytest.mark.parametrize("left_out", ["gross", "net", "vat"])
def test_the_price_of_an_extra_adds_up(api: Api, left_out: str) -> None:
    """The stay showed another price of its extra than the pricing of the booking."""
    whole = {"gross": 12, "net": 10, "vat": 2}
    stated = {name: amount for name, amount in whole.items() if name != left_out}
    made = create_booking(api, STAY | {"extras": [{"extraId": 1, "pricing": stated}]}).json()
    assert whole == made["roomStays"][0]["extras"][0]["pricing"] == api.get(Bookings.pricing, made["id"])["total"]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"unitId": 2}, "unitId"),
        ({"unitTypeId": 2}, "unitTypeId"),
        ({"inventoryTypeId": 2}, "inventoryTypeId"),
        ({"rateId": 2}, "rateId"),
        ({"unitId": 1}, ""),
    ],
)
def test_a_changed_copy_of_a_stay_names_one_unit_and_one_rate(api: Api, more: Any, field: str) -> None:
    """A client that copied a stay and set `unitId` to move it booked the unit of the original."""
    stay = create_booking(api, STAY | {"rate": {"id": 1}}).json()["roomStays"][0]
    answer = create_booking(api, stay | more)
    if field:
        assert f"roomStays.{field}" == refused(answer)["errors"][0]["field"]
    else:
        assert stay["unit"] == answer.json()["roomStays"][0]["unit"]


def test_a_rate_is_told_by_its_code_where_it_has_no_id(api: Api) -> None:
    """The offers and the observed rates show codes: a stay at a code had no price, even at a code of no rate."""
    dates = {"startDate": "2026-04-20", "endDate": "2026-04-23"}
    by_id = create_booking(api, dates | {"unitId": 1, "rateId": 1}).json()["roomStays"][0]
    rates = [{"id": 41, "rateCode": "N1", "unitTypeId": 2}, {"id": 42, "rateCode": "W9", "unitTypeId": 2}]
    api.admin("rows/rates/insert", records=rates)
    for rate in ({"rateCode": "N1"}, {"id": None, "rateCode": "N1"}):
        stay = create_booking(api, dates | {"unitId": 1, "rate": rate}).json()["roomStays"][0]
        assert [by_id[name] for name in ("rate", "netAmount", "vatAmount")] == [
            stay[name] for name in ("rate", "netAmount", "vatAmount")
        ]
    assert (
        41
        == create_booking(api, dates | {"unitTypeId": 2, "rate": {"rateCode": "N1"}}).json()["roomStays"][0]["rate"][
            "id"
        ]
    )
    assert (
        42
        == create_booking(api, dates | {"unitId": 1, "rate": {"rateCode": "W9"}}).json()["roomStays"][0]["rate"]["id"]
    )
    unknown = refused(create_booking(api, dates | {"unitId": 1, "rate": {"rateCode": "N"}}), 404)
    assert "roomStays.rate.rateCode" == unknown["errors"][0]["field"]
    null = create_booking(api, dates | {"unitId": 1, "rate": {"id": None}, "rateId": 1}).json()["roomStays"][0]
    assert by_id["rate"] == null["rate"]


def test_the_place_of_a_stay_is_that_of_its_unit_or_type(api: Api) -> None:
    """A stay in unit A1 with another building's id was listed there under the name of the first; a unit told by its name alone
    was shown as booked, and taken by nobody."""
    dates = {"startDate": "2026-04-20", "endDate": "2026-04-23"}
    given: dict[str, Any]
    for given in ({"id": 1}, {"unitTypeId": 1}):
        place = create_booking(api, dates | {"unit": given | {"buildingId": 2}}).json()["roomStays"][0]["unit"]
        assert (1, "Anchor House") == (place["buildingId"], place["buildingName"])
    second = create_booking(api, dates | {"unit": {"buildingId": 2}}).json()["roomStays"][0]["unit"]
    assert (None, 2, api.get(Buildings.get, 2)["name"]) == tuple(
        second[n] for n in ("id", "buildingId", "buildingName")
    )
    for status, field, given in (
        (404, "roomStays.unit.buildingId", {"buildingId": 99}),
        (400, "roomStays.unit.id", {"name": "A1"}),
    ):
        assert field == refused(create_booking(api, dates | {"unit": given}), status)["errors"][0]["field"]


def test_a_unit_is_booked_whose_type_is_gone(api: Api) -> None:
    """It was refused as an unknown `unitTypeId`, which the request did not name."""
    dates = {"startDate": "2026-04-20", "endDate": "2026-04-22"}
    api.call(UnitTypes.delete, 1)
    unit = create_booking(api, dates | {"unitId": 1}).json()["roomStays"][0]["unit"]
    assert (1, 1, None) == (unit["id"], unit["unitTypeId"], unit["unitTypeName"])
    refused(create_booking(api, dates | {"unitTypeId": 1}), 404)
