"""Buildings, developments, units, unit types."""

from pydantic import AliasChoices, Field

from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.record import Assumed, Date, Documented, Money, Observed, Record, Reference, Stamped


class Address(Record):
    """A postal address."""

    address_line1: Observed[str] = None
    address_line2: Observed[str] = None
    city: Observed[str] = None
    postcode: Observed[str] = Field(default=None, validation_alias=AliasChoices("postcode", "postCode"))
    country: Observed[str] = None


class Building(Stamped):
    """A building; its time zone decides on which date a night begins.

    Its address is nested, as observed, or flat: "not shown", our assumption.
    """

    id: Documented[int] = None
    # `buildingName` is observed.
    name: Documented[str] = Field(default=None, validation_alias=AliasChoices("name", "buildingName"))
    status: Assumed[str] = None
    address: Observed[Address] = None
    address_line1: Assumed[str] = None
    address_line2: Assumed[str] = None
    city: Assumed[str] = None
    postcode: Assumed[str] = Field(default=None, validation_alias=AliasChoices("postcode", "postCode"))
    country: Assumed[str] = None
    facilities: Documented[list[str]] = None
    custom_fields: Documented[list[CustomField]] = None
    development_id: Assumed[int] = None
    area_id: Assumed[int] = None
    city_id: Assumed[int] = None
    time_zone: Assumed[str] = None
    currency_code: Assumed[str] = None


class AccessCode(Record):
    """A code that opens a door of a building. Never loaded."""

    id: Assumed[int] = None
    name: Assumed[str] = None
    code: Assumed[str] = None


class Development(Stamped):
    """A group of buildings."""

    id: Documented[int] = None
    name: Documented[str] = None
    area_id: Documented[int] = None
    status: Documented[str] = None
    start_date: Assumed[Date] = None
    end_date: Assumed[Date] = None


class FeatureFacility(Record):
    """An amenity, service or feature of a unit type or development."""

    id: Documented[int] = None
    name: Documented[str] = None


class Image(Record):
    """A picture of a unit type or development; size in bytes (assumed)."""

    id: Documented[int] = None
    file_name: Documented[str] = None
    size: Documented[int] = None
    type: Documented[str] = None


class UnitType(Stamped):
    """A class of units."""

    id: Documented[int] = None
    name: Documented[str] = None
    description: Documented[str] = None
    bedrooms: Assumed[int] = None
    bathrooms: Assumed[int] = None
    floor_space: Assumed[Money] = None
    max_occupancy: Observed[int] = None
    building_id: Assumed[int] = None


class Unit(Stamped):
    """Bookable accommodation; available_from and available_to are the first and last night of its life, null = open."""

    id: Documented[int] = None
    unit_name: Observed[str] = None
    building_name: Observed[str] = None
    unit_type_name: Observed[str] = None
    bookable: Observed[bool] = None
    building_id: Assumed[int] = None
    unit_type_id: Assumed[int] = None
    max_occupancy: Assumed[int] = None
    status: Assumed[str] = None
    available_from: Assumed[Date] = None
    available_to: Assumed[Date] = None
    name: Observed[str] = None
    publish: Observed[bool] = None
    unit_type: Observed[Reference] = None
    access_groups: Documented[list[Reference]] = None
    custom_fields: Documented[list[CustomField]] = None


class UnitContract(Record):
    """A contract on a unit."""

    id: Documented[int] = None
    unit_id: Documented[int] = None
    building_id: Documented[int] = None
    start_date: Documented[Date] = None
    end_date: Documented[Date] = None
    contract_type: Assumed[str] = None
    party_name: Assumed[str] = None
    rent_amount: Assumed[Money] = None
    rent_frequency: Assumed[str] = None
    break_date: Assumed[Date] = None
    currency_code: Assumed[str] = None


class UnitLocation(Record):
    """A place inside a unit, for example a bathroom."""

    id: Documented[int] = None
    type: Documented[str] = None
    unit_id: Documented[int] = None
    description: Documented[str] = None
