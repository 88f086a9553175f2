"""Access groups: groups mapped from an external access control system."""

from nightaudit.client.records.record import Assumed, Documented, Record


class AccessGroup(Record):
    """A group of the access control system, of one building."""

    id: Documented[int] = None
    name: Documented[str] = None
    building_id: Documented[int] = None
    external_id: Assumed[str] = None
