"""Rates and extras."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Post, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.properties import UnitType
    from nightaudit.client.records.rates import Extra, ExtraPayment, ExtraPaymentResult, Rate, RateSegment


class Rates(Resource):
    """Rates and their prices over dates."""

    list: Pages[Rate] = Pages("/rates", filters="dateFrom dateTo unitTypeId rateId companyId rateCode")
    get: Get[Rate] = Get("/rates/{id}")
    rate_segments: Pages[RateSegment] = Pages("/rates/{id}/rateSegments", filters="dateFrom dateTo")
    unit_types: Pages[UnitType] = Pages("/rates/{id}/unitTypes")
    segments: Pages[RateSegment] = Pages("/rates/{rateId}/segments", filters="dateFrom dateTo")


class Extras(Resource):
    """Chargeable add-ons. The filter names are not shown: those here are assumed."""

    list: Pages[Extra] = Pages("/extras", filters="billingFrequencyId buildingId bookableOnline")
    compulsory: Pages[Extra] = Pages("/extras/{rateId}", filters="dateFrom dateTo")
    pay: Post[ExtraPaymentResult, ExtraPayment] = Post("/extras/{roomStayExtraId}/payment")
