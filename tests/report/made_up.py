"""A small published file with the contract's tables: made-up stays in four buildings and three currencies."""

import datetime
import random
from pathlib import Path
from typing import Any

import duckdb
import polars as pl

from nightaudit.settings import Settings

AS_OF = datetime.date(2026, 11, 20)
FIRST, LAST = datetime.date(2025, 10, 1), datetime.date(2027, 2, 28)
BUILDINGS = [
    (1, "Harbour House", "GBP", 9),
    (2, "The Old Chocolate Factory at Saint-Germain-en-Laye, East Wing & Annexe", "EUR", 7),
    (3, "Elm <Court>", "GBP", 5),
    (4, "Harbour House", "USD", 3),
]

SCRIPT = Path(__file__).with_name("made_up.sql")


def settings_of(file: Path, today: datetime.date | None = AS_OF) -> Settings:
    """Return settings by which this is the published file."""
    return Settings.read(data_dir=file.parent, today=today)


def make_stays(seed: int = 7) -> list[dict[str, Any]]:
    """Fill each unit with stays and gaps, some tentative or out of order, one double-booked."""
    dice = random.Random(seed)
    stays: list[dict[str, Any]] = []
    unit_id = 0
    for building_id, _, currency, units in BUILDINGS:
        for _ in range(units):
            unit_id += 1
            day = FIRST + datetime.timedelta(dice.randrange(20))
            while day < LAST:
                nights = dice.choice([1, 2, 3, 5, 7, 14, 30, 60, 92, 183])
                state = dice.choices(["occupied", "tentative", "out_of_order", "closed"], [88, 5, 5, 2])[0]
                booked = min(day - datetime.timedelta(dice.randrange(90)), AS_OF)
                end = min(day + datetime.timedelta(nights), LAST)
                if state != "occupied":
                    end = min(end, day + datetime.timedelta(9))
                stays.append(
                    {
                        "room_stay_id": len(stays) + 1,
                        "unit_id": unit_id,
                        "building_id": building_id,
                        "currency_code": currency,
                        "state": state,
                        "start_date": day,
                        "end_date": end,
                        "booked_on": booked,
                        "nightly": f"{dice.randrange(4000, 19000) / 100:.2f}",
                    }
                )
                day = end + datetime.timedelta(dice.choice([0, 0, 1, 2, 4, 12]))
    twin = next(s for s in stays if s["state"] == "occupied" and s["start_date"] <= AS_OF < s["end_date"])
    stays.append(twin | {"room_stay_id": len(stays) + 1, "end_date": AS_OF + datetime.timedelta(3)})
    return stays


def build(path: Path, *, empty: bool = False, without: tuple[str, ...] = ()) -> Path:
    """Write the file; `empty` leaves its tables without rows, `without` drops objects ("table a.b")."""
    with duckdb.connect(str(path), config={"storage_compatibility_version": "v1.2.0"}) as file:
        buildings = pl.DataFrame(BUILDINGS, ["building_id", "building_name", "currency_code", "units"], orient="row")
        stays = pl.DataFrame(make_stays(), infer_schema_length=None)
        file.register("buildings_frame", buildings.clear() if empty else buildings)
        file.register("stays_frame", stays.clear() if empty else stays)
        for name, value in (("as_of", AS_OF), ("first", FIRST), ("last", LAST)):
            file.execute(f"set variable {name} = date '{value}'")
        file.execute(SCRIPT.read_text(encoding="utf-8"))
        if empty:
            file.execute("delete from quality.fct_walk_certificates")
        for thing in without:
            file.execute(f"drop {thing}")
    return path
