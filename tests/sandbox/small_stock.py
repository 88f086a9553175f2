"""The stock of the small portfolio: places, units, what is sold and to whom."""

import datetime
from typing import Any

TODAY = datetime.date(2026, 3, 10)
STAMP = "2026-01-05T09:00:00Z"
RATES = [{"date": (TODAY + datetime.timedelta(days=day)).isoformat(), "amount": 80.25} for day in range(60)]
SHUT = [(TODAY + datetime.timedelta(days=3)).isoformat()]

STOCK: dict[str, list[Any]] = {
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
}
