"""unit-access-groups: which access group opens which unit."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.record import Reference
from nightaudit.client.records.unit_access_groups import UnitAccessGroup
from nightaudit.client.resources import AccessGroups, UnitAccessGroups, Units
from nightaudit.correct.columns import Column
from nightaudit.correct.correction import Context, Correction
from nightaudit.correct.values import at, put, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class UnitAccessGroupLinks(Correction):
    """A new link of a unit and a group, or with `linkId` an existing link moved to another group.

    The pair itself is listed, so that a link that may have been made is found by reading.
    """

    name = "unit-access-groups"
    summary = "Link units to access groups, or move a link to another group"
    columns = (
        Column("unitId", Reference, "id", required=True),
        Column("accessGroupId", Reference, "id", required=True),
        Column("linkId", UnitAccessGroup, "id"),
    )
    streams = ("unit_access_groups",)
    may_change = ("id", "unit", "accessGroup")
    listed = True
    no_model = "which door opens for whom is decided by people"
    undo = "A moved link is moved back; a new link stays: the document has no operation that removes one."
    undoable: ClassVar[bool] = True

    def operation(self, row: Values) -> Operation[Any]:
        """Update with a link id, create without."""
        return UnitAccessGroups.update if "linkId" in row else UnitAccessGroups.create

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """None: the update carries the id in its body."""
        del row
        return ()

    def target(self, row: Values) -> str:
        """The unit: its doors."""
        return f"units/{row['unitId']}/accessGroups"

    def key(self, row: Values) -> str:
        """The pair, or the link."""
        return f"link {row['linkId']}" if "linkId" in row else f"{self.target(row)}/{row['accessGroupId']}"

    def read(self, row: Values, reader: Reader) -> Json:
        """The link, or a pair without an id where there is none; NotFound for an unknown unit, group or link."""
        reader.record(Units.get, row["unitId"])
        reader.record(AccessGroups.get, row["accessGroupId"])
        links = reader.list(UnitAccessGroups.list)
        if "linkId" in row:
            found = next((link for link in links if same(link.get("id"), row["linkId"])), None)
            if found is None:
                raise NotFound(f"There is no unit access group {row['linkId']}.", status=404)
            return found
        pairs = self.copies(row, reader)
        return pairs[0] if pairs else {"unit": {"id": row["unitId"]}, "accessGroup": None}

    def makes(self, before: Json) -> bool:
        """Where there was no link of the pair."""
        return "id" not in before

    def copies(self, row: Values, reader: Reader) -> list[Json]:
        """Every link of the pair; none for a row that moves a link."""
        links = [] if "linkId" in row else reader.list(UnitAccessGroups.list)
        pair = self.expected(row, {})
        return [link for link in links if all(same(at(link, path), value) for path, value in pair.items())]

    def expected(self, row: Values, before: Json) -> Json:
        """The pair."""
        del before
        return {"unit.id": row["unitId"], "accessGroup.id": row["accessGroupId"]}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """A link stays with its unit."""
        del context
        return "" if same(at(now, "unit.id"), row["unitId"]) else f"the link is of unit {at(now, 'unit.id')}"

    def body(self, row: Values, now: Json, token: str) -> Any:
        """The pair by ids, in the link just read where there is one."""
        del token
        link = copy.deepcopy(now)
        put(link, "accessGroup", {"id": row["accessGroupId"]})
        return link

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """The former group of a moved link."""
        if "linkId" not in row:
            return "the document has no operation that removes a link"
        return row | {"accessGroupId": at(before, "accessGroup.id")}
