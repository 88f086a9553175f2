"""Guest stays."""

from nightaudit.client.operation import Delete, Get, Pages, Patch, Post, Put, Resource
from nightaudit.client.records.guest_stays import GuestStay, GuestStayStatus


class GuestStays(Resource):
    """Individual stays; the list shows CONFIRMED, CHECKED_IN and CHECKED_OUT unless `status` says otherwise."""

    list = Pages[GuestStay](
        "/guestStays",
        filters="dateFrom dateTo unitId contactId guestEmail firstName lastName status bookingReference",
    )
    create = Post[GuestStay]("/guestStays")
    get = Get[GuestStay]("/guestStays/{id}")
    update = Put[GuestStay]("/guestStays/{id}")
    delete = Delete[None]("/guestStays/{id}")
    set_status = Patch[GuestStay]("/guestStays/{id}/updateStatus", body=GuestStayStatus)
