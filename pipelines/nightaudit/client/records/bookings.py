"""Bookings and their room stays, in both shapes: nested as documented, and flat, one row per room stay, as observed."""

from typing import ClassVar

from pydantic import field_validator

from nightaudit.client.records.record import (
    Assumed,
    Codes,
    Date,
    DateTime,
    Documented,
    Money,
    Observed,
    Record,
    Stamped,
)


class Price(Record):
    """An amount three times: gross = net + vat."""

    gross: Documented[Money] = None
    net: Documented[Money] = None
    vat: Documented[Money] = None


class CustomField(Record):
    """A named value of a booking, building, unit, contact or invoice."""

    id: Documented[int] = None
    template_id: Documented[int] = None
    template_name: Documented[str] = None
    name: Documented[str] = None
    type: Documented[str] = None
    value: Documented[str] = None


CustomFields = list[CustomField]


class BookingContact(Record):
    """Who booked, as a room stay shows them."""

    id: Observed[int] = None
    first_name: Observed[str] = None
    last_name: Observed[str] = None
    email_address: Observed[str] = None


class StayUnit(Record):
    """The unit of a room stay; null ids while none is assigned."""

    id: Observed[int] = None
    name: Observed[str] = None
    unit_type_id: Assumed[int] = None
    unit_type_name: Observed[str] = None
    building_id: Assumed[int] = None
    building_name: Observed[str] = None


class StayRate(Record):
    """The rate a room stay was sold at."""

    id: Observed[int] = None
    name: Observed[str] = None
    rate_code: Observed[str] = None
    rate_type: Observed[str] = None


class RoomStayExtra(Record):
    """An extra sold with a room stay; `pricing` is for the whole stay."""

    room_stay_extra_id: Documented[int] = None
    extra_id: Documented[int] = None
    description: Documented[str] = None
    billing_frequency_id: Documented[int] = None
    pricing: Documented[Price] = None


class RoomStay(Stamped):
    """A stay in one unit under a booking; the nights are start_date <= night < end_date."""

    codes: ClassVar[Codes] = {
        "roomStayStatus": ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED", "NO_SHOW"),
    }

    room_stay_id: Observed[int] = None
    room_stay_status: Observed[str] = None
    booking_id: Assumed[int] = None
    booking_reference: Observed[str] = None
    start_date: Observed[Date] = None
    end_date: Observed[Date] = None
    net_amount: Observed[Money] = None
    vat_amount: Observed[Money] = None
    booking_contact: Observed[BookingContact] = None
    unit: Observed[StayUnit] = None
    number_of_adults: Observed[int] = None
    number_of_children: Observed[int] = None
    number_of_infants: Observed[int] = None
    rate: Observed[StayRate] = None
    original_rate: Observed[Money] = None
    discount_daily_rate: Observed[Money] = None
    conversion_date: Observed[DateTime] = None
    confirmed_date: Observed[DateTime] = None
    contract_signed_date: Observed[DateTime] = None
    last_status_change_date: Observed[DateTime] = None
    cancelled_date: Assumed[Date] = None
    extras: Documented[list[RoomStayExtra]] = None


class BookingRow(RoomStay):
    """A row of the booking list as observed live: one per room stay, with the booking's own fields beside."""

    channel_id: Assumed[int] = None
    market_segment_id: Assumed[int] = None
    currency_code: Assumed[str] = None


class Booking(Stamped):
    """The main reservation record with its room stays."""

    codes: ClassVar[Codes] = {"currencyCode": ()}

    id: Documented[int] = None
    booking_reference: Observed[str] = None
    booking_contact_id: Observed[int] = None
    billing_contact_id: Observed[int] = None
    company_id: Assumed[int] = None
    channel_id: Assumed[int] = None
    market_segment_id: Assumed[int] = None
    booking_type_id: Assumed[int] = None
    booking_terms_id: Assumed[int] = None
    currency_code: Assumed[str] = None
    room_stays: Documented[list[RoomStay]] = None
    sales_invoices: Documented[list[int]] = None
    notes: Documented[list[str]] = None
    tags: Documented[list[str]] = None
    custom_fields: Documented[list[CustomField]] = None


class NewBooking(Booking):
    """Body of the create operation."""

    reserve_for_minutes: Documented[int] = None

    @field_validator("notes", mode="before")
    @classmethod
    def _notes_of(cls, given: object) -> object:
        """Take a text for the one note that it is (observed)."""
        return [given] if isinstance(given, str) else given


class BookingPayment(Record):
    """Body of a booking payment: reconciled against outstanding invoices, oldest due first (assumed)."""

    amount: Assumed[Money] = None
    payment_type: Observed[str] = None
    payment_reference: Assumed[str] = None
    date: Assumed[Date] = None
    pay_due_before: Documented[Date] = None


class StayStatus(Record):
    """The status asked for one room stay, as assumed in `roomStays`."""

    room_stay_id: Assumed[int] = None
    room_stay_status: Assumed[str] = None


class StayStatusUpdate(Record):
    """The status asked for one room stay, as observed in `statusUpdates`."""

    room_stay_id: Observed[int] = None
    status: Observed[str] = None


class StatusUpdate(Record):
    """Body of the update-statuses operation: a status for each named stay, as observed, or in a form assumed (not shown).

    The assumed forms are `room_stays`, and one `status` for all stays.
    """

    status_updates: Observed[list[StayStatusUpdate]] = None
    status: Assumed[str] = None
    room_stays: Assumed[list[StayStatus]] = None


class BookingPricing(Record):
    """Total and due prices of a booking."""

    total: Documented[Price] = None
    due: Documented[Price] = None


class FinancialSummary(Record):
    """What a booking was charged, paid and adjusted by; balance = charges + adjustments - payments (assumed)."""

    codes: ClassVar[Codes] = {"currencyCode": ()}

    charges: Documented[Money] = None
    payments: Documented[Money] = None
    adjustments: Documented[Money] = None
    balance: Assumed[Money] = None
    currency_code: Assumed[str] = None
