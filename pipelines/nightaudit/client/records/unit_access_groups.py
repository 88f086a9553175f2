"""Unit access groups: which access group opens which unit."""

from nightaudit.client.records.record import Documented, Record, Reference


class UnitAccessGroup(Record):
    """The link of one unit to one access group."""

    id: Documented[int] = None
    unit: Documented[Reference] = None
    access_group: Documented[Reference] = None
