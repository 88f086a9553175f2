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
_ACTIVITY = ("subject", "activityTypeId", "startDateTime", "dueDate", "unitId", "blockAvailability")
_UNIT = ("unitName", "buildingId", "unitTypeId")
REQUIRED: dict[str, tuple[str, ...]] = {
    # Document, Resources: mandatory on create, all fields of an activity except `status`.
    Activities.create.name: _ACTIVITY,
    Activities.update.name: _ACTIVITY,
    # Document, export status update body.
    SalesInvoices.set_export_status.name: ("externalId", "exportedDate", "exportStatus", "organisationSettingsId"),
    # Assumed: fields that identify a record, and the value that an operation sets.
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
    Availabilities.search.name: ("dateFrom", "dateTo"),
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
    GuestStays.create.name: {"status": STATUSES},
    GuestStays.update.name: {"status": STATUSES},
    GuestStays.set_status.name: {"status": STATUSES},
    Bookings.update_statuses.name: {"status": STATUSES},
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
