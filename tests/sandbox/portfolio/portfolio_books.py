"""The bookkeeping rules every portfolio keeps, checked with plain Python on finished records."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from decimal import Decimal
from itertools import pairwise
from typing import Any

Json = dict[str, Any]
Faults = list[tuple[Any, ...]]
Wrong = dict[str, list[tuple[int, ...]]]  # what was planted, by name of anomaly: tuples of ids
ALLOCATIONS = ("financialAllocations_salesInvoices", "financialAllocations_salesPayments")
ON_A_UNIT = ("CONFIRMED", "CHECKED_IN", "CHECKED_OUT")

# (collection, path of an id, collection it must be in); a path may lead through lists.
REFERENCES = (
    ("bookings", "bookingContactId", "contacts"),
    ("bookings", "billingContactId", "contacts"),
    ("bookings", "channelId", "channels"),
    ("bookings", "marketSegmentId", "marketSegments"),
    ("bookings", "bookingTypeId", "bookingTypes"),
    ("bookings", "bookingTermsId", "bookingTerms"),
    ("bookings", "salesInvoices", "salesInvoices"),
    ("bookings", "roomStays.bookingId", "bookings"),
    ("bookings", "roomStays.bookingContact.id", "contacts"),
    ("bookings", "roomStays.unit.id", "units"),
    ("bookings", "roomStays.unit.unitTypeId", "unitTypes"),
    ("bookings", "roomStays.unit.buildingId", "buildings"),
    ("bookings", "roomStays.rate.id", "rates"),
    ("bookings", "roomStays.extras.extraId", "extras"),
    ("bookings", "roomStays.extras.billingFrequencyId", "billingFrequencies"),
    ("guestStays", "bookingId", "bookings"),
    ("guestStays", "contactId", "contacts"),
    ("guestStays", "unitId", "units"),
    ("guestStays", "roomStayId", "roomStays"),
    ("salesInvoices", "bookingId", "bookings"),
    ("salesInvoices", "contactId", "contacts"),
    ("salesInvoices", "salesInvoiceItems.salesInvoiceId", "salesInvoices"),
    ("salesInvoices", "salesInvoiceItems.taxCodeId", "taxCodes"),
    ("salesInvoices", "salesInvoiceItems.unitId", "units"),
    ("salesInvoices", "salesInvoiceItems.extraId", "extras"),
    ("salesInvoices", "salesInvoiceItems.roomStayId", "roomStays"),
    (ALLOCATIONS[0], "sourceInvoiceId", "salesInvoices"),
    (ALLOCATIONS[0], "targetInvoiceId", "salesInvoices"),
    (ALLOCATIONS[1], "targetInvoiceId", "salesInvoices"),
    ("units", "buildingId", "buildings"),
    ("units", "unitTypeId", "unitTypes"),
    ("units", "accessGroups.id", "accessGroups"),
    ("unitAccessGroups", "unit.id", "units"),
    ("unitAccessGroups", "accessGroup.id", "accessGroups"),
    ("unitTypes", "buildingId", "buildings"),
    ("unitContracts", "unitId", "units"),
    ("unitLocations", "unitId", "units"),
    ("activities", "unitId", "units"),
    ("activities", "assignedTeamId", "teams"),
    ("activities_notes", "activityId", "activities"),
    ("bookings_notes", "bookingId", "bookings"),
    ("contacts_notes", "contactId", "contacts"),
    ("accessCodes", "buildingId", "buildings"),
    ("images", "unitTypeId", "unitTypes"),
    ("images", "developmentId", "developments"),
    ("unitTypes_featuresFacilities", "unitTypeId", "unitTypes"),
    ("unitTypes_featuresFacilities", "featureFacilityId", "featuresFacilities"),
    ("developments_featuresFacilities", "developmentId", "developments"),
    ("developments_featuresFacilities", "featureFacilityId", "featuresFacilities"),
    ("extras", "buildingId", "buildings"),
    ("extras", "taxCodeId", "taxCodes"),
    ("extras", "billingFrequencyId", "billingFrequencies"),
    ("rates", "unitTypeId", "unitTypes"),
    ("rates", "taxCodeId", "taxCodes"),
    ("rateSegments", "rateId", "rates"),
    ("rateSegments", "unitTypeId", "unitTypes"),
    ("buildings", "developmentId", "developments"),
    ("buildings", "areaId", "areas"),
    ("buildings", "cityId", "cities"),
    ("developments", "areaId", "areas"),
    ("areas", "cityId", "cities"),
    ("cities", "countryId", "countries"),
)


class Books:
    """The records of one portfolio by collection; room stays as a collection of their own beside."""

    def __init__(self, records: Iterable[tuple[str, Json]]) -> None:
        self.rows: dict[str, list[Json]] = defaultdict(list)
        for collection, record in records:
            self.rows[collection].append(record)

    @property
    def stays(self) -> list[Json]:
        return [stay for booking in self.rows["bookings"] for stay in booking["roomStays"]]

    def ids(self, collection: str) -> set[int]:
        if collection == "roomStays":
            return {stay["roomStayId"] for stay in self.stays}
        return {record["id"] for record in self.rows[collection]}

    def by_id(self, collection: str) -> dict[int, Json]:
        return {record["id"]: record for record in self.rows[collection]}


def money_faults(books: Books, void_paid: Collection[int] = ()) -> Faults:
    """Invoices whose sums do not hold, as (what, id); `void_paid` are voided invoices known to keep a receipt."""
    live: dict[int, Decimal] = defaultdict(Decimal)
    for allocation in books.rows[ALLOCATIONS[0]] + books.rows[ALLOCATIONS[1]]:
        live[allocation["targetInvoiceId"]] += allocation["amount"]
        live[allocation["sourceInvoiceId"]] -= allocation["amount"]
    faults: Faults = []
    for invoice in books.rows["salesInvoices"]:
        key, items, gross = invoice["id"], invoice["salesInvoiceItems"], invoice["totalGross"]
        owed = 0 if invoice["status"] == "VOID" else gross - live[key]
        holds = {
            "items": bool(items),
            "net of the items": sum(item["totalNet"] for item in items) == invoice["totalNet"],
            "tax of the items": sum(item["totalTax"] for item in items) == invoice["totalTax"],
            "quantity times price": all(item["quantity"] * item["unitPriceNet"] == item["totalNet"] for item in items),
            "gross": invoice["totalNet"] + invoice["totalTax"] == gross,
            "outstanding": invoice["outstandingAmount"] == owed,
            "allocations only on posted": not live[key] or invoice["status"] == "POSTED" or key in void_paid,
            "credit notes are negative": (invoice["invoiceType"] == "CREDIT_NOTE") == (gross < 0),
        }
        faults += [(what, key) for what, held in holds.items() if not held]
    return faults


def stay_faults(books: Books, not_invoiced: Collection[int] = ()) -> Faults:
    """Stays of bookings that are over whose amounts differ from the live invoice lines on them, as (what, stay)."""
    lines: dict[tuple[str, int], Decimal] = defaultdict(Decimal)
    for invoice in books.rows["salesInvoices"]:
        for item in invoice["salesInvoiceItems"] if invoice["status"] != "VOID" else ():
            key = item["roomStayId"]
            lines["extras" if item["extraId"] else "net", key] += item["totalNet"]
            lines["extras vat" if item["extraId"] else "vat", key] += item["totalTax"]
    faults: Faults = []
    for booking in books.rows["bookings"]:
        over = not any(stay["roomStayStatus"] in ("CONFIRMED", "CHECKED_IN") for stay in booking["roomStays"])
        for stay in booking["roomStays"]:
            key = stay["roomStayId"]
            if over and stay["roomStayStatus"] == "CHECKED_OUT" and key not in not_invoiced:
                extras = [extra["pricing"] for extra in stay["extras"]]
                said = {"net": stay["netAmount"], "vat": stay["vatAmount"]}
                said |= {"extras": sum(price["net"] for price in extras)}
                said |= {"extras vat": sum(price["vat"] for price in extras)}
                faults += [(what, key) for what, amount in said.items() if lines[what, key] != amount]
    return faults


def reference_faults(books: Books) -> Faults:
    """Ids that point nowhere, as (collection, path, id)."""
    known = {target: books.ids(target) for _, _, target in REFERENCES}
    return [
        (collection, path, key)
        for collection, path, target in REFERENCES
        for record in books.rows[collection]
        for key in values(record, path.split("."))
        if key not in known[target]
    ]


def values(value: object, path: list[str]) -> list[Any]:
    """What stands at the end of a path, through lists; nulls left out."""
    if isinstance(value, list):
        return [found for item in value for found in values(item, path)]
    if value is None or not path:
        return [] if value is None else [value]
    return values(value.get(path[0]), path[1:]) if isinstance(value, dict) else []


def overlaps(books: Books) -> set[tuple[int, int]]:
    """Pairs of stays that hold the same night of the same unit, by ids in order of arrival."""
    by_unit: dict[int, list[tuple[str, str, int]]] = defaultdict(list)
    for stay in books.stays:
        if stay["roomStayStatus"] in ON_A_UNIT and stay["unit"]["id"] and stay["startDate"] < stay["endDate"]:
            by_unit[stay["unit"]["id"]].append((stay["startDate"], stay["endDate"], stay["roomStayId"]))
    return {(one[2], two[2]) for stays in by_unit.values() for one, two in pairwise(sorted(stays)) if two[0] < one[1]}


def not_invoiced(books: Books, wrong: Wrong) -> set[int]:
    """Stays the planted anomalies leave without a live invoice."""
    voided = void_paid(wrong)
    lines = (
        i for invoice in books.rows["salesInvoices"] if invoice["id"] in voided for i in invoice["salesInvoiceItems"]
    )
    return {item["roomStayId"] for item in lines} | {stay for (stay,) in wrong.get("never_invoiced", [])}


def void_paid(wrong: Wrong) -> set[int]:
    """Voided invoices that keep a receipt."""
    return {invoice for invoice, _ in wrong.get("void_with_live_allocations", [])}


def unplanted_faults(books: Books, wrong: Wrong) -> Faults:
    """Every fault of a portfolio that is not one of those planted in it, and a double booking that was planted and is none."""
    planted = {frozenset(pair) for pair in wrong.get("double_booked", [])}
    return [
        *money_faults(books, void_paid(wrong)),
        *stay_faults(books, not_invoiced(books, wrong)),
        *reference_faults(books),
        *(("double booked", *pair) for pair in {frozenset(pair) for pair in overlaps(books)} ^ planted),
    ]
