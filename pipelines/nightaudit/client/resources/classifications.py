"""Availability, billing and booking classifications."""

from nightaudit.client.operation import Get, Pages, Resource
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

    search = Pages[Availability](
        "/availabilities",
        filters="dateFrom dateTo unitTypeId inventoryType guests numberOfAdults numberOfChildren promotionalCode rateCode",
    )
    intervals = Pages[AvailabilityInterval]("/availabilities/unit/{unitId}/intervals", filters="dateFrom dateTo")


class BillingFrequencies(Resource):
    """Intervals at which billing occurs."""

    list = Pages[BillingFrequency]("/billingFrequencies")
    get = Get[BillingFrequency]("/billingFrequencies/{id}")


class BookingTermsList(Resource):
    """Payment and settlement conditions."""

    list = Pages[BookingTerms]("/bookingTerms")
    get = Get[BookingTerms]("/bookingTerms/{id}")

    @classmethod
    def attribute(cls) -> str:
        """Return `booking_terms`: the document's word has no separate plural."""
        return "booking_terms"


class BookingTypes(Resource):
    """Categories of booking."""

    list = Pages[BookingType]("/bookingTypes")
    get = Get[BookingType]("/bookingTypes/{id}")


class MarketSegments(Resource):
    """Customer groups."""

    list = Pages[MarketSegment]("/marketSegments")
    get = Get[MarketSegment]("/marketSegments/{id}")


class Tags(Resource):
    """Labels."""

    list = Pages[Tag]("/tags")
    get = Get[Tag]("/tags/{id}")


class TaxCodes(Resource):
    """Tax rates."""

    list = Pages[TaxCode]("/taxCodes")
    get = Get[TaxCode]("/taxCodes/{id}")


class Teams(Resource):
    """Staff who share tasks."""

    list = Pages[Team]("/teams", filters="teamName")
    get = Get[Team]("/teams/{id}")


class Channels(Resource):
    """Sales channels; further operations are not shown."""

    list = Pages[Channel]("/channels")
