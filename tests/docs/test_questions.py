"""Every query of docs/questions.md runs against a published file; the answers in the page are the demo's."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import duckdb
import pytest

from docs.conftest import PAGE, asked
from nightaudit import database
from nightaudit.cli.questions import answered, questions
from running import SCRIPTS, run

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.slow
def test_every_query_of_the_page_runs_and_most_have_rows(published: Path) -> None:
    page = questions(PAGE.read_text(encoding="utf-8"))
    assert len(page) >= 30
    empty = []
    with duckdb.connect(str(published), read_only=True) as connection:
        for title, sql in page.items():
            cursor = connection.execute(sql)
            assert cursor.description, title
            if not cursor.fetchall():
                empty.append(title)
    # Nothing was walked, so there are no certificates; a portfolio this small need not have every kind of trouble.
    assert len(empty) < 8, empty


@pytest.mark.slow
def test_the_year_before_counts_where_nothing_is_on_the_books_now(published: Path) -> None:
    before = """select sum(nights) from occupancy.on_the_books_nights(date '2025-11-02')
                where stay_date >= date '2025-11-02' and stay_date < date '2025-11-02' + 365"""
    with duckdb.connect(str(published), read_only=True) as connection:
        told = connection.execute(f"select sum(nights_last_year) from ({asked(4).replace('+ 90', '+ 365')})").fetchone()
        assert connection.execute(before).fetchone() == told


@pytest.mark.slow
def test_a_building_without_a_year_before_is_listed_too(published: Path) -> None:
    with duckdb.connect() as connection:
        connection.execute("create schema occupancy")
        connection.execute(f"attach '{published}' as there (read_only)")
        connection.execute("create table occupancy.fct_occupancy_monthly as from there.occupancy.fct_occupancy_monthly")
        listed = connection.execute(f"select count(*), count(adr_before) from ({asked(3)})").fetchone()
        connection.execute(
            """delete from occupancy.fct_occupancy_monthly where month = '2025-10-01'
            and building_id = (select min(building_id) from occupancy.fct_occupancy_monthly)"""
        )
        found = connection.execute(f"select count(*), count(adr_before) from ({asked(3)})").fetchone()
    assert listed
    assert found == (listed[0], listed[1] - 1)


@pytest.mark.slow
def test_vacant_units_are_units_not_gaps(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        units, gaps, most = connection.execute(
            f"select max(units), max(gaps), (select count(*) from core.dim_units) from ({asked(9)})"
        ).fetchall()[0]
        tonight = connection.execute(
            "select count(*) from occupancy.fct_unit_nights where night_date = '2026-11-01' and state = 'vacant'"
        ).fetchone()
        answered_now = connection.execute(f"select count(*) from ({asked(8).replace('limit 6', '')})").fetchone()
    assert units < gaps
    assert units <= most
    assert tonight == answered_now


@pytest.mark.slow
def test_the_answers_of_the_page_are_those_of_a_demo(tmp_path: Path) -> None:
    data = tmp_path / "data"
    run({"PATH": os.environ["PATH"], "HOME": str(tmp_path), "NIGHTAUDIT_DATA_DIR": str(data), **SCRIPTS}, "demo")
    page = PAGE.read_text(encoding="utf-8")
    with database.reading(data / "warehouse.duckdb") as connection:
        assert page == answered(page, connection), "`make demo questions` writes them"


def test_every_question_of_the_page_is_answered() -> None:
    text = PAGE.read_text(encoding="utf-8")
    answers = text.count("\n| --- |") + text.count("\n| --- | ---")
    assert answers >= len(questions(text)) == text.count("\n## ") == text.count("```sql")
    numbers = [int(title.partition(". ")[0]) for title in questions(text)]
    assert [*range(1, len(numbers) + 1)] == numbers


def test_answers_are_written_below_their_query_and_replaced_when_written_again() -> None:
    page = "# Page\n\n## 1. One?\n\n```sql\nselect {} as one, 0.5::double as half, 'a|b' as text, null as none\n```\n"
    with duckdb.connect() as connection:
        once = answered(page.format(1), connection)
        assert "| one | half | text | none |\n| --- | --- | --- | --- |\n| 1 | 0.500 | a\\|b |  |\n" in once
        assert once == answered(once, connection)
        again = answered(once.replace("select 1 ", "select 2 "), connection)
    assert "| 2 | 0.500 |" in again
    assert "| 1 | 0.500 |" not in again


@pytest.mark.slow
def test_what_changed_is_what_the_books_have_gained(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        day, before = connection.execute(
            "select max(known_from), max(known_from) - 1 from occupancy.fct_on_the_books_changes where known_from <= '2026-11-01'"
        ).fetchall()[0]
        question = asked(36).replace("limit 6", "").replace("2026-11-01", str(day))
        told = connection.execute(
            f"select sum(nights_now - nights_before), sum(net_change) from ({question})"
        ).fetchone()
        gained = connection.execute(
            f"""select sum(nights), sum(net_amount) from (
                select nights, net_amount from occupancy.on_the_books('{day}')
                union all select -nights, -net_amount from occupancy.on_the_books('{before}'))"""
        ).fetchone()
    assert gained == told
    assert told
    assert told[0]


@pytest.mark.slow
def test_the_books_are_the_room_revenue_without_day_use(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        apart, day_use = connection.execute(
            """select count(*) filter (coalesce(net_amount, 0) <> room_revenue_net - day_use_revenue_net),
                sum(day_use_revenue_net)
            from (from occupancy.on_the_books('2026-11-01')) as books
            full join occupancy.fct_occupancy_monthly as months
                on stay_month = month and books.building_id = months.building_id
            where room_revenue_net <> 0 or net_amount <> 0"""
        ).fetchall()[0]
        said = connection.execute(
            "select comment from duckdb_functions() where function_name = 'on_the_books'"
        ).fetchone()
    assert day_use
    assert apart == 0
    assert said
    assert "without day use and extras" in said[0]


@pytest.mark.slow
def test_nights_to_the_horizon_are_no_nights_to_let(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        told, all_of_them = connection.execute(
            f"""select sum(nights_between), (select sum(nights) from occupancy.fct_vacancies
                where vacant_from > '2026-11-01' and vacant_from <= date '2026-11-01' + 92) from ({asked(9)})"""
        ).fetchall()[0]
        between = connection.execute(
            """select count(*) from occupancy.fct_unit_nights join occupancy.fct_vacancies using (unit_id)
               where state = 'vacant' and night_date >= vacant_from and night_date < vacant_to and not is_open_ended
                 and vacant_from > '2026-11-01' and vacant_from <= date '2026-11-01' + 92"""
        ).fetchone()
    assert (told,) == between
    assert told < all_of_them


@pytest.mark.slow
def test_vat_by_code_is_the_vat_of_the_month(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        told = connection.execute(
            f"""select currency_code, sum(net_amount), sum(tax_amount), count(distinct tax_type)
            from ({asked(37)}) group by all order by all"""
        ).fetchall()
        month = connection.execute(
            """select currency_code, sum(invoiced_net), sum(invoiced_vat) from revenue.fct_revenue_monthly
            where month = '2026-10-01' group by all having sum(invoiced_net) <> 0 order by all"""
        ).fetchall()
    assert month == [row[:3] for row in told]
    assert max(codes for *_, codes in told) > 1


@pytest.mark.slow
def test_units_stand_empty_on_nights_without_a_stay(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        question = asked(39).replace("avg(start_date - left_on)", "sum(start_date - left_on)::bigint")
        told = connection.execute(f"select sum(days_empty)::bigint, sum(lets)::bigint from ({question})").fetchone()
        counted = connection.execute(
            """select sum(empty)::bigint, count(*) from (
                select let.room_stay_id, count(nights.unit_id) as empty from occupancy.fct_rent_roll as let
                left join occupancy.fct_unit_nights as nights
                    on nights.unit_id = let.unit_id and night_date < start_date and night_date >= (
                        select max(night_date) + 1 from occupancy.fct_unit_nights as slept
                        where slept.unit_id = let.unit_id and slept.state = 'occupied' and slept.night_date < let.start_date
                    )
                where not is_renewal and start_date >= '2026-05-01' and start_date < '2026-11-01' group by all)"""
        ).fetchone()
    assert told
    assert told[0]
    assert told == counted


@pytest.mark.slow
def test_channels_bring_what_buildings_earn(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        told = connection.execute(
            f"""select currency_code, sum(nights)::bigint, round(sum(nights * adr))
            from ({asked(47).replace("limit 8", "")}) group by all order by all"""
        ).fetchall()
        by_building = connection.execute(
            """select currency_code, sum(sold_nights)::bigint, round(sum(room_revenue_net)) from occupancy.fct_occupancy_monthly
            where month = '2026-10-01' group by all having sum(sold_nights) > 0 order by all"""
        ).fetchall()
    assert told
    assert by_building == told
