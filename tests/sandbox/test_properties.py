"""Names that one record carries of another, and records that are sent back as they were read."""

from typing import Any

from nightaudit.client.operation import Operation
from nightaudit.client.resources import (
    AccessGroups,
    Activities,
    Bookings,
    Buildings,
    Developments,
    GuestStays,
    SalesInvoices,
    UnitAccessGroups,
    UnitContracts,
    UnitLocations,
    Units,
    UnitTypes,
)
from sandbox.sandbox_api import Api, refused
from sandbox.sandbox_examples import NEW_INVOICE, UNIT


def test_links_carry_the_names_of_their_unit_and_group(api: Api) -> None:
    api.call(AccessGroups.update, 1, body={"name": "Tenants", "buildingId": 1})
    api.call(Units.update, 1, body=UNIT)
    link = api.get(UnitAccessGroups.get, 1)
    assert ({"id": 1, "name": "A9"}, {"id": 1, "name": "Tenants"}) == (link["unit"], link["accessGroup"])
    assert [{"id": 1, "name": "Tenants"}] == api.rows(Units.access_groups, 1)


def test_a_group_opens_a_unit_once_however_often_they_are_linked(api: Api) -> None:
    for group in (1, 2, 1):
        api.call(UnitAccessGroups.create, body={"unit": {"id": 1}, "accessGroup": {"id": group}})
    assert [1, 2] == [group["id"] for group in api.rows(Units.access_groups, 1)]


def test_the_list_of_units_shows_the_groups_that_each_unit_shows(api: Api) -> None:
    """A load takes the groups from the list's rows where these show some: they stayed as they were at the start."""

    def shown(unit: int) -> list[str]:
        row = next(row for row in api.rows(Units.list) if row["id"] == unit)
        groups = [group["name"] for group in row["accessGroups"]]
        assert groups == [group["name"] for group in api.rows(Units.access_groups, unit)]
        assert groups == [group["name"] for group in api.get(Units.get, unit)["accessGroups"]]
        return groups

    own = {"accessGroups": [{"id": 2, "name": "Cleaners"}], "lastModifiedDate": "2026-01-05T09:00:00Z"}
    api.admin("rows/units/insert", records=[UNIT | own | {"id": number} for number in (8, 9)])
    link = api.call(UnitAccessGroups.create, body={"unit": {"id": 8}, "accessGroup": {"id": 1}}).json()
    assert (["Residents"], ["Cleaners"]) == (shown(8), shown(9))
    for group in (1, 2):
        api.call(AccessGroups.update, group, body={"name": f"Group {group}"})
    assert (["Group 1"], ["Group 2"]) == (shown(8), shown(9))
    api.call(UnitAccessGroups.update, body=link | {"unit": {"id": 9}})
    assert ([], ["Group 1"]) == (shown(8), shown(9))
    assert all(api.get(Units.get, unit)["lastModifiedDate"] > own["lastModifiedDate"] for unit in (8, 9))


def test_units_carry_the_name_of_their_building(api: Api) -> None:
    before = api.rows(Units.list)
    api.call(Buildings.update, 1, body={"name": "Anchor Mansions"})
    after = api.rows(Units.list)
    assert {"Anchor Mansions"} == {unit["buildingName"] for unit in after}
    assert all(
        unit["lastModifiedDate"] > was.get("lastModifiedDate", "") for unit, was in zip(after, before, strict=True)
    )


def test_a_unit_sent_back_with_a_change_shows_it(api: Api) -> None:
    read = api.get(Units.get, 1)
    api.call(Units.update, 1, body=read | {"unitName": "B1", "unitTypeId": 2})
    after = api.get(Units.get, 1)
    assert ("B1", "B1", 2) == (after["unitName"], after["name"], after["unitType"]["id"])
    api.call(Units.update, 1, body=after | {"name": "Penthouse"})
    assert ("B1", "Penthouse") == (api.get(Units.get, 1)["unitName"], api.get(Units.get, 1)["name"])


def test_a_unit_sent_back_keeps_no_group_that_its_link_leaves(api: Api) -> None:
    """It was shown to be opened by a group that had been linked to another unit since."""
    api.call(Units.update, 1, body=api.get(Units.get, 1) | {"accessGroups": []})
    assert [1] == [group["id"] for group in api.rows(Units.list)[0]["accessGroups"]], "as the unit by id shows"
    api.call(UnitAccessGroups.update, body={"id": 1, "unit": {"id": 2}, "accessGroup": {"id": 1}})
    assert [[], [1]] == [[group["id"] for group in api.rows(Units.access_groups, unit)] for unit in (1, 2)]
    own = [{"id": 2, "name": "Cleaners"}]
    api.admin("rows/units/insert", records=[UNIT | {"id": 9, "accessGroups": own}])
    api.call(Units.update, 9, body=api.get(Units.get, 9) | {"unitName": "B9"})
    assert own == api.rows(Units.access_groups, 9)


