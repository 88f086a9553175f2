"""Bookings and room stays as lists, in both shapes."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings, RoomStays
from nightaudit.sandbox.problem import Problem
from nightaudit.sandbox.rules.plain import get_record, list_records
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call

HIDDEN_STATUS = "PENDING"


@rule(Bookings.list)
def list_bookings(call: Call) -> Answer:
    """Documented: list bookings with their room stays. Observed: a row per room stay, without PENDING unless requested."""
    if not call.is_observed:
        return call.page("bookings")
    if call.asked("statuses"):
        return call.page("roomStays")
    # NOT IN uses the index on the status; a direct condition would read the status of every row from its JSON.
    hidden = 'id NOT IN (SELECT id FROM "roomStays" WHERE "roomStayStatus" = ?)'
    return call.page("roomStays", hidden, [HIDDEN_STATUS])


@rule(RoomStays.list)
def list_room_stays(call: Call) -> Answer:
    """Observed: list all room stays; 404 in the documented dialect."""
    _observed_only(call)
    return list_records(call)


@rule(RoomStays.get)
def get_room_stay(call: Call) -> Answer:
    """Observed: answer one room stay."""
    _observed_only(call)
    return get_record(call)


def _observed_only(call: Call) -> None:
    if not call.is_observed:
        raise Problem(HTTPStatus.NOT_FOUND, "", f"There is no {call.operation.path} here.")
