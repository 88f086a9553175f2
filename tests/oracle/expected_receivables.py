"""Expected rows of receivables: balances, ageing, DSO."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle import invoices as documents
from oracle import receivables
from oracle.rules import ONE, UNKNOWN, Rows, money, money_months, month, next_month

if TYPE_CHECKING:
    from oracle.model import Portfolio
    from oracle.rules import Day

COLUMNS = {
    "current": "current_amount",
    "1-30": "days_1_30_amount",
    "31-60": "days_31_60_amount",
    "61-90": "days_61_90_amount",
    "91+": "days_91_amount",
    "no due date": "no_due_date_amount",
    "credit": "credit_amount",
    "unapplied": "unapplied_amount",
}


def balance_intervals(portfolio: Portfolio) -> Rows:
    """Intervals with an open amount of an invoice."""
    return {
        (item.invoice.id, item.since): {"valid_to": item.until, "open_amount": money(item.open)}
        for item in receivables.balance_intervals(portfolio)
        if item.open
    }


def ageing(portfolio: Portfolio, as_of: Day) -> Rows:
    """Open invoices on a date, aged."""
    return {
        (key,): {
            "invoice_number": item.invoice.number,
            "invoice_type": item.invoice.type,
            "finance_account_id": item.invoice.account,
            "building_id": item.invoice.building or UNKNOWN,
            "due_date": item.invoice.due,
            "currency_code": item.invoice.currency,
            "open_amount": money(item.open),
            "days_past_due": receivables.bucket(item.invoice.due, as_of)[0],
            "bucket": receivables.bucket(item.invoice.due, as_of)[1],
        }
        for key, item in receivables.open_at(receivables.balance_intervals(portfolio), as_of).items()
    }


def open_items(portfolio: Portfolio) -> Rows:
    """The ageing at the business date, with the invoiced amount."""
    known = documents.invoices(portfolio)
    return {
        (key,): row | {"invoice_date": known[key].date, "total_gross": money(known[key].gross)}
        for (key,), row in ageing(portfolio, portfolio.rules.business_date).items()
    }


def month_ends(portfolio: Portfolio) -> Rows:
    """Open amounts at the end of every past month, by building, currency and bucket; credits and cash without a claim apart."""
    sums: dict[tuple[Day, int, str], dict[str, int]] = {}
    ledgers: set[tuple[int, str]] = set()  # from the first month at whose end something was open
    intervals = receivables.balance_intervals(portfolio)
    known = documents.invoices(portfolio)
    cash = [item for item in documents.allocations(portfolio).values() if item.is_cash]
    claims = {item.id: known.get(item.target or item.source or 0) for item in cash}
    loose = [item for item in cash if item.date and _waits(item, claims[item.id], item.date)]
    starts = [i.since for i in intervals if i.open] + [item.date for item in loose if item.date]
    earliest, _ = money_months(portfolio.rules.business_date)
    at = max(month(min(starts, default=portfolio.rules.business_date)), earliest)
    while at < month(portfolio.rules.business_date):
        end = next_month(at) - ONE
        found: list[tuple[tuple[int, str], str, int]] = []
        for item in receivables.open_at(intervals, end).values():
            bucket = "credit" if item.open < 0 else receivables.bucket(item.invoice.due, end)[1]
            found += [((item.invoice.building or UNKNOWN, item.invoice.currency), COLUMNS[bucket], item.open)]
        for receipt in loose:
            if receipt.date and receipt.date <= end and _waits(receipt, claims[receipt.id], end):
                found += [((receipt.building or UNKNOWN, receipt.currency), "unapplied_amount", -receipt.amount)]
        ledgers |= {ledger for ledger, _, _ in found}
        sums |= {(end, *ledger): dict.fromkeys(COLUMNS.values(), 0) for ledger in ledgers}
        for ledger, column, amount in found:
            sums[end, *ledger][column] += amount
        at = next_month(at)
    return {
        key: {name: money(cents) for name, cents in row.items()} | {"total_amount": money(sum(row.values()))}
        for key, row in sums.items()
    }


def _waits(receipt: documents.Allocation, claim: documents.Invoice | None, at: Day) -> bool:
    """Whether it is put against no invoice, or against one that is not posted by the end of that day."""
    if receipt.is_unapplied or claim is None:
        return receipt.is_unapplied
    if claim.posted is None:
        return claim.voided is None
    return claim.posted > at


def unapplied(portfolio: Portfolio) -> Rows:
    """Receipts and refunds that are not allocated to an invoice."""
    return {
        (key,): {"allocation_date": item.date, "amount": money(item.written), "currency_code": item.currency}
        for key, item in documents.allocations(portfolio).items()
        if item.is_cash and item.is_unapplied
    }


def dso_monthly(portfolio: Portfolio) -> Rows:
    """DSO by month and currency up to the business date's month."""
    return {
        key: {
            "receivable": money(row.receivable),
            "invoiced_gross": money(row.invoiced),
            "dso_simple": row.simple,
            "dso_count_back": row.count_back,
            "is_over": key[0] < month(portfolio.rules.business_date),
        }
        for key, row in receivables.dso(portfolio, portfolio.rules.business_date).items()
    }
