"""Occupancy, tenancies and vacancies of portfolios small enough to count by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.made import block, building, date, portfolio, stay, unit
from oracle.nights import revenue_nights, stay_nights
from oracle.occupancy import daily, monthly, unit_nights
from oracle.rules import Day, UnknownStatusError, cents, split

if TYPE_CHECKING:
    from oracle.portfolio import Portfolio

FEB = (date("2024-02-26"), date("2024-03-03"))


def states(made: Portfolio, first: Day = FEB[0], last: Day = FEB[1], number: int = 1) -> dict[str, str]:
    return {str(n.night): n.state for n in unit_nights(made, first, last) if n.unit.id == number}


def sums(made: Portfolio) -> dict[Day, dict[str, int]]:
    return {night: row for (night, place, _), row in daily(made, unit_nights(made, *FEB)).items() if place == 1}


def test_the_leap_day_is_a_night_and_the_cents_sum() -> None:
    made = portfolio(stay(1, "2024-02-28", "2024-03-02", "100.00", vat="20.00"))
    assert [(str(n.night), n.net, n.vat) for n in stay_nights(made)] == [
        ("2024-02-28", 3333, 666),
        ("2024-02-29", 3333, 667),
        ("2024-03-01", 3334, 667),
    ]


@given(st.integers(-(10**9), 10**9), st.integers(1, 400))
def test_shares_sum_to_the_amount_and_differ_by_one_cent_at_most(amount: int, nights: int) -> None:
    shares = split(amount, nights)
    assert (sum(shares), len(shares)) == (amount, nights)
    assert all(abs(Fraction(amount, nights) - share) < 1 for share in shares)


def test_a_negative_amount_is_split_by_floors() -> None:
    made = portfolio(stay(1, "2024-02-26", "2024-02-29", "-10.00"))
    assert [n.net for n in stay_nights(made)] == [-334, -333, -333]


def test_fractions_of_a_cent_round_half_away_from_zero() -> None:
    assert [cents("1.005"), cents("-1.005"), cents(Decimal("1.0049")), cents(None)] == [101, -101, 100, 0]


def test_money_of_a_same_day_stay_is_on_its_arrival_date_without_a_night() -> None:
    made = portfolio(stay(1, "2024-02-29", "2024-02-29", "40.00", vat="8.00"))
    assert list(stay_nights(made)) == []
    assert [(str(n.night), n.net, n.gross, n.is_day_use) for n in revenue_nights(made)] == [
        ("2024-02-29", 4000, 4800, True)
    ]
    row = sums(made)[date("2024-02-29")]
    assert (row["room_revenue_net"], row["sold_nights"], row["occupied_nights"], row["arrivals"]) == (4000, 0, 0, 1)


@pytest.mark.parametrize(
    ("status", "state", "revenue"),
    [
        ("CONFIRMED", "occupied", 2000),
        ("CHECKED_IN", "occupied", 2000),
        ("CHECKED_OUT", "occupied", 2000),
        ("PENDING", "tentative", 0),
        ("ENQUIRY", "vacant", 0),
        ("CANCELLED", "vacant", 0),
        ("NO_SHOW", "vacant", 0),
    ],
)
def test_each_status_counts_as_the_definitions_say(status: str, state: str, revenue: int) -> None:
    made = portfolio(stay(1, "2024-02-27", "2024-02-28", "20.00", status=status))
    assert states(made)["2024-02-27"] == state
    assert sum(row["room_revenue_net"] for row in sums(made).values()) == revenue


def test_an_unknown_status_is_an_error_and_never_a_dropped_row() -> None:
    with pytest.raises(UnknownStatusError, match="ON_HOLD"):
        portfolio(stay(1, "2024-02-27", "2024-02-28", status="ON_HOLD"))


def test_a_double_booked_night_is_occupied_once_and_keeps_both_amounts() -> None:
    made = portfolio(
        stay(1, "2024-02-26", "2024-02-28", "20.00"),
        stay(2, "2024-02-27", "2024-02-29", "40.00", status="CHECKED_IN"),
    )
    row = sums(made)[date("2024-02-27")]
    assert (row["inventory_nights"], row["occupied_nights"], row["conflict_nights"], row["vacant_nights"]) == (
        2,
        1,
        1,
        1,
    )
    assert (row["sold_nights"], row["room_revenue_net"]) == (2, 1000 + 2000)
    both = next(n for n in unit_nights(made, *FEB) if n.is_conflict)
    assert [s.id for s in both.stays] == [1, 2]


def test_a_tentative_stay_beside_a_sold_one_is_no_conflict() -> None:
    made = portfolio(stay(1, "2024-02-26", "2024-02-27"), stay(2, "2024-02-26", "2024-02-27", status="PENDING"))
    assert (states(made)["2024-02-26"], sums(made)[FEB[0]]["conflict_nights"]) == ("occupied", 0)


def test_a_units_life_holds_its_first_and_its_last_night() -> None:
    made = portfolio(unit(1, availableFrom="2024-02-28", availableTo="2024-03-01"))
    assert list(states(made)) == ["2024-02-28", "2024-02-29", "2024-03-01"]


def test_a_unit_that_is_not_bookable_is_no_supply_but_its_stay_is_sold() -> None:
    made = portfolio(unit(1, bookable=False), stay(1, "2024-02-26", "2024-02-27", "20.00"))
    row = sums(made)[FEB[0]]
    assert (row["inventory_nights"], row["occupied_nights"], row["sold_nights"]) == (1, 0, 1)


def test_a_stay_without_a_unit_is_sold_in_its_building_and_type() -> None:
    made = portfolio(stay(1, "2024-02-26", "2024-02-27", "20.00", unit=None))
    row = sums(made)[FEB[0]]
    assert (row["inventory_nights"], row["occupied_nights"], row["vacant_nights"]) == (2, 0, 2)
    assert (row["sold_nights"], row["room_revenue_net"]) == (1, 2000)


def test_short_blocks_are_out_of_order_and_long_ones_closures() -> None:
    short = portfolio(block(1, "2024-02-27T09:00:00Z", "2024-02-29"))
    long = portfolio(block(1, "2024-02-27T09:00:00Z", "2024-03-26"))
    assert list(states(short).values()) == ["vacant", *["out_of_order"] * 2, *["vacant"] * 4]
    assert list(states(long).values()) == ["vacant", *["closed"] * 6]
    for made, available, net in ((short, 2, 1), (long, 1, 1)):
        row = sums(made)[date("2024-02-28")]
        assert (row["available_nights"], row["available_nights_net_ooo"]) == (available, net)


def test_a_stay_in_a_blocked_unit_was_slept_there() -> None:
    made = portfolio(block(1, "2024-02-26T09:00:00Z", "2024-03-01"), stay(1, "2024-02-27", "2024-02-28"))
    assert list(states(made).values())[:4] == ["out_of_order", "occupied", "out_of_order", "out_of_order"]
    held = portfolio(
        block(1, "2024-02-26T09:00:00Z", "2024-03-01"), stay(1, "2024-02-27", "2024-02-28", status="PENDING")
    )
    assert states(held)["2024-02-27"] == "out_of_order"


def test_activities_that_do_not_block_or_were_cancelled_take_nothing_out() -> None:
    made = portfolio(
        block(1, "2024-02-26T09:00:00Z", "2024-03-01", blockAvailability=False),
        block(2, "2024-02-26T09:00:00Z", "2024-03-01", status="CANCELLED"),
    )
    assert set(states(made).values()) == {"vacant"}


@pytest.mark.parametrize(
    ("zone", "start", "first"),
    [
        ("Europe/London", "2024-03-30T23:30:00Z", "2024-03-30"),
        ("Europe/London", "2024-03-31T23:30:00Z", "2024-04-01"),  # the clocks went forward in between
        ("Asia/Hong_Kong", "2024-03-30T23:30:00Z", "2024-03-31"),
        ("America/New_York", "2024-03-31T03:30:00Z", "2024-03-30"),
    ],
)
def test_a_block_begins_on_the_local_date_of_its_building(zone: str, start: str, first: str) -> None:
    made = portfolio(building(1, "Main", zone=zone), block(1, start, "2024-04-04"))
    seen = states(made, date("2024-03-28"), date("2024-04-05"))
    assert min(night for night, state in seen.items() if state == "out_of_order") == first


def test_nights_across_a_change_of_clocks_are_calendar_nights() -> None:
    made = portfolio(stay(1, "2024-03-29", "2024-04-02", "40.00"), stay(2, "2024-10-26", "2024-10-28", "20.00"))
    assert [n.net for n in stay_nights(made)] == [1000] * 6


def test_states_sum_to_inventory_and_ratios_are_sum_over_sum() -> None:
    made = portfolio(
        stay(1, "2024-02-26", "2024-02-28", "100.00"),
        stay(2, "2024-02-27", "2024-03-02", "90.00", unit=2),
        block(1, "2024-02-29T00:00:00Z", "2024-03-02"),
    )
    by_day = daily(made, unit_nights(made, *FEB))
    for row in by_day.values():
        parts = ("closed_nights", "out_of_order_nights", "occupied_nights", "tentative_nights", "vacant_nights")
        assert sum(row[name] for name in parts) == row["inventory_nights"]
    february = monthly(by_day)[date("2024-02-01"), 1]
    # 4 nights x 2 units; stay 1 sleeps 2, stay 2 sleeps 3 of its 4: 22.50 each
    assert (february["occupied_nights"], february["available_nights"], february["available_nights_net_ooo"]) == (
        5,
        8,
        7,
    )
    assert (february["occupancy_rate"], february["occupancy_rate_net_ooo"]) == (Decimal(5) / 8, Decimal(5) / 7)
    assert (february["adr"], february["revpar"]) == (Decimal("33.5"), Decimal("20.9375"))
    assert (february["arrivals"], february["departures"]) == (2, 1)


def test_everything_of_an_excluded_building_is_left_out_by_name_or_id() -> None:
    records = [building(2, "Test Building"), unit(9, 2), stay(1, "2024-02-26", "2024-02-27", "20.00", unit=9)]
    for named in ("test building", "2"):
        made = portfolio(records, excluded_buildings=(named,))
        assert (list(stay_nights(made)), {n.unit.id for n in unit_nights(made, *FEB)}) == ([], {1, 2})
    assert len(list(stay_nights(portfolio(records)))) == 1  # the control


def test_both_booking_shapes_say_the_same() -> None:
    name, nested = stay(1, "2024-02-26", "2024-02-29", "100.00", vat="20")
    flat = nested["roomStays"][0] | {"bookingId": 1001, "currencyCode": "GBP", "channelId": 3}
    assert portfolio((name, nested)).stays == portfolio((name, flat)).stays


def test_a_unit_without_a_beginning_is_supply_from_the_first_stay_on() -> None:
    made = portfolio(unit(1, availableFrom=None), stay(1, "2024-02-28", "2024-02-29", unit=2))
    assert (min(states(made)), min(states(made, number=2))) == ("2024-02-28", "2024-02-26")


def test_contracts_bound_the_life_of_a_unit_with_their_last_night() -> None:
    lease = ("unitContracts", {"id": 1, "unitId": 1, "startDate": "2024-02-27", "endDate": "2024-02-29"})
    more = ("unitContracts", {"id": 2, "unitId": 1, "startDate": "2024-03-01", "endDate": None})
    assert list(states(portfolio(lease))) == ["2024-02-27", "2024-02-28", "2024-02-29"]
    assert (min(states(portfolio(lease, more))), max(states(portfolio(lease, more)))) == ("2024-02-27", "2024-03-03")


def test_a_unit_without_a_type_has_the_one_its_latest_stay_names() -> None:
    made = portfolio(unit(1, unitTypeId=None), stay(1, "2024-02-27", "2024-02-28"))
    assert made.units[1].type == 1


def test_a_night_sold_in_another_currency_stands_in_the_buildings_own() -> None:
    rates = (
        ("GBP", FEB[0], Decimal(1)),
        ("SEK", FEB[0], Decimal("0.075")),
        ("SEK", date("2024-03-01"), Decimal("0.08")),
    )
    foreign = stay(1, "2024-02-29", "2024-03-02", "200.00", currencyCode="SEK")
    row = sums(portfolio(foreign, rates=rates))
    assert [row[n]["room_revenue_net"] for n in (date("2024-02-29"), date("2024-03-01"))] == [750, 800]
    assert sums(portfolio(foreign))[date("2024-02-29")]["room_revenue_net"] == 0  # no rate, no sum
