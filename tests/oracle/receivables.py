"""What is open on an invoice on any date, its ageing, and DSO."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from oracle.invoices import Invoice, allocations, invoices
from oracle.rules import ONE, Day, money_months, month, next_month

if TYPE_CHECKING:
    from collections.abc import Iterator

    from oracle.model import Portfolio

BUCKETS = ((0, "current"), (30, "1-30"), (60, "31-60"), (90, "61-90"))


@dataclass(slots=True)
class Interval:
    """The open amount of an invoice, in cents, from a date up to, not including, another (None: until now)."""

    invoice: Invoice
    since: Day
    until: Day | None
    open: int


@lru_cache(maxsize=1)
def balance_intervals(portfolio: Portfolio) -> list[Interval]:
    """The open balance of every posted invoice over time; a zero balance is an interval, too; there is none after a void."""
    moves: dict[int, dict[Day, int]] = defaultdict(lambda: defaultdict(int))
    for item in allocations(portfolio).values():
        if item.date and item.target:
            moves[item.target][item.date] -= item.amount
        if item.date and item.source:
            moves[item.source][item.date] += item.drawn
    return [i for invoice in invoices(portfolio).values() for i in _intervals(invoice, moves[invoice.id])]


def _intervals(invoice: Invoice, moves: dict[Day, int]) -> Iterator[Interval]:
    if not invoice.posted or (invoice.voided and invoice.voided <= invoice.posted):
        return
    at = {invoice.posted: invoice.gross}
    for date, amount in moves.items():
        when = max(date, invoice.posted)  # earlier money counts from the posting
        at[when] = at.get(when, 0) + amount
    running, before = 0, None
    for date in sorted(at):
        running += at[date]
        if invoice.voided and date >= invoice.voided:
            break
        if before and before.open == running:
            continue
        if before:
            before.until = date
            yield before
        before = Interval(invoice, date, invoice.voided, running)
    if before:
        yield before


def open_at(intervals: list[Interval], as_of: Day) -> dict[int, Interval]:
    """The intervals of a date with an open amount, by invoice id."""
    return {i.invoice.id: i for i in intervals if i.open and i.since <= as_of and (i.until is None or as_of < i.until)}


def bucket(due: Day | None, as_of: Day) -> tuple[int | None, str]:
    """Days past due, and their bucket."""
    if due is None:
        return None, "no due date"
    late = (as_of - due).days
    return late, next((name for limit, name in BUCKETS if late <= limit), "91+")


@dataclass(frozen=True, slots=True)
class Dso:
    """Days sales outstanding at the end of a month, in one currency; cents."""

    receivable: int
    invoiced: int
    simple: Decimal | None
    count_back: Decimal


def dso(portfolio: Portfolio, until: Day) -> dict[tuple[Day, str], Dso]:
    """By month and currency, from the month of the first posting to the month of `until`; earlier sales are counted back to.

    Simple: open / gross invoiced in the month x its days. Count-back: the days of the newest sales, month by month
    backwards, that what is open amounts to.
    """
    earliest, _ = money_months(until)  # earlier amounts count in this month
    sold: dict[tuple[Day, str], int] = defaultdict(int)
    for invoice in invoices(portfolio).values():
        gross = sum(line.net + line.vat for line in invoice.lines)
        for when, sign in invoice.moves():
            sold[max(month(when), earliest), invoice.currency] += sign * gross
    intervals = balance_intervals(portfolio)
    result = {}
    posted = [i for i in invoices(portfolio).values() if i.posted]
    for code in {i.currency for i in posted}:
        first_posting = max(month(min(i.posted for i in posted if i.posted and i.currency == code)), earliest)
        laid_out = [i.date for i in posted if i.currency == code and i.date and i.date >= earliest]
        at = min(first_posting, *map(month, laid_out)) if laid_out else first_posting
        months: list[tuple[int, int]] = []
        while at <= until:
            end = next_month(at) - ONE
            owed = sum(i.open for i in open_at(intervals, end).values() if i.invoice.currency == code)
            gross = sold[at, code]
            months.append((gross, end.day))
            simple = Decimal(owed) / gross * end.day if gross > 0 else None
            if at >= first_posting:
                result[at, code] = Dso(owed, gross, simple, _count_back(owed, months))
            at = next_month(at)
    return result


def _count_back(owed: int, months: list[tuple[int, int]]) -> Decimal:
    rest, total = owed, Decimal(0)
    for gross, length in reversed(months):
        if rest <= 0:
            break
        share = min(Decimal(1), Decimal(rest) / gross) if gross > 0 else Decimal(1)
        total, rest = total + share * length, rest - max(gross, 0)
    return total
