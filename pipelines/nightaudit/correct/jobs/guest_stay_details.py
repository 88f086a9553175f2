"""guest-stay-details: correct dates, unit and guest of guest stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from nightaudit.client.records.guest_stays import GuestStay
from nightaudit.client.resources import GuestStays
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import FieldsCorrection
from nightaudit.correct.values import as_day, at

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.values import Json


class GuestStayDetails(FieldsCorrection):
    """The status of a guest stay has its own operation, so this job does not change it.

    Some services name the dates of a guest stay like the filters of its list.
    """

    name = "guest-stay-details"
    summary = "Correct dates, unit and guest of guest stays"
    columns = (
        Column("guestStayId", GuestStay, "id", required=True),
        Column("checkInDate", GuestStay),
        Column("checkOutDate", GuestStay),
        Column("unitId", GuestStay),
        Column("firstName", GuestStay, "guest.firstName"),
        Column("lastName", GuestStay, "guest.lastName"),
        Column("email", GuestStay, "guest.email"),
        Column("primary", GuestStay),
    )
    streams = ("guest_stays",)
    calls = (GuestStays.update, GuestStays.get)
    other_names: ClassVar[dict[str, str]] = {"checkInDate": "dateFrom", "checkOutDate": "dateTo"}
    watch = ("status", "roomStayId")
    undo = "Restores the former values."

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Forbid a stay that ends before it begins (our rule)."""
        start, end = (as_day(row.get(name, at(now, self.path_in(now, name)))) for name in self.other_names)
        return (
            f"it would end on {end}, before its beginning on {start}" if start and end and str(end) < str(start) else ""
        )
