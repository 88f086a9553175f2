"""Receivables as of a date: what is open, how old it is, and who owes most, per currency."""

from __future__ import annotations

from typing import TYPE_CHECKING

import altair as alt
import polars as pl

from nightaudit.report.figure import Column, Figure, nothing
from nightaudit.report.panels import by_currency
from nightaudit.report.style import BLUE, GREEN
from nightaudit.report.words import ABSENT, NO_CURRENCY, amounts, day_name, listed

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.source import Published

BUCKETS = {
    "current": "Not yet due",
    "1-30": "1\N{EN DASH}30 days",
    "31-60": "31\N{EN DASH}60 days",
    "61-90": "61\N{EN DASH}90 days",
    "91+": "91 days and more",
    "no due date": "No due date",
}
NONE_OPEN = "No invoice is open on the as-of date, or no invoice has been loaded yet."

AGEING = f"""
select
    coalesce(currency_code, '{NO_CURRENCY}') as currency,
    bucket,
    count(*)::bigint as documents,
    coalesce(sum(open_amount) filter (open_amount > 0), 0)::decimal(18, 2) as owed,
    coalesce(sum(open_amount) filter (open_amount < 0), 0)::decimal(18, 2) as credits,
    sum(open_amount)::decimal(18, 2) as open_amount
from receivables.ageing($as_of)
group by currency_code, bucket
order by currency
"""

MOST_DEBTORS = 5

DEBTORS = f"""
select
    coalesce(ageing.currency_code, '{NO_CURRENCY}') as currency,
    ageing.finance_account_id as account,
    case
        when count(distinct company_id) = 1 then 'company ' || any_value(company_id)
        when count(distinct contact_id) = 1 then 'contact ' || any_value(contact_id)
    end as billed,
    sum(open_amount) filter (days_past_due > 0)::decimal(18, 2) as late,
    sum(open_amount)::decimal(18, 2) as open_amount,
    count(*) filter (days_past_due > 0) as documents,
    max(days_past_due) filter (open_amount > 0) as days
from receivables.ageing($as_of) as ageing
left join (select invoice_id, contact_id, company_id from receivables.fct_sales_invoices) using (invoice_id)
group by ageing.currency_code, ageing.finance_account_id
having late > 0
qualify row_number() over (partition by ageing.currency_code order by late desc, ageing.finance_account_id) <= $most
order by currency, late desc, ageing.finance_account_id
"""


def read_ageing(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return documents, amounts owed, credits and their sum per currency and bucket as of a date, in the order of BUCKETS."""
    found = published.rows(AGEING, as_of=as_of)
    known = pl.Enum([*BUCKETS, *sorted(set(found["bucket"]) - set(BUCKETS))])
    return found.with_columns(pl.col("bucket").cast(known)).sort("currency", "bucket")


def open_totals(ageing: pl.DataFrame) -> pl.DataFrame:
    """Return per currency: everything open, the part past its due date, and the number of documents of both."""
    late = pl.col("bucket").cast(pl.String).is_in(["1-30", "31-60", "61-90", "91+"])
    return (
        ageing.group_by("currency")
        .agg(
            pl.col("open_amount", "documents").sum(),
            late=pl.col("open_amount").filter(late).sum(),
            late_documents=pl.col("documents").filter(late).sum(),
        )
        .sort("currency")
    )


def ageing_bars(ageing: pl.DataFrame, as_of: datetime.date) -> Figure:
    """Draw open amounts by age, one panel per currency; takes the rows of `read_ageing`."""
    key, title = "ageing", "Open receivables by age"
    if ageing.is_empty():
        return nothing(key, title, NONE_OPEN)
    totals = open_totals(ageing)
    said = amounts(totals, "open_amount")
    late = amounts(totals, "late")
    table = ageing.with_columns(age=pl.col("bucket").cast(pl.String).replace(BUCKETS))
    return Figure(
        key,
        title,
        f"Open: {listed(said)}; of that past due: {listed(late)}.",
        f"As of {day_name(as_of)}, gross, in the currency of the document; currencies are never added. Days are"
        " counted from the due date. Credit notes are negative rows of their own. Money that is put against no invoice yet is"
        " not taken off.",
        table,
        {
            "currency": Column("Currency"),
            "age": Column("Age"),
            "documents": Column("Documents", "integer"),
            "owed": Column("Owed", "money"),
            "credits": Column("Credits", "money"),
            "open_amount": Column("Open", "money"),
        },
        _panels(table),
    )


def read_debtors(published: Published, as_of: datetime.date) -> pl.DataFrame:
    """Return the `MOST_DEBTORS` accounts of each currency that owe most past its due date, credits past theirs taken off."""
    return published.rows(DEBTORS, as_of=as_of, most=MOST_DEBTORS)


def debtors(found: pl.DataFrame, as_of: datetime.date) -> Figure:
    """List the accounts that owe most past due: a table without a chart; takes the rows of `read_debtors`."""
    key, title = "debtors", "Who owes most past due"
    if found.is_empty():
        return nothing(key, title, "No account owes anything past its due date, or no invoice has been loaded yet.")
    first = found.group_by("currency", maintain_order=True).first()
    who = [
        f"account {account or ABSENT}{f' of {billed}' if billed else ''}"
        for account, billed in first.select("account", "billed").iter_rows()
    ]
    return Figure(
        key,
        title,
        f"Most is owed by {listed([f'{name} ({amount})' for name, amount in zip(who, amounts(first, 'late'), strict=True)])}.",
        f"As of {day_name(as_of)}, gross; at most {MOST_DEBTORS} accounts of each currency. Account: the id of the"
        f" debtor's account in the PMS; billed to: the one company, else the one contact of its open invoices, else {ABSENT}."
        " Credit notes past their own due date are taken off what is past due, all others only off what is open in all; days"
        " are those of the oldest invoice.",
        found,
        {
            "account": Column("Account"),
            "billed": Column("Billed to"),
            "currency": Column("Currency"),
            "late": Column("Past due", "money"),
            "open_amount": Column("Open in all", "money"),
            "documents": Column("Documents past due", "integer"),
            "days": Column("Days past due", "integer"),
        },
    )


def figures(published: Published, ageing: pl.DataFrame, as_of: datetime.date) -> list[Figure]:
    """Return the figures of receivables as of a date; takes the rows of `read_ageing`."""
    return [debtors(read_debtors(published, as_of), as_of), ageing_bars(ageing, as_of)]


def _panels(table: pl.DataFrame) -> alt.FacetChart:
    """Return the bars; each currency has a separate axis."""
    kinds = {"owed": "Owed", "credits": "Credits"}
    long = (
        table.unpivot(list(kinds), index=["currency", "age"], variable_name="kind", value_name="amount")
        .with_columns(pl.col("kind").replace(kinds))
        .filter(pl.col("amount") != 0)
    )
    bars = (
        alt.Chart()
        .mark_bar()
        .encode(
            x=alt.X("amount:Q", title="Open amount, gross").axis(format=",.0f", tickCount=4),
            y=alt.Y("age:N", title=None).scale(domain=list(BUCKETS.values())),
            color=alt.Color("kind:N", title=None).scale(domain=list(kinds.values()), range=[BLUE, GREEN]),
        )
    )
    return by_currency(bars, long, beside=120, height=alt.Step(18), y="shared")
