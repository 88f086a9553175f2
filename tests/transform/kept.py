"""A work file that is built again and again, and the same made anew from its raw tables alone."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import duckdb

from nightaudit import schemas
from transform import raw_tables, village
from transform.building import Built

if TYPE_CHECKING:
    from pathlib import Path

EVERYTHING = f"""select schema_name || '.' || table_name from duckdb_tables()
                where schema_name in {(*schemas.WORKING, *schemas.PUBLISHED)}
                union all
                select schema_name || '.' || view_name from duckdb_views()
                where schema_name in {schemas.PUBLISHED} order by all"""


def tables(built: Built | Kept) -> dict[str, list[Any]]:
    """Every table and mart of the work file, row by row."""
    with duckdb.connect(str(built.work_file), read_only=True) as connection:
        names = connection.execute(EVERYTHING).fetchall()
        return {name: connection.execute(f"from {name} order by all").fetchall() for (name,) in names}


def booking(number: int, status: str, start: str, end: str, net: str, **more: Any) -> Any:
    stay = village.stay(number, status, start, end, net, **more)
    whole = {"id": number, "currencyCode": "GBP", "channelId": 1, "createdDate": "2025-12-30T20:00:00Z"}
    return "bookings", whole | {"roomStays": [stay]}


def unit(number: int, building: int, **more: Any) -> Any:
    place = {"buildingId": building, "buildingName": village.BUILDING_NAMES[building], "unitTypeId": building}
    return "units", {"id": number, "unitName": f"U{number}", "bookable": True} | place | more


class Kept:
    """A work file built again and again: `mend` keeps its tables, `anew` makes the same from its raw tables alone, unchecked."""

    replayed = True  # as `Built` has it

    def __init__(self, folder: Path) -> None:
        self.folder, self.loads = folder, 0
        self.work_file = folder / "private" / "work.duckdb"

    @property
    def _usual(self) -> dict[str, Any]:
        return {"excluded_buildings": ("9",), "replayed": self.replayed}

    def load(self, *, records: list[Any], gone: tuple[Any, ...] | list[Any] = (), shape: str = "nested") -> None:
        self.loads += 1
        seen = f"{date(2026, 1, 31) + timedelta(days=self.loads)}T03:00:00Z"
        raw_tables.fill(self.work_file, records, seen=seen, walk_id=seen, gone=gone, shape=shape)

    def mend(self, **given: Any) -> Built:
        return Built(self.folder, [], **{"incremental_from_units": 1, **self._usual} | given)

    def anew(self, **given: Any) -> Built:
        fresh = self.folder / f"anew-{self.loads}-{len(list(self.folder.glob('anew*')))}"
        (fresh / "private").mkdir(parents=True)
        with duckdb.connect(str(fresh / "private" / "work.duckdb")) as connection:
            connection.execute(f"attach '{self.work_file}' as kept (read_only)")
            connection.execute("create schema raw; create schema private")
            there = "select schema_name, table_name from duckdb_tables() where database_name = 'kept'"
            for schema, table in connection.execute(f"{there} and schema_name in ('raw', 'private')").fetchall():
                if table not in {"models_digest", "made"}:
                    connection.execute(f"create table {schema}.{table} as from kept.{schema}.{table}")
        return Built(fresh, [], **{"checked": False, **self._usual} | given)
