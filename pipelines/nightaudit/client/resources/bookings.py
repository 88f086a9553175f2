"""Bookings, their room stays, prices, payments and notes."""

from nightaudit.client.operation import Get, Pages, Patch, Post, Resource
from nightaudit.client.records.activities import Note
from nightaudit.client.records.bookings import (
    Booking,
    BookingPayment,
    BookingPricing,
    CustomField,
    FinancialSummary,
    NewBooking,
    RoomStay,
    StatusUpdate,
)
from nightaudit.client.records.classifications import Tag
from nightaudit.client.records.sales_invoices import SalesInvoice


class Bookings(Resource):
    """Reservations.

    Filter names are not shown; `statuses`, `dateFrom` and `dateTo` (stay overlap) are observed, the others assumed.
    The rows of the list are bookings as documented, or one flat row per room stay as observed.
    """

    list = Pages[Booking]("/bookings", filters="dateFrom dateTo statuses unitIds bookingContactIds bookingReference")
    create = Post[Booking]("/bookings", body=NewBooking)
    pay = Post[FinancialSummary]("/bookings/{bookingId}/payments", body=BookingPayment)
    update = Patch[Booking]("/bookings/{bookingId}/update")
    update_statuses = Patch[Booking]("/bookings/{bookingId}/updateStatuses", body=StatusUpdate, formerly="PUT")
    get = Get[Booking]("/bookings/{id}")
    custom_fields = Pages[CustomField]("/bookings/{id}/customFields")
    financial_summary = Get[FinancialSummary]("/bookings/{id}/financialSummary")
    notes = Pages[Note]("/bookings/{id}/notes")
    add_note = Post[Note]("/bookings/{id}/notes")
    pricing = Get[BookingPricing]("/bookings/{id}/pricing")
    room_stays = Pages[RoomStay]("/bookings/{id}/roomStays")
    sales_invoices = Pages[SalesInvoice]("/bookings/{id}/salesInvoices")
    tags = Pages[Tag]("/bookings/{id}/tags")
