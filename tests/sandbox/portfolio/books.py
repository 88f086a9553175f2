"""The bookkeeping rules every portfolio keeps, checked with plain Python on finished records."""

import json
from collections import defaultdict
from datetime import timedelta
from decimal import Decimal

from nightaudit.sandbox.portfolio import encode

SHARED = {"financialAllocations_salesInvoices", "financialAllocations_salesPayments"}


class Books:
    """The records of one portfolio by collection and id."""

    def __init__(self, records):
        self.rows = defaultdict(list)
        for collection, record in records:
            self.rows[collection].append(record)

    def by_id(self, collection):
        return {record["id"]: record for record in self.rows[collection]}

    @property
    def stays(self):
        return [stay for booking in self.rows["bookings"] for stay in booking["roomStays"]]

    @property
    def allocations(self):
        return [record for collection in sorted(SHARED) for record in self.rows[collection]]


def money_faults(books, *, void_paid=()):
    """What breaks the money identities; empty when all hold. `void_paid`: voided invoices known to keep a receipt."""
    faults = []
    put, taken = defaultdict(Decimal), defaultdict(Decimal)
    for allocation in books.allocations:
        if allocation["targetInvoiceId"]:
            put[allocation["targetInvoiceId"]] += allocation["amount"]
        if allocation["sourceInvoiceId"]:
            taken[allocation["sourceInvoiceId"]] += allocation["amount"]
    for invoice in books.rows["salesInvoices"]:
        key, items = invoice["id"], invoice["salesInvoiceItems"]
        if sum(item["totalNet"] for item in items) != invoice["totalNet"]:
            faults.append(("items net", key))
        if sum(item["totalTax"] for item in items) != invoice["totalTax"]:
            faults.append(("items tax", key))
        if invoice["totalNet"] + invoice["totalTax"] != invoice["totalGross"]:
            faults.append(("gross", key))
        if any(item["quantity"] * item["unitPriceNet"] != item["totalNet"] for item in items):
            faults.append(("quantity times price", key))
        live = put[key] - taken[key]
        owed = Decimal(0) if invoice["status"] == "VOID" else invoice["totalGross"] - live
        if invoice["outstandingAmount"] != owed:
            faults.append(("outstanding", key))
        if live and invoice["status"] != "POSTED" and key not in void_paid:
            faults.append((f"allocation on {invoice['status']}", key))
        if (invoice["invoiceType"] == "CREDIT_NOTE") != (invoice["totalGross"] < 0):
            faults.append(("type and sign", key))
    return faults


def stay_faults(books, *, uninvoiced=()):
    """Stays checked out whose amounts differ from the live invoice lines on them, as (what, room stay id)."""
    net, tax, extras = defaultdict(Decimal), defaultdict(Decimal), defaultdict(Decimal)
    for invoice in books.rows["salesInvoices"]:
        if invoice["status"] == "VOID":
            continue
        for item in invoice["salesInvoiceItems"]:
            if item["extraId"]:
                extras[item["roomStayId"]] += item["totalNet"]
            else:
                net[item["roomStayId"]] += item["totalNet"]
                tax[item["roomStayId"]] += item["totalTax"]
    faults = []
    for stay in books.stays:
        key = stay["roomStayId"]
        if stay["roomStayStatus"] != "CHECKED_OUT" or key in uninvoiced:
            continue
        if net[key] != stay["netAmount"]:
            faults.append(("net", key))
        if tax[key] != stay["vatAmount"]:
            faults.append(("vat", key))
        if extras[key] != sum(extra["pricing"]["net"] for extra in stay["extras"]):
            faults.append(("extras", key))
    return faults


