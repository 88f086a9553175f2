"""The places of the portfolio: countries with their taxes, cities with their time zones, and kinds of buildings."""

from __future__ import annotations

from dataclasses import dataclass

from nightaudit.sandbox.portfolio.randomness import dice


@dataclass(frozen=True, slots=True)
class TaxCode:
    """A tax rate in basis points (1475 is 14.75 %)."""

    id: int
    code: str
    name: str
    basis_points: int


@dataclass(frozen=True, slots=True)
class Country:
    """A country, the legal entity that invoices there, and its tax codes."""

    id: int
    name: str
    iso2: str
    iso3: str
    currency: str
    lodging: TaxCode
    lodging_before: TaxCode
    standard: TaxCode
    exempt: TaxCode


@dataclass(frozen=True, slots=True)
class City:
    """A city and its time zone."""

    id: int
    name: str
    country: Country
    time_zone: str
    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of building: how its units are sold, its price level and its occupancy.

    weight           size relative to the average building
    short, monthly   shares of units sold by the night and by the month; the rest is let on tenancies
    night, rent      net price of a studio per night and per month, in the currency's units
    fullness         chance of an arrival on a free night of a short-stay unit, before season and weekday
    """

    city: str
    label: str
    weight: float
    short: float
    monthly: float
    night: int
    rent: int
    fullness: float
    leisure: bool


def _country(
    number: int,
    name: str,
    iso2: str,
    iso3: str,
    currency: str,
    lodging: int,
    standard: int,
    *,
    before: int | None = None,
) -> Country:
    first = number * 10
    now = TaxCode(first + 1, f"{iso2}-LODGING", f"{name}: lodging", lodging)
    old = TaxCode(first + 4, f"{iso2}-LODGING-OLD", f"{name}: lodging, until the change of rate", before or lodging)
    return Country(
        number,
        name,
        iso2,
        iso3,
        currency,
        now,
        now if before is None else old,
        TaxCode(first + 2, f"{iso2}-STANDARD", f"{name}: standard rate", standard),
        TaxCode(first + 3, f"{iso2}-EXEMPT", f"{name}: residential lettings, exempt", 0),
    )


# Tax rates as an operator would set them up; Germany's change of rate is invented, so that some stays span a change.
GB = _country(1, "United Kingdom", "GB", "GBR", "GBP", 2000, 2000)
DE = _country(2, "Germany", "DE", "DEU", "EUR", 700, 1900, before=500)
SE = _country(3, "Sweden", "SE", "SWE", "SEK", 1200, 2500)
HK = _country(4, "Hong Kong", "HK", "HKG", "HKD", 300, 0)
US = _country(5, "United States", "US", "USA", "USD", 1475, 888)
COUNTRIES = (GB, DE, SE, HK, US)

CITIES = {
    city.name: city
    for city in (
        City(1, "London", GB, "Europe/London", 51.51, -0.13),
        City(2, "Berlin", DE, "Europe/Berlin", 52.52, 13.4),
        City(3, "Stockholm", SE, "Europe/Stockholm", 59.33, 18.07),
        City(4, "Hong Kong", HK, "Asia/Hong_Kong", 22.28, 114.16),
        City(5, "New York", US, "America/New_York", 40.71, -74.01),
        City(6, "Manchester", GB, "Europe/London", 53.48, -2.24),
        City(7, "Edinburgh", GB, "Europe/London", 55.95, -3.19),
        City(8, "Hamburg", DE, "Europe/Berlin", 53.55, 9.99),
    )
}

KINDS = (
    Kind("London", "serviced", 0.8, 0.7, 0.3, 148, 3100, 0.43, leisure=False),
    Kind("Berlin", "co-living", 1.1, 0.25, 0.35, 92, 1080, 0.4, leisure=True),
    Kind("Manchester", "build-to-rent", 1.4, 0.0, 0.05, 95, 1250, 0.4, leisure=False),
    Kind("Stockholm", "build-to-rent", 1.2, 0.1, 0.1, 1240, 14500, 0.38, leisure=False),
    Kind("Hong Kong", "serviced", 0.8, 0.45, 0.55, 1180, 23800, 0.42, leisure=False),
    Kind("New York", "build-to-rent", 1.3, 0.0, 0.1, 215, 3650, 0.4, leisure=False),
    Kind("Edinburgh", "serviced", 0.6, 0.85, 0.15, 124, 2350, 0.41, leisure=True),
    Kind("London", "build-to-rent", 1.4, 0.0, 0.0, 140, 2150, 0.4, leisure=False),
    Kind("Hamburg", "co-living", 0.9, 0.15, 0.4, 98, 990, 0.41, leisure=True),
    Kind("Manchester", "build-to-rent", 1.3, 0.05, 0.0, 90, 1150, 0.4, leisure=False),
    Kind("Berlin", "build-to-rent", 1.2, 0.0, 0.1, 90, 1320, 0.4, leisure=False),
    Kind("New York", "serviced", 0.6, 0.6, 0.4, 232, 5200, 0.43, leisure=False),
)
TYPICAL_BUILDING = 36
TEST_BUILDING = "Test Building"
TEST_UNITS = 3


def sizes(units: int, seed: int) -> list[tuple[Kind, int]]:
    """Return kind and number of units of each building, without the Test Building; the sum is `units`."""
    rng = dice(seed, "sizes")
    count = max(1, round(units / TYPICAL_BUILDING))
    kinds = [KINDS[number % len(KINDS)] for number in range(count)]
    weights = [kind.weight * (0.85 + 0.3 * rng.random()) for kind in kinds]
    whole = sum(weights)
    shares = [max(1, int(units * weight / whole)) for weight in weights]
    shares[-1] = max(1, shares[-1] + units - sum(shares))
    return list(zip(kinds, shares, strict=True))
