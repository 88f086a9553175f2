"""The mandatory fields of request bodies and queries, and the allowed values of some fields; decided only here.

The document names the mandatory fields of activities and of the invoice export update; all others are not shown and assumed.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nightaudit.client.resources import (
    AccessGroups,
    Activities,
    Areas,
    Availabilities,
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
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.stay_statuses import STATUSES

if TYPE_CHECKING:
    from nightaudit.sandbox.wire import Json

# Characters that Java trims are blank (assumed); the expression works in every dialect of regular expressions.
NOT_BLANK = r"[^\x00-\x20]"
REQUIRED: dict[str, tuple[str, ...]] = {
    operation.name: fields
    for fields, operations in {
        # Document, Resources: mandatory on create, all fields of an activity except `status`.
        ("subject", "activityTypeId", "startDateTime", "dueDate", "unitId", "blockAvailability"): (
            Activities.create,
            Activities.update,
        ),
        # Document, export status update body.
        ("externalId", "exportedDate", "exportStatus", "organisationSettingsId"): (SalesInvoices.set_export_status,),
        # Assumed: fields that identify a record, and the value that an operation sets.
        ("name",): (
            *(AccessGroups.create, AccessGroups.update, Areas.create, Areas.update, Cities.create, Cities.update),
            *(Buildings.create, Buildings.update, Developments.create, Developments.update),
            *(UnitTypes.create, UnitTypes.update),
        ),
        ("unitName", "buildingId", "unitTypeId"): (Units.create, Units.update),
        ("unit", "accessGroup"): (UnitAccessGroups.create,),
        ("id", "unit", "accessGroup"): (UnitAccessGroups.update,),
        ("lastName",): (Contacts.create, Contacts.update),
        ("roomStays",): (Bookings.create,),
        ("roomStayId",): (GuestStays.create, GuestStays.update),
        ("status",): (Activities.set_status, GuestStays.set_status),
        ("content",): (Activities.add_note, Bookings.add_note),
        ("amount",): (Bookings.pay, Extras.pay),
        ("organisationId",): (SalesInvoices.create,),
        ("externalId", "exportedDate"): (SalesInvoices.mark_exported,),
        ("importType", "amount", "targetInvoiceId"): (FinancialAllocations.create,),
        ("exportStatus",): (FinancialAllocations.set_export_status,),
        ("dateFrom", "dateTo"): (Availabilities.search,),
    }.items()
    for operation in operations
}

# Document, States: the values named there.
INVOICE_EXPORT_STATUSES = ("CREATED", "EXPORTED", "FAILED", "IMPORTED", "PENDING", "SENT", "SKIPPED")
ALLOCATION_EXPORT_STATUSES = ("EXPORTED", "IMPORTED")
IMPORT_TYPES = ("PAYMENT", "ALLOCATION")
INVOICE_TYPES = ("INVOICE", "CREDIT_NOTE")
INVENTORY_TYPES = ("UNIT_TYPE",)  # observed; others are not shown
CHOICES: dict[str, dict[str, tuple[str, ...]]] = {
    SalesInvoices.set_export_status.name: {"exportStatus": INVOICE_EXPORT_STATUSES},
    SalesInvoices.create.name: {"invoiceType": INVOICE_TYPES},
    FinancialAllocations.set_export_status.name: {"exportStatus": ALLOCATION_EXPORT_STATUSES},
    FinancialAllocations.create.name: {"importType": IMPORT_TYPES},
    **{
        operation.name: {"status": STATUSES}
        for operation in (GuestStays.create, GuestStays.update, GuestStays.set_status, Bookings.update_statuses)
    },
    Availabilities.search.name: {"inventoryType": INVENTORY_TYPES},
}


# Document, Resources: "for example" a three-letter code. Assumed to be the rule, in capitals.
CURRENCY_CODE = "[A-Z]{3}"
HAVE_CURRENCY = (Bookings.create.name, Buildings.create.name, Buildings.update.name, SalesInvoices.create.name)

# Dates of a body of which the second must not be before the first (not shown: assumed).
IN_ORDER = {
    **dict.fromkeys((Developments.create.name, Developments.update.name), ("startDate", "endDate")),
    **dict.fromkeys((Units.create.name, Units.update.name), ("availableFrom", "availableTo")),
}


def check_fields(name: str, body: Json) -> None:
    """Raise Problem 400 for the first mandatory field that is absent, null or blank, or a value that is not allowed.

    `body` is that of a request to the operation `name`, or its query where that has mandatory fields.
    """
    require(body, *REQUIRED.get(name, ()))
    for field, choices in CHOICES.get(name, {}).items():
        if body.get(field) not in {None, *choices}:
            raise invalid(field, f"{field} must be one of {', '.join(choices)}.")
    currency = body.get("currencyCode")
    if name in HAVE_CURRENCY and currency is not None and not re.fullmatch(CURRENCY_CODE, currency):
        raise invalid("currencyCode", f"{currency[:40]!r} is not a currency code of three capital letters.")
    if name in IN_ORDER:
        first, last = IN_ORDER[name]
        if body.get(first) and body.get(last) and body[last] < body[first]:
            raise invalid(last, f"{last} is before {first}.")


def require(body: Json, *names: str, path: str = "") -> None:
    """Raise Problem 400 for the first of these fields that is absent, null or blank; `path` leads to the record ("unit.")."""
    for name in names:
        value = body.get(name)
        if value is None or (isinstance(value, str) and not re.search(NOT_BLANK, value)):
            raise invalid(path + name, f"{path}{name} is mandatory.")
