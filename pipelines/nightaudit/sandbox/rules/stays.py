"""Bookings and room stays as lists, in both shapes."""

from __future__ import annotations

from http import HTTPStatus

from nightaudit.client.resources import Bookings, RoomStays
from nightaudit.sandbox.calls.call import Call, json_text
from nightaudit.sandbox.problem import Problem, not_found
from nightaudit.sandbox.rules.registry import Answer, rule

HIDDEN_STATUS = "PENDING"


@rule(Bookings.list)
def list_bookings(call: Call) -> Answer:
    """Documented: bookings with their room stays. Observed: a row per room stay, PENDING left out unless asked for."""
    if call.world.options.dialect == "document":
        return call.page("bookings")
    if call.asked("statuses"):
        return call.page("roomStays")
    # Subtracted by index: the status of every row would have to be read out of its JSON otherwise.
    hidden = 'id NOT IN (SELECT id FROM "roomStays" WHERE "roomStayStatus" = ?)'
    return call.page("roomStays", hidden, [HIDDEN_STATUS])


@rule(Bookings.room_stays)
def list_room_stays_of_booking(call: Call) -> Answer:
    """The room stays of one booking, as it holds them."""
    return call.page_of(call.need("bookings", call.ids[0], "booking").get("roomStays") or [])


@rule(RoomStays.list)
def list_room_stays(call: Call) -> Answer:
    """Observed: room stays as a list of their own; 404 where the tenant has none."""
    _observed_only(call)
    return call.page("roomStays")


@rule(RoomStays.get)
def get_room_stay(call: Call) -> Answer:
    """Observed: one room stay."""
    _observed_only(call)
    text = call.records.text("roomStays", call.ids[0])
    if text is None:
        raise not_found("room stay", call.ids[0])
    return json_text(text)


def _observed_only(call: Call) -> None:
    if call.world.options.dialect == "document":
        raise Problem(HTTPStatus.NOT_FOUND, "", f"There is no {call.operation.path} here.")
