"""unit-attributes: correct units, and the features of unit types and developments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.client.records.properties import Development, FeatureFacility, Unit, UnitType
from nightaudit.client.resources import Developments, Units, UnitTypes
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import FieldsCorrection
from nightaudit.correct.values import NEIGHBOURS, same

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class _Features(NamedTuple):
    """The feature operations of one kind of record."""

    get: Operation[Any]
    features: Operation[Any]
    link: Operation[Any]
    unlink: Operation[Any]


KINDS = {
    "unitTypeId": _Features(
        UnitTypes.get,
        UnitTypes.features_facilities,
        UnitTypes.link_features_facilities,
        UnitTypes.unlink_features_facilities,
    ),
    "developmentId": _Features(
        Developments.get,
        Developments.features_facilities,
        Developments.link_features_facilities,
        Developments.unlink_features_facilities,
    ),
}


# A unit shows some values under two names.
OTHER_NAME = {"unitName": "name", "name": "unitName", "bookable": "publish", "publish": "bookable"}


class UnitAttributes(FieldsCorrection):
    """A row names a unit and its fields, or a unit type or development and one feature to link or unlink."""

    name = "unit-attributes"
    summary = "Correct attributes of units; link or unlink features of unit types and developments"
    columns = (
        Column("unitId", Unit, "id"),
        Column("unitName", Unit),
        Column("name", Unit),
        Column("bookable", Unit),
        Column("publish", Unit),
        Column("maxOccupancy", Unit),
        Column("status", Unit),
        Column("buildingId", Unit),
        Column("availableFrom", Unit),
        Column("availableTo", Unit),
        Column("unitTypeId", UnitType, "id"),
        Column("developmentId", Development, "id"),
        Column("linkFeatureId", FeatureFacility, "id"),
        Column("unlinkFeatureId", FeatureFacility, "id"),
    )
    streams = ("units", "unit_types_features_facilities", "developments_features_facilities")
    calls = (Units.update, Units.get)
    undo = "Restores the former values. Unlinks linked features, and links unlinked features."

    @staticmethod
    def _kind(row: Values) -> str:
        """Return the column that names the unit type or development; "" for a row of a unit."""
        return next((name for name in KINDS if name in row), "")

    def errors(self, row: Values) -> list[str]:
        """Require one record, and either fields of a unit or one feature of a unit type or development."""
        keys = [name for name in ("unitId", *KINDS) if name in row]
        if len(keys) != 1:
            return ["column unitId: fill exactly one of unitId, unitTypeId, developmentId"]
        features = [name for name in ("linkFeatureId", "unlinkFeatureId") if name in row]
        if keys == ["unitId"]:
            return ["column linkFeatureId: units have no features of their own"] if features else super().errors(row)
        if len(features) != 1:
            return ["column linkFeatureId: fill exactly one of linkFeatureId, unlinkFeatureId"]
        others = sorted(set(row) - {keys[0], features[0]})
        return [f"column {others[0]}: belongs to a unit, not to a feature"] if others else []

    def operation(self, row: Values) -> Operation[Any]:
        """Return the operation that updates a unit, or links or unlinks a feature."""
        kind = self._kind(row)
        if not kind:
            return self.calls[0]
        return KINDS[kind].link if "linkFeatureId" in row else KINDS[kind].unlink

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Return the id of the unit, unit type or development."""
        return (row[self._kind(row) or "unitId"],)

    def target(self, row: Values) -> str:
        """Return the unit, unit type or development as path, for example units/17."""
        return f"{self.operation(row).path.split('/')[1]}/{self.ids(row)[0]}"

    def key(self, row: Values) -> str:
        """Return a key for the unit, or for one feature of a unit type or development."""
        return f"{self.target(row)}/features/{self._feature(row)}" if self._kind(row) else self.target(row)

    @staticmethod
    def _feature(row: Values) -> Any:
        return row.get("linkFeatureId", row.get("unlinkFeatureId"))

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the unit's record, or a record that says whether the feature is linked."""
        kind = self._kind(row)
        if not kind:
            return reader.record(self.get, row["unitId"])
        reader.record(KINDS[kind].get, row[kind])
        linked = [item["id"] for item in reader.list(KINDS[kind].features, row[kind])]
        others = [number for number in linked if not same(number, self._feature(row))]
        keys = (self.key({kind: row[kind], "linkFeatureId": number}) for number in others)
        return {"linked": len(others) < len(linked), NEIGHBOURS: dict.fromkeys(keys, True)}

    def expected(self, row: Values, before: Json) -> Json:
        """Return the fields of the unit, or whether the feature is to be linked."""
        return {"linked": "linkFeatureId" in row} if self._kind(row) else super().expected(row, before)

    def follows(self, row: Values, now: Json) -> tuple[str, ...]:
        """Return the other names of values that the row sets, where they have the same values, and the name of a building."""
        names = [OTHER_NAME[name] for name in row if name in OTHER_NAME and same(now.get(OTHER_NAME[name]), row[name])]
        return (*names, *(["buildingName"] if "buildingId" in row else []))

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the unit just read with the row's fields set, or a list of the one feature id."""
        return [self._feature(row)] if self._kind(row) else super().body(row, now, token)

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return a row with the former values of the unit, or one that reverses the link."""
        kind = self._kind(row)
        if not kind:
            return super().undo_row(row, before)
        opposite = "unlinkFeatureId" if "linkFeatureId" in row else "linkFeatureId"
        return {kind: row[kind], opposite: self._feature(row)}
