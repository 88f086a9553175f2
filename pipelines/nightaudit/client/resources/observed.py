"""Operations seen on the wire that the document does not list (observed-wire: "Bookings and room stays")."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.bookings import BookingRow


class RoomStays(Resource):
    """Room stays as a list of their own; a tenant may not have it."""

    list: Pages[BookingRow] = Pages("/roomStays", filters="checkOutDateFrom checkOutDateTo bookingContactId")
    get: Get[BookingRow] = Get("/roomStays/{id}")
