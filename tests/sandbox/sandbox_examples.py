"""One request per operation that must succeed on the small portfolio: path values, query, body."""

from dataclasses import dataclass, field
from typing import Any

from nightaudit.client.operation import Operation
from nightaudit.client.resources import Bookings, documented_operations, operation_named
from sandbox.sandbox_api import Api


@dataclass
class Example:
    ids: tuple[Any, ...] = ()
    body: Any = None
    query: dict[str, Any] = field(default_factory=dict)


ACTIVITY = {
    "subject": "Paint",
    "activityTypeId": 3,
    "assignedUserId": 4,
    "startDateTime": "2026-03-11T08:00:00Z",
    "dueDate": "2026-03-12",
    "unitId": 2,
    "blockAvailability": False,
}
STATUS = {
    "externalId": "X1",
    "exportedDate": "2026-03-10T10:00:00Z",
    "exportStatus": "SENT",
    "organisationSettingsId": 1,
}
STAY: dict[str, Any] = {"startDate": "2026-07-01", "endDate": "2026-07-04", "unit": {"id": 1}}
NEW_BOOKING: dict[str, Any] = {"bookingContactId": 1, "currencyCode": "GBP", "roomStays": [STAY]}
NEW_INVOICE: dict[str, Any] = {
    "organisationId": 1,
    "bookingId": 3,
    "salesInvoiceItems": [{"description": "Nights", "quantity": 3, "unitPriceNet": 33.335, "taxCodeId": 1}],
}
ALLOCATION = {
    "accountId": 7,
    "importType": "PAYMENT",
    "amount": 10.5,
    "targetInvoiceId": 4,
    "externalReference": "tok-1",
}
IMAGE = ("plan.png", b"\x89PNG....", "image/png")
UNIT = {"unitName": "A9", "buildingId": 1, "unitTypeId": 1}

WRITES: dict[str, Example] = {
    "access_groups.create": Example(body={"name": "Gardeners", "buildingId": 1}),
    "access_groups.update": Example((1,), {"name": "Tenants"}),
    "unit_access_groups.create": Example(body={"unit": {"id": 2}, "accessGroup": {"id": 2}}),
    "unit_access_groups.update": Example(body={"id": 1, "unit": {"id": 2}, "accessGroup": {"id": 1}}),
    "activities.create": Example(body=ACTIVITY),
    "activities.update": Example((1,), ACTIVITY),
    "activities.add_note": Example((1,), {"content": "Done"}),
    "activities.set_status": Example((1,), {"status": "COMPLETED"}),
    "areas.create": Example(body={"name": "Hill"}),
    "areas.update": Example((1,), {"name": "Old docks"}),
    "areas.delete": Example((1,)),
    "cities.create": Example(body={"name": "Eastport"}),
    "cities.update": Example((1,), {"name": "Northport-on-Sea"}),
    "cities.delete": Example((1,)),
    "bookings.create": Example(body=NEW_BOOKING),
    "bookings.pay": Example((1,), {"amount": 12.0, "paymentReference": "R1"}),
    "bookings.update": Example((1,), {"companyId": 9}),
    "bookings.update_statuses": Example((5,), {"status": "CONFIRMED"}),
    "bookings.add_note": Example((1,), {"content": "Cot please"}),
    "guest_stays.create": Example(body={"roomStayId": 31, "guest": {"firstName": "Cleo"}}),
    "guest_stays.update": Example((31,), {"roomStayId": 31, "checkInDate": "2026-03-21"}),
    "guest_stays.delete": Example((31,)),
    "guest_stays.set_status": Example((31,), {"status": "CHECKED_IN"}),
    "buildings.create": Example(body={"name": "Cove"}),
    "buildings.update": Example((1,), {"name": "Anchor Mansions"}),
    "buildings.delete": Example((2,)),
    "developments.create": Example(body={"name": "Marina"}),
    "developments.update": Example((1,), {"name": "Harbour East"}),
    "developments.delete": Example((1,)),
    "developments.replace_features_facilities": Example((1,), [1, 3]),
    "developments.link_features_facilities": Example((1,), [3]),
    "developments.unlink_features_facilities": Example((1,), [2]),
    "developments.upload_image": Example((1,), IMAGE),
    "developments.delete_image": Example((1, 2)),
    "unit_types.create": Example(body={"name": "Loft"}),
    "unit_types.update": Example((1,), {"name": "Studio plus"}),
    "unit_types.delete": Example((2,)),
    "unit_types.replace_features_facilities": Example((1,), [2, 3]),
    "unit_types.link_features_facilities": Example((1,), [3]),
    "unit_types.unlink_features_facilities": Example((1,), [1]),
    "unit_types.upload_image": Example((1,), IMAGE),
    "unit_types.delete_image": Example((1, 1)),
    "units.create": Example(body=UNIT),
    "units.update": Example((1,), UNIT),
    "units.delete": Example((4,)),
    "contacts.create": Example(body={"firstName": "Dot", "lastName": "Reed"}),
    "contacts.update": Example((2,), {"firstName": "Bea", "lastName": "Reed"}),
    "extras.pay": Example((111,), {"amount": 12.0, "paymentReference": "R2"}),
    "sales_invoices.create": Example(body=NEW_INVOICE),
    "sales_invoices.set_custom_fields": Example((1,), [{"templateId": 5, "value": "b"}]),
    "sales_invoices.set_export_status": Example((4,), STATUS),
    "sales_invoices.mark_exported": Example((4,), {"externalId": "X2", "exportedDate": "2026-03-10T10:00:00Z"}),
    "sales_invoices.set_integration_identifier": Example((4, "ledger"), {"syncStatus": "DONE"}),
    "sales_invoices.post": Example((1,)),
    "sales_invoices.void": Example((4,)),
    "financial_allocations.create": Example(body=ALLOCATION),
    "financial_allocations.set_export_status": Example((1,), {"exportStatus": "EXPORTED", "externalId": "E1"}),
}
READS: dict[str, Example] = {
    "activities.note": Example((1,)),
    "availabilities.search": Example(query={"dateFrom": "2026-05-01", "dateTo": "2026-05-05"}),
    "sales_invoices.item": Example((10,)),
    "sales_invoices.balance_invoices": Example((5,)),
    "guest_stays.get": Example((11,)),
}


def example(operation: Operation[Any]) -> Example:
    """The example of an operation; a read without one of its own asks for record 1."""
    return WRITES.get(operation.name) or READS.get(operation.name) or Example((1,) * len(operation.path_parameters))


def writes() -> list[Operation[Any]]:
    """Every documented write."""
    return [operation for operation in documented_operations() if operation.method != "GET"]


def named(name: str) -> Operation[Any]:
    """An operation that is known to exist."""
    operation = operation_named(name)
    assert operation is not None, name
    return operation


def create_booking(api: Api, *stays: Any, **more: Any) -> Any:
    """Answer to a new booking of these stays, with further fields."""
    return api.call(Bookings.create, body=NEW_BOOKING | {"roomStays": list(stays)} | more)
