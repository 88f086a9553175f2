"""Every figure of every mart is what the oracle says: wild buildings, names alone, and the real ledger (see tests/marts)."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from marts.identities import IDENTITIES
from marts.identity import broken
from nightaudit.sandbox.portfolio import generate
from oracle.build import built, rates
from oracle.compare import AGES, compare, listed
from oracle.ledger_check import ageing, nights_sold
from oracle.portfolio import ALLOCATION_LISTS, read, read_folder
from oracle.rules import Day, Rules
from oracle.wild import Wild

if TYPE_CHECKING:
    from oracle.model import Pair

WILD = int(os.environ.get("NIGHTAUDIT_TEST_WILD", "150"))
RULES = Rules(
    Day(2024, 4, 15),
    excluded_buildings=("test building", "Building 3"),
    tenancy_gap_nights=1,
    residential_from_nights=21,
    time_zone="Europe/Berlin",
    base_currency="EUR",
)


def judged(folder: Path, rules: Rules, nested: list[Pair], flat: list[Pair], ages: tuple[int, ...] = AGES) -> Path:
    """Build once, some bookings in either shape, and compare every figure; returns the warehouse."""
    rules = dataclasses.replace(rules, rates=rates())
    warehouse = built(folder, rules, nested, flat)
    found = compare(warehouse, read([*nested, *flat], rules), ages=ages)
    assert not found, f"{len(found)} figures differ\n{listed(found)}"
    return warehouse


def halves(records: list[Pair]) -> tuple[list[Pair], list[Pair]]:
    """Bookings of odd id apart, with nothing else, so that half of them take the other shape."""
    odd = [pair for pair in records if pair[0] == "bookings" and pair[1]["id"] % 2]
    return [pair for pair in records if pair[0] != "bookings" or not pair[1]["id"] % 2], odd


@pytest.mark.slow
def test_wild_buildings_before_all_their_stays(tmp_path: Path) -> None:
    rules = dataclasses.replace(RULES, business_date=Day(2024, 2, 1), tenancy_gap_nights=2)
    judged(tmp_path, rules, *halves(list(Wild(2, foreign=True).records(WILD))))


# Observed names of fields, by the documented ones.
OBSERVED = {
    "buildings": {"name": "buildingName"},
    "salesInvoices": {"invoiceType": "type", "exportedDate": "exportDate"},
    "salesInvoiceItems": {"id": "itemId"},
    **{name: {"exportedDate": "exportDate"} for name in ALLOCATION_LISTS},
}


def renamed(name: str, record: dict[str, Any]) -> dict[str, Any]:
    """The record with the observed names of its fields."""
    return {OBSERVED.get(name, {}).get(field, field): value for field, value in record.items()}


def as_observed(pair: Pair, types: dict[int, str]) -> Pair:
    """The record without what no client has seen on the wire: a stay has names instead of ids, a unit likewise.

    Fields have the names that were observed.

    types  the names of unit types by id
    """
    name, record = pair
    if name == "bookings":
        stays = [{key: value for key, value in stay.items() if key != "bookingId"} for stay in record["roomStays"]]
        for stay in stays:
            stay["unit"] = {key: stay["unit"][key] for key in ("id", "name", "unitTypeName", "buildingName")}
        return name, record | {"roomStays": stays}
    if name == "units":
        record = {key: value for key, value in record.items() if key not in {"buildingId", "unitTypeId"}}
        record["unitTypeName"] = types[pair[1]["unitTypeId"]]
    if name == "salesInvoices":
        items = [renamed("salesInvoiceItems", item) for item in record["salesInvoiceItems"]]
        record = record | {"salesInvoiceItems": items}
    return name, renamed(name, record)


@pytest.mark.slow
def test_names_alone_give_the_same_marts_as_ids(tmp_path: Path) -> None:
    records = list(generate(units=20, years=1, seed=7, today=RULES.business_date))
    types = {record["id"]: record["name"] for name, record in records if name == "unitTypes"}
    observed = [as_observed(pair, types) for pair in records]
    assert {"exportDate", "type"} <= next(record for name, record in observed if name == "salesInvoices").keys()
    assert "exportDate" in next(record for name, record in observed if name in ALLOCATION_LISTS)
    flat = [pair for pair in observed if pair[0] == "bookings"]
    warehouse = built(tmp_path, RULES, [pair for pair in observed if pair[0] != "bookings"], flat)
    found = compare(warehouse, read(records, dataclasses.replace(RULES, rates=rates())))
    assert {"booking_id"} == {item.column for item in found}, listed(found)  # no row says which booking it is of


NIGHTS_SOLD = """
    select building_name, month, sold_nights, cast(room_revenue_net * 100 as bigint), cast(adr * 100 as bigint)
    from occupancy.fct_occupancy_monthly where sold_nights > 0 order by building_name, month
