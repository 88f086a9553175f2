"""Availability, billing and booking classifications."""

from decimal import Decimal

from nightaudit.client.records.bookings import Price
from nightaudit.client.records.record import Assumed, Date, Documented, Money, Observed, Record


class RateAvailability(Record):
    """The price of an offer at one rate, as observed; the shape of `totals` is assumed."""

    rate_id: Observed[int] = None
    rate_code: Observed[str] = None
    short_name: Observed[str] = None
    description: Observed[str] = None
    currency_code: Observed[str] = None
    nights: Observed[int] = None
    avg_rate: Observed[Money] = None
    totals: Observed[Price] = None


class Availability(Record):
    """One offer of the booking-engine search: never proof that a unit is vacant.

    Rows observed are one per type of unit, named an inventory type, with its rates in a list.
    """

    inventory_type: Observed[str] = None
    inventory_type_id: Observed[int] = None
    inventory_type_name: Observed[str] = None
    building_name: Observed[str] = None
    rate_availabilities: Observed[list[RateAvailability]] = None

    unit_type_id: Documented[int] = None
    unit_type_name: Assumed[str] = None
    building_id: Observed[int] = None
    available_units: Documented[int] = None
    rate_id: Documented[int] = None
    rate_code: Documented[str] = None
    date_from: Assumed[Date] = None
    date_to: Assumed[Date] = None
    minimum_stay: Documented[int] = None
    net_amount: Assumed[Money] = None
    vat_amount: Assumed[Money] = None
    gross_amount: Assumed[Money] = None
    currency_code: Assumed[str] = None


class AvailabilityInterval(Record):
    """A span of nights in which one unit is, or is not, available; the ground truth of vacancy."""

    start_date: Observed[Date] = None
    end_date: Observed[Date] = None
    available: Observed[bool] = None
    reason: Assumed[str] = None


class Classification(Record):
    """A named choice: market segment, tag, booking type, billing frequency or booking terms."""

    id: Documented[int] = None
    name: Documented[str] = None
    description: Documented[str] = None


class BillingFrequency(Classification):
    """Interval at which billing occurs."""


class BookingTerms(Classification):
    """Payment schedule, deposit and settlement conditions."""


class BookingType(Classification):
    """Category of booking that defines behaviours."""


class MarketSegment(Classification):
    """Customer group."""


class Tag(Classification):
    """A label."""


class TaxCode(Record):
    """A tax rate, in percent (assumed: the unit is not shown)."""

    id: Documented[int] = None
    name: Documented[str] = None
    code: Documented[str] = None
    rate: Documented[Decimal] = None


class Team(Record):
    """Staff who share tasks."""

    id: Documented[int] = None
    name: Documented[str] = None
    members: Documented[list[str]] = None
    roles: Documented[list[str]] = None


class Channel(Record):
    """A sales channel with its operator and commission in percent (assumed)."""

    id: Documented[int] = None
    name: Documented[str] = None
    operator: Documented[str] = None
    commission: Documented[Decimal] = None
