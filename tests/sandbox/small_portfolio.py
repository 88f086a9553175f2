"""A portfolio small enough to know by heart: one building, three units, six bookings, five invoices."""

import datetime
from typing import Any

TODAY = datetime.date(2026, 3, 10)
STAMP = "2026-01-05T09:00:00Z"


def stay(number: int, booking: int, status: str, start: str, end: str, unit: int | None = 1, **more: Any) -> Any:
    return {
        "roomStayId": number,
        "bookingId": booking,
        "bookingReference": f"20260105-{booking:05d}",
        "roomStayStatus": status,
        "startDate": start,
        "endDate": end,
        "netAmount": 100.00,
        "vatAmount": 20.00,
        "bookingContact": {"id": 1, "firstName": "Ada", "lastName": "Quill", "emailAddress": "ada@example.invalid"},
        "unit": {"id": unit, "name": f"A{unit}" if unit else None, "unitTypeId": 1, "buildingId": 1},
        "numberOfAdults": 2,
        "rate": {"id": 1, "name": "Nightly", "rateCode": "N1", "rateType": "DAILY"},
        "extras": [],
        **more,
    }


def booking(number: int, *stays: Any) -> Any:
    return {
        "id": number,
        "bookingReference": f"20260105-{number:05d}",
        "bookingContactId": 1,
        "billingContactId": 1,
        "channelId": 1,
        "marketSegmentId": 1,
        "bookingTypeId": 1,
        "bookingTermsId": 1,
        "currencyCode": "GBP",
        "createdDate": STAMP,
        "lastModifiedDate": STAMP,
        "roomStays": list(stays),
        "salesInvoices": [],
        "notes": ["Late arrival"] if number == 1 else [],
        "tags": ["VIP"] if number == 1 else [],
        "customFields": [{"id": 1, "name": "parking", "type": "TEXT", "value": "yes"}],
    }


def invoice(number: int, status: str, due: str, gross: float, booking_id: int = 1, **more: Any) -> Any:
    net = round(gross / 1.2, 2)
    return {
        "id": number,
        "invoiceNumber": f"INV{number:06d}",
        "invoiceType": "INVOICE",
        "status": status,
        "organisationId": 1,
        "invoiceDate": "2026-02-01",
        "invoiceDueDate": due,
        "currencyCode": "GBP",
        "totalNet": net,
        "totalTax": round(gross - net, 2),
        "totalGross": gross,
        "outstandingAmount": gross,
        "financeAccount": {"id": 7, "type": "CONTACT", "accountNumber": "AC7", "accountName": "Ada Quill"},
        "bookingId": booking_id,
        "contactId": 1,
        "balancedInvoiceNumbers": None,
        "exportStatus": "PENDING",
        "externalId": None,
        "exportedDate": None,
        "integrationIdentifiers": [
            {"systemName": "ledger", "syncStatus": "SENT", "externalId": "L1", "externalValue": "1"}
        ],
        "customFields": [
            {"id": 1, "templateId": 5, "templateName": "cost", "name": "cost", "type": "TEXT", "value": "a"}
        ],
        "salesInvoiceItems": [
            {
                "id": number * 10,
                "description": "Nights",
                "quantity": 1,
                "unitPriceNet": net,
                "totalNet": net,
                "totalTax": round(gross - net, 2),
                "roomStayId": 11,
                "extraId": 1 if number == 2 else None,
                "chargeFrom": "2026-03-01",
                "chargeTo": "2026-03-05",
            }
        ],
        "createdDate": STAMP,
        "lastModifiedDate": STAMP,
        **more,
    }


def allocation(number: int, created: str, **more: Any) -> Any:
    base = {"id": number, "financeAccountId": 7, "importType": "PAYMENT", "nominalCode": "1200", "date": created[:10]}
    base |= {
        "amount": 10.0,
        "sourceInvoiceId": None,
        "targetInvoiceId": 4,
        "currencyCode": "GBP",
        "createdDate": created,
    }
    return base | {"exportStatus": "PENDING", "externalId": None, "exportedDate": None} | more


SOLD = {
    "roomStayExtraId": 111,
    "extraId": 1,
    "description": "Parking",
    "pricing": {"gross": 12.0, "net": 10.0, "vat": 2.0},
}
CREDIT = {"invoiceType": "CREDIT_NOTE", "invoiceNumber": "CN000005", "balancedInvoiceNumbers": "INV000001, INV000004"}
RATES = [{"date": (TODAY + datetime.timedelta(days=day)).isoformat(), "amount": 80.25} for day in range(60)]
SHUT = [(TODAY + datetime.timedelta(days=3)).isoformat()]

