"""The default portfolio charts like a real one: occupancy, prices, seasons, weekends, lead times, receivables."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from nightaudit.sandbox.portfolio import generate
from sandbox.portfolio.portfolio_books import ON_A_UNIT, Books

TODAY = date(2026, 11, 20)
START = date(2024, 11, 1)
DAY = timedelta(days=1)
# Plausible net prices a night in each currency: lowest and highest yearly average of a building's short stays.
SHORT_ADR = {"GBP": (90, 260), "EUR": (70, 190), "SEK": (900, 2200), "HKD": (900, 2200), "USD": (150, 400)}
LET_ADR = {"GBP": (30, 190), "EUR": (25, 120), "SEK": (380, 1100), "HKD": (600, 1800), "USD": (90, 300)}


@dataclass
class Nights:
    """Unit-nights from the start up to today, counted by hand."""

    supply: Counter[Any] = field(default_factory=Counter)
    sold: Counter[Any] = field(default_factory=Counter)
    revenue: dict[Any, Decimal] = field(default_factory=lambda: defaultdict(Decimal))

    def occupancy(self, **wanted: object) -> float:
        """Share of sold nights where use, month or weekday are as wanted."""
        return self._sum(self.sold, wanted) / self._sum(self.supply, wanted)

    @staticmethod
    def _sum(counter: Counter[Any], wanted: dict[str, object]) -> int:
        place = {"use": 0, "building": 1, "month": 2, "weekday": 3}
        return sum(n for key, n in counter.items() if all(key[place[what]] == value for what, value in wanted.items()))


@pytest.fixture(scope="module")
def default() -> Books:
    return Books(generate(today=TODAY))


@pytest.fixture(scope="module")
def nights(default: Books) -> Nights:
    result = Nights()
    sold_by = {}
    for unit in default.rows["units"]:
        if unit["bookable"] and unit["buildingName"] != "Test Building":
            sold_by[unit["id"]] = (unit["customFields"][0]["value"], unit["buildingName"])
            first, last = unit["availableFrom"] or "", unit["availableTo"] or "9"
            for day in days(START, TODAY):
                if first <= day.isoformat() <= last:
                    result.supply[(*sold_by[unit["id"]], day.month, day.weekday())] += 1
    for booking in default.rows["bookings"]:
        for stay in booking["roomStays"]:
            if stay["roomStayStatus"] not in ON_A_UNIT or stay["unit"]["id"] not in sold_by:
                continue
            start, end = date.fromisoformat(stay["startDate"]), date.fromisoformat(stay["endDate"])
            use, building = sold_by[stay["unit"]["id"]]
            result.revenue[use, building, booking["currencyCode"]] += stay["netAmount"]
            result.revenue[use, building, "nights"] += (end - start).days
            for day in days(start, min(end, TODAY)):
                result.sold[use, building, day.month, day.weekday()] += 1
    return result


def days(start: date, end: date) -> Iterator[date]:
    return (start + DAY * number for number in range((end - start).days))


def test_short_stays_run_at_sixty_to_eighty_five_per_cent(nights: Nights) -> None:
    assert 0.7 < nights.occupancy(use="SHORT") < 0.85
    months = {month: nights.occupancy(use="SHORT", month=month) for month in range(1, 13)}
    assert all(0.6 < share < 0.9 for share in months.values()), months
    assert min(months[7], months[8], months[9]) > max(months[1], months[2]) + 0.03, months


def test_tenancies_and_month_long_stays_run_at_seventy_five_to_ninety_five_per_cent(nights: Nights) -> None:
    assert 0.8 < nights.occupancy(use="TENANCY") < 0.93
    assert 0.75 < nights.occupancy(use="MONTHLY") < 0.9
    weekdays = [nights.occupancy(use="TENANCY", weekday=weekday) for weekday in range(7)]
    assert max(weekdays) - min(weekdays) < 0.02


def test_weekends_fill_city_break_houses_and_weekdays_business_houses(default: Books, nights: Nights) -> None:
    cities = {building["name"]: building["address"]["city"] for building in default.rows["buildings"]}
    leisure = next(name for name, city in cities.items() if city == "Edinburgh")
    business = next(name for name, city in cities.items() if city == "London" and name != "Test Building")

    def weekend_lead(building: str) -> float:
        by_day = [nights.occupancy(use="SHORT", building=building, weekday=weekday) for weekday in range(7)]
        return (by_day[4] + by_day[5]) / 2 - sum(by_day[:4]) / 4

    assert weekend_lead(leisure) > 0.04
    assert weekend_lead(business) < 0.0


def test_prices_are_plausible_in_every_currency(nights: Nights) -> None:
    seen = set()
    for (use, building, currency), amount in nights.revenue.items():
        if currency == "nights":
            continue
        adr = amount / nights.revenue[use, building, "nights"]
        low, high = (SHORT_ADR if use == "SHORT" else LET_ADR)[currency]
        assert low < adr < high, (use, building, currency, adr)
        seen.add(currency)
    assert {"GBP", "EUR", "SEK", "HKD", "USD"} == seen


def test_business_ahead_fades_with_distance(default: Books) -> None:
    ahead: Counter[int] = Counter()
    for stay in default.stays:
        by_the_night = stay["rate"]["rateType"] == "DAILY"
        if by_the_night and stay["roomStayStatus"] == "CONFIRMED" and stay["startDate"] > TODAY.isoformat():
            for day in days(date.fromisoformat(stay["startDate"]), date.fromisoformat(stay["endDate"])):
                ahead[(day - TODAY).days // 30] += 1
    assert ahead[0] > ahead[1] > ahead[2] > max(ahead[month] for month in range(3, 12)) > 0
    lead = [
        (date.fromisoformat(stay["startDate"]) - date.fromisoformat(stay["createdDate"][:10])).days
        for stay in default.stays
        if stay["rate"]["rateType"] == "DAILY" and stay["roomStayStatus"] == "CHECKED_OUT"
    ]
    assert 0 == min(lead)
    assert 15 < sum(lead) / len(lead) < 45
    assert max(stay["endDate"] for stay in default.stays) < (TODAY + 560 * DAY).isoformat()


def test_shares_of_lost_business_are_plausible(default: Books) -> None:
    count = Counter(stay["roomStayStatus"] for stay in default.stays)
    known = sum(count.values()) - count["ENQUIRY"]
    assert 0.08 < count["CANCELLED"] / known < 0.25
    assert 0.005 < count["NO_SHOW"] / known < 0.03
    assert 0.02 < count["ENQUIRY"] / known < 0.15


def test_most_of_what_is_owed_is_young_and_little_is_owed(default: Books) -> None:
    for currency in ("GBP", "EUR"):
        posted = [i for i in default.rows["salesInvoices"] if i["status"] == "POSTED" and i["currencyCode"] == currency]
        owed = sum(invoice["outstandingAmount"] for invoice in posted if invoice["outstandingAmount"] > 0)
        issued = sum(invoice["totalGross"] for invoice in posted)
        old = (TODAY - 91 * DAY).isoformat()
        aged = sum(i["outstandingAmount"] for i in posted if i["outstandingAmount"] > 0 and i["invoiceDueDate"] < old)
        assert Decimal("0.005") < owed / issued < Decimal("0.05")
        assert aged < owed / 2


def test_names_are_invented_and_nobody_can_be_reached(default: Books) -> None:
    for contact in default.rows["contacts"]:
        assert contact["primaryContactEmailAddress"]["email"].endswith("@example.invalid")
        assert contact["primaryContactTelephoneNumber"]["number"].startswith("+999 ")
    buildings = default.rows["buildings"]
    assert 1 == [building["name"] for building in buildings].count("Test Building")
    assert 5 == len({building["timeZone"] for building in buildings})