def reference_faults(books):
    """Ids that point nowhere, as (collection, field, id)."""
    have = {
        collection: set(books.by_id(collection))
        for collection in list(books.rows)
        if collection != "bookings_customFields"
    }
    stays = {stay["roomStayId"]: stay for stay in books.stays}
    faults = []

    def need(collection, field, key):
        if key is not None and key not in have.get(collection, ()):
            faults.append((collection, field, key))

    for booking in books.rows["bookings"]:
        need("contacts", "bookingContactId", booking["bookingContactId"])
        need("contacts", "billingContactId", booking["billingContactId"])
        need("channels", "channelId", booking["channelId"])
        need("marketSegments", "marketSegmentId", booking["marketSegmentId"])
        need("bookingTypes", "bookingTypeId", booking["bookingTypeId"])
        need("bookingTerms", "bookingTermsId", booking["bookingTermsId"])
        for key in booking["salesInvoices"]:
            need("salesInvoices", "bookings.salesInvoices", key)
        for stay in booking["roomStays"]:
            need("units", "roomStay.unit", stay["unit"]["id"])
            need("unitTypes", "roomStay.unitType", stay["unit"]["unitTypeId"])
            need("buildings", "roomStay.building", stay["unit"]["buildingId"])
            need("rates", "roomStay.rate", stay["rate"]["id"])
            for extra in stay["extras"]:
                need("extras", "roomStay.extra", extra["extraId"])
    for guest in books.rows["guestStays"]:
        need("bookings", "guestStay.bookingId", guest["bookingId"])
        need("contacts", "guestStay.contactId", guest["contactId"])
        need("units", "guestStay.unitId", guest["unitId"])
        if guest["roomStayId"] not in stays:
            faults.append(("roomStays", "guestStay", guest["roomStayId"]))
    for invoice in books.rows["salesInvoices"]:
        need("bookings", "salesInvoice.bookingId", invoice["bookingId"])
        need("contacts", "salesInvoice.contactId", invoice["contactId"])
        for item in invoice["salesInvoiceItems"]:
            need("taxCodes", "item.taxCodeId", item["taxCodeId"])
            need("units", "item.unitId", item["unitId"])
            need("extras", "item.extraId", item["extraId"])
            if item["roomStayId"] not in stays:
                faults.append(("roomStays", "item", item["roomStayId"]))
    for allocation in books.allocations:
        need("salesInvoices", "allocation.source", allocation["sourceInvoiceId"])
        need("salesInvoices", "allocation.target", allocation["targetInvoiceId"])
    for unit in books.rows["units"]:
        need("buildings", "unit.buildingId", unit["buildingId"])
        need("unitTypes", "unit.unitTypeId", unit["unitTypeId"])
    for collection, field, target in (
        ("activities", "unitId", "units"),
        ("unitContracts", "unitId", "units"),
        ("unitLocations", "unitId", "units"),
        ("activities_notes", "activityId", "activities"),
        ("bookings_notes", "bookingId", "bookings"),
        ("extras", "taxCodeId", "taxCodes"),
        ("rates", "unitTypeId", "unitTypes"),
        ("rateSegments", "rateId", "rates"),
        ("buildings", "developmentId", "developments"),
        ("buildings", "areaId", "areas"),
        ("buildings", "cityId", "cities"),
        ("developments", "areaId", "areas"),
        ("contacts_notes", "contactId", "contacts"),
        ("accessCodes", "buildingId", "buildings"),
        ("unitTypes_featuresFacilities", "unitTypeId", "unitTypes"),
        ("unitTypes_featuresFacilities", "featureFacilityId", "featuresFacilities"),
        ("developments_featuresFacilities", "developmentId", "developments"),
        ("developments_featuresFacilities", "featureFacilityId", "featuresFacilities"),
    ):
        for record in books.rows[collection]:
            need(target, f"{collection}.{field}", record[field])
    return faults


class Shelf:
    """Records in memory as `advance` reads them from a store, and the store's part of applying its changes."""

    def __init__(self, records, today):
        self.today = today
        self.rows = defaultdict(dict)
        self.highest = defaultdict(int)
        for collection, record in records:
            self.put(collection, record)

    def put(self, collection, record):
        self.rows[collection][record["id"]] = encode(record)
        self.highest[collection] = max(self.highest[collection], record["id"])
        for child, field, key in (
            ("roomStays", "roomStays", "roomStayId"),
            ("salesInvoiceItems", "salesInvoiceItems", "id"),
        ):
            for row in record.get(field) or ():
                self.highest[child] = max(self.highest[child], row[key])

    def all(self, collection):
        return (_decode(text) for _, text in sorted(self.rows[collection].items()))

    def get(self, collection, record_id):
        text = self.rows[collection].get(record_id)
        return None if text is None else _decode(text)

    def last_id(self, collection):
        return self.highest[collection]

    def apply(self, changes, days):
        for collection, record_id, record in changes:
            if record is None:
                del self.rows[collection][record_id]
            else:
                self.put(collection, record)
        self.today += timedelta(days=days)

    def books(self):
        return Books(
            (collection, record) for collection, rows in self.rows.items() for _, record in sorted(rows.items())
        )


def _decode(text):
    return json.loads(text, parse_float=Decimal)
