"""unit-access-groups: link units to access groups, or move a link to another group."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.record import Reference
from nightaudit.client.records.unit_access_groups import UnitAccessGroup
from nightaudit.client.resources import AccessGroups, UnitAccessGroups, Units
from nightaudit.correct.columns import Column
from nightaudit.correct.correction import Context, Correction
from nightaudit.correct.values import NEIGHBOURS, at, key_of, own, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class UnitAccessGroupLinks(Correction):
    """A row creates a link of a unit and a group, or with `linkId` moves an existing link to another group.

    The list of links shows the pair itself, so a link whose creation was not answered is found by reading the list.
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
    other_names: ClassVar[dict[str, str]] = {"unitId": "unit.id", "accessGroupId": "accessGroup.id"}
    listed = True
    no_model = "people decide which door opens for whom"
    undo = "Moves a moved link back. A new link is kept: the document has no operation that removes one."
    undoable: ClassVar[bool] = True

    def operation(self, row: Values) -> Operation[Any]:
        """Return the update for a row with a link id, else the create."""
        return UnitAccessGroups.update if "linkId" in row else UnitAccessGroups.create

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Return no values: the update has the id in its body."""
        return ()

    def target(self, row: Values) -> str:
        """Return the access groups of the unit."""
        return f"units/{row['unitId']}/accessGroups"

    def key(self, row: Values) -> str:
        """Return a key for the link that a row moves, else for the pair of unit and group."""
        return f"unitAccessGroups/{row['linkId']}" if "linkId" in row else f"{self.target(row)}/{row['accessGroupId']}"

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the link, or a record of the unit without id and group where there is none, beside the unit's other links.

        Raises NotFound for an unknown unit, group or link.
        """
        reader.record(Units.get, row["unitId"])
        reader.record(AccessGroups.get, row["accessGroupId"])
        links = reader.list(UnitAccessGroups.list)
        if "linkId" in row:
            found = next((link for link in links if same(link.get("id"), row["linkId"])), None)
            if found is None:
                raise NotFound(f"There is no unit access group {row['linkId']}.")
        else:
            found = next(iter(self.copies(row, reader)), {"unit": {"id": row["unitId"]}, "accessGroup": None})
        of_unit = reader.derived("links by unit", partial(_by_unit, reader)).get(key_of(row["unitId"]), [])
        others = {_name(link): at(link, "accessGroup.id") for link in of_unit if link is not found}
        return found | {NEIGHBOURS: others}

    def names(self, row: Values, record: Json) -> set[str]:
        """Return the name of the link."""
        return {_name(record)}

    def creates(self, before: Json) -> bool:
        """Return whether there was no link of the pair."""
        return "id" not in before

    def copies(self, row: Values, reader: Reader) -> list[Json]:
        """Return every link of the pair; none for a row that moves a link."""
        if "linkId" in row:
            return []
        by_pair = reader.derived("links by unit and group", partial(_by_pair, reader))
        return by_pair.get((key_of(row["unitId"]), key_of(row["accessGroupId"])), [])

    def expected(self, row: Values, before: Json) -> Json:
        """Return the ids of unit and group."""
        return {"unit.id": row["unitId"], "accessGroup.id": row["accessGroupId"]}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Forbid a row that would move a link to another unit, or to a group that the unit has by another link."""
        if not same(at(now, "unit.id"), row["unitId"]):
            return f"the link is of unit {at(now, 'unit.id')}"
        others = now[NEIGHBOURS].items()
        double = next((name for name, group in others if same(group, row["accessGroupId"])), "")
        return f"the unit has this access group already, by {double}" if double else ""

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the record just read, with the id of the row's group."""
        return own(now) | {"accessGroup": {"id": row["accessGroupId"]}}

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return a row with the former group of a moved link, or why there is none: the link was created."""
        if "linkId" not in row:
            return "the document has no operation that removes a link"
        return row | {"accessGroupId": at(before, "accessGroup.id")}


def _name(link: Json) -> str:
    return f"unitAccessGroups/{link.get('id')}"


def _by_unit(reader: Reader) -> dict[Any, list[Json]]:
    """Return all links by the key of their unit."""
    found: dict[Any, list[Json]] = {}
    for link in reader.list(UnitAccessGroups.list):
        found.setdefault(key_of(at(link, "unit.id")), []).append(link)
    return found


def _by_pair(reader: Reader) -> dict[tuple[Any, Any], list[Json]]:
    """Return all links by the keys of their unit and group: the audit asks for those of each of many rows."""
    found: dict[tuple[Any, Any], list[Json]] = {}
    for link in reader.list(UnitAccessGroups.list):
        found.setdefault((key_of(at(link, "unit.id")), key_of(at(link, "accessGroup.id"))), []).append(link)
    return found
