"""Rows with no other fields than those that public clients read from them: a running service may show no more in its lists."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import Bookings, RoomStays, Units

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.wire import Json

_STAY: dict[str, Any] = {
    "bookingReference": None,
    "roomStayId": None,
    "roomStayStatus": None,
    "startDate": None,
    "endDate": None,
    "netAmount": None,
    "vatAmount": None,
    "bookingContact": dict.fromkeys(("id", "firstName", "lastName", "emailAddress")),
    "unit": dict.fromkeys(("id", "name", "unitTypeName", "buildingName")),
}
# Observed: fields of each list's rows, None or the fields of the object in it.
_OBSERVED: dict[str, dict[str, Any]] = {
    Bookings.list.name: _STAY,
    RoomStays.list.name: _STAY,
    Units.list.name: dict.fromkeys(("id", "unitName", "buildingName", "bookable")),
}


def shortened(operation: Operation[Any]) -> Callable[[Json], Json] | None:
    """Return what makes a row of this list of a record; None where no row of the list was observed to be short."""
    fields = _OBSERVED.get(operation.name)
    return None if fields is None else partial(_only, fields)


def _only(fields: Mapping[str, Any], record: Json) -> Json:
    return {
        name: _only(inner, value) if inner and isinstance(value, dict) else value
        for name, inner in fields.items()
        if (value := record.get(name)) is not None or name in record
    }
