"""Stays without a unit: one of their type is kept for each of them until they arrive."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.living.from_records import days
from nightaudit.sandbox.stay_statuses import TAKING

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.estate import Unit
    from nightaudit.sandbox.portfolio.living.life import Life
    from nightaudit.sandbox.portfolio.model import Json


def keep(life: Life) -> None:
    """Keep a unit for each stay without one, in the order of arrival, where there is one: nobody else is given it."""
    for _, stay in sorted(life.stays.values(), key=lambda row: row[1]["startDate"]):
        if stay["unit"].get("id") is None and stay["roomStayStatus"] in TAKING and (room := free_room(life, stay)):
            life.kept[stay["roomStayId"]] = room.id
            life.calendar.take(room.id, *days(stay), stay["roomStayId"])


def free_room(life: Life, stay: Json) -> Unit | None:
    """Return a unit of the type of a stay without one that is free on its nights: first the one kept for it. None without any."""
    start, end = days(stay)
    kind, home = stay["unit"].get("unitTypeId"), stay["unit"].get("buildingId")
    number = stay["roomStayId"]
    for room in sorted(life.units_by_type[kind], key=lambda room: room.id != life.kept.get(number)):
        is_alike = room.bookable and home in (None, room.building.id)
        if is_alike and life.calendar.free(room.id, start, end, number):
            return room
    return None
