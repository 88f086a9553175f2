"""Leases and vacancies: who lives where until when, as the file says when asked another way."""

import datetime
from collections.abc import Callable
from pathlib import Path

import duckdb
import polars as pl

from nightaudit.report import leases, vacancies
from nightaudit.report.source import Published
from report import made_up

Ask = Callable[[str], pl.DataFrame]


def test_lease_expiry_counts_every_running_tenancy(published: Published, as_of: datetime.date, ask: Ask) -> None:
    ends = f"from occupancy.fct_tenancies where nights >= 28 and last_end_date > date '{as_of}'"
    an_end = ask(f"select min(last_end_date) {ends}").item()
    for day in (as_of, an_end):
        table = leases.expiry(leases.read_endings(published, day), day).table
        [running] = ask(
            f"select count(*) from occupancy.fct_tenancies where nights >= 28 and first_start_date <= date '{day}'"
            f" and last_end_date > date '{day}'"
        ).row(0)
        assert running == table["remaining"][0] == table["ending"].sum() + table["remaining"][-1] > 0


def test_the_words_on_lease_expiry_hold() -> None:
    """Of 27 that end within a year 11 in one month are not most of them."""
    months = [datetime.date(2026, month, 1) for month in (11, 12)] + [
        datetime.date(2027, month, 1) for month in (1, 2, 12)
    ]
    endings = pl.DataFrame({"month": months, "ending": [8, 11, 5, 3, 1]})
    assert (
        "28 residential tenancies run today: 27 end by Oct 2027 (11 of them in Dec 2026 alone), 1 later."
        == leases.expiry(endings, datetime.date(2026, 11, 20)).summary
    )


def test_vacant_units_are_those_of_tonight(published: Published, as_of: datetime.date, ask: Ask) -> None:
    read = vacancies.read_vacancies(published, as_of)
    [tonight] = ask(
        "select count(*) from occupancy.fct_unit_nights where night_date = date '2026-11-20' and state = 'vacant'"
    ).row(0)
    assert tonight == vacancies.vacant_now(read).table["units"].sum() == vacancies.vacancy_table(read).table.height > 0
    longest = vacancies.vacancy_table(read.with_columns(days_so_far=pl.int_range(pl.len()))).table["days_so_far"]
    assert [*reversed(range(read.height))][: vacancies.MOST_ROWS] == longest.to_list()
    soon = vacancies.becoming_vacant(read).table
    assert soon.height
    assert all(day > as_of for day in soon["vacant_from"])


def test_units_are_counted_by_the_days_that_they_stand_vacant(published: Published, as_of: datetime.date) -> None:
    five = vacancies.read_vacancies(published, as_of).head(5).with_columns(days_so_far=pl.Series([7, 91, 8, 31, 0]))
    figure, unit, building = vacancies.vacant_now(five), five["unit"][1], five["building"][1]
    assert [2, 1, 1, 1] == figure.table["units"].to_list()
    assert f"5 units are vacant tonight; {unit} in {building} for the longest time (91 days)." == figure.summary
    assert [91, 31, 8, 7, 0] == vacancies.vacancy_table(five).table["days_so_far"].to_list()
    assert "No unit becomes vacant within 92 days." == vacancies.becoming_vacant(five).summary
    alike = vacancies.vacant_now(five.with_columns(days_so_far=pl.lit(91)))
    assert "5 units are vacant tonight; 5 of them for the longest time (91 days)." == alike.summary
    let = five.head(1).with_columns(next_start_date=as_of)
    assert "0 of 1 vacant unit has no next stay." == vacancies.vacancy_table(let).summary


def test_what_ends_with_an_option_a_block_or_a_life_has_no_next_stay(tmp_path: Path, as_of: datetime.date) -> None:
    file = made_up.build(tmp_path / "warehouse.duckdb")
    ended = "not is_open_ended and vacant_to > date '2026-11-20' and unit_id % 3 > 0"
    with duckdb.connect(str(file)) as connection:
        connection.execute(
            f"update occupancy.fct_vacancies set next_room_stay_id = null, next_start_date = null where {ended}"
        )
        connection.execute("update occupancy.fct_vacancies set is_open_ended = true where unit_id = 3")
        now, soon = connection.sql(
            """select count(*) filter (vacant_from <= date '2026-11-20'),
                count(distinct unit_id) filter (vacant_from > date '2026-11-20' and vacant_from <= date '2026-11-20' + 92)
            from occupancy.fct_vacancies where vacant_to > date '2026-11-20' and next_room_stay_id is null"""
        ).fetchall()[0]
    with Published(file) as changed:
        read = vacancies.read_vacancies(changed, as_of)
    open_ended = read.filter(pl.col("unit_id") == 3)["vacant_to"]
    assert 0 < open_ended.len() == open_ended.null_count()
    assert f"{now} of " in vacancies.vacancy_table(read).summary
    assert f" vacant, {soon} with no stay after." in vacancies.becoming_vacant(read).summary
    first = vacancies.becoming_vacant(read).table
    assert first["next_start_date"].head(1).is_null().all()
    assert read.filter(pl.col("next_start_date").is_null())["vacant_to"].drop_nulls().len() >= min(now, soon) > 0


def test_a_unit_whose_resident_states_no_end_is_not_listed_as_vacant(tmp_path: Path, as_of: datetime.date) -> None:
    file = made_up.build(tmp_path / "warehouse.duckdb")
    found = {}
    for status, start in (("CHECKED_OUT", "2026-01-01"), ("CONFIRMED", "2026-11-21"), ("CHECKED_IN", "2026-11-20")):
        with duckdb.connect(str(file)) as connection:
            connection.execute(
                f"""insert into occupancy.fct_room_stays by name
                select 9000 as room_stay_id, min(unit_id) as unit_id, 1 as building_id, 'occupied' as occupancy_state,
                    '{status}' as room_stay_status, date '{start}' as start_date
                from occupancy.fct_unit_nights where night_date = date '2026-11-20' and state = 'vacant'"""
            )
        with Published(file) as changed:
            listed = vacancies.vacancy_table(vacancies.read_vacancies(changed, as_of))
            found[status] = (listed.table.height, listed.table["unit_id"].to_list())
            said = leases.expiry(leases.read_endings(changed, as_of), as_of)
    assert found["CHECKED_OUT"] == found["CONFIRMED"]
    height, units = found["CHECKED_OUT"]
    assert found["CHECKED_IN"] == (height - 1, [unit for unit in units if unit != min(units)])
    assert said.summary.endswith(" later.")
