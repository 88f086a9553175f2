"""Occupancy, tenancies and vacancies of portfolios small enough to count by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracle.february import FEB, states, sums
from oracle.made import block, building, date, portfolio, stay, unit
from oracle.nights import revenue_nights, stay_nights
from oracle.occupancy import daily, monthly, unit_nights
from oracle.rules import UnknownStatusError, cents, split


def test_the_leap_day_is_a_night_and_the_cents_sum() -> None:
    made = portfolio(stay(1, "2024-02-28", "2024-03-02", "100.00", vat="20.00"))
    assert [
        ("2024-02-28", 3333, 666),
        ("2024-02-29", 3333, 667),
        ("2024-03-01", 3334, 667),
    ] == [(str(n.night), n.net, n.vat) for n in stay_nights(made)]


@given(st.integers(-(10**9), 10**9), st.integers(1, 400))
def test_shares_sum_to_the_amount_and_differ_by_one_cent_at_most(amount: int, nights: int) -> None:
    shares = split(amount, nights)
    assert (sum(shares), len(shares)) == (amount, nights)
    assert all(abs(Fraction(amount, nights) - share) < 1 for share in shares)


def test_a_negative_amount_is_split_by_floors() -> None:
    made = portfolio(stay(1, "2024-02-26", "2024-02-29", "-10.00"))
    assert [-334, -333, -333] == [n.net for n in stay_nights(made)]


def test_fractions_of_a_cent_round_half_away_from_zero() -> None:
    assert [101, -101, 100, 0] == [cents("1.005"), cents("-1.005"), cents(Decimal("1.0049")), cents(None)]


def test_money_of_a_same_day_stay_is_on_its_arrival_date_without_a_night() -> None:
    made = portfolio(stay(1, "2024-02-29", "2024-02-29", "40.00", vat="8.00"))
    assert [] == list(stay_nights(made))
    assert [("2024-02-29", 4000, 4800, True)] == [
        (str(n.night), n.net, n.gross, n.is_day_use) for n in revenue_nights(made)
    ]
    row = sums(made)[date("2024-02-29")]
    assert (4000, 0, 0, 1) == (row["room_revenue_net"], row["sold_nights"], row["occupied_nights"], row["arrivals"])


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
    assert (
        2,
        1,
        1,
        1,
    ) == (row["inventory_nights"], row["occupied_nights"], row["conflict_nights"], row["vacant_nights"])
    assert (2, 1000 + 2000) == (row["sold_nights"], row["room_revenue_net"])
    both = next(n for n in unit_nights(made, *FEB) if n.is_conflict)
    assert [1, 2] == [s.id for s in both.stays]


def test_a_tentative_stay_beside_a_sold_one_is_no_conflict() -> None:
    made = portfolio(stay(1, "2024-02-26", "2024-02-27"), stay(2, "2024-02-26", "2024-02-27", status="PENDING"))
    assert ("occupied", 0) == (states(made)["2024-02-26"], sums(made)[FEB[0]]["conflict_nights"])


def test_a_stay_without_a_unit_is_sold_in_its_building_and_type() -> None:
    made = portfolio(stay(1, "2024-02-26", "2024-02-27", "20.00", unit=None))
    row = sums(made)[FEB[0]]
    assert (2, 0, 2) == (row["inventory_nights"], row["occupied_nights"], row["vacant_nights"])
    assert (1, 2000) == (row["sold_nights"], row["room_revenue_net"])


def test_nights_across_a_change_of_clocks_are_calendar_nights() -> None:
    made = portfolio(stay(1, "2024-03-29", "2024-04-02", "40.00"), stay(2, "2024-10-26", "2024-10-28", "20.00"))
    assert [1000] * 6 == [n.net for n in stay_nights(made)]


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
    assert (
        5,
        8,
        7,
    ) == (february["occupied_nights"], february["available_nights"], february["available_nights_net_ooo"])
    assert (february["occupancy_rate"], february["occupancy_rate_net_ooo"]) == (Decimal(5) / 8, Decimal(5) / 7)
    assert (february["adr"], february["revpar"]) == (Decimal("33.5"), Decimal("20.9375"))
    assert (2, 1) == (february["arrivals"], february["departures"])


def test_everything_of_an_excluded_building_is_left_out_by_name_or_id() -> None:
    records = [building(2, "Test Building"), unit(9, 2), stay(1, "2024-02-26", "2024-02-27", "20.00", unit=9)]
    for named in ("test building", "2"):
        made = portfolio(records, excluded_buildings=(named,))
        assert ([], {1, 2}) == (list(stay_nights(made)), {n.unit.id for n in unit_nights(made, *FEB)})
    assert 1 == len(list(stay_nights(portfolio(records))))  # the control


def test_both_booking_shapes_say_the_same() -> None:
    name, nested = stay(1, "2024-02-26", "2024-02-29", "100.00", vat="20")
    flat = nested["roomStays"][0] | {"bookingId": 1001, "currencyCode": "GBP", "channelId": 3}
    assert portfolio((name, nested)).stays == portfolio((name, flat)).stays


def test_a_night_sold_in_another_currency_stands_in_the_buildings_own() -> None:
    rates = (
        ("GBP", FEB[0], Decimal(1)),
        ("SEK", FEB[0], Decimal("0.075")),
        ("SEK", date("2024-03-01"), Decimal("0.08")),
    )
    foreign = stay(1, "2024-02-29", "2024-03-02", "200.00", currencyCode="SEK")
    row = sums(portfolio(foreign, rates=rates))
    assert [750, 800] == [row[n]["room_revenue_net"] for n in (date("2024-02-29"), date("2024-03-01"))]
    assert 0 == sums(portfolio(foreign))[date("2024-02-29")]["room_revenue_net"]  # no rate, no sum