def test_a_unit_is_answered_as_it_is_read(api: Api) -> None:
    """A client takes the unit's type out of the answer, as it does out of the unit by id."""
    made = api.call(Units.create, body=UNIT | {"accessGroups": [{"id": 99, "name": "Nobody"}]}).json()
    assert [] == made["accessGroups"], "groups are linked, by their own operation"
    assert {"id": UNIT["unitTypeId"], "name": api.get(UnitTypes.get, UNIT["unitTypeId"])["name"]} == made["unitType"]
    assert made == api.get(Units.get, made["id"])
    changed = api.call(Units.update, 1, body=api.get(Units.get, 1) | {"bookable": False}).json()
    assert changed == api.get(Units.get, 1)


def test_units_carry_the_name_of_their_type(api: Api) -> None:
    api.admin("rows/units/insert", records=[UNIT | {"id": 9, "unitType": {"id": UNIT["unitTypeId"], "name": "Old"}}])
    api.call(UnitTypes.update, UNIT["unitTypeId"], body={"name": "Loft"})
    assert {"id": UNIT["unitTypeId"], "name": "Loft"} == api.get(Units.get, 9)["unitType"]
    assert {"Loft"} == {row["unitType"]["name"] for row in api.rows(Units.list) if "unitType" in row}


def test_stays_carry_the_names_of_their_unit_its_building_and_its_type(api: Api) -> None:
    """A reader who leaves out a test building by its name, which stood in its stays as it was when they were booked."""
    dates = {"startDate": "2026-10-01", "endDate": "2026-10-03"}
    stays = [dates | {"unit": {"id": 1}}, dates | {"unit": {"id": 2}}, dates | {"unitTypeId": 1}]
    made = api.call(Bookings.create, body={"roomStays": stays}).json()
    api.call(Units.update, 1, body=UNIT)
    api.call(Buildings.update, 1, body={"name": "Anchor Mansions"})
    api.call(UnitTypes.update, 1, body={"name": "Loft"})
    after = api.get(Bookings.get, made["id"])
    assert ["A9", "A2", None] == [stay["unit"]["name"] for stay in after["roomStays"]]
    assert {("Anchor Mansions", "Loft")} == {
        (stay["unit"]["buildingName"], stay["unit"]["unitTypeName"]) for stay in after["roomStays"]
    }
    assert after["lastModifiedDate"] > made["lastModifiedDate"]
    api.call(Buildings.update, 1, body={"name": "Anchor Mansions", "status": "CLOSED"})
    assert after == api.get(Bookings.get, made["id"])


def test_stays_and_contracts_follow_a_unit_that_is_moved(api: Api) -> None:
    """They said that the unit was where it had been, and showed the new name of the building it had left."""
    dates = {"startDate": "2026-10-01", "endDate": "2026-10-03"}
    stays = [dates | {"unit": {"id": 1}}, dates | {"unit": {"id": 2}}, dates | {"unit": {"id": 1, "unitTypeId": 2}}]
    made = api.call(Bookings.create, body={"roomStays": stays}).json()
    cove = api.call(Buildings.create, body={"name": "Cove"}).json()["id"]
    loft = api.call(UnitTypes.create, body={"name": "Loft"}).json()["id"]
    contracts = api.rows(UnitContracts.list, unitId=1)
    assert contracts
    api.call(Units.update, 1, body=api.get(Units.get, 1) | {"buildingId": cove, "unitTypeId": loft})
    after = api.get(Bookings.get, made["id"])
    first, second, third = (stay["unit"] for stay in after["roomStays"])
    was = made["roomStays"][0]["unit"]
    place = {"buildingId": cove, "buildingName": "Cove"}
    assert was | place | {"unitTypeId": loft, "unitTypeName": "Loft"} == first
    assert made["roomStays"][1]["unit"] == second
    assert made["roomStays"][2]["unit"] | place == third, "sold as another type than the unit's"
    assert after["lastModifiedDate"] > made["lastModifiedDate"]
    (moved,), (contract,) = api.rows(UnitContracts.list, buildingId=cove), contracts
    assert contract | {"buildingId": cove} == {name: moved[name] for name in contract}
    api.call(Buildings.update, cove, body={"name": "Cove House"})
    api.call(Buildings.update, 1, body={"name": "Anchor Mansions"})
    names = [stay["unit"]["buildingName"] for stay in api.get(Bookings.get, made["id"])["roomStays"]]
    assert ["Cove House", "Anchor Mansions", "Cove House"] == names


