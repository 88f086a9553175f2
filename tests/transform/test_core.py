"""Where units were by the loads that saw them, who was invoiced, and the dates on which stays were confirmed and signed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import raw_tables
import village
from building import Built

if TYPE_CHECKING:
    from pathlib import Path

LOADS = [date(2026, 1, 10), date(2026, 1, 20), date(2026, 2, 1), date(2026, 2, 5)]


def unit(building: int, key: int = 101, **more: Any) -> Any:
    return "units", {"id": key, "unitName": "U101", "buildingId": building, "unitTypeId": 1} | more


def test_units_that_move_companies_and_the_dates_of_a_stay(tmp_path: Path) -> None:
    stay = village.stay(1, "CONFIRMED", "2026-02-01", "2026-03-05", "100.00", unit=101)
    stay |= {"confirmedDate": "2026-01-05T23:30:00Z", "contractSignedDate": "2026-01-06T10:00:00Z"}
    first = [
        *(("buildings", {"id": n, "name": name, "timeZone": "Asia/Hong_Kong"}) for n, name in ((1, "One"), (2, "Two"))),
        ("bookings", {"id": 1, "roomStays": [stay], "currencyCode": "GBP"}),
        village.invoice(1, "POSTED", "2026-02-01", "100.00", "0.00", room_stay=1, companyId=7),
        village.invoice(2, "DRAFT", "2026-02-03", "10.00", "0.00", room_stay=1, companyId=7),
        village.invoice(3, "POSTED", "2026-02-03", "10.00", "0.00", room_stay=1),
    ]
    # A renumbered floor is no move; the unit moves on 1 February and is gone on the 5th.
    steps = ([*first, unit(1)], [unit(1, floor=3)], [unit(2)], [])
    work_file = tmp_path / "private" / "work.duckdb"
    killed = "2026-01-22T20:00:00Z"  # of a load for the 20th that was run again
    for day, records in zip(LOADS, steps, strict=True):
        ended = killed if day == LOADS[1] else f"{day}T20:00:00Z"
        walk = {"walk_id": str(day), "stream": "units", "ended_at": ended, "business_date": day}
        gone = [] if records else [("units", "101")]
        raw_tables.fill(work_file, records, seen=f"{day}T20:00:00Z", walk_id=str(day), walks=[walk], gone=gone)
    raw_tables.fill(work_file, [unit(1, 102)], seen=killed, walk_id="killed")
    built = Built(tmp_path, [], checked=False, models="+dim_units_history +dim_companies +fct_room_stays")
    assert [(101, LOADS[0], LOADS[2], 1), (101, LOADS[2], LOADS[3], 2)] == built.rows(
        "select unit_id, valid_from, valid_to, building_id from core.dim_units_history where unit_id = 101 order by 2"
    )
    assert [(LOADS[1], None)] == built.rows(
        "select valid_from, valid_to from core.dim_units_history where unit_id = 102"
    )
    assert [(7, 2, date(2026, 2, 1), date(2026, 2, 3))] == built.rows("from core.dim_companies")
    # In Hong Kong it was the next morning.
    assert [(date(2026, 1, 6), date(2026, 1, 6))] == built.rows(
        "select confirmed_date, signed_date from occupancy.fct_room_stays"
    )
