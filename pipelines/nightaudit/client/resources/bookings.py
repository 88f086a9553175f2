"""Bookings, their room stays, prices, payments and notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Patch, Post, Resource

if TYPE_CHECKING:
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

    list: Pages[Booking] = Pages(
        "/bookings", filters="dateFrom dateTo statuses unitIds bookingContactIds bookingReference"
    )
    create: Post[Booking, NewBooking] = Post("/bookings")
    pay: Post[FinancialSummary, BookingPayment] = Post("/bookings/{bookingId}/payments")
    update: Patch[Booking, Booking] = Patch("/bookings/{bookingId}/update")
    update_statuses: Patch[Booking, StatusUpdate] = Patch("/bookings/{bookingId}/updateStatuses", formerly="PUT")
    get: Get[Booking] = Get("/bookings/{id}")
    custom_fields: Pages[CustomField] = Pages("/bookings/{id}/customFields")
    financial_summary: Get[FinancialSummary] = Get("/bookings/{id}/financialSummary")
    notes: Pages[Note] = Pages("/bookings/{id}/notes")
    add_note: Post[Note, Note] = Post("/bookings/{id}/notes")
    pricing: Get[BookingPricing] = Get("/bookings/{id}/pricing")
    room_stays: Pages[RoomStay] = Pages("/bookings/{id}/roomStays")
    sales_invoices: Pages[SalesInvoice] = Pages("/bookings/{id}/salesInvoices")
    tags: Pages[Tag] = Pages("/bookings/{id}/tags")
