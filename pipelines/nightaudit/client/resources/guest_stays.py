"""Guest stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Delete, Get, Pages, Patch, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.guest_stays import GuestStay, GuestStayStatus


class GuestStays(Resource):
    """Individual stays; the list shows CONFIRMED, CHECKED_IN and CHECKED_OUT unless `status` says otherwise.

    The name of the filter by the guest's email is not shown: `emailAddress` is observed, `guestEmail` assumed.
    """

    list: Pages[GuestStay] = Pages(
        "/guestStays",
        filters="dateFrom dateTo unitId contactId emailAddress guestEmail firstName lastName status bookingReference",
    )
    create: Post[GuestStay, GuestStay] = Post("/guestStays")
    get: Get[GuestStay] = Get("/guestStays/{id}")
    update: Put[GuestStay, GuestStay] = Put("/guestStays/{id}")
    delete: Delete[None] = Delete("/guestStays/{id}")
    set_status: Patch[GuestStay, GuestStayStatus] = Patch("/guestStays/{id}/updateStatus")
