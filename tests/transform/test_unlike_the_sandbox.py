"""A tenant that leaves out, mixes and misplaces what the sandbox always states; one build, in both shapes of the booking list."""

import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from transform import raw_tables, village
from transform.building import Built

WEST, EAST, NOWHERE = 1, 2, -1
# Nine in the evening of 28 February on the coast.
BOOKED = "2026-03-01T05:00:00Z"


def stay(number: int, start: str, end: str, net: str, **more: Any) -> dict[str, Any]:
    """A room stay that states nothing but this."""
    unit = {"id": more.pop("unit", None), "buildingId": more.pop("building", None)}
    known = {
        "roomStayId": number,
        "roomStayStatus": "CHECKED_OUT",
        "startDate": start,
        "endDate": end,
        "netAmount": net,
    }
    return known | {"unit": unit} | more


def booking(number: int, *stays: dict[str, Any], **more: Any) -> tuple[str, dict[str, Any]]:
    return "bookings", {"id": number, "createdDate": BOOKED, "roomStays": list(stays)} | more


# The second is none.
ITEMS = [{"id": 10, "totalNet": "100.00", "totalTax": "0.00", "roomStayId": 1, "extraId": None, "unitId": 1}, None]
NESTED: list[tuple[str, Any]] = [
    (
        "buildings",
        {"id": WEST, "name": "West", "timeZone": "America/Los_Angeles", "currencyCode": "USD", "address": None}
        | {"addressLine1": "1 Pier", "city": "Venice", "postCode": "90291", "country": "US"},
    ),
    (
        "buildings",
        {"id": EAST, "name": None, "timeZone": None, "currencyCode": None, "city": "", "country": None}
        | {"address": {"city": "Lima", "country": "PE"}},
    ),
    ("units", {"id": 1, "bookable": True, "availableFrom": "2024-01-01"}),
    ("units", {"id": 2, "bookable": True, "buildingId": WEST, "availableFrom": "2024-01-01"}),
    ("contacts", {"id": 1}),
    booking(10),
    booking(
        11,
        stay(1, "2026-03-07", "2026-03-09", "100", unit=1, building=WEST, bookingContact={"id": 1}),
        currencyCode="USD",
    ),
    booking(12, stay(2, "2024-02-28", "2024-03-01", "100", unit=2), currencyCode="EUR"),
    booking(13, stay(3, "2026-03-10", "2026-03-12", "100", unit=2), currencyCode="GBP"),
    booking(14, stay(4, "2026-03-10", "2026-03-12", "100"), currencyCode=None),
    village.invoice(
        1, "POSTED", "2026-03-09", "100.00", "0.00", currencyCode="USD", room_stay=1, salesInvoiceItems=ITEMS
    ),
]
FLAT = [
    stay(21, "2026-03-10", "2026-03-12", "30", building=EAST),
    stay(22, "2026-03-10", "2026-03-12", "30", building=EAST, bookingReference=""),
    stay(23, "2026-03-10", "2026-03-12", "30", building=EAST, bookingReference="R7/1"),
    stay(24, "2026-03-12", "2026-03-14", "30", building=EAST, bookingReference="R7/2"),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder: Path = tmp_path_factory.mktemp("unlike")
    rows = [("bookings", {"roomStays": FLAT})]
    raw_tables.fill(folder / "private" / "work.duckdb", rows, shape="flat")
    details = {"rate": {"rateCode": "FLEX"}, "cancelledDate": "2026-03-01"}
    statuses = {"stay/21": FLAT[0]["roomStayStatus"], "stay/22": "CANCELLED"}
    answers = [(key, f"{key}/0", details | {"roomStayStatus": status}) for key, status in statuses.items()]
    raw_tables.fill_children(folder / "private" / "work.duckdb", "room_stays_details", answers)
    return Built(folder, NESTED)


def test_nothing_of_it_is_a_warning_and_a_booking_without_stays_is_none(built: Built) -> None:
    assert () == built.report.warnings
    assert 8 == built.one("select count(*) from occupancy.fct_room_stays")


def test_a_unit_that_states_no_building_stands_where_its_stay_says(built: Built) -> None:
    assert [(1, WEST, NOWHERE, "Unit 1"), (2, WEST, NOWHERE, "Unit 2")] == built.rows(
        "select unit_id, building_id, unit_type_id, unit_name from core.dim_units order by all"
    )
    assert [(1, WEST), (2, WEST), (3, WEST), (4, NOWHERE)] == built.rows(
        "select room_stay_id, building_id from occupancy.fct_room_stays where room_stay_id < 10 order by all"
    )
    assert [(1, WEST)] == built.rows("select room_stay_id, building_id from revenue.fct_invoice_items")
    assert [(NOWHERE, "Not stated"), (WEST, "West"), (EAST, "Building 2")] == built.rows(
        "select building_id, building_name from core.dim_buildings order by all"
    )


def test_of_an_answer_for_a_stay_that_had_another_status_what_depends_on_that_is_not_taken(built: Built) -> None:
    assert [(21, "FLEX", datetime.date(2026, 3, 1)), (22, "FLEX", None), (23, None, None)] == built.rows(
        """select room_stay_id, rate_code, cancelled_date from staging.stg_pms__room_stays
           where room_stay_id between 21 and 23 order by 1"""
    )


def test_an_address_is_read_beside_the_building_or_within_it(built: Built) -> None:
    assert [(WEST, "Venice", "US"), (EAST, "Lima", "PE")] == built.rows(
        "select building_id, city_name, country_name from core.dim_buildings where building_id > 0 order by all"
    )


def test_rows_that_name_no_booking_are_bookings_of_their_own(built: Built) -> None:
    rows = dict(built.rows("select room_stay_id, booking_id from occupancy.fct_room_stays where room_stay_id > 20"))
    assert max(rows.values()) < 0
    assert rows[23] == rows[24]
    assert 3 == len(set(rows.values()))


def test_currencies_of_one_building_stand_apart_and_its_days_are_in_its_own(built: Built) -> None:
    assert [("EUR", Decimal(100)), ("GBP", Decimal(100)), ("USD", Decimal(100))] == built.rows(
        f"""select currency_code, sum(room_earned_net) from revenue.fct_revenue_monthly where building_id = {WEST}
            group by all order by all"""
    )
    ((days, currencies),) = built.rows(
        f"""select sum(room_revenue_net), count(distinct currency_code) from occupancy.fct_occupancy_daily
            where building_id = {WEST}"""
    )
    assert 1 == currencies
    assert Decimal(300) < days  # a control: pounds and euros as they stand would be 300 dollars


def test_nights_are_calendar_nights_over_the_leap_day_and_where_a_day_has_23_hours(built: Built) -> None:
    assert [(1, "2026-03-07"), (1, "2026-03-08"), (2, "2024-02-28"), (2, "2024-02-29")] == built.rows(
        "select room_stay_id, night_date::varchar from occupancy.fct_stay_nights where room_stay_id < 3 order by all"
    )
    assert [("2026-02-28",), ("2026-03-01",)] == built.rows(
        "select distinct booked_date::varchar from occupancy.fct_room_stays where room_stay_id in (1, 4) order by all"
    )


def test_who_has_no_name_has_a_pseudonym(built: Built) -> None:
    ((pseudonym,),) = built.rows("select contact_pseudonym from core.dim_contacts")
    assert 32 == len(pseudonym)