"""
AGEING = """
    select bucket, count(*), cast(sum(open_amount) * 100 as bigint)
    from receivables.ageing(date '2016-06-30') group by bucket order by bucket
"""


def ledger(tool: Path, folder: Path, *options: str) -> Path:
    """The folder of the real ledger's records."""
    command = [sys.executable, str(tool), "--out", str(folder), *options]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return folder


def plainly_checked(warehouse: Path, folder: Path) -> None:
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        assert nights_sold(folder) == connection.sql(NIGHTS_SOLD).fetchall()
        assert ageing(folder, Day(2016, 6, 30)) == connection.sql(AGEING).fetchall()
        assert not {identity.name: rows for identity in IDENTITIES if (rows := broken(connection, identity))}


LEDGER = Rules(Day(2017, 9, 15), base_currency="EUR")


@pytest.fixture(scope="module")
def sample(ledger_tool: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Every figure of some of the ledger compared: the folder of its records, and the warehouse."""
    place = tmp_path_factory.mktemp("sample")
    folder = ledger(ledger_tool, place / "ledger", "--limit", "1500")
    return folder, judged(place, LEDGER, *halves(list(read_folder(folder))))


@pytest.mark.slow
@pytest.mark.ledger
def test_every_figure_of_a_sample_of_the_ledger(sample: tuple[Path, Path]) -> None:
    folder, warehouse = sample
    plainly_checked(warehouse, folder)


@pytest.mark.slow
@pytest.mark.ledger
def test_the_real_ledgers_past_is_what_was_booked_and_not_yet_cancelled(sample: tuple[Path, Path]) -> None:
    folder, warehouse = sample
    bookings = [record for collection, record in read_folder(folder) if collection == "bookings"]
    with duckdb.connect(str(warehouse), read_only=True) as connection:
        for as_of in ("2015-03-31", "2015-06-30", "2016-06-30"):
            nights = [
                Day.fromisoformat(stay["endDate"]) - Day.fromisoformat(stay["startDate"])
                for booking in bookings
                for stay in booking["roomStays"]
                if booking["createdDate"][:10] <= as_of
                and (
                    stay["roomStayStatus"] in {"CONFIRMED", "CHECKED_IN", "CHECKED_OUT"}
                    or (stay["cancelledDate"] or stay["lastStatusChangeDate"])[:10] > as_of
                )
            ]
            expected = sum(span.days for span in nights)
            assert expected > 100, as_of
            books = connection.sql(f"select sum(nights) from occupancy.on_the_books('{as_of}')")
            assert [(expected,)] == books.fetchall(), as_of


@pytest.mark.slow
@pytest.mark.ledger
@pytest.mark.skipif(
    "NIGHTAUDIT_TEST_LEDGER_ROWS" not in os.environ, reason="`make ledger` runs it: CI takes the sample above"
)
def test_the_whole_ledger_by_month_and_hotel(tmp_path: Path, ledger_tool: Path) -> None:
    folder = ledger(ledger_tool, tmp_path / "ledger")
    plainly_checked(built(tmp_path, LEDGER, read_folder(folder)), folder)
