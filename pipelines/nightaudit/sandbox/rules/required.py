"""Which fields a request body must carry: the one place where required flags are decided.

The document names those of activities and of the invoice export update; all others are not shown and assumed.
"""

from __future__ import annotations

from nightaudit.client.resources import (
    AccessGroups,
    Activities,
    Areas,
    Bookings,
    Buildings,
    Cities,
    Contacts,
    Developments,
    Extras,
    FinancialAllocations,
    GuestStays,
    SalesInvoices,
    UnitAccessGroups,
    Units,
    UnitTypes,
)

_ACTIVITY = ("subject", "activityTypeId", "startDateTime", "dueDate", "unitId", "blockAvailability")
_UNIT = ("unitName", "buildingId", "unitTypeId")
REQUIRED: dict[str, tuple[str, ...]] = {
    # Document, Resources: mandatory on create, all fields of an activity except `status`.
    Activities.create.name: _ACTIVITY,
    Activities.update.name: _ACTIVITY,
    # Document, export status update body.
    SalesInvoices.set_export_status.name: ("externalId", "exportedDate", "exportStatus", "organisationSettingsId"),
    # Assumed: what a record cannot be told apart without, and what an operation is about.
    Activities.set_status.name: ("status",),
    Activities.add_note.name: ("content",),
    AccessGroups.create.name: ("name",),
    AccessGroups.update.name: ("name",),
    UnitAccessGroups.create.name: ("unit", "accessGroup"),
    UnitAccessGroups.update.name: ("id", "unit", "accessGroup"),
    Areas.create.name: ("name",),
    Areas.update.name: ("name",),
    Cities.create.name: ("name",),
    Cities.update.name: ("name",),
    Bookings.create.name: ("roomStays",),
    Bookings.pay.name: ("amount",),
    Bookings.add_note.name: ("content",),
    GuestStays.create.name: ("roomStayId",),
    GuestStays.update.name: ("roomStayId",),
    GuestStays.set_status.name: ("status",),
    Buildings.create.name: ("name",),
    Buildings.update.name: ("name",),
    Developments.create.name: ("name",),
    Developments.update.name: ("name",),
    UnitTypes.create.name: ("name",),
    UnitTypes.update.name: ("name",),
    Units.create.name: _UNIT,
    Units.update.name: _UNIT,
    Contacts.create.name: ("lastName",),
    Contacts.update.name: ("lastName",),
    Extras.pay.name: ("amount",),
    SalesInvoices.create.name: ("organisationId",),
    SalesInvoices.mark_exported.name: ("externalId", "exportedDate"),
    FinancialAllocations.create.name: ("importType", "amount", "targetInvoiceId"),
    FinancialAllocations.set_export_status.name: ("exportStatus",),
}
