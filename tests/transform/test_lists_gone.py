"""What the service deletes of its buildings, types and channels stays what it was in the past; what is excluded stays out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import pytest

from transform import raw_tables, village
from transform.building import Built
from transform.kept import booking

if TYPE_CHECKING:
    from pathlib import Path

FIRST, LATER = date(2026, 2, 10), date(2026, 3, 1)
EXCLUDED = ("test house",)
GONE = (
    *(("developments", "5"), ("channels", "1"), ("marketSegments", "2")),
    *((collection, str(key)) for collection in ("buildings", "unitTypes") for key in (2, 9)),
    *(("units", "201"), ("units", "901")),
)
PAST = (
    """select night_date, building_name, unit_type_name, currency_code, inventory_nights, available_nights,
        occupied_nights, vacant_nights, room_revenue_net
    from occupancy.fct_occupancy_daily where night_date < '2026-02-10'""",
    "from occupancy.fct_occupancy_monthly where month < '2026-02-01'",
    "from revenue.fct_revenue_monthly where month < '2026-02-01'",
    "from revenue.fct_revenue_nights where night_date < '2026-02-10'",
    "select invoice_id, building_id, currency_code, total_gross from receivables.fct_sales_invoices",
    "select room_stay_id, building_id, unit_type_id, booked_date, currency_code from occupancy.fct_room_stays",
    "select * exclude (removed_on) from core.dim_buildings",
    "select * exclude (removed_on) from core.dim_unit_types",
    "select * exclude (removed_on) from core.dim_channels",
    "select * exclude (removed_on) from core.dim_market_segments",
    "from quality.fct_excluded_buildings",
)


PLACES = "select invoice_id, building_id from receivables.fct_sales_invoices"


def load(folder: Path, day: date, records: list[Any], gone: tuple[tuple[str, str], ...] = ()) -> None:
    """Each list by a walk of its own."""
    for name in dict.fromkeys(name for name, _ in (*records, *gone)):
        stream = raw_tables.stream_of(name)
        raw_tables.load(
            folder,
            day,
            stream,
            records=[record for record in records if record[0] == name],
            walk_id=f"{stream} {day}",
            gone=[key for key in gone if key[0] == name],
        )


def past(built: Built) -> dict[str, list[Any]]:
    return {query: built.rows(f"{query} order by all") for query in PAST}


def records() -> list[Any]:
    """The village, its second tower in a development."""
    return [
        *(
            (name, record | {"developmentId": 5} if name == "buildings" else record)
            for name, record in village.records()
        ),
        ("developments", {"id": 5, "name": "The Docks"}),
    ]


@pytest.mark.long
def test_buildings_types_and_channels_that_are_gone_keep_what_they_last_were(tmp_path: Path) -> None:
    load(tmp_path, FIRST, records())
    built = Built(tmp_path, [], today=FIRST, checked=False, excluded_buildings=EXCLUDED)
    before = past(built)
    assert {"HKD", "GBP"} == {row[3] for row in before[PAST[0]]}
    load(tmp_path, LATER, [], GONE)
    built = Built(tmp_path, [], today=LATER, excluded_buildings=EXCLUDED)
    assert before == past(built)
    assert [(1, "The Docks", None), (2, "The Docks", LATER)] == built.rows(
        "select building_id, development_name, removed_on from core.dim_buildings where building_id > 0 order by 1"
    )
    for table, key in (("unit_types", 2), ("channels", 1), ("market_segments", 2)):
        column = f"{table.removesuffix('s')}_id"
        assert [(key,)] == built.rows(f"select {column} from core.dim_{table} where removed_on = '{LATER}'")
    assert [] == built.marts_with("building_id", "building_id = 9")


def test_the_invoices_of_bookings_that_are_gone_stay_where_they_were(tmp_path: Path) -> None:
    """Stay 13 is of the excluded building, 11 of another; 14 and 15 are all stays of booking 14, 2 that of its invoice."""
    extra = [
        village.invoice(21, "POSTED", "2026-02-05", "40.00", "0.00", room_stay=None, bookingId=14),
        village.invoice(22, "POSTED", "2026-02-05", "9.00", "0.00", room_stay=None, bookingId=13),
    ]
    extra[0][1]["salesInvoiceItems"] = []
    invoiced = """select month, building_id, currency_code, invoiced_net, cash_received
        from revenue.fct_revenue_monthly where invoiced_net <> 0 or cash_received <> 0"""
    figures = (
        PLACES,
        invoiced,
        "from receivables.ageing('2026-02-20')",
        "select * exclude (status) from receivables.fct_sales_invoices",
        "from receivables.fct_financial_allocations",
    )
    load(tmp_path, FIRST, [*records(), *extra])
    given: dict[str, Any] = {"checked": False, "incremental_from_units": 0} | {"excluded_buildings": EXCLUDED}
    built = Built(tmp_path, [], today=FIRST, **given)
    before = [built.rows(f"{query} order by all") for query in figures]
    load(tmp_path, LATER, [], tuple(("bookings", key) for key in ("2", "11", "13", "14")))
    built = Built(tmp_path, [], today=FIRST, **given)
    assert before == [built.rows(f"{query} order by all") for query in figures]
    assert [] == built.marts_with("building_id", "building_id = 9")
    assert {21: 1, 5: 2, 3: 1}.items() <= dict(built.rows(PLACES)).items()
    assert 0 == built.one("select count(*) from occupancy.fct_room_stays where room_stay_id in (2, 11, 13, 14, 15)")


def test_a_building_of_no_list_has_a_row_as_long_as_a_figure_is_of_it(tmp_path: Path) -> None:
    """The stay of building 61 is deleted, that of 62 was never sold and is deleted but invoiced, that of 63 moves away."""
    stays = [
        booking(number, status, "2026-02-05", "2026-02-07", "20.00", building=1)
        for number, status in ((61, "CONFIRMED"), (62, "PENDING"), (63, "CONFIRMED"))
    ]
    for _, whole in stays:
        whole["roomStays"][0]["unit"] = {"buildingId": whole["id"]}
    billed = village.invoice(23, "POSTED", "2026-02-05", "9.00", "0.00", room_stay=1)
    billed[1]["salesInvoiceItems"].append({"id": 231, "totalNet": "9.00", "totalTax": "0.00", "roomStayId": 62})
    load(tmp_path, FIRST, [*records(), *stays, billed])
    moved = booking(63, "CONFIRMED", "2026-02-05", "2026-02-07", "20.00", building=1)
    load(tmp_path, LATER, [moved], (("bookings", "61"), ("bookings", "62")))
    built = Built(tmp_path, [], today=LATER, checked=False, excluded_buildings=EXCLUDED)
    named = built.rows("select building_id, building_name from core.dim_buildings where building_id > 60 order by 1")
    assert [(number, f"Building {number}") for number in (61, 62, 63)] == named
    assert [] == built.marts_with("building_id", "building_id not in (select building_id from core.dim_buildings)")


def test_a_place_that_only_an_earlier_load_names_has_a_row_and_items_without_one_that_of_their_invoice(
    tmp_path: Path,
) -> None:
    """Unit 101 was of building 64 and type 77 until it moved; a block and the first item of each invoice name nothing."""
    unit = {"id": 101, "unitName": "U101", "unitTypeId": 1}
    first: list[Any] = [("buildings", {"id": number, "name": name}) for number, name in village.BUILDING_NAMES.items()]
    first += [("unitTypes", {"id": 1, "name": "Studio"}), ("units", {"id": 901, "buildingId": 9, "unitTypeId": 1})]
    for number, at in ((1, 101), (2, 901)):
        first += [booking(number, "CONFIRMED", "2026-02-05", "2026-02-07", "14.00", unit=at)]
        first += [village.invoice(number, "POSTED", "2026-02-05", "14.00", "0.00", room_stay=number)]
        first[-1][1]["salesInvoiceItems"][:0] = [{"id": 50 + number, "totalNet": "5.00", "totalTax": "0.00"}]
    load(tmp_path, FIRST, [*first, ("units", unit | {"buildingId": 64, "unitTypeId": 77})])
    load(tmp_path, LATER, [("units", unit | {"buildingId": 1}), ("activities", {"id": 1, "blockAvailability": True})])
    models = "+dim_buildings +dim_unit_types +fct_invoice_items +fct_revenue_monthly"
    built = Built(tmp_path, [], today=LATER, checked=False, models=models, excluded_buildings=EXCLUDED)
    assert [(-1,), (1,), (2,), (64,)] == built.rows("select building_id from core.dim_buildings order by 1")
    assert [(1,), (77,)] == built.rows("select unit_type_id from core.dim_unit_types order by 1")
    items = built.rows("select invoice_id, building_id, net_amount from revenue.fct_invoice_items order by item_number")
    assert [(1, 1, 5), (1, 1, 14)] == items
    invoiced = built.rows("select building_id, sum(invoiced_net) from revenue.fct_revenue_monthly group by 1")
    assert [(1, 19)] == invoiced


def test_contracts_and_blocks_that_are_gone_keep_the_supply_they_were(tmp_path: Path) -> None:
    leases = [
        {"id": 1, "unitId": 102, "startDate": "2025-12-15", "endDate": "2026-02-28"},
        {"id": 2, "unitId": 102, "startDate": "2026-03-01", "endDate": "2027-02-28"},
    ]
    blocked = {
        "id": 93,
        "unitId": 103,
        "startDateTime": "2026-01-24T09:00:00Z",
        "dueDate": "2026-01-28",
        "status": "DONE",
    }
    block = ("activities", blocked | {"blockAvailability": True})
    supply = """select month, building_id, inventory_nights, out_of_order_nights, occupancy_rate, occupancy_rate_net_ooo, revpar
        from occupancy.fct_occupancy_monthly where month < '2026-03-01' order by all"""
    load(tmp_path, FIRST, [*records(), ("unitContracts", leases[0]), block])
    given: dict[str, Any] = {"checked": False, "excluded_buildings": EXCLUDED}
    given["models"] = "+fct_occupancy_monthly +fct_exceptions"
    first = Built(tmp_path, [], today=FIRST, **given).rows(supply)
    assert 7 == sum(row[3] for row in first)  # three of them are the village's own
    # The lease is renewed by another, and the block is tidied away.
    load(tmp_path, LATER, [("unitContracts", leases[1])], (("unitContracts", "1"), ("activities", "93")))
    later = Built(tmp_path, [], today=LATER, **given)
    assert first == later.rows(supply)
    undated = [("activities", blocked | {"id": at, "blockAvailability": True, field: None})
               for at, field in ((94, "dueDate"), (95, "startDateTime"))]  # fmt: skip
    load(tmp_path, date(2026, 3, 2), undated)
    listed = "select record_id, building_id from quality.fct_exceptions where record_type = 'activity' order by 1"
    assert [(94, 1), (95, 1)] == Built(tmp_path, [], today=LATER, **given).rows(listed)


def test_a_block_that_no_longer_takes_its_unit_off_sale_did_until_then(tmp_path: Path) -> None:
    def blocked(number: int, **more: Any) -> Any:
        dates = {"startDateTime": f"2026-01-{number}T09:00:00Z", "dueDate": "2026-04-01"}
        return "activities", {"id": number, "unitId": number, "blockAvailability": True} | dates | more

    def told(query: str) -> list[tuple[Any, ...]]:
        return Built(tmp_path, [], today=LATER, checked=False, models="+fct_unit_nights").rows(query)

    until = """select unit_id, max(night_date) from occupancy.fct_unit_nights where state = 'closed'
        and unit_id < 20 group by 1 order by 1"""
    units = [("units", {"id": number, "buildingId": 1, "unitTypeId": 1}) for number in range(11, 16)]
    load(tmp_path, FIRST, [*records(), *units, *(blocked(number) for number in (11, 12, 13, 14))])
    last = date(2026, 3, 31)
    assert [(number, last) for number in (11, 12, 13, 14)] == told(until)
    # One is lifted; one is lifted and gone; one is called off; one is only said to be done.
    news = [blocked(11, blockAvailability=False), blocked(12, blockAvailability=None)]
    load(tmp_path, LATER, [*news, blocked(13, status="CANCELLED", blockAvailability=False), blocked(14, status="DONE")])
    load(tmp_path, date(2026, 3, 2), [], (("activities", "12"),))
    # One is lifted on the day on which it was entered.
    load(tmp_path, date(2026, 3, 3), [blocked(15)])
    raw_tables.fill(
        tmp_path / "private" / "work.duckdb",
        [blocked(15, blockAvailability=False)],
        seen="2026-03-03T09:00:00Z",
        walk_id="activities 2026-03-03",
    )
    found = date(2026, 2, 28)
    assert [(11, found), (12, found), (13, found), (14, last)] == told(until)
    # One is deleted and entered again: the nights between are free.
    load(tmp_path, date(2026, 3, 4), [], (("activities", "14"),))
    load(tmp_path, date(2026, 3, 10), [blocked(14)])
    free = """select min(night_date), max(night_date) from occupancy.fct_unit_nights
        where unit_id = 14 and state = 'vacant' and night_date between '2026-01-14' and '2026-03-31'"""
    assert [(date(2026, 3, 4), date(2026, 3, 9))] == told(free)


@pytest.mark.sampled
@pytest.mark.parametrize("excluded", ["test house", "9"])
def test_what_was_gone_before_the_first_load_is_known_by_the_stays_that_name_it(tmp_path: Path, excluded: str) -> None:
    gone = {("buildings", 9), ("unitTypes", 9), ("units", 901), ("units", 201)}
    # An earlier stay, entered later, says that the unit is elsewhere.
    entered_later = booking(61, "CHECKED_OUT", "2025-12-01", "2025-12-03", "20.00", building=1)
    entered_later[1]["roomStays"][0]["unit"] = {"id": 201, "buildingId": 1, "unitTypeId": 1}
    there = [(name, record) for name, record in records() if (name, record["id"]) not in gone]
    load(tmp_path, FIRST, [*there, entered_later])
    built = Built(tmp_path, [], today=FIRST, checked=False, excluded_buildings=(excluded,))
    assert [] == built.marts_with("building_id", "building_id = 9")
    assert [(9, "Test House", 0, 1)] == built.rows("from quality.fct_excluded_buildings")
    assert [] == built.marts_with("unit_id", "unit_id not in (select unit_id from core.dim_units)")
    assert [(201, "Unit 201", 2, 2, None, None)] == built.rows(
        """select unit_id, unit_name, building_id, unit_type_id, is_bookable, supply_from from core.dim_units
        where unit_id > 200"""
    )
    load(tmp_path, LATER, [], (("bookings", "13"),))  # its only stay
    built = Built(tmp_path, [], today=LATER, checked=False, excluded_buildings=(excluded,))
    assert [] == built.marts_with("building_id", "building_id = 9")
    assert [(9, "Test House", 0, 0)] == built.rows("from quality.fct_excluded_buildings")


def test_a_name_means_the_building_and_type_that_are_there(tmp_path: Path) -> None:
    load(tmp_path, FIRST, records())
    load(tmp_path, LATER, [], GONE)
    stays = [booking(number, "CONFIRMED", "2026-03-05", "2026-03-07", "20.00", building=2) for number in (51, 52, 53)]
    for (_, whole), name in zip(stays, ("Harbour Tower", "Test House", "Quay House"), strict=True):
        whole["roomStays"][0]["unit"] = {"buildingName": name, "unitTypeName": "Type 2"}
    load(tmp_path, date(2026, 3, 2), [*stays, ("units", {"id": 301, "buildingName": "harbour tower"})])
    places = """select room_stay_id, building_id, unit_type_id from occupancy.fct_room_stays where room_stay_id > 50
        union all select unit_id, building_id, unit_type_id from core.dim_units where unit_id = 301
        union all select unit_id, building_id, 0 from core.dim_units_history where unit_id = 301 order by all"""
    models = "+fct_room_stays +dim_units +dim_units_history +fct_excluded_buildings"
    # Nothing else has the name: what is gone is meant.
    built = Built(tmp_path, [], today=LATER, checked=False, models=models, excluded_buildings=EXCLUDED)
    assert [(51, 2, 2), (53, 1, 2), (301, 2, -1), (301, 2, 0)] == sorted(built.rows(places))
    anew = [
        *(("buildings", {"id": n, "name": name}) for n, name in ((12, "Harbour Tower"), (19, "Test House"))),
        ("unitTypes", {"id": 12, "name": "Type 2", "buildingId": 12}),
    ]
    load(tmp_path, date(2026, 3, 3), anew)
    built = Built(tmp_path, [], today=LATER, checked=False, models=models, excluded_buildings=EXCLUDED)
    assert [(51, 12, 12), (53, 1, 12), (301, 12, -1), (301, 12, 0)] == sorted(built.rows(places))
    assert [(9,), (19,)] == built.rows("select building_id from quality.fct_excluded_buildings order by 1")
