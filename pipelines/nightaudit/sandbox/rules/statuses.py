"""Room stay statuses: the allowed transitions, and the changes of guest stays that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Bookings
from nightaudit.sandbox.problem import invalid, not_found, wrong_state
from nightaudit.sandbox.rules.availability import check_free
from nightaudit.sandbox.rules.guest_stays import status_of_guest
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.required import require
from nightaudit.sandbox.stay_statuses import NOT_COMING, STATUSES, TAKING

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

# PENDING, CONFIRMED and CHECKED_IN are the document's targets; all other moves are not shown and assumed here.
MOVES = {
    "ENQUIRY": {"PENDING", "CONFIRMED", "CHECKED_IN", "CANCELLED"},
    "PENDING": {"ENQUIRY", "CONFIRMED", "CHECKED_IN", "CANCELLED"},
    "CONFIRMED": {"PENDING", "CHECKED_IN", "CANCELLED", "NO_SHOW"},
    "CHECKED_IN": {"CONFIRMED", "CHECKED_OUT"},
    "CHECKED_OUT": {"CHECKED_IN"},
}
# The lists that name stays, and the field of their rows for the status.
NAMED_BY = {"statusUpdates": "status", "roomStays": "roomStayStatus"}
NEED_UNIT = ("PENDING", "CONFIRMED", "CHECKED_IN")


@rule(Bookings.update_statuses)
def update_statuses(call: Call) -> Answer:
    """Set a status for each room stay named (the body is not shown: `statusUpdates` is observed), or one for all (assumed).

    A hold ends when no room stay is an ENQUIRY any more. Raises Problem 409 for a unit that is taken on one of the nights.
    """
    booking = call.addressed()
    stays = {stay["roomStayId"]: stay for stay in booking.get("roomStays") or []}
    wanted = targets(call.body, stays)
    moved = {stay_id: move(call, stays[stay_id], status) for stay_id, status in wanted.items()}
    current = stays | moved
    if not any(stay.get("roomStayStatus") == "ENQUIRY" for stay in current.values()):
        booking.pop("holdUntil", None)
    after = call.change("bookings", booking, {"roomStays": list(current.values())})
    # Checked after all changes: two stays of the booking may want one unit, or one stay may free the unit of another.
    for stay_id, stay in moved.items():
        if stay["roomStayStatus"] in TAKING and stays[stay_id].get("roomStayStatus") not in TAKING:
            check_free(call, stay)
    return after


def targets(body: Json, stays: dict[int, Json]) -> dict[int, str]:
    """Return the wanted status by room stay id. Raises Problem 400 unless one of the forms is used, 404 for a foreign stay."""
    given = [name for name in ("status", *NAMED_BY) if body.get(name)]
    if len(given) != 1:
        raise invalid(
            "status", "Give either statusUpdates or roomStays with a status each, or one status for all stays."
        )
    form = given[0]
    if form == "status":
        return dict.fromkeys(stays, str(body["status"]))
    field = NAMED_BY[form]
    wanted: dict[int, str] = {}
    for row in body[form]:
        require(row, "roomStayId", field, path=f"{form}.")
        stay_id, target = row["roomStayId"], row[field]
        if target not in STATUSES:
            raise invalid(f"{form}.{field}", f"{target!r} is not one of {', '.join(STATUSES)}.")
        if stay_id not in stays:
            raise not_found("room stay of this booking", stay_id, f"{form}.roomStayId")
        if wanted.setdefault(stay_id, target) != target:
            raise invalid(f"{form}.roomStayId", f"Room stay {stay_id} is named twice, with two statuses.")
    return wanted


def check_unit_of(call: Call, stay: Json, status: str) -> None:
    """Raise Problem 400 for a stay that needs a unit and has none, or whose unit was deleted (both assumed)."""
    number, unit = stay["roomStayId"], (stay.get("unit") or {}).get("id")
    if unit is None and status == "CHECKED_IN":
        raise wrong_state("status", f"Room stay {number} has no unit; it cannot be checked in.")
    if unit is not None and status in NEED_UNIT and call.records.get("units", unit) is None:
        raise wrong_state(
            "status", f"Unit {unit} of room stay {number} does not exist; the stay cannot become {status}."
        )


def move(call: Call, stay: Json, status: str) -> Json:
    """Return the stay in its new status, also set for guest stays that are not CANCELLED or NO_SHOW. Raises Problem 400."""
    before = stay.get("roomStayStatus")
    if status == before:
        return stay
    if status not in MOVES.get(before or "", ()):
        raise wrong_state("status", f"Room stay {stay['roomStayId']} is {before}; it cannot become {status}.")
    check_unit_of(call, stay, status)
    now = call.now
    after = stay | {"roomStayStatus": status, "lastStatusChangeDate": now, "lastModifiedDate": now}
    if status in {"CONFIRMED", "CHECKED_IN"} and not stay.get("confirmedDate"):
        after["confirmedDate"] = now
    if before == "ENQUIRY" and status not in NOT_COMING and not stay.get("conversionDate"):
        after["conversionDate"] = now
    if status == "CANCELLED":
        after["cancelledDate"] = call.today.isoformat()
    for guest in call.records.where("guestStays", "roomStayId", stay["roomStayId"]):
        if guest.get("status") not in NOT_COMING:
            call.change("guestStays", guest, {"status": status_of_guest(status)})
    return after
