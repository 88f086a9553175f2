"""room-stay-status: move room stays to another status."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.bookings import Booking, RoomStay
from nightaudit.client.records.record import as_declared
from nightaudit.client.resources import Bookings
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import RecordCorrection, as_in
from nightaudit.correct.values import NEIGHBOURS, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

NAMED = ("PENDING", "CONFIRMED", "CHECKED_IN")


class RoomStayStatus(RecordCorrection):
    """Document: PENDING, CONFIRMED and CHECKED_IN are named targets; other moves are not shown and need --undocumented."""

    name = "room-stay-status"
    summary = "Move room stays to PENDING, CONFIRMED or CHECKED_IN"
    columns = (
        Column("bookingId", Booking, "id", required=True),
        Column("roomStayId", RoomStay, required=True),
        Column("roomStayStatus", RoomStay, required=True),
    )
    streams = ("bookings",)
    calls = (Bookings.update_statuses, Bookings.get)
    watch = ("startDate", "endDate")
    may_change = ("lastStatusChangeDate", "confirmedDate", "conversionDate", "cancelledDate")
    undo = (
        "Moves the stay back to its former status. The document does not show moves back, so the service may"
        " refuse them."
    )
    undoable: ClassVar[bool] = True

    def key(self, row: Values) -> str:
        """Return a key for one stay of the booking."""
        return f"{self.target(row)}/roomStays/{row['roomStayId']}"

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the stay, beside the others, from its booking or from the list of its stays.

        Raises NotFound for a missing booking or stay.
        """
        number = self.record_id(row)
        listed = reader.record(self.get, number).get("roomStays")
        if listed is None:
            listed = reader.list_if_there(Bookings.room_stays, number, key="roomStayId")
        stays = [as_declared(stay, RoomStay) for stay in listed or ()]
        mine = [stay for stay in stays if same(stay.get("roomStayId"), row["roomStayId"])]
        if not mine:
            raise NotFound(f"Booking {row['bookingId']} has no room stay {row['roomStayId']}.")
        shown = ("roomStayStatus", *self.watch)
        others = {
            self.key(row | {"roomStayId": stay.get("roomStayId")}): {name: stay.get(name) for name in shown}
            for stay in stays
            if stay not in mine
        }
        return {**as_in(_declared(row), mine[0], "roomStayStatus"), NEIGHBOURS: others}

    def expected(self, row: Values, before: Json) -> Json:
        """The status."""
        return {"roomStayStatus": _declared(row)["roomStayStatus"]}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Require a status that the document names, unless the plan was made with --undocumented."""
        if _declared(row)["roomStayStatus"] in NAMED or context.undocumented:
            return ""
        return f"{row['roomStayStatus']} is not one of {', '.join(NAMED)}: plan with --undocumented to try it"

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return a body with the one stay and its status, as observed: its shape is not shown."""
        return {"statusUpdates": [{"roomStayId": row["roomStayId"], "status": _declared(row)["roomStayStatus"]}]}

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """The former status."""
        former = before.get("roomStayStatus")
        return row | {"roomStayStatus": former} if former else "it had no status before"


def _declared(row: Values) -> Json:
    """Return a row with its status as the document spells it."""
    return as_declared(row, RoomStay)
