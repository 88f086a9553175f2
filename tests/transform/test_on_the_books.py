"""What was sold as known on a date: from two loads, and from what a first load says of the time before it."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from nightaudit import publishing, warehouse
from transform import raw_tables, village
from transform.building import Built

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BUILDINGS = [("buildings", {"id": 1, "name": "Quay House", "timeZone": "Europe/London", "currencyCode": "GBP"})]
FIRST, SECOND = "2026-01-10", "2026-01-20"
# The clock ran past midnight: the business date of a load is what counts.
CLOCK = {FIRST: "2026-01-11T03:00:00Z", SECOND: "2026-01-21T03:00:00Z"}


def booking(number: int, status: str, nights: tuple[str, str], net: str, created: str | None, **more: Any) -> Any:
    """A booking of one stay in building 1; `more` goes to the stay."""
    stay = village.stay(number, status, *nights, net, building=1) | more
    return ("bookings", {"id": number, "currencyCode": "GBP", "createdDate": created, "roomStays": [stay]})


FIRST_LOAD = [
    *BUILDINGS,
    booking(1, "CONFIRMED", ("2026-02-27", "2026-03-04"), "100.01", "2026-01-02T10:00:00Z"),
    booking(2, "CONFIRMED", ("2026-02-01", "2026-02-03"), "20.00", None),
    booking(3, "CANCELLED", ("2026-02-01", "2026-02-08"), "70.00", "2025-12-20T10:00:00Z", cancelledDate="2026-01-05"),
    booking(
        4, "NO_SHOW", ("2026-01-07", "2026-01-08"), "10.00", "2026-01-06T10:00:00Z",
        lastStatusChangeDate="2026-01-08T08:00:00Z",
    ),
    booking(5, "CANCELLED", ("2026-02-01", "2026-02-08"), "70.00", "2025-12-20T10:00:00Z"),
    booking(6, "PENDING", ("2026-02-01", "2026-02-11"), "50.00", "2025-12-20T10:00:00Z"),
    booking(7, "CONFIRMED", ("2026-02-05", "2026-02-06"), "5.00", "2026-01-09T10:00:00Z"),
    booking(8, "CONFIRMED", ("2026-02-06", "2026-02-06"), "5.00", "2026-01-09T10:00:00Z"),
]  # fmt: skip
SECOND_LOAD = [
    booking(1, "CONFIRMED", ("2026-02-27", "2026-03-03"), "80.00", "2026-01-02T10:00:00Z"),
    booking(2, "CANCELLED", ("2026-02-01", "2026-02-03"), "20.00", None, cancelledDate="2026-01-12"),
    booking(6, "CONFIRMED", ("2026-02-01", "2026-02-11"), "50.00", "2025-12-20T10:00:00Z"),
    # What the stay says now is not what it said when it was cancelled.
    booking(3, "ENQUIRY", ("2026-02-01", "2026-02-08"), "70.00", "2026-01-15T10:00:00Z"),
    booking(9, "CONFIRMED", ("2026-02-01", "2026-02-02"), "1.00", "2026-01-18T10:00:00Z"),
]
LEFT_OUT = {"createdDate", "cancelledDate", "lastStatusChangeDate"}


def short(record: dict[str, Any]) -> dict[str, Any]:
    """The booking as rows state it that leave these fields out."""
    stays = [
        {name: value for name, value in stay.items() if name not in LEFT_OUT} for stay in record.get("roomStays", [])
    ]
    return record | {"createdDate": None, "roomStays": stays}


def answers(record: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """What single stays of the booking answer, with the keys of their parent and their own."""
    for stay in record.get("roomStays", []):
        key = f"stay/{stay['roomStayId']}"
        yield key, f"{key}/0", {"createdDate": record["createdDate"]} | stay


@pytest.fixture(scope="module", params=["nested", "flat", "short"])
def books(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder, shape = tmp_path_factory.mktemp("books"), "nested" if request.param == "nested" else "flat"
    gone = "stay/7" if shape == "flat" else "7"
    for day, records, ended in ((FIRST, FIRST_LOAD, []), (SECOND, SECOND_LOAD, [("bookings", gone)])):
        is_short = request.param == "short"
        listed = [(name, short(one)) for name, one in records] if is_short else records
        work_file = raw_tables.load(folder, day, "bookings", records=listed, shape=shape, seen=CLOCK[day], gone=ended)
        if is_short:
            read = [answer for _, one in records for answer in answers(one)]
            raw_tables.fill_children(work_file, "room_stays_details", read, seen=CLOCK[day].replace("00Z", "30Z"))
    return Built(folder, [], shape=shape, checked=False, models="+fct_on_the_books_changes +fct_stay_nights")


FEBRUARY, MARCH = date(2026, 2, 1), date(2026, 3, 1)


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        ("2025-12-19", []),
        # The stay cancelled later, on the books from its booking to its cancellation.
        ("2025-12-20", [(FEBRUARY, 7, Decimal("70.00"))]),
        ("2026-01-02", [(FEBRUARY, 9, Decimal("110.00")), (MARCH, 3, Decimal("60.01"))]),
        ("2026-01-05", [(FEBRUARY, 2, Decimal("40.00")), (MARCH, 3, Decimal("60.01"))]),
        (
            "2026-01-07",
            [(date(2026, 1, 1), 1, Decimal("10.00")), (FEBRUARY, 2, Decimal("40.00")), (MARCH, 3, Decimal("60.01"))],
        ),
        # Booking 2 does not say when it was made: known from its first load. The same-day stay 8 has no night.
        (FIRST, [(FEBRUARY, 5, Decimal("65.00")), (MARCH, 3, Decimal("60.01"))]),
        # Booking 9 was made on the 18th, the cancellation of 2 is of the 12th: both are known from the second load.
        ("2026-01-19", [(FEBRUARY, 5, Decimal("65.00")), (MARCH, 3, Decimal("60.01"))]),
        (SECOND, [(FEBRUARY, 13, Decimal("91.00")), (MARCH, 2, Decimal("40.00"))]),
        ("2030-01-01", [(FEBRUARY, 13, Decimal("91.00")), (MARCH, 2, Decimal("40.00"))]),
    ],
)
def test_on_the_books_as_known_on_a_day(books: Built, as_of: str, expected: list[Any]) -> None:
    query = "select stay_month, nights, net_amount from occupancy.on_the_books({}) order by 1"
    assert expected == books.rows(query.format(f"date '{as_of}'"))
    assert expected == books.rows(query.format(f"'{as_of}'"))


def test_the_books_now_are_the_nights_of_the_stays(books: Built) -> None:
    assert (15, Decimal("131.00")) == books.rows("select count(*), sum(net_amount) from occupancy.fct_stay_nights")[0]
    assert {"GBP"} == {row[0] for row in books.rows("select currency_code from occupancy.on_the_books('2026-01-20')")}


def test_a_night_is_held_against_the_same_weekday(books: Built) -> None:
    query = "select sum(nights), sum(net_amount) from occupancy.on_the_books_nights('2026-01-20') where {}"
    assert [(15, Decimal("131.00"))] == books.rows(query.format("true"))
    assert books.rows(
        "select night_date, count(*), sum(net_amount) from occupancy.fct_stay_nights group by all order by all"
    ) == (
        books.rows("select stay_date, nights, net_amount from occupancy.on_the_books_nights('2026-01-20') order by all")
    )


def test_the_macro_is_published(books: Built) -> None:
    publishing.publish(books.settings)
    with warehouse.read_only(books.settings) as connection:
        rows = connection.execute("select sum(nights), sum(room_stays) from occupancy.on_the_books('2026-01-20')")
        assert [(15, 4)] == rows.fetchall()


def test_a_version_in_which_nothing_counts_is_no_change(tmp_path: Path) -> None:
    work_file = tmp_path / "private" / "work.duckdb"
    raw_tables.fill(work_file, FIRST_LOAD, seen="2026-01-10T12:00:00Z")
    later = booking(1, "CHECKED_IN", ("2026-02-27", "2026-03-04"), "100.01", "2026-01-02T10:00:00Z", numberOfAdults=2)
    raw_tables.fill(work_file, [later], seen="2026-01-15T12:00:00Z")
    built = Built(tmp_path, [], checked=False, models="+fct_on_the_books_changes")
    assert [(date(2026, 1, 2), None, FEBRUARY), (date(2026, 1, 2), None, MARCH)] == built.rows(
        "select known_from, known_to, stay_month from occupancy.fct_on_the_books_changes where room_stay_id = 1 order by all"
    )


def test_a_load_run_again_for_an_earlier_date_leaves_the_time_before_the_first_as_it_was(tmp_path: Path) -> None:
    """`NIGHTAUDIT_TODAY` set back, for a rerun: the first load is still the one that came first."""
    again = [booking(9, "CONFIRMED", ("2026-02-01", "2026-02-02"), "1.00", "2026-01-04T10:00:00Z")]
    for day, seen, records in ((FIRST, CLOCK[FIRST], FIRST_LOAD), ("2026-01-05", CLOCK[SECOND], again)):
        raw_tables.load(tmp_path, day, "bookings", records=records, seen=seen)
    built = Built(tmp_path, [], checked=False, models="+fct_on_the_books_changes")
    rows = "select stay_month, nights from occupancy.on_the_books('{}') order by 1"
    assert [(FEBRUARY, 9), (MARCH, 3)] == built.rows(rows.format("2026-01-02"))
    assert [(FEBRUARY, 3), (MARCH, 3)] == built.rows(rows.format("2026-01-05"))  # and what came with the rerun


@pytest.mark.parametrize("first", ["ended early", "killed"])
def test_what_the_first_load_did_not_get_to_was_not_booked_with_the_second(tmp_path: Path, first: str) -> None:
    """Until the day on which a list was first read whole, its records tell of the time before; of later ones the load does."""
    rest, more, late = (
        [booking(number, "CONFIRMED", ("2026-02-01", "2026-02-02"), "1.00", "2026-01-04T10:00:00Z")]
        for number in (9, 10, 11)
    )
    for seen, records in (
        (f"{FIRST}T20:00:00Z", FIRST_LOAD),
        ("2026-01-11T20:00:00Z", rest),
        ("2026-01-11T22:00:00Z", more),
        ("2026-01-12T20:00:00Z", late),
    ):
        day, is_first = seen[:10], seen.startswith(FIRST)
        walked = () if first == "killed" and is_first else ("bookings",)
        raw_tables.load(tmp_path, day, *walked, records=records, seen=seen, complete=not is_first)
    built = Built(tmp_path, [], checked=False, models="+fct_on_the_books_changes")
    assert [
        (1, date(2026, 1, 2)),
        (9, date(2026, 1, 4)),
        (10, date(2026, 1, 4)),
        (11, date(2026, 1, 12)),
    ] == built.rows(
        """select room_stay_id, min(known_from) from occupancy.fct_on_the_books_changes
           where room_stay_id in (1, 9, 10, 11) group by all order by all"""
    )


Load = tuple[str, str, list[Any], list[str]]  # business date, shape, records, keys of records that are gone
MARCH_STAY = ("2026-03-01", "2026-03-05")
DOCUMENTED: Load = (FIRST, "nested", [booking(7, "CONFIRMED", MARCH_STAY, "400.00", "2026-01-02T10:00:00Z")], [])
THIRD = "2026-01-25"


def told_again(day: str, **more: Any) -> Load:
    """The same stay as a row of the observed list, with another amount."""
    return day, "flat", [booking(7, "CONFIRMED", MARCH_STAY, "410.00", "2026-01-02T10:00:00Z", **more)], []


GONE: Load = (THIRD, "nested", [], ["stay/7"])
BEFORE, ELSEWHERE = "2026-01-09", {"unit": {"buildingId": 9, "buildingName": "Test House"}}


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("loads", "expected"),
    [
        # What is seen last is right as long as it is told.
        ([DOCUMENTED, told_again(SECOND)], {BEFORE: 400, FIRST: 400, SECOND: 410}),
        ([DOCUMENTED, told_again(SECOND), GONE], {BEFORE: 400, FIRST: 400, SECOND: 410, THIRD: 400}),
        ([DOCUMENTED, told_again(SECOND), (THIRD, "nested", [], ["7"])], {SECOND: 410, THIRD: 410}),
        # It may say that the stay has no end yet, or is in a building that is left out.
        ([DOCUMENTED, told_again(SECOND, endDate=None)], {BEFORE: 400, FIRST: 400, SECOND: None}),
        ([DOCUMENTED, told_again(SECOND, endDate=None), GONE], {BEFORE: 400, SECOND: None, THIRD: 400}),
        ([DOCUMENTED, told_again(SECOND, **ELSEWHERE)], {BEFORE: 400, FIRST: 400, SECOND: None}),
        # Of what came at once, the documented shape.
        ([told_again(FIRST), DOCUMENTED], {BEFORE: 400, FIRST: 400}),
        ([told_again(FIRST), DOCUMENTED, (SECOND, "nested", [], ["7"])], {BEFORE: 400, FIRST: 400, SECOND: 410}),
        ([DOCUMENTED, (FIRST, "nested", [], ["7"])], {BEFORE: 400, FIRST: None}),
    ],
)  # fmt: skip
def test_a_stay_told_by_two_records_is_on_the_books_as_the_one_seen_last_has_it(
    tmp_path: Path, loads: list[Load], expected: dict[str, int | None]
) -> None:
    for at, (day, shape, records, gone) in enumerate(loads):
        raw_tables.load(
            tmp_path, day, "bookings", records=records if at else [*BUILDINGS, *records], shape=shape,
            seen=f"{day}T20:0{len(gone)}:00Z", walk_id=f"{at}", complete=shape == "nested",
            gone=[("bookings", key) for key in gone],
        )  # fmt: skip
    built = Built(tmp_path, [], excluded_buildings=("9",), models="+books_are_the_nights_sold +fct_stay_nights")
    books = "select sum(net_amount) from occupancy.on_the_books('{}')"
    assert expected == {day: built.one(books.format(day)) for day in expected}
    assert expected[max(expected)] == built.one("select sum(net_amount) from occupancy.fct_stay_nights")
