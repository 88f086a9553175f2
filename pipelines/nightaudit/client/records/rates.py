"""Rates and extras."""

from nightaudit.client.records.bookings import Price
from nightaudit.client.records.record import Assumed, Date, Documented, Money, Observed, Record, Stamped


class DatedAmount(Record):
    """The price of one date."""

    date: Observed[Date] = None
    amount: Observed[Money] = None


class Rate(Stamped):
    """A rate; `rate_type` MONTHLY, WEEKLY or DAILY says what one amount covers."""

    id: Documented[int] = None
    rate_code: Documented[str] = None
    name: Documented[str] = None
    rate_type: Documented[str] = None
    unit_type_id: Assumed[int] = None
    tax_code_id: Assumed[int] = None
    currency_code: Assumed[str] = None
    occupancy_count: Observed[int] = None
    rates: Observed[list[DatedAmount]] = None


class RateSegment(Record):
    """The price of a rate over a date range."""

    id: Assumed[int] = None
    rate_id: Assumed[int] = None
    name: Documented[str] = None
    date_from: Assumed[Date] = None
    date_to: Assumed[Date] = None
    unit_type_id: Assumed[int] = None
    amount: Assumed[Money] = None
    currency_code: Assumed[str] = None


class Extra(Stamped):
    """A chargeable add-on."""

    id: Documented[int] = None
    name: Documented[str] = None
    description: Documented[str] = None
    pricing: Observed[Price] = None
    billing_frequency_id: Documented[int] = None
    compulsory: Documented[bool] = None
    bookable_online: Documented[bool] = None
    building_id: Assumed[int] = None
    tax_code_id: Assumed[int] = None


class ExtraPayment(Record):
    """Body of an extra's payment."""

    amount: Assumed[Money] = None
    payment_reference: Assumed[str] = None
    date: Assumed[Date] = None


class ExtraPaymentResult(Record):
    """What an extra's payment did."""

    payment_reference: Documented[str] = None
    invoice_id: Assumed[int] = None
    invoice_status: Documented[str] = None
    outstanding_amount: Assumed[Money] = None
