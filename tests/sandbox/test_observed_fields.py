"""The fields that running clients read, under the names by which they read them."""

from nightaudit.client.resources import Availabilities, GuestStays, Units, UnitTypes
from sandbox.sandbox_api import Api
from sandbox.sandbox_examples import UNIT, create_booking


def test_the_dates_of_guests_have_the_names_that_running_clients_read(api: Api, observed: Api) -> None:
    """They found guest stays without dates, and counted no night."""
    rows = observed.rows(GuestStays.list, sort="dateFrom,desc")
    dates = [row["dateFrom"] for row in rows]
    assert dates == sorted(dates, reverse=True)
    assert [(row["checkInDate"], row["checkOutDate"]) for row in rows] == [
        (row["dateFrom"], row["dateTo"]) for row in rows
    ]
    documented = api.rows(GuestStays.list, sort="dateFrom,desc")
    assert [row["id"] for row in rows] == [row["id"] for row in documented]
    made = api.call(GuestStays.create, body={"roomStayId": 31}).json()
    assert not [row for row in (*documented, made) if {"dateFrom", "dateTo"} & row.keys()]


def test_an_offer_is_of_a_type_of_unit_with_its_rates(api: Api, observed: Api) -> None:
    """Clients found offers that named neither the type to book nor its rates."""
    dates = {"dateFrom": "2026-04-20", "dateTo": "2026-04-23"}
    flat = api.rows(Availabilities.search, **dates)
    offer, other = observed.rows(Availabilities.search, **dates, inventoryType="UNIT_TYPE", guests=1)
    assert "Two bed" == other["inventoryTypeName"]
    assert None not in other.values(), "fields of a single offer"
    assert ("UNIT_TYPE", 1, "Studio", 1, "Anchor House") == tuple(
        offer[name] for name in ("inventoryType", "inventoryTypeId", "inventoryTypeName", "buildingId", "buildingName")
    )
    rates = offer["rateAvailabilities"] + other["rateAvailabilities"]
    for row, rate in zip(flat, rates, strict=True):
        assert (row["rateId"], [rate]) == (rate["rateId"], row["rateAvailabilities"])
        assert {"net": row["netAmount"], "vat": row["vatAmount"], "gross": row["grossAmount"]} == rate["totals"]
        assert (3, round(row["grossAmount"] / 3, 2)) == (rate["nights"], rate["avgRate"])
        assert (row["rateCode"], "GBP") == (rate["rateCode"], rate["currencyCode"])
    assert {1: "Studio", 2: "Two bed"} == {row["inventoryTypeId"]: row["inventoryTypeName"] for row in flat}
    stay = {name: offer[name] for name in ("inventoryType", "inventoryTypeId")}
    stay |= {"startDate": dates["dateFrom"], "endDate": dates["dateTo"], "rateId": flat[0]["rateId"]}
    booked = create_booking(api, stay).json()["roomStays"][0]
    assert (1, flat[0]["netAmount"]) == (booked["unit"]["unitTypeId"], booked["netAmount"])


def test_the_list_of_units_names_their_types(api: Api) -> None:
    made = api.call(Units.create, body=UNIT).json()["id"]
    api.call(UnitTypes.update, 1, body={"name": "Loft"})
    assert "Loft" == next(row["unitTypeName"] for row in api.rows(Units.list) if row["id"] == made)
    api.call(Units.update, made, body=api.get(Units.get, made) | {"unitTypeId": 2})
    assert "Two bed" == api.get(Units.get, made)["unitTypeName"]