def test_an_item_names_records_that_exist(api: Api) -> None:
    """An unknown tax code taxed nothing."""
    item = NEW_INVOICE["salesInvoiceItems"][0]
    for name in ("taxCodeId", "roomStayId", "unitId", "extraId"):
        answer = api.call(SalesInvoices.create, body=NEW_INVOICE | {"salesInvoiceItems": [item | {name: 99}]})
        assert f"salesInvoiceItems.{name}" == refused(answer, 404)["errors"][0]["field"]


def test_an_invoice_is_downloaded_whatever_its_number_holds(api: Api) -> None:
    made = api.call(SalesInvoices.create, body={"organisationId": 1, "invoiceNumber": 'Ö 1/"2"\r\nX-Y: z'}).json()
    answer = api.call(SalesInvoices.download, made["id"])
    assert (200, 'attachment; filename="_1_2_X-Y_z.pdf"') == (answer.status_code, answer.headers["content-disposition"])


def test_a_currency_is_a_code_of_three_letters(api: Api) -> None:
    stay = {"startDate": "2026-10-01", "endDate": "2026-10-03", "unit": {"id": 1}}
    for operation, ids, body in (
        (Buildings.create, (), {"name": "Cove"}),
        (Buildings.update, (1,), {"name": "Cove"}),
        (Bookings.create, (), {"roomStays": [stay]}),
        (SalesInvoices.create, (), {"organisationId": 1}),
    ):
        for code in ("pounds", "gbp", ""):
            answer = api.call(operation, *ids, body=body | {"currencyCode": code})
            assert "currencyCode" == refused(answer)["errors"][0]["field"]
        assert "SEK" == api.call(operation, *ids, body=body | {"currencyCode": "SEK"}).json()["currencyCode"]


def test_a_unit_that_is_deleted_is_in_no_list(api: Api) -> None:
    """Its locations and the doors it opened were still listed, and led to a unit that was not there."""
    api.call(UnitAccessGroups.create, body={"unit": {"id": 1}, "accessGroup": {"id": 2}})
    assert 204 == api.call(Units.delete, 1).status_code
    assert [] == api.rows(UnitLocations.list, unitId=1) + api.rows(UnitAccessGroups.list)
    refused(api.call(UnitAccessGroups.get, 1), 404)
    assert 1 in [contract["unitId"] for contract in api.rows(UnitContracts.list)]
    assert 1 in [activity["unitId"] for activity in api.rows(Activities.list)]


def test_a_record_is_sent_back_whose_neighbour_is_gone(api: Api) -> None:
    """It was refused as unknown, in a field that the client had not touched."""
    places: tuple[tuple[Operation[Any], Operation[Any], int], ...] = (
        (Buildings.get, Buildings.update, 1),
        (Units.get, Units.update, 1),
        (GuestStays.get, GuestStays.update, 31),
        (Activities.get, Activities.update, 1),
    )
    bodies = [api.get(get, number) for get, _, number in places]
    for gone, number in ((Developments, 1), (UnitTypes, 1), (Buildings, 1), (Units, 1)):
        api.call(gone.delete, number)
    for (_, update, number), body in zip(places[2:], bodies[2:], strict=True):
        assert 200 == api.call(update, number, body=body).status_code, update
        unknown = refused(api.call(update, number, body=body | {"unitId": 98}), 404)
        assert "unitId" == unknown["errors"][0]["field"]
    assert 404 == api.call(Units.create, body=UNIT).status_code
    api.admin("reset")
    shown = api.call(Units.update, 1, body=bodies[1]).json()
    for gone in (Developments, UnitTypes):
        api.call(gone.delete, 1)
    for (_, update, number), body in zip(places[:2], bodies[:2], strict=True):
        assert 200 == api.call(update, number, body=body).status_code, update
    api.call(Buildings.delete, 1)
    after = api.call(Units.update, 1, body=bodies[1]).json()
    assert [shown[name] for name in ("buildingName", "unitType")] == [after["buildingName"], after["unitType"]]
