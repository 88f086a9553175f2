"""Availability, billing and booking classifications."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.classifications import (
        Availability,
        AvailabilityInterval,
        BillingFrequency,
        BookingTerms,
        BookingType,
        Channel,
        MarketSegment,
        Tag,
        TaxCode,
        Team,
    )


class Availabilities(Resource):
    """The booking-engine search, and the intervals that are the ground truth of vacancy."""

    search: Pages[Availability] = Pages(
        "/availabilities",
        filters="dateFrom dateTo unitTypeId inventoryType guests numberOfAdults numberOfChildren promotionalCode rateCode",
    )
    intervals: Pages[AvailabilityInterval] = Pages("/availabilities/unit/{unitId}/intervals", filters="dateFrom dateTo")


class BillingFrequencies(Resource):
    """Intervals at which billing occurs."""

    list: Pages[BillingFrequency] = Pages("/billingFrequencies")
    get: Get[BillingFrequency] = Get("/billingFrequencies/{id}")


class BookingTermsList(Resource):
    """Payment and settlement conditions."""

    list: Pages[BookingTerms] = Pages("/bookingTerms")
    get: Get[BookingTerms] = Get("/bookingTerms/{id}")

    @classmethod
    def attribute(cls) -> str:
        """Return `booking_terms`: the document's word has no separate plural."""
        return "booking_terms"


class BookingTypes(Resource):
    """Categories of booking."""

    list: Pages[BookingType] = Pages("/bookingTypes")
    get: Get[BookingType] = Get("/bookingTypes/{id}")


class MarketSegments(Resource):
    """Customer groups."""

    list: Pages[MarketSegment] = Pages("/marketSegments")
    get: Get[MarketSegment] = Get("/marketSegments/{id}")


class Tags(Resource):
    """Labels."""

    list: Pages[Tag] = Pages("/tags")
    get: Get[Tag] = Get("/tags/{id}")


class TaxCodes(Resource):
    """Tax rates."""

    list: Pages[TaxCode] = Pages("/taxCodes")
    get: Get[TaxCode] = Get("/taxCodes/{id}")


class Teams(Resource):
    """Staff who share tasks."""

    list: Pages[Team] = Pages("/teams", filters="teamName")
    get: Get[Team] = Get("/teams/{id}")


class Channels(Resource):
    """Sales channels; further operations are not shown."""

    list: Pages[Channel] = Pages("/channels")
