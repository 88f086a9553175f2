"""What stands beside the record of a row: a write that changes it, too, is a mismatch, unless the plan changes it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from correct.desk import Desk, bookings, create, draft, invoices, payment, rows_of
from nightaudit.client.resources import SalesInvoices, UnitAccessGroups
from nightaudit.correct.reader import Reader

if TYPE_CHECKING:
    from collections.abc import Callable

AS_EXPECTED = "as expected, nothing else changed"
BESIDE = "something else changed, too: "


@pytest.fixture
def ends(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Plan and apply rows at a service that does more along with each write; return why each row is in its state."""
    real = hotel.client.write

    def ends(job: str, rows: list[dict[str, Any]], also: Callable[..., object], canary: int = 0) -> list[str]:
        def write(operation: Any, *ids: int | str, body: Any = None, **filters: object) -> Any:
            answer = real(operation, *ids, body=body, **filters)
            also(real, operation, ids)
            return answer

        plan = hotel.approved(job, rows)
        with monkeypatch.context() as patch:
            patch.setattr(hotel.client, "write", write)
            hotel.apply(plan, canary=canary)
        return [row.why for row in hotel.rows(plan)]

    return ends


def test_another_stay_of_the_booking(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    """All stays of a booking moved with one, and its row was VERIFIED."""
    dates = {"startDate": "2029-03-01", "endDate": "2029-03-04"}
    units = [unit["id"] for unit in rows_of(hotel, "units.list") if unit["bookable"]][-4:]
    new = {
        "bookingContactId": 1,
        "currencyCode": "GBP",
        "roomStays": [{"unit": {"id": unit}} | dates for unit in units],
    }
    booking = create(hotel, "bookings.create", new)
    stays = [stay["roomStayId"] for stay in booking["roomStays"]]
    rows = [{"bookingId": booking["id"], "roomStayId": stay, "roomStayStatus": "PENDING"} for stay in stays]

    def moved(*stays: int) -> Callable[..., object]:
        updates = [{"roomStayId": stay, "status": "PENDING"} for stay in stays]
        return lambda real, operation, ids: real(operation, *ids, body={"statusUpdates": updates})

    assert [AS_EXPECTED] * 2 == ends("room-stay-status", rows[:2], moved())
    assert [f"{BESIDE}bookings/{booking['id']}/roomStays/{stays[3]}"] == ends(
        "room-stay-status", rows[2:3], moved(stays[3])
    )


def test_a_canary_that_moves_a_stay_that_is_still_to_be_sent(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    """The plan was to move it, too, so the canary was VERIFIED, and the others were SKIPPED."""
    dates = {"startDate": "2029-05-01", "endDate": "2029-05-04"}
    units = [unit["id"] for unit in rows_of(hotel, "units.list") if unit["bookable"]][-2:]
    stays = [{"unit": {"id": unit}} | dates for unit in units]
    booking = create(hotel, "bookings.create", {"bookingContactId": 1, "currencyCode": "GBP", "roomStays": stays})
    first, second = (stay["roomStayId"] for stay in booking["roomStays"])
    rows = [{"bookingId": booking["id"], "roomStayId": stay, "roomStayStatus": "PENDING"} for stay in (first, second)]

    def moved(real: Any, operation: Any, ids: Any) -> None:
        real(operation, *ids, body={"statusUpdates": [{"roomStayId": second, "status": "PENDING"}]})

    told = f"{BESIDE}bookings/{booking['id']}/roomStays/{second}"
    assert [told, ""] == ends("room-stay-status", rows, moved, canary=1)


def test_another_custom_field_of_the_invoice(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    """A field was emptied along with the one that was set."""
    invoice = invoices(hotel, "POSTED")[9]["id"]
    fields = [{"templateName": name, "value": "1"} for name in ("a", "b", "c")]
    hotel.client.sales_invoices.set_custom_fields(invoice, body=fields)
    rows = [{"invoiceId": invoice, "templateName": name, "value": "2"} for name in ("a", "b", "new")]
    assert [AS_EXPECTED] * 3 == ends("invoice-custom-fields", rows, lambda *_: None)

    def emptied(real: Any, operation: Any, ids: Any) -> None:
        real(operation, *ids, body=[{"templateName": "c", "value": None}])

    [number] = [field.id for field in hotel.client.sales_invoices.custom_fields(invoice) if field.template_name == "c"]
    told = f"{BESIDE}salesInvoices/{invoice}/customFields/{number}"
    rows = [{"invoiceId": invoice, "templateName": name, "value": "3"} for name in ("a", "newer")]
    assert [told, AS_EXPECTED] == ends("invoice-custom-fields", rows, emptied)


def doubling(patch: pytest.MonkeyPatch, name: str, value: str) -> None:
    """A service that lists each record with this value twice."""
    real = Reader.list

    def more(reader: Reader, operation: Any, *ids: Any, **asked: Any) -> Any:
        found = real(reader, operation, *ids, **asked)
        return found + [record | {"id": 0} for record in found if record.get(name) == value]

    patch.setattr(Reader, "list", more)


def test_a_field_that_the_service_doubled(
    hotel: Desk, ends: Callable[..., list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was "gone since"."""
    invoice = invoices(hotel, "POSTED")[11]["id"]
    row = {"invoiceId": invoice, "templateName": "PO", "value": "2"}
    [why] = ends("invoice-custom-fields", [row], lambda *_: doubling(monkeypatch, "templateName", "PO"))
    assert why.startswith("doubled: it is in 2 records: ")


def test_a_system_with_two_identifiers(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was planned for an invoice that has them, whatever the system of the row."""
    invoice = invoices(hotel, "POSTED")[11]["id"]
    hotel.client.sales_invoices.set_integration_identifier(invoice, "b", body={"systemName": "b", "externalId": "1"})
    doubling(monkeypatch, "systemName", "b")
    rows = [{"invoiceId": invoice, "systemName": name, "externalId": "2"} for name in ("a", "b")]
    plan = hotel.approved("integration-identifiers", rows)
    assert {"VERIFIED": 1, "CONFLICT": 1} == hotel.apply(plan).counts
    assert f"salesInvoices/{invoice}/integrationIdentifiers/b exists 2 times: remove" in hotel.rows(plan)[1].why


def test_another_feature_of_the_unit_type(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    """A service that takes the list of one feature for all of them unlinks the others."""
    kind = rows_of(hotel, "unit_types.list")[1]["id"]
    hotel.client.unit_types.link_features_facilities(kind, body=[1, 2, 3])

    def unlinked(real: Any, operation: Any, ids: Any) -> None:
        real(operation, *ids, body=[3])

    rows = [{"unitTypeId": kind, "unlinkFeatureId": number} for number in (1, 2)]
    told = f"{BESIDE}unitTypes/{kind}/features/3"
    assert [told, AS_EXPECTED] == ends("unit-attributes", rows, unlinked)


def test_a_draft_that_the_payment_may_not_post(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    """The approver saw one draft; another one, which is due later, was posted as well."""
    booking = bookings(hotel)[5]["id"]
    _, later = (draft(hotel, bookingId=booking, invoiceDueDate=day) for day in ("2026-11-01", "2027-03-01"))

    def posted(real: Any, *_: Any) -> None:
        if hotel.client.sales_invoices.get(later).status == "DRAFT":
            real(SalesInvoices.post, later)

    due = payment(booking) | {"payDueBefore": "2026-12-01"}
    assert [f"{BESIDE}salesInvoices/{later}"] == ends("booking-payments", [due], posted)


def test_the_invoice_that_is_kept(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    one, kept = draft(hotel), draft(hotel)
    row = {"invoiceId": one, "duplicateOfInvoiceId": kept, "reason": "entered twice"}
    told = [f"{BESIDE}salesInvoices/{kept}"]
    assert told == ends("invoices-void-duplicates", [row], lambda real, *_: real(SalesInvoices.void, kept))


def test_the_identifier_of_another_system(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    invoice = invoices(hotel, "POSTED")[10]["id"]
    rows = [{"invoiceId": invoice, "systemName": name, "externalId": "1"} for name in ("a", "b", "c")]
    assert [AS_EXPECTED] * 3 == ends("integration-identifiers", rows, lambda *_: None)

    def renamed(real: Any, operation: Any, _: Any) -> None:
        real(operation, invoice, "c", body={"systemName": "c", "externalId": "gone"})

    told = [f"{BESIDE}salesInvoices/{invoice}/integrationIdentifiers/c", AS_EXPECTED]
    assert told == ends("integration-identifiers", [row | {"externalId": "2"} for row in rows[:2]], renamed)


def test_another_link_of_the_unit(hotel: Desk, ends: Callable[..., list[str]]) -> None:
    unit = rows_of(hotel, "units.list")[3]["id"]
    groups = [create(hotel, "access_groups.create", {"name": name})["id"] for name in ("N", "S", "W")]
    rows = [{"unitId": unit, "accessGroupId": group, "linkId": ""} for group in groups]
    assert [AS_EXPECTED] * 2 == ends("unit-access-groups", rows[:2], lambda *_: None)
    links = [link["id"] for link in rows_of(hotel, "unit_access_groups.list") if link["unit"]["id"] == unit]

    def moved(real: Any, *_: Any) -> None:
        body = {"id": links[0], "unit": {"id": unit}, "accessGroup": {"id": groups[1]}}
        real(UnitAccessGroups.update, body=body)

    assert [f"{BESIDE}unitAccessGroups/{links[0]}"] == ends("unit-access-groups", rows[2:], moved)
    double = rows[2] | {"linkId": links[1]}  # the unit would have had the group twice
    told = "conflict: the unit has this access group already, by unitAccessGroups/"
    assert hotel.rows(hotel.plan("unit-access-groups", [double]))[0].outlook.startswith(told)
