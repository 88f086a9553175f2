"""Geography: areas, cities and countries. Areas and cities are soft-deleted."""

from nightaudit.client.records.record import Assumed, Documented, Record


class Area(Record):
    """A part of a city or region, possibly inside another area."""

    id: Documented[int] = None
    name: Assumed[str] = None
    city_id: Assumed[int] = None
    region_id: Assumed[int] = None
    country_id: Assumed[int] = None
    parent_area_id: Assumed[int] = None
    deleted: Assumed[bool] = None


class City(Record):
    """A city with its place on the map."""

    id: Documented[int] = None
    name: Documented[str] = None
    region_id: Assumed[int] = None
    country_id: Assumed[int] = None
    latitude: Assumed[float] = None
    longitude: Assumed[float] = None
    deleted: Assumed[bool] = None


class Country(Record):
    """A country with its ISO codes."""

    id: Documented[int] = None
    country_name: Documented[str] = None
    iso_code2: Documented[str] = None
    iso_code3: Documented[str] = None
