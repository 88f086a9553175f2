"""Simulates further days of a portfolio: reads the records of a store, and yields the changes for the store to apply.

what is known on a day: life, calendar, from_records
what happens on it:     desk, trade, ledger, corrections, promises
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.sandbox.portfolio.living import corrections, desk, ledger, promises, trade
from nightaudit.sandbox.portfolio.living.life import Life, Portfolio

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Change", "Portfolio", "advance"]

DAY = (
    desk.decide,
    desk.extend,
    desk.check_out,
    desk.check_in,
    desk.cancel,
    desk.renew,
    trade.sell,
    ledger.invoice_rents,
    ledger.post_drafts,
    ledger.receive,
    ledger.settle_loose,
    corrections.correct,
    ledger.export,
)


class Change(NamedTuple):
    """A record as it is after the last day; None as the record where it was removed."""

    collection: str
    id: int
    record: dict[str, Any] | None


def advance(portfolio: Portfolio, days: int, seed: int = 1) -> Iterator[Change]:
    """Simulate some days after the business date of a portfolio; the caller writes the changes and moves the date.

    The same records, days and seed give the same changes; each changed record is yielded once, in its last state. All
    identities of the portfolio hold afterwards as before: items sum to invoices, allocations to the amounts no longer
    outstanding, invoice lines to the amounts of past stays; no new double bookings arise.
    """
    life = Life(portfolio, seed)
    promises.keep(life)
    for _ in range(days):
        life.step()
        for event in DAY:
            event(life)
    for (collection, record_id), record in life.changed.items():
        yield Change(collection, record_id, record)
