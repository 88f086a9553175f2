"""Supply: lives of units, blocks, and what is sold outside it, counted by hand."""

from __future__ import annotations

import pytest

from oracle.february import FEB, states, sums
from oracle.made import block, building, date, portfolio, stay, unit


def test_a_units_life_holds_its_first_and_its_last_night() -> None:
    made = portfolio(unit(1, availableFrom="2024-02-28", availableTo="2024-03-01"))
    assert ["2024-02-28", "2024-02-29", "2024-03-01"] == list(states(made))


def test_a_unit_that_is_not_bookable_is_no_supply_but_its_stay_is_sold() -> None:
    made = portfolio(unit(1, bookable=False), stay(1, "2024-02-26", "2024-02-27", "20.00"))
    row = sums(made)[FEB[0]]
    assert (1, 0, 1) == (row["inventory_nights"], row["occupied_nights"], row["sold_nights"])


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
    assert ["out_of_order", "occupied", "out_of_order", "out_of_order"] == list(states(made).values())[:4]
    held = portfolio(
        block(1, "2024-02-26T09:00:00Z", "2024-03-01"), stay(1, "2024-02-27", "2024-02-28", status="PENDING")
    )
    assert "out_of_order" == states(held)["2024-02-27"]


def test_activities_that_do_not_block_or_were_cancelled_take_nothing_out() -> None:
    made = portfolio(
        block(1, "2024-02-26T09:00:00Z", "2024-03-01", blockAvailability=False),
        block(2, "2024-02-26T09:00:00Z", "2024-03-01", status="CANCELLED"),
    )
    assert {"vacant"} == set(states(made).values())


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


def test_a_unit_without_a_beginning_is_supply_from_the_first_stay_on() -> None:
    made = portfolio(unit(1, availableFrom=None), stay(1, "2024-02-28", "2024-02-29", unit=2))
    assert ("2024-02-28", "2024-02-26") == (min(states(made)), min(states(made, number=2)))


def test_contracts_bound_the_life_of_a_unit_with_their_last_night() -> None:
    lease = ("unitContracts", {"id": 1, "unitId": 1, "startDate": "2024-02-27", "endDate": "2024-02-29"})
    more = ("unitContracts", {"id": 2, "unitId": 1, "startDate": "2024-03-01", "endDate": None})
    assert ["2024-02-27", "2024-02-28", "2024-02-29"] == list(states(portfolio(lease)))
    assert ("2024-02-27", "2024-03-03") == (min(states(portfolio(lease, more))), max(states(portfolio(lease, more))))


def test_a_unit_without_a_type_has_the_one_its_latest_stay_names() -> None:
    made = portfolio(unit(1, unitTypeId=None), stay(1, "2024-02-27", "2024-02-28"))
    assert 1 == made.units[1].type
