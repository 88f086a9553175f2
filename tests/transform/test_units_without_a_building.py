"""Units whose list row says nothing of where they are: their nights stand where the stays in them do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from transform.building import Built

if TYPE_CHECKING:
    from pathlib import Path


def unit(number: int, **more: Any) -> tuple[str, dict[str, Any]]:
    return "units", {
        "id": number,
        "unitName": f"Flat {number}",
        "availableFrom": "2026-02-01",
        "availableTo": "2026-02-04",
    } | more


def stay(number: int, held: int, start: str | None, end: str, **place: Any) -> tuple[str, dict[str, Any]]:
    told = {
        "roomStayId": number,
        "roomStayStatus": "CHECKED_OUT",
        "startDate": start,
        "endDate": end,
        "netAmount": "100",
    }
    return "bookings", {"id": number, "roomStays": [told | {"unit": {"id": held} | place}]}


TENANT = [
    ("buildings", {"id": 1, "name": "Quay"}),
    ("buildings", {"id": 2, "name": "Test House"}),
    ("buildings", {"id": 3, "name": "Mill"}),
    unit(1),
    stay(1, 1, "2026-02-01", "2026-02-02", buildingId=3),
    stay(2, 1, "2026-02-03", "2026-02-05", buildingId=1, buildingName="Mill"),
    stay(3, 1, None, "2026-02-04", buildingId=3),  # begins at no date, and so is not the latest
    unit(2),
    stay(4, 2, "2026-02-01", "2026-02-02", buildingName="quay "),
    unit(3),
    stay(5, 3, "2026-02-01", "2026-02-02", buildingName="test house"),
    unit(4),
    stay(6, 4, "2026-02-01", "2026-02-02", buildingName="Elsewhere, which no list has"),
    ("unitTypes", {"id": 7, "name": "Loft", "buildingId": 2}),
    unit(5, buildingId=3, unitTypeId=7),  # moved out of the building that is left out, with its type
    stay(7, 5, "2026-02-01", "2026-02-02", buildingId=1),
    unit(6, buildingName="Elsewhere, that is left out"),
    stay(8, 6, "2026-02-01", "2026-02-02", buildingId=1),
]


@pytest.mark.slow
def test_supply_stands_where_the_nights_sold_in_it_do(tmp_path: Path) -> None:
    built = Built(
        tmp_path,
        TENANT,
        checked=False,
        models="+fct_occupancy_monthly +dim_units +dim_units_history +dim_unit_types +fct_stay_nights +fct_revenue_monthly",
        excluded_buildings=("Test House", "Elsewhere, that is left out"),
    )
    assert [(1, 1), (2, 1), (4, -1), (5, 3)] == built.rows("select unit_id, building_id from core.dim_units order by 1")
    assert [(1, -1), (2, -1), (4, -1), (5, 3)] == built.rows(
        "select unit_id, building_id from core.dim_units_history order by 1"
    )
    assert [(-1, "Not stated", None), (7, "Loft", None)] == built.rows(
        "select unit_type_id, unit_type_name, building_id from core.dim_unit_types order by 1"
    )
    assert [(-1, 4, 1, 1, 100), (1, 8, 4, 4, 300), (3, 4, 1, 1, 100)] == built.rows(
        """select building_id, inventory_nights, occupied_nights, sold_nights, room_revenue_net
           from occupancy.fct_occupancy_monthly where month = '2026-02-01' order by 1"""
    )


def test_a_building_whose_id_is_that_of_none_doubles_no_unit(tmp_path: Path) -> None:
    """Some services number the record "not assigned" so. Doubled units and stays doubled all that is joined to them again."""
    records = [
        ("buildings", {"id": -1, "name": "Not assigned"}),
        ("unitTypes", {"id": 1, "name": "Studio", "buildingId": -1}),
        unit(1, buildingId=-1),
        stay(1, 1, "2026-02-01", "2026-02-02", unitTypeName="Studio"),
        stay(2, 1, "2026-02-02", "2026-02-04", unitTypeName="Studio"),
    ]
    built = Built(tmp_path, records, models="+fct_room_stays", checked=False)
    assert [(1, 1, -1), (2, 1, -1)] == built.rows(
        "select room_stay_id, unit_type_id, building_id from occupancy.fct_room_stays order by all"
    )


def test_a_name_that_two_buildings_or_types_have_is_warned_of_where_nothing_else_tells_them_apart(
    tmp_path: Path,
) -> None:
    records = [
        *(
            ("buildings", {"id": number, "name": name})
            for number, name in enumerate(["Quay", "quay ", "Mill", "Mill"], 1)
        ),
        *(("buildings", {"id": number, "name": "Test House"}) for number in (8, 9)),
        *(("unitTypes", {"id": number, "name": "Studio", "buildingId": (number + 3) // 2}) for number in (1, 2, 3)),
        unit(1, buildingId=3),
        unit(2, buildingName="Quay"),
        unit(3, buildingName="Test House"),
        stay(1, 1, "2026-02-01", "2026-02-02", buildingId=4, unitTypeName="studio"),
    ]
    built = Built(tmp_path, records, models="+names_mean_one_building", excluded_buildings=("test house",))
    assert (
        "names_mean_one_building (2 rows, for example: list building, name quay, counted_in 1, have_the_name 2)",
    ) == built.report.warnings
