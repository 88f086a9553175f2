"""Every query of docs/questions.md runs against a published file; the answers in the page are the demo's."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import duckdb
import pytest
import raw_tables

import recorded
from nightaudit import publishing, schemas, transform, warehouse
from nightaudit.sandbox.portfolio import generate
from nightaudit.settings import Settings
from nightaudit.transform.questions import answered, questions

TODAY = date(2026, 11, 1)
PAGE = Path(__file__).parents[1] / "docs" / "questions.md"


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    settings = Settings.read(
        data_dir=tmp_path_factory.mktemp("questions"), today=TODAY, excluded_buildings=("Test Building",)
    )
    known = (
        (collection, json.loads(json.dumps(record, default=str)))
        for collection, record in generate(units=30, years=2, seed=3, today=TODAY)
        if raw_tables.stream_of(collection) in schemas.READ_BY_MODELS
    )
    raw_tables.fill(warehouse.work_file(settings), known)
    recorded.known(checked=False)
    transform.build(settings, warehouse.work_file(settings), checked=False)
    return publishing.publish(settings)


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


def asked(number: int) -> str:
    """The query of a numbered question."""
    return next(
        sql for title, sql in questions(PAGE.read_text(encoding="utf-8")).items() if title.startswith(f"{number}. ")
    )


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
def test_overdue_is_what_is_past_due_by_a_day_or_more(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        overdue = connection.execute(
            """select sum(open_amount) from receivables.ageing('2026-11-01')
               where currency_code = 'GBP' and bucket not in ('current', 'no due date')"""
        ).fetchone()
        told = connection.execute(f"select sum(open_amount) from ({asked(29).replace('limit 5', '')})").fetchone()
    assert overdue
    assert overdue[0]
    assert overdue == told


def test_every_question_of_the_page_is_answered() -> None:
    text = PAGE.read_text(encoding="utf-8")
    answers = text.count("\n| --- |") + text.count("\n| --- | ---")
    assert answers >= len(questions(text)) == text.count("\n## ") == text.count("```sql")


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
def test_a_statement_ends_with_what_is_open(published: Path) -> None:
    """Of bookings that are paid in part or too much, too; those whose invoice was voided after it was paid are exceptions."""
    with duckdb.connect(str(published), read_only=True) as connection:
        open_amounts = connection.execute(
            """select booking_id, sum(open_amount) from receivables.fct_sales_invoices
            where posted_date is not null and booking_id is not null group by all
            having not bool_or(invoice_id in (
                select record_id from quality.fct_exceptions where kind = 'void invoice with live allocations'))
            order by sum(open_amount) <> 0 desc, booking_id limit 60"""
        ).fetchall()
        balances = [
            connection.execute(
                f"select sum(amount), last(balance) from ({asked(38).replace('3476', str(booking))})"
            ).fetchone()
            for booking, _ in open_amounts
        ]
    assert [(amount, amount) for _, amount in open_amounts] == balances
    assert 10 < sum(amount != 0 for _, amount in open_amounts) < len(open_amounts)


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
def test_what_accounts_owe_is_what_buildings_are_owed(published: Path) -> None:
    with duckdb.connect(str(published), read_only=True) as connection:
        told = connection.execute(
            f"""select currency_code, sum(not_overdue), sum(overdue), sum(credits), sum(unapplied), sum(total)
            from ({asked(40).replace("limit 6", "")}) group by all order by all"""
        ).fetchall()
        by_building = connection.execute(
            """select currency_code, sum(current_amount + no_due_date_amount),
                sum(days_1_30_amount + days_31_60_amount + days_61_90_amount + days_91_amount),
                sum(credit_amount), sum(unapplied_amount), sum(total_amount)
            from receivables.fct_receivables_ageing where as_of_date = '2026-10-31' group by all order by all"""
        ).fetchall()
    assert all(amount for row in told for amount in row), "there is some of each"
    assert by_building == told


def test_pages_tell_how_many_questions_there_are() -> None:
    count = len(questions(PAGE.read_text(encoding="utf-8")))
    words = {40: "Forty", 41: "Forty-one", 46: "Forty-six"}[count]
    for page in ("README.md", "docs/README.md", "docs/tutorial.md"):
        assert f"[{words} " in (PAGE.parents[1] / page).read_text(encoding="utf-8"), page
