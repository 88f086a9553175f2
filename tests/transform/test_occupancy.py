import datetime
from decimal import Decimal

from transform.building import Built


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(text)


def test_every_state_of_a_month_is_as_worked_out_by_hand(built_village: Built) -> None:
    ((inventory, closed, out_of_order, occupied, tentative, vacant, conflict, sold),) = built_village.rows(
        """select inventory_nights, closed_nights, out_of_order_nights, occupied_nights, tentative_nights, vacant_nights,
                  conflict_nights, sold_nights
           from occupancy.fct_occupancy_monthly where month = '2026-01-01' and building_id = 1"""
    )
    # Units 101, 102, 103 (104 is not bookable) in January: 31 + (3 + 2 - 1 shared) + 3 occupied.
    assert (3 * 31, 0, 0, 31 + 4 + 3, 2, 93 - 38 - 2) == (inventory, closed, out_of_order, occupied, tentative, vacant)
    assert (1, 31 + 3 + 2 + 3) == (conflict, sold)


def test_short_blocks_are_out_of_order_and_long_ones_closures(built_village: Built) -> None:
    states = built_village.rows(
        """select state, min(night_date), max(night_date), count(*) from occupancy.fct_unit_nights
           where unit_id = 103 and state in ('closed', 'out_of_order') group by state order by state"""
    )
    assert [
        ("closed", day("2026-03-15"), day("2026-04-19"), 36),
        ("out_of_order", day("2026-02-10"), day("2026-02-12"), 3),
    ] == states
    rates = built_village.rows(
        """select available_nights, available_nights_net_ooo, occupied_nights, occupancy_rate, occupancy_rate_net_ooo
           from occupancy.fct_occupancy_monthly where month = '2026-02-01' and building_id = 1"""
    )
    occupied = 28 + 4 + 4 + 2
    assert [(84, 81, occupied, occupied / 84, occupied / 81)] == rates


def test_a_unit_is_supply_from_its_first_to_its_last_night(built_village: Built) -> None:
    assert [(day("2026-01-01"), day("2026-03-31"))] == built_village.rows(
        "select min(night_date), max(night_date) from occupancy.fct_unit_nights where unit_id = 101"
    )
    assert 0 == built_village.one("select count(*) from occupancy.fct_unit_nights where unit_id = 104")


def test_a_double_booked_night_is_occupied_once_and_keeps_the_money_of_both(built_village: Built) -> None:
    assert [("occupied", 4, True)] == built_village.rows(
        "select state, room_stay_id, is_conflict from occupancy.fct_unit_nights where unit_id = 102 and night_date = '2026-01-07'"
    )
    assert [(Decimal("10.00"), Decimal("10.00"))] == built_village.rows(
        """select max(net_amount) filter (where room_stay_id = 4), max(net_amount) filter (where room_stay_id = 5)
           from occupancy.fct_stay_nights where unit_id = 102 and night_date = '2026-01-07'"""
    )
    # With the share that stay 1 has of the same date: floor(10000 * 7 / 31) - floor(10000 * 6 / 31).
    assert Decimal("20.00") + Decimal(70000 // 31 - 60000 // 31) / 100 == built_village.one(
        "select room_revenue_net from occupancy.fct_occupancy_daily where night_date = '2026-01-07' and building_id = 1"
    )
    assert [("Room stays 4, 5 share the nights until 2026-01-08",)] == built_village.rows(
        "select detail from quality.fct_exceptions where kind = 'double booking'"
    )


