"""A work file with one mart, its macro and a raw table, made without a load or a build."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit import warehouse

if TYPE_CHECKING:
    from nightaudit.settings import Settings

MARTS = """
create schema if not exists receivables; create schema if not exists raw; create schema if not exists core;
create or replace table receivables.fct_sales_invoices (invoice_id bigint, due_date date, open_amount decimal(18, 2));
insert into receivables.fct_sales_invoices values (1, date '2026-01-01', 12.34), (2, date '2026-03-01', {amount});
comment on table receivables.fct_sales_invoices is 'One row per invoice; it''s the ledger';
comment on column receivables.fct_sales_invoices.due_date is 'When it is due';
create or replace macro receivables.ageing(as_of) as table
    select * from receivables.fct_sales_invoices where due_date <= cast(as_of as date);
comment on macro table receivables.ageing is 'What is due by a day';
create or replace table raw.contacts (payload varchar);
insert into raw.contacts values ('{{"firstName":"Secret"}}');
"""


def build(settings: Settings, amount: str = "50.00") -> None:
    warehouse.prepare(settings)
    with warehouse.work_connection(settings) as connection:
        connection.execute(MARTS.format(amount=amount))
