"""Rates and extras."""

from nightaudit.client.operation import Get, Pages, Post, Resource
from nightaudit.client.records.properties import UnitType
from nightaudit.client.records.rates import Extra, ExtraPayment, ExtraPaymentResult, Rate, RateSegment


class Rates(Resource):
    """Rates and their prices over dates."""

    list = Pages[Rate]("/rates", filters="dateFrom dateTo unitTypeId rateId companyId rateCode")
    get = Get[Rate]("/rates/{id}")
    rate_segments = Pages[RateSegment]("/rates/{id}/rateSegments", filters="dateFrom dateTo")
    unit_types = Pages[UnitType]("/rates/{id}/unitTypes")
    segments = Pages[RateSegment]("/rates/{rateId}/segments", filters="dateFrom dateTo")


class Extras(Resource):
    """Chargeable add-ons. The filter names are not shown: those here are assumed."""

    list = Pages[Extra]("/extras", filters="billingFrequencyId buildingId bookableOnline")
    compulsory = Pages[Extra]("/extras/{rateId}", filters="dateFrom dateTo")
    pay = Post[ExtraPaymentResult]("/extras/{roomStayExtraId}/payment", body=ExtraPayment)
