"""Small random buildings, by seed, in which any field may be missing, doubled, negative, late or inconsistent."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING

from oracle.rules import Day
from oracle.wild_money import Place, WildMoney

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.model import Json, Pair

STATUSES = ["CONFIRMED", "CHECKED_IN", "CHECKED_OUT"] * 3 + ["PENDING", "PENDING", "ENQUIRY", "CANCELLED", "NO_SHOW"]
ZONES = ("Europe/London", "America/New_York", "Asia/Hong_Kong", "Pacific/Auckland", None)
CURRENCIES = ("GBP", "EUR", "SEK", None)
NIGHTS = (0, 1, 2, 3, 7, 14, 28, 29)


class Wild(WildMoney):
    """A generator of records; `foreign` lets a booking have another currency than its building."""

    def __init__(self, seed: int, *, foreign: bool = False) -> None:
        """Equal seeds give equal records."""
        super().__init__(seed)
        self.foreign = foreign

    def records(self, buildings: int) -> Iterator[Pair]:
        """The records of `buildings` buildings."""
        for number in range(1, buildings + 1):
            yield from self._building(Place(number, f"Building {number}", self.rng.choice(CURRENCIES)))

    def _building(self, place: Place) -> Iterator[Pair]:
        rng = self.rng
        known = {"timeZone": rng.choice(ZONES), "currencyCode": place.currency, "status": "ACTIVE"}
        yield "buildings", {"id": place.id, "name": place.name, **known}
        for kind in (1, 2):
            yield "unitTypes", {"id": place.number(kind), "name": f"Type {kind}", "buildingId": place.id}
        for at in range(1, rng.randint(1, 3) + 1):
            place.types[place.number(at)] = place.number(rng.randint(1, 2))
            yield "units", self._unit(place.number(at), place)
            if rng.random() < 0.2:
                yield "unitContracts", self._contract(place.number(at), place)
        for at in range(rng.randint(0, 5)):
            yield "bookings", self._booking(place.number(100 + at), place)
        for at in range(rng.randint(0, 2)):
            yield "activities", self._activity(place.number(at), self._maybe(rng.choice(list(place.types))))
        for at in range(rng.randint(0, 4) if place.stays else 0):
            place.invoices.append(place.number(at))
            yield "salesInvoices", self._invoice(place.number(at), place)
        for at in range(rng.randint(0, 5)):
            yield self._allocation(place.number(at), place)

    def _unit(self, unit: int, place: Place) -> Json:
        born, last = self._day(-40, 60), self._day(10, 120)
        return {
            "id": unit,
            "unitName": f"U{unit}",
            "buildingName": place.name,
            "bookable": self.rng.random() > 0.12,
            "buildingId": self._maybe(place.id, 0.1),
            "unitTypeId": self._maybe(place.types[unit]),
            "availableFrom": self._maybe(str(born), 0.6),
            "availableTo": self._maybe(str(max(born, last)), 0.6),
        }

    def _contract(self, unit: int, place: Place) -> Json:
        start = self._day(-40, 20)
        end = self._maybe(str(start + datetime.timedelta(days=self.rng.randint(20, 120))), 0.3)
        return {"id": unit, "unitId": unit, "buildingId": place.id, "startDate": str(start), "endDate": end}

    def _spans(self, place: Place) -> list[tuple[Day, int, int | None]]:
        """(start, nights, unit) of one booking's stays: alone, renewed, moving, side by side, or on top of itself."""
        rng, units = self.rng, list(place.types)
        start, nights, unit = self._day(), rng.choice(NIGHTS), self._maybe(rng.choice(units))
        spans = [(start, nights, unit)]
        way = rng.choice(["alone", "alone", "renewed", "moving", "beside", "twice"])
        if way in {"renewed", "moving"}:
            for _ in range(rng.randint(1, 2)):
                at, before, here = spans[-1]
                begin = at + datetime.timedelta(days=max(1, before) + rng.choice([0, 0, 0, 1, 2]))
                spans.append((begin, rng.choice(NIGHTS[1:]), here if way == "renewed" else rng.choice(units)))
        elif way == "beside" and nights:
            other = rng.choice([*[u for u in units if u != unit], None])
            spans.append((start, nights, other))
        elif way == "twice" and unit and nights > 1:
            spans.append((start + datetime.timedelta(days=1), nights, unit))
        return spans

    def _booking(self, booking: int, place: Place) -> Json:
        rng = self.rng
        contact = self._maybe(booking, 0.1)
        stays = []
        for at, (start, nights, unit) in enumerate(self._spans(place)):
            place.stays.append(booking * 10 + at)
            extras = [
                {"roomStayExtraId": booking * 100 + e, "extraId": e, "pricing": {"net": self._fine_amount(5000)}}
                for e in range(at * 10, at * 10 + rng.choice([0, 0, 1, 2]))
            ]
            kind = place.types[unit] if unit else place.number(rng.randint(1, 2))
            stays.append(
                {
                    "roomStayId": booking * 10 + at,
                    "bookingId": booking,
                    "bookingReference": f"R{booking}",
                    "roomStayStatus": rng.choice(STATUSES),
                    "startDate": str(start),
                    "endDate": str(start + datetime.timedelta(days=nights)),
                    "netAmount": self._maybe(self._fine_amount(), 0.1),
                    "vatAmount": self._maybe(self._fine_amount(20_000), 0.1),
                    "bookingContact": {"id": contact},
                    "unit": {
                        "id": unit,
                        "unitTypeId": self._maybe(kind),
                        "buildingId": self._maybe(place.id),
                        "buildingName": place.name,
                    },
                    "extras": extras,
                }
            )
        return {
            "id": booking,
            "bookingReference": f"R{booking}",
            "bookingContactId": contact,
            "channelId": self._maybe(rng.randint(1, 4)),
            "marketSegmentId": self._maybe(rng.randint(1, 4)),
            "currencyCode": rng.choice(CURRENCIES) if self.foreign and rng.random() < 0.2 else place.currency,
            "createdDate": f"{self._day(-60, 0)}T09:00:00Z",
            "roomStays": stays,
        }

    def _activity(self, activity: int, unit: int | None) -> Json:
        start = self._day()
        moment = datetime.datetime(start.year, start.month, start.day, self.rng.randint(0, 23), 30, tzinfo=datetime.UTC)
        return {
            "id": activity,
            "unitId": unit,
            "startDateTime": moment.isoformat().replace("+00:00", "Z"),
            "dueDate": str(start + datetime.timedelta(days=self.rng.choice([0, 1, 3, 27, 28, 29, 40]))),
            "blockAvailability": self.rng.random() > 0.2,
            "status": self.rng.choice(["OPEN", "COMPLETED", "CANCELLED", None]),
        }
