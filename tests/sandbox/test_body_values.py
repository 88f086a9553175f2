"""What a client wrote is shown in the form in which the service shows it: times with an offset, amounts as numbers, lists."""

from typing import Any

import pytest

from nightaudit.client.operation import Operation
from nightaudit.client.resources import (
    Activities,
    Bookings,
    Cities,
    Contacts,
    Developments,
    SalesInvoices,
    UnitAccessGroups,
    Units,
    UnitTypes,
)
from sandbox.sandbox_api import Api, refused
from sandbox.sandbox_examples import ACTIVITY, NEW_BOOKING, NEW_INVOICE, UNIT

STAY = NEW_BOOKING["roomStays"][0]
ITEM = NEW_INVOICE["salesInvoiceItems"][0]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("2026-03-11T08:00:00", "2026-03-11T08:00:00Z"),
        ("2026-03-11 08:00", "2026-03-11T08:00:00Z"),
        ("2026-03-11_08:00:00.5", "2026-03-11T08:00:00.500000Z"),
        ("2026-03-11T08:00:00+0200", "2026-03-11T08:00:00+02:00"),
        ("2026-03-11T08:00:00.123456789Z", "2026-03-11T08:00:00.123456789Z"),
        ("2026-03-11T08:00:00-05:30", "2026-03-11T08:00:00-05:30"),
    ],
)
def test_a_time_is_shown_with_an_offset(api: Api, written: str, shown: str) -> None:
    """What a client had written without one came back without one, which is no date-time of the OpenAPI document."""
    made = api.call(Activities.create, body=ACTIVITY | {"startDateTime": written}).json()
    assert (shown, made) == (made["startDateTime"], api.get(Activities.get, made["id"]))


def test_a_quoted_amount_is_shown_as_a_number(api: Api) -> None:
    """Beside invoices with numbers, one list had prices in texts: no sum of the column was possible."""
    item = {"description": "Nights", "quantity": "3", "unitPriceNet": "33.335"}
    made = api.call(SalesInvoices.create, body=NEW_INVOICE | {"salesInvoiceItems": [item]})
    assert '"quantity":3,"unitPriceNet":33.335,' in made.text
    assert made.json()["salesInvoiceItems"] == api.rows(SalesInvoices.items, made.json()["id"])
    kind = api.call(UnitTypes.create, body={"name": "Loft", "floorSpace": "41.50"})
    assert '"floorSpace":41.50,' in kind.text


@pytest.mark.parametrize("number", ["1_000", "١٢"])
def test_a_number_is_written_in_plain_digits(api: Api, number: str) -> None:
    item = {"description": "Nights", "quantity": number, "unitPriceNet": 1}
    refusal = refused(api.call(SalesInvoices.create, body=NEW_INVOICE | {"salesInvoiceItems": [item]}))
    assert "salesInvoiceItems.0.quantity" == refusal["errors"][0]["field"]


@pytest.mark.parametrize("name", ["quantity", "unitPriceNet"])
def test_a_number_beyond_all_sums_is_refused(api: Api, name: str) -> None:
    """Two numbers, each of which could be read, were multiplied beyond what can be computed: 500."""
    item = {"description": "Nights", "quantity": "1e300", "unitPriceNet": "1e300"}
    refused(api.call(SalesInvoices.create, body=NEW_INVOICE | {"salesInvoiceItems": [item]}))
    refusal = refused(
        api.call(SalesInvoices.create, body=NEW_INVOICE | {"salesInvoiceItems": [item | {name: "1e999999"}]})
    )
    assert f"salesInvoiceItems.0.{name}" == refusal["errors"][0]["field"]


def test_a_number_that_clients_cannot_read_is_refused(api: Api) -> None:
    """It was shown as it was sent, and every client that read the list after that read infinity."""
    content, headers = b'{"name": "Eastport", "latitude": 1e400}', {"Content-Type": "application/json"}
    answer = api.http.post(Cities.create.url_path(), content=content, headers=headers)
    assert "latitude" == refused(answer)["errors"][0]["field"]
    kind = api.call(UnitTypes.create, body={"name": "Loft", "floorSpace": "1e400"})
    assert "floorSpace" == refused(kind)["errors"][0]["field"]


def test_a_list_of_nothing_is_empty_whoever_wrote_it(api: Api) -> None:
    """A generated client writes null for what it leaves out; the next reader could not go through the tags of the booking."""
    nothing = dict.fromkeys(("notes", "tags", "customFields", "salesInvoices"))
    made = api.call(Bookings.create, body=NEW_BOOKING | nothing).json()
    lists: dict[str, list[Any]] = {name: [] for name in nothing}
    assert lists == {name: made[name] for name in nothing}
    api.call(Bookings.update, made["id"], body={"tags": ["VIP"], "notes": ["Late"]})
    after = api.call(Bookings.update, made["id"], body={"tags": None, "notes": None}).json()
    assert lists == {name: after[name] for name in nothing}
    assert after == api.get(Bookings.get, made["id"])
    assert [] == api.call(Contacts.create, body={"lastName": "Reed", "customFields": None}).json()["customFields"]


@pytest.mark.parametrize(
    ("operation", "body", "field"),
    [
        (UnitAccessGroups.create, {"unit": {"id": None}, "accessGroup": {"id": 1}}, "unit.id"),
        (UnitAccessGroups.update, {"id": 1, "unit": {"id": 1}, "accessGroup": {"name": "x"}}, "accessGroup.id"),
        (Bookings.create, {"roomStays": [{"startDate": "2026-07-01"}]}, "roomStays.endDate"),
        (Bookings.create, {"roomStays": [STAY | {"extras": [{"description": "x"}]}]}, "roomStays.extras.extraId"),
        (SalesInvoices.create, NEW_INVOICE | {"salesInvoiceItems": [{}]}, "salesInvoiceItems.description"),
        (Developments.create, {"name": "Wharf", "startDate": "2026-02-01", "endDate": "2026-01-31"}, "endDate"),
        (Units.create, UNIT | {"availableFrom": "2026-02-01", "availableTo": "2026-01-31"}, "availableTo"),
        (
            SalesInvoices.create,
            NEW_INVOICE | {"salesInvoiceItems": [ITEM | {"unitId": 99}]},
            "salesInvoiceItems.unitId",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_field_at_fault_is_named_with_its_place(api: Api, operation: Operation[Any], body: Any, field: str) -> None:
    """A link without the id of its unit was told that `id` is mandatory: its own was there."""
    answer = api.call(operation, body=body)
    assert field == refused(answer, answer.status_code)["errors"][0]["field"]
    assert answer.status_code in {400, 404}