PORTFOLIO: dict[str, list[Any]] = {
    "accessGroups": [{"id": 1, "name": "Residents", "buildingId": 1}, {"id": 2, "name": "Cleaners", "buildingId": 2}],
    "unitAccessGroups": [{"id": 1, "unit": {"id": 1, "name": "A1"}, "accessGroup": {"id": 1, "name": "Residents"}}],
    "activities": [
        {
            "id": 1,
            "subject": "Boiler",
            "activityTypeId": 1,
            "assignedTeamId": 1,
            "startDateTime": "2026-04-10T08:00:00Z",
            "dueDate": "2026-04-12",
            "unitId": 1,
            "blockAvailability": True,
            "status": "OPEN",
        }
    ],
    "activities_notes": [
        {"id": 1, "activityId": 1, "content": "Part ordered", "createdDate": STAMP, "author": "u1", "tags": []}
    ],
    "areas": [{"id": 1, "name": "Docks", "cityId": 1, "deleted": False}],
    "cities": [
        {"id": 1, "name": "Northport", "countryId": 1, "deleted": False},
        {"id": 2, "name": "Southport", "deleted": False},
    ],
    "countries": [
        {"id": 1, "countryName": "United Kingdom", "isoCode2": "GB", "isoCode3": "GBR"},
        {"id": 2, "countryName": "Portugal", "isoCode2": "PT", "isoCode3": "PRT"},
    ],
    "billingFrequencies": [{"id": 1, "name": "Per night"}],
    "bookingTerms": [{"id": 1, "name": "Flexible"}],
    "bookingTypes": [{"id": 1, "name": "Short"}],
    "marketSegments": [{"id": 1, "name": "Leisure"}],
    "tags": [{"id": 1, "name": "VIP", "description": "Look after them"}],
    "taxCodes": [{"id": 1, "name": "Standard", "code": "S", "rate": 20.0}],
    "teams": [{"id": 1, "name": "Maintenance", "members": ["u1"], "roles": ["repair"]}],
    "channels": [{"id": 1, "name": "Direct", "operator": "own", "commission": 0.0}],
    "developments": [{"id": 1, "name": "Harbour", "areaId": 1, "status": "ACTIVE"}],
    "buildings": [
        {
            "id": 1,
            "name": "Anchor House",
            "status": "ACTIVE",
            "developmentId": 1,
            "cityId": 1,
            "timeZone": "Europe/London",
            "currencyCode": "GBP",
            "facilities": ["lift"],
            "customFields": [{"id": 1, "name": "floor", "type": "NUMBER", "value": "3"}],
        },
        {"id": 2, "name": "Beacon Court", "status": "ACTIVE", "developmentId": 1, "customFields": []},
    ],
    "accessCodes": [{"id": 1, "buildingId": 1, "name": "Front door", "code": "0000"}],
    "unitTypes": [
        {"id": 1, "name": "Studio", "maxOccupancy": 2, "buildingId": 1},
        {"id": 2, "name": "Two bed", "maxOccupancy": 4, "buildingId": 1},
    ],
    "units": [
        {
            "id": number,
            "unitName": f"A{number}",
            "buildingName": "Anchor House",
            "bookable": number != 4,
            "buildingId": 1,
            "unitTypeId": 1 if number < 3 else 2,
            "maxOccupancy": 2,
            "status": "ACTIVE",
            "customFields": [{"id": 1, "name": "key", "type": "TEXT", "value": "blue"}],
            "availableFrom": None,
            "availableTo": "2026-12-31" if number == 3 else None,
        }
        for number in (1, 2, 3, 4)
    ],
    "unitContracts": [{"id": 1, "unitId": 1, "buildingId": 1, "startDate": "2020-01-01", "endDate": "2030-01-01"}],
    "unitLocations": [{"id": 1, "unitId": 1, "type": "BATHROOM", "description": "Upstairs"}],
    "featuresFacilities": [{"id": number, "name": name} for number, name in enumerate(("Gym", "Pool", "Desk"), 1)],
    "unitTypes_featuresFacilities": [{"id": 1, "unitTypeId": 1, "featureFacilityId": 1}],
    "developments_featuresFacilities": [{"id": 1, "developmentId": 1, "featureFacilityId": 2}],
    "images": [
        {"id": 1, "unitTypeId": 1, "fileName": "studio.png", "size": 10, "type": "image/png"},
        {"id": 2, "developmentId": 1, "fileName": "harbour.png", "size": 10, "type": "image/png"},
    ],
    "contacts": [
        {
            "id": number,
            "firstName": first,
            "lastName": "Quill",
            "primaryContactEmailAddress": {"email": f"{first.lower()}@example.invalid", "primary": True},
            "primaryContactTelephoneNumber": {"number": f"+999 555 000{number}", "primary": True},
            "type": "GUEST",
            "status": "ACTIVE",
            "customFields": [{"id": 1, "name": "diet", "type": "TEXT", "value": "none"}],
            "createdDate": STAMP,
            "lastModifiedDate": STAMP,
        }
        for number, first in ((1, "Ada"), (2, "Bea"))
    ],
    "contacts_notes": [
        {"id": 1, "contactId": 1, "content": "Prefers mail", "createdDate": STAMP, "author": "u1", "tags": []}
    ],
    "rates": [
        {
            "id": 1,
            "rateCode": "N1",
            "name": "Nightly",
            "rateType": "DAILY",
            "unitTypeId": 1,
            "currencyCode": "GBP",
            "rates": RATES,
        },
        {
            "id": 2,
            "rateCode": "N2",
            "name": "Nightly, picky",
            "rateType": "DAILY",
            "unitTypeId": 2,
            "currencyCode": "GBP",
            "rates": RATES,
            "minimumStay": 3,
            "leadTimeDays": 2,
            "closedToArrival": SHUT,
        },
    ],
    "rateSegments": [
        {
            "id": 1,
            "rateId": 1,
            "name": "Spring 2026",
            "dateFrom": "2026-03-01",
            "dateTo": "2026-05-31",
            "unitTypeId": 1,
            "amount": 80.0,
        },
        {
            "id": 2,
            "rateId": 1,
            "name": "Spring 2027",
            "dateFrom": "2027-03-01",
            "dateTo": "2027-05-31",
            "unitTypeId": 1,
            "amount": 70.0,
        },
        {
            "id": 3,
            "rateId": 1,
            "name": "Winter",
            "dateFrom": "2026-12-01",
            "dateTo": "2027-02-28",
            "unitTypeId": 2,
            "amount": 60.0,
        },
    ],
    "extras": [
        {"id": 1, "name": "Parking", "billingFrequencyId": 1, "compulsory": False, "bookableOnline": True},
        {
            "id": 2,
            "name": "Cleaning",
            "billingFrequencyId": 1,
            "compulsory": True,
            "bookableOnline": False,
            "buildingId": 1,
        },
        {
            "id": 3,
            "name": "Boat",
            "billingFrequencyId": 1,
            "compulsory": True,
            "bookableOnline": False,
            "buildingId": 2,
        },
    ],
    "bookings": [
        booking(
            1,
            stay(11, 1, "CHECKED_OUT", "2026-03-01", "2026-03-05", extras=[SOLD]),
            stay(12, 1, "CANCELLED", "2026-03-01", "2026-03-05", 2),
        ),
        booking(2, stay(21, 2, "CHECKED_IN", "2026-03-08", "2026-03-12")),
        booking(3, stay(31, 3, "CONFIRMED", "2026-03-20", "2026-03-25")),
        booking(4, stay(41, 4, "PENDING", "2026-04-01", "2026-04-04")),
        booking(5, stay(51, 5, "ENQUIRY", "2026-05-01", "2026-05-04")),
        booking(6, stay(61, 6, "CONFIRMED", "2026-06-01", "2026-06-04", None)),
    ],
    "guestStays": [
        {
            "id": number,
            "roomStayId": number,
            "bookingId": number // 10,
            "bookingReference": f"20260105-{number // 10:05d}",
            "contactId": 1,
            "unitId": 1,
            "status": status,
            "checkInDate": start,
            "checkOutDate": end,
            "guest": {"firstName": "Ada", "lastName": "Quill", "email": "ada@example.invalid"},
        }
        for number, status, start, end in (
            (11, "CHECKED_OUT", "2026-03-01", "2026-03-04"),
            (21, "CHECKED_IN", "2026-03-08", "2026-03-12"),
            (31, "CONFIRMED", "2026-03-20", "2026-03-25"),
            (51, "ENQUIRY", "2026-05-01", "2026-05-04"),
        )
    ],
    "salesInvoices": [
        invoice(1, "DRAFT", "2026-03-31", 120.00),
        invoice(2, "POSTED", "2026-02-28", 12.00),
        invoice(3, "VOID", "2026-02-28", 60.00, outstandingAmount=0.0),
        invoice(4, "POSTED", "2026-02-15", 240.00, booking_id=2),
        invoice(5, "POSTED", "2026-02-15", -48.00, booking_id=2, **CREDIT),
    ],
    "financialAllocations_salesInvoices": [allocation(3, "2026-02-20T12:00:00Z", exportStatus="EXPORTED")],
    "financialAllocations_salesPayments": [
        allocation(1, "2026-02-18T00:00:00Z"),
        allocation(2, "2026-02-19T23:59:59Z", exportStatus="IMPORTED"),
    ],
}
