"""Tenancies, vacancies and what was on the books, counted by hand."""

from __future__ import annotations

from oracle.made import date, portfolio, stay, unit
from oracle.nights import nights_of
from oracle.occupancy import unit_nights
from oracle.pace import Booked, Version, on_the_books
from oracle.rules import Day, Rules
from oracle.tenancies import departures, tenancies, vacancies

FEB = (date("2024-02-26"), date("2024-03-03"))


def test_contiguous_stays_are_one_tenancy_with_one_departure() -> None:
    made = portfolio(
        stay(1, "2024-01-01", "2024-01-21", contact=5),
        stay(2, "2024-01-21", "2024-02-10", contact=5, unit=2),
        stay(3, "2024-02-11", "2024-02-12", contact=5),
        stay(4, "2024-01-21", "2024-01-22", contact=6),
        stay(5, "2024-01-22", "2024-01-22", contact=8),
    )
    assert [
        (1, "2024-01-01", "2024-02-10", 40, 2),
        (3, "2024-02-11", "2024-02-12", 1, 1),
        (4, "2024-01-21", "2024-01-22", 1, 1),
        (5, "2024-01-22", "2024-01-22", 0, 1),
    ] == [(t.id, str(t.first), str(t.end), t.nights, len(t.stays)) for t in tenancies(made)]
    assert [1, 3, 4] == [t.id for t in departures(made)]
    made.rules.__dict__["tenancy_gap_nights"] = 1
    assert (1, 41) == next((t.id, t.nights) for t in tenancies(made))


def test_rooms_side_by_side_are_tenancies_of_their_own() -> None:
    made = portfolio(
        stay(1, "2024-01-01", "2024-01-03", contact=5), stay(2, "2024-01-01", "2024-01-03", contact=5, unit=2)
    )
    assert [2, 2] == [t.nights for t in tenancies(made)]


def test_a_room_used_by_day_is_not_where_a_tenant_lives() -> None:
    made = portfolio(
        stay(1, "2024-02-01", "2024-02-01", contact=5, unit=2),
        stay(2, "2024-01-01", "2024-02-01", contact=5),
        stay(3, "2024-02-01", "2024-02-10", contact=5, unit=3),
    )
    assert [[1], [2, 3]] == [[one.id for one in t.stays] for t in tenancies(made)]
    assert [(2, "2024-02-10")] == [(t.id, str(t.end)) for t in departures(made)]


def test_vacancies_are_runs_of_vacant_nights() -> None:
    made = portfolio(stay(1, "2024-02-27", "2024-02-29"), unit(2, availableFrom="2025-01-01"))
    assert [
        ("2024-02-26", "2024-02-27", 1, 1),
        ("2024-02-29", "2024-03-04", 4, None),
    ] == [(str(v.first), str(v.to), v.nights, v.let and v.let.id) for v in vacancies(unit_nights(made, *FEB))]


def test_a_vacancy_that_ends_with_an_option_is_let_by_the_sold_stay_after_it() -> None:
    made = portfolio(
        stay(1, "2024-02-27", "2024-02-28", status="PENDING"),
        stay(2, "2024-03-01", "2024-03-02"),
        unit(2, availableFrom="2025-01-01"),
    )
    assert [(str(v.to), v.let and v.let.id, v.let_from) for v in vacancies(unit_nights(made, *FEB))] == [
        ("2024-02-27", 2, date("2024-03-01")),
        ("2024-03-01", 2, date("2024-03-01")),
        ("2024-03-04", None, None),
    ]


def test_on_the_books_is_what_was_known_at_the_end_of_a_day() -> None:
    rules = Rules(business_date=date("2024-06-01"))

    def version(day: str, end: str, status: str = "CONFIRMED") -> Version:
        name, record = stay(1, "2024-03-30", end, "40.00", status=status)
        return Version(name, 1001, date(day), record)

    versions = [
        version("2024-01-01", "2024-04-03"),
        version("2024-02-01", "2024-04-01"),
        version("2024-03-01", "2024-04-01", "CANCELLED"),
    ]
    march, april = (Day(2024, 3, 1), 1, "GBP"), (Day(2024, 4, 1), 1, "GBP")
    assert {} == on_the_books(versions, rules, date("2023-12-31"))
    assert on_the_books(versions, rules, date("2024-01-31")) == {
        march: Booked(2, 2000, {1}),
        april: Booked(2, 2000, {1}),
    }
    assert on_the_books(versions, rules, date("2024-02-01")) == {march: Booked(2, 4000, {1})}
    assert {} == on_the_books(versions, rules, date("2024-03-01"))


def test_before_the_first_load_the_books_are_dated_back_to_the_booking() -> None:
    rules = Rules(business_date=date("2024-06-01"))
    booked = {"createdDate": "2023-12-30T20:00:00Z"}
    name, sold = stay(1, "2024-03-30", "2024-03-31", "40", **booked)
    _, given_up = stay(2, "2024-03-30", "2024-04-01", "60", status="CANCELLED", **booked)
    given_up["roomStays"][0]["cancelledDate"] = "2024-01-10"
    versions = [Version(name, key, date("2024-02-01"), record) for key, record in ((1001, sold), (1002, given_up))]
    months = {
        day: {str(month): count.nights for (month, *_), count in on_the_books(versions, rules, date(day)).items()}
        for day in ("2023-12-29", "2023-12-30", "2024-01-09", "2024-01-10", "2024-02-01")
    }
    both, one = {"2024-03-01": 3}, {"2024-03-01": 1}
    assert list(months.values()) == [{}, both, both, one, one]


def test_a_stay_stands_in_the_building_that_its_unit_has_today_also_on_the_books_of_before() -> None:
    """Where the unit's list row names no building, its latest stay says today's, whenever that stay became known."""
    rules = Rules(business_date=date("2024-06-01"))
    versions = [Version("units", 9, date("2024-02-01"), {"id": 9, "bookable": True})]
    for key, start, building, since in ((1, "2024-01-30", 1, "2024-02-01"), (2, "2024-03-30", 2, "2024-03-01")):
        name, record = stay(key, start, start.replace("-30", "-31"))
        record["roomStays"][0]["unit"] = {"id": 9, "buildingId": building}
        versions.append(Version(name, record["id"], date(since), record))
    books = on_the_books(versions, rules, date("2024-02-01"))
    assert [(2, 1)] == [(building, booked.nights) for (_, building, _), booked in books.items()]


def test_nights_of_a_stay_are_its_nights() -> None:
    made = portfolio(stay(1, "2023-12-30", "2024-01-02", "10.00"))
    assert ["2023-12-30", "2023-12-31", "2024-01-01"] == [str(n.night) for n in nights_of(made.stays[1])]
