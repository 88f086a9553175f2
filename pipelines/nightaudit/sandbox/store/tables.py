"""The collections of the sandbox, and the columns that SQLite generates from their JSON for filters and sorting."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.activities import Note
from nightaudit.client.records.properties import AccessCode, Image

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.wire import Json


@dataclass(frozen=True, slots=True)
class Table:
    """One collection.

    columns   wire paths ("unit.id") with a generated column; any other path is read from the JSON
    indexes   each a blank-separated list of columns
    key       name of the record's id field
    """

    columns: tuple[str, ...] = ()
    indexes: tuple[str, ...] = ()
    key: str = "id"


def _by(*columns: str) -> Table:
    """Return a collection with an index on each of its columns."""
    return Table(columns, columns)


LARGEST_INTEGER = 2**63 - 1  # SQLite has none beyond it
WITHOUT_COLUMNS = """accessGroups areas cities countries billingFrequencies bookingTerms bookingTypes marketSegments tags taxCodes
 teams channels buildings developments unitTypes extras featuresFacilities"""
ALLOCATIONS = Table(
    ("createdDate", "exportStatus", "targetInvoiceId", "sourceInvoiceId"),
    ("createdDate exportStatus", "targetInvoiceId", "sourceInvoiceId"),
)
TABLES: dict[str, Table] = {
    "bookings": _by("bookingReference", "bookingContactId", "holdUntil"),
    # One flat row per room stay, derived from the bookings on every write; for the observed list and availability.
    "roomStays": Table(
        ("bookingId", "roomStayStatus", "startDate", "endDate", "unit.id", "unit.unitTypeId", "bookingContact.id"),
        (
            "bookingId",
            "roomStayStatus",
            "startDate endDate roomStayStatus bookingId unit.id",
            "unit.id startDate",
            "unit.id unit.unitTypeId endDate",
            "endDate",
        ),
        key="roomStayId",
    ),
    "guestStays": Table(
        ("status", "checkInDate", "checkOutDate", "unitId", "contactId", "roomStayId", "bookingReference"),
        ("status", "checkInDate checkOutDate status", "roomStayId"),
    ),
    "contacts": Table(("primaryContactEmailAddress.email", "lastName"), ("primaryContactEmailAddress.email",)),
    "salesInvoices": Table(
        (
            *("invoiceDate", "status", "exportStatus", "organisationId"),
            *("bookingId", "contactId", "invoiceNumber", "financeAccount.id"),
        ),
        ("invoiceDate status exportStatus", "bookingId", "invoiceNumber", "financeAccount.id contactId organisationId"),
    ),
    "salesInvoiceItems": _by("salesInvoiceId", "roomStayId"),
    "financialAllocations_salesInvoices": ALLOCATIONS,
    "financialAllocations_salesPayments": ALLOCATIONS,
    "units": Table(("buildingId", "unitTypeId", "bookable"), ("buildingId", "unitTypeId")),
    "rates": Table(("unitTypeId", "rateType"), ("unitTypeId",)),
    "rateSegments": Table(("rateId", "dateFrom", "dateTo"), ("rateId",)),
    "bookings_notes": _by("bookingId"),
    "activities": Table(("unitId", "status"), ("unitId",)),
    "activities_notes": _by("activityId"),
    "contacts_notes": _by("contactId"),
    "unitContracts": _by("unitId"),
    "unitLocations": _by("unitId"),
    "unitTypes_featuresFacilities": Table(("unitTypeId", "featureFacilityId"), ("unitTypeId",)),
    "developments_featuresFacilities": Table(("developmentId", "featureFacilityId"), ("developmentId",)),
    "images": _by("unitTypeId", "developmentId"),
    "accessCodes": _by("buildingId"),
    "unitAccessGroups": _by("unit.id"),
    **dict.fromkeys(WITHOUT_COLUMNS.split(), Table()),
}
# Stored fields that name the parent of a record. The API does not show them: it shows these records only below their parents.
PARENT_FIELDS: dict[Any, frozenset[str]] = {
    AccessCode: frozenset({"buildingId"}),
    Image: frozenset({"unitTypeId", "developmentId"}),
    Note: frozenset({"activityId", "bookingId", "contactId"}),
}
# Observed names of fields of a list, each with the field that has the value.
OTHER_NAMES: dict[str, dict[str, str]] = {"guestStays": {"dateFrom": "checkInDate", "dateTo": "checkOutDate"}}
# Both lists contain financial allocations, whose ids are unique across the two.
SHARED_SEQUENCES = {"financialAllocations_salesPayments": "financialAllocations_salesInvoices"}


def collection_at(path: str) -> str:
    """Return the collection that a list at this path shows: `financialAllocations_salesInvoices`."""
    return path.strip("/").replace("/", "_")


def shown(operation: Operation[Any], record: Json) -> Json:
    """Return a stored record as the operation shows it: without the field that names its parent."""
    unshown = PARENT_FIELDS.get(operation.record, frozenset())
    return {name: value for name, value in record.items() if name not in unshown}


def column(collection: str, path: str) -> str:
    """Return SQL that reads a wire path of a record: the generated column where there is one."""
    path = OTHER_NAMES.get(collection, {}).get(path, path)
    if path in {"id", TABLES[collection].key}:
        return "id"
    if path in TABLES[collection].columns:
        return f'"{path}"'
    return f"""json_extract(body, '$."{path.replace(".", '"."')}"')"""


def ddl(collection: str) -> list[str]:
    """Return the statements that create the table of a collection, then its indexes."""
    table = TABLES[collection]
    columns = "".join(
        f""", "{path}" GENERATED ALWAYS AS (json_extract(body, '$.{path}')) STORED""" for path in table.columns
    )
    return [
        f'CREATE TABLE IF NOT EXISTS "{collection}" (id INTEGER PRIMARY KEY{columns}, body TEXT NOT NULL)',
        *(
            f'CREATE INDEX IF NOT EXISTS "{collection}:{index}" ON "{collection}" ('
            + ", ".join(f'"{path}"' for path in index.split())
            + ")"
            for index in table.indexes
        ),
    ]
