"""The questions about invoices and receipts of docs/questions.md give what other tables and macros of the file say."""

from __future__ import annotations

import re
import shutil
from typing import TYPE_CHECKING

import duckdb
import pytest

from docs.conftest import asked

if TYPE_CHECKING:
    from pathlib import Path


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


@pytest.mark.slow
def test_an_account_that_owes_long_is_told_once_with_its_money(published: Path, tmp_path: Path) -> None:
    question = asked(48).replace("limit 6", "").replace("overdue > 0 and currency_code = 'GBP'", "true")
    with duckdb.connect(shutil.copy(published, tmp_path)) as connection:
        # Each account that owes pays 5 on account, twice.
        connection.execute(
            """insert into receivables.fct_financial_allocations by name
            select finance_account_id, currency_code, 5 as applied_amount, true as is_cash, true as is_unapplied
            from (select distinct finance_account_id, currency_code from receivables.ageing('2026-11-01')), range(2)"""
        )
        told = connection.execute(
            f"select count(*), sum(overdue), count(*) filter (not_allocated >= 10) from ({question})"
        ).fetchone()
        owed = connection.execute(
            """select count(distinct (finance_account_id, currency_code)), sum(open_amount)
            from receivables.ageing('2026-11-01') where days_past_due > 60"""
        ).fetchone()
    assert owed
    assert (*owed, owed[0]) == told


def test_invoices_of_a_closed_month_that_are_other_now() -> None:
    """2 is right as it was, 3 was corrected, 4 voided, 5 deleted, 6 entered late, 7 then a draft; 8 is of a later month."""
    versions = "invoice_id, known_from, known_to, status, posted_date, voided_date, invoice_date, total_gross"
    values = """(2, '0901', null, 'POSTED', '0901', null, '0901', 10), (3, '0902', '1005', 'POSTED', '0902', null, '0902', 20),
        (3, '1005', null, 'POSTED', '0902', null, '0902', 21), (4, '0903', '1007', 'POSTED', '0903', null, '0903', 30),
        (4, '1007', null, 'VOID', '0903', '1007', '0903', 30), (5, '0904', '1002', 'POSTED', '0904', null, '0904', 40),
        (6, '1003', null, 'POSTED', '0930', null, '0930', 50), (7, '0929', '1004', 'DRAFT', null, null, '0929', 60),
        (7, '1004', null, 'POSTED', '1004', null, '0929', 60), (8, '1001', null, 'POSTED', '1001', null, '1001', 70)"""
    with duckdb.connect() as connection:
        connection.execute("create schema receivables")
        dated = re.sub(r"'(\d\d)(\d\d)'", r"date '2026-\1-\2'", values)
        connection.execute(
            f"""create table receivables.fct_sales_invoice_versions as
            select *, total_gross as total_net, 1 as building_id, 'GBP' as currency_code from (values {dated}) as _({versions})"""
        )
        connection.execute(
            """create table receivables.fct_sales_invoices as select * exclude (known_from, known_to)
            from receivables.fct_sales_invoice_versions where known_to is null"""
        )
        told = connection.execute(
            f"select invoice_id, what, said_then, says_now from ({asked(50)}) order by all"
        ).fetchall()
    assert told == [
        (3, "changed", 20, 21),
        (4, "voided", 30, 0),
        (5, "gone", 40, None),
        (6, "added", None, 50),
        (7, "added", None, 60),
    ]


@pytest.mark.slow
def test_money_received_is_what_is_applied_in_cash(published: Path) -> None:
    """As the column `amount` says: the API may state a refund as positive."""
    with duckdb.connect(str(published), read_only=True) as connection:
        received = connection.execute(
            "select currency_code, sum(cash_received) from revenue.fct_revenue_monthly group by all order by all"
        ).fetchall()
        applied = connection.execute(
            """select currency_code, sum(applied_amount) from receivables.fct_financial_allocations
            where is_cash and allocation_date is not null group by all order by all"""
        ).fetchall()
    assert received
    assert received == applied