def test_shares_of_nights_are_exact_also_below_zero(built_village: Built) -> None:
    shares = built_village.rows(
        "select net_amount from occupancy.fct_stay_nights where room_stay_id = 10 order by night_date"
    )
    assert [(Decimal((-1000 * (i + 1) // 3) - (-1000 * i // 3)) / 100,) for i in range(3)] == shares
    assert Decimal("100.00") == built_village.one(
        "select sum(net_amount) from occupancy.fct_stay_nights where room_stay_id = 1"
    )


def test_a_same_day_stay_has_money_and_no_night(built_village: Built) -> None:
    assert 0 == built_village.one("select count(*) from occupancy.fct_stay_nights where room_stay_id = 6")
    assert [(day("2026-01-10"), True, Decimal("50.00"), Decimal("60.00"))] == built_village.rows(
        "select night_date, is_day_use, room_net, room_gross from revenue.fct_revenue_nights where room_stay_id = 6"
    )
    assert Decimal("50.00") == built_village.one("select sum(day_use_revenue_net) from occupancy.fct_occupancy_daily")


def test_cancelled_and_absent_guests_have_no_nights_and_unassigned_ones_do(built_village: Built) -> None:
    assert [(9, 2, None, 1)] == built_village.rows(
        """select room_stay_id, count(*), any_value(unit_id), any_value(building_id) from occupancy.fct_stay_nights
           where room_stay_id in (8, 9, 16) group by room_stay_id"""
    )
    assert [(2, 1)] == built_village.rows(
        """select sold_nights, occupied_nights
           from occupancy.fct_occupancy_daily where building_id = 1 and night_date = '2026-03-05'"""
    )


def test_money_of_another_currency_is_converted_at_the_rate_of_the_night(built_village: Built) -> None:
    # EUR 100 over two nights at 0.85 / 0.10 = 8.5 Hong Kong dollars, beside HKD 3,000.
    assert [("HKD", Decimal("3850.00"), 5, Decimal("770.00"))] == built_village.rows(
        """select currency_code, room_revenue_net, sold_nights, adr from occupancy.fct_occupancy_monthly
           where month = '2026-01-01' and building_id = 2"""
    )


def test_the_date_of_booking_is_the_buildings_own(built_village: Built) -> None:
    assert [(1, day("2025-12-30")), (11, day("2025-12-31"))] == built_village.rows(
        "select room_stay_id, booked_date from occupancy.fct_room_stays where room_stay_id in (1, 11) order by all"
    )


def test_a_renewal_goes_on_in_another_unit_and_two_units_at_once_stay_two_tenancies(built_village: Built) -> None:
    assert [(1, 102, day("2026-01-01"), day("2026-03-10"), 68, 3, True)] == built_village.rows(
        """select tenancy_id, unit_id, first_start_date, last_end_date, nights, stay_count, is_residential
           from occupancy.fct_tenancies where contact_id = 1"""
    )
    assert [(14, 102, 1), (15, 103, 1)] == built_village.rows(
        "select tenancy_id, unit_id, stay_count from occupancy.fct_tenancies where contact_id = 4 order by all"
    )


def test_departures_are_ends_of_tenancies_with_a_night(built_village: Built) -> None:
    assert [(day("2026-03-10"),)] == built_village.rows(
        "select departure_date from occupancy.fct_departures where contact_id = 1"
    )
    assert 0 == built_village.one("select count(*) from occupancy.fct_departures where tenancy_id = 6")
    assert 1 == built_village.one("select count(*) from occupancy.fct_tenancies where tenancy_id = 6")


def test_vacancies_are_the_vacant_nights_joined(built_village: Built) -> None:
    assert [(True,)] == built_village.rows(
        """select (select sum(nights) from occupancy.fct_vacancies)
                = (select count(*) from occupancy.fct_unit_nights where state = 'vacant')"""
    )
    # The night of the same-day stay and the nights around it are one gap.
    assert [(day("2026-01-01"), day("2026-01-12"), 11)] == built_village.rows(
        "select vacant_from, vacant_to, nights from occupancy.fct_vacancies where unit_id = 103 and vacant_from = '2026-01-01'"
    )


def test_an_arrival_that_never_came_is_overdue(built_village: Built) -> None:
    assert [(17,)] == built_village.rows("select record_id from quality.fct_exceptions where kind = 'arrival overdue'")


def test_an_excluded_building_is_nowhere_but_in_quality(built_village: Built) -> None:
    assert [] == built_village.marts_with("building_id", "building_id = 9")
    assert 0 == built_village.one("select count(*) from receivables.fct_financial_allocations where allocation_id = 4")
    assert [(9, "Test House", 1, 1)] == built_village.rows("from quality.fct_excluded_buildings")


def test_contacts_are_pseudonyms(built_village: Built) -> None:
    named = "contact_name is not null or email_address is not null or telephone_number is not null"
    assert 0 == built_village.one(f"select count(*) from core.dim_contacts where {named}")
    # Contacts 1 and 4 share an address.
    assert [(4, 3, 32)] == built_village.rows(
        "select count(*), count(distinct contact_pseudonym), min(len(contact_pseudonym)) from core.dim_contacts"
    )
