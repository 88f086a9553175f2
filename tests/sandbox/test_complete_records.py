"""Every record of a type has the same keys, whether generated, created or changed; an imported one is as its file has it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.operation import Delete, Operation
from nightaudit.client.records.guest_stays import GuestStay
from nightaudit.client.records.record import Record, Stamped, kind_of
from nightaudit.client.resources import Bookings, SalesInvoices, Units, documented_operations
from nightaudit.sandbox import SandboxOptions
from nightaudit.sandbox.store.complete import RECORDS
from nightaudit.sandbox.store.store import Store
from nightaudit.sandbox.store.tables import OTHER_NAMES, TABLES
from sandbox.sandbox_api import Api, served, write_portfolio
from sandbox.sandbox_examples import NEW_INVOICE, UNIT, example
from sandbox.small_stock import TODAY

WRITES = [one for one in documented_operations() if one.method != "GET" and not isinstance(one, Delete)]


def missing(kind: Any, value: Any, path: str = "", *, stamps: bool = False) -> Iterator[str]:
    """The paths of the declared fields that a record, or a list of them, lacks; change stamps only where asked for."""
    if isinstance(value, list):
        for row in value:
            yield from missing(kind, row, path, stamps=stamps)
    elif isinstance(value, dict) and issubclass(kind, Record):
        for name, field in kind.model_fields.items():
            inner, wire = kind_of(field.annotation)[0], field.alias or name
            if wire in value:
                yield from missing(inner, value[wire], f"{path}{wire}.", stamps=stamps)
            elif kind is GuestStay and wire in OTHER_NAMES["guestStays"]:
                continue  # of the observed list only
            elif stamps or not (issubclass(kind, Stamped) and name in Stamped.model_fields):
                yield path + wire


@pytest.mark.parametrize("operation", WRITES)
def test_the_answer_to_a_write_has_every_declared_key(api: Api, operation: Operation[Any]) -> None:
    """A client's row["invoiceNumber"] was a KeyError on a new draft."""
    wanted = example(operation)
    answer = api.call(operation, *wanted.ids, body=wanted.body, **wanted.query).json()
    is_new = operation.name.endswith(".create") or "add_note" in operation.name
    assert [] == sorted(set(missing(operation.record, answer, stamps=is_new)))


def test_a_generated_record_has_every_declared_key() -> None:
    store = Store(SandboxOptions(units=20, years=1, today=TODAY))
    with store.read() as records:
        rows = {collection: records.find(collection) for collection in RECORDS if collection in TABLES}
    store.close()
    assert [] == [collection for collection, found in rows.items() if not found], "of which nothing is generated"
    assert {"unitTypes_featuresFacilities", "developments_featuresFacilities"} == TABLES.keys() - rows.keys(), "links"
    assert {} == {name: lost for name in rows if (lost := sorted(set(missing(RECORDS[name], rows[name]))))}


def test_a_draft_lists_with_the_keys_that_invoices_have(api: Api) -> None:
    draft = api.call(SalesInvoices.create, body=NEW_INVOICE).json()
    assert (None, []) == (draft["invoiceNumber"], draft["integrationIdentifiers"])
    assert draft == {row["id"]: row for row in api.rows(SalesInvoices.list, size=100)}[draft["id"]]


def test_an_imported_record_is_served_as_its_file_has_it(tmp_path: Path) -> None:
    """So a folder can stand for a service whose records lack fields, or have others."""
    stay = {"roomStayId": 7, "startDate": "2026-03-01", "endDate": "2026-03-04", "netAmount": 10.50}
    booking = {"id": 1, "bookingReference": "R1", "salesInvoices": [], "roomStays": [stay], "ours": {"a": None}}
    folder = write_portfolio(tmp_path / "folder", {"bookings": [booking]})
    with served(folder) as api:
        assert [booking] == api.rows(Bookings.list)
        assert booking == api.get(Bookings.get, 1)


def test_the_row_of_an_imported_stay_has_the_reference_of_its_booking(tmp_path: Path) -> None:
    stay = {"roomStayId": 7, "startDate": "2026-03-01", "endDate": "2026-03-04", "netAmount": 10.50}
    other = stay | {"roomStayId": 8, "bookingReference": "R1/8"}
    null = stay | {"roomStayId": 9, "bookingReference": None}
    bookings = [{"id": 1, "bookingReference": "R1", "roomStays": [stay, other, null]}]
    with served(write_portfolio(tmp_path / "folder", {"bookings": bookings}), dialect="observed") as api:
        assert ["R1", "R1/8", "R1"] == [row["bookingReference"] for row in api.rows(Bookings.list)]


def test_a_new_unit_lists_as_it_is_shown_alone(api: Api) -> None:
    """Its type was missing from the list, where the units around it have one."""
    number = api.call(Units.create, body=UNIT | {"bookable": None}).json()["id"]
    alone, listed = api.get(Units.get, number), {row["id"]: row for row in api.rows(Units.list)}[number]
    assert (alone, True) == (listed, listed["bookable"])
    renamed = api.call(Units.update, number, body=alone | {"unitName": "B1"}).json()
    assert ("B1", "B1", renamed) == (renamed["unitName"], renamed["name"], api.get(Units.get, number))
