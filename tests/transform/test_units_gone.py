"""What was on sale stays in last month's figures when its unit is deleted, or taken off sale."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from transform import raw_tables
from transform.building import Built
from transform.kept import booking, unit

if TYPE_CHECKING:
    from pathlib import Path

FIRST, LATER = date(2026, 2, 10), date(2026, 3, 1)
MODELS = "+fct_occupancy_monthly +fct_unit_nights +fct_stay_nights +dim_units +fct_exceptions +unit_attributes"
KPIS = """
    select month, inventory_nights, available_nights, occupied_nights, occupancy_rate, revpar
    from occupancy.fct_occupancy_monthly where month = '2026-01-01'"""
NIGHTS = """
    select unit_id, min(night_date), max(night_date), count(*), count(*) filter (where state = 'occupied')
    from occupancy.fct_unit_nights group by unit_id order by unit_id"""


def portfolio() -> list[Any]:
    return [
        *(("buildings", {"id": 1, "name": "Quay House"}), ("unit_types", {"id": 1, "name": "Studio"})),
        *(unit(number, 1, availableFrom="2026-01-01", availableTo="2026-03-31") for number in (101, 102, 103, 104)),
        booking(1, "CHECKED_OUT", "2026-01-05", "2026-01-15", "100.00", unit=101),
        booking(2, "CHECKED_OUT", "2026-01-05", "2026-01-25", "400.00", unit=102),
        booking(3, "CONFIRMED", "2026-03-20", "2026-03-22", "20.00", unit=102),
        booking(4, "CANCELLED", "2026-03-20", "2026-03-22", "20.00", unit=104),
    ]


def load(
    folder: Path, day: date, records: list[Any], gone: tuple[tuple[str, str], ...] = (), *, complete: bool = True
) -> None:
    raw_tables.load(folder, day, "units", records=records, walk_id=str(day), complete=complete, gone=gone)


def test_a_unit_that_is_deleted_or_taken_off_sale_was_supply_until_then(tmp_path: Path) -> None:
    load(tmp_path, FIRST, portfolio())
    january = Built(tmp_path, [], today=FIRST, checked=False, models="+fct_occupancy_monthly").rows(KPIS)
    assert [(4 * 31, 30)] == [(row[1], row[3]) for row in january]
    # 101 is taken off sale, as `correct` does with units whose life has ended; 102 is deleted; so is 104, never sold.
    off_sale = unit(101, 1, availableFrom="2026-01-01", availableTo="2026-03-31", bookable=False)
    load(tmp_path, LATER, [off_sale], gone=(("units", "102"), ("units", "104")))
    built = Built(tmp_path, [], today=LATER, models=MODELS)
    assert [
        (101, date(2026, 1, 1), date(2026, 2, 28), 59, 10),
        (102, date(2026, 1, 1), date(2026, 2, 28), 59, 20),
        (103, date(2026, 1, 1), date(2026, 3, 31), 90, 0),
        (104, date(2026, 2, 10), date(2026, 2, 28), 19, 0),
    ] == built.rows(NIGHTS)
    # What may have been entered by mistake is taken back for the time before any load: 31 nights of 104, and nothing else.
    assert [(3 * 31, 30)] == [(row[1], row[3]) for row in built.rows(KPIS)]
    assert [
        (101, False, None, LATER),
        (102, True, LATER, LATER),
        (103, True, None, date(2026, 4, 1)),
        (104, True, LATER, LATER),
    ] == (built.rows("select unit_id, is_bookable, removed_on, supply_to from core.dim_units order by unit_id"))
    assert [(3,)] == built.rows("select record_id from quality.fct_exceptions where kind = 'stay outside the supply'")
    assert not built.rows("from corrections.unit_attributes")
    assert {1} == {row[0] for row in built.rows("select building_id from occupancy.fct_stay_nights")}


def test_a_unit_that_comes_back_has_a_gap_and_one_changed_twice_a_day_has_none(tmp_path: Path) -> None:
    load(tmp_path, FIRST, portfolio())
    load(tmp_path, date(2026, 2, 15), [unit(101, 1, bookable=False)], gone=(("units", "102"),))
    back = [unit(number, 1, availableFrom="2026-01-01", availableTo="2026-03-31") for number in (101, 102)]
    load(tmp_path, date(2026, 2, 20), back)
    load(tmp_path, LATER, [unit(103, 1, bookable=False)])
    again = unit(103, 1, availableFrom="2026-01-01", availableTo="2026-03-31")
    seen = f"{LATER}T05:00:00Z"
    raw_tables.fill(tmp_path / "private" / "work.duckdb", [again], seen=seen, walk_id=str(LATER))
    models = "+fct_unit_nights +fct_vacancies +dim_units"
    built = Built(tmp_path, [], today=LATER, incremental_from_units=1, models=models)
    assert [(101, 85), (102, 85), (103, 90), (104, 90)] == built.rows(
        "select unit_id, count(*) from occupancy.fct_unit_nights group by unit_id order by unit_id"
    )
    assert [(101, date(2026, 1, 1), date(2026, 4, 1))] == built.rows(
        "select unit_id, supply_from, supply_to from core.dim_units where unit_id = 101"
    )
    vacancies = built.rows("select vacant_from, vacant_to from occupancy.fct_vacancies where unit_id = 101 order by 1")
    assert vacancies[-2:] == [(date(2026, 1, 15), date(2026, 2, 15)), (date(2026, 2, 20), date(2026, 4, 1))]


def test_a_new_unit_is_supply_from_its_load_and_one_read_late_from_the_first(
    tmp_path: Path,
) -> None:
    load(tmp_path, FIRST, portfolio(), complete=False)
    load(tmp_path, date(2026, 2, 11), [unit(105, 1)])
    load(tmp_path, LATER, [unit(106, 1), unit(107, 1, availableFrom="2026-02-20")])
    built = Built(tmp_path, [], today=LATER, checked=False, models="+dim_units")
    first_stay = date(2026, 1, 5)
    assert [(105, first_stay), (106, LATER), (107, date(2026, 2, 20))] == built.rows(
        "select unit_id, supply_from from core.dim_units where unit_id > 104 order by unit_id"
    )
