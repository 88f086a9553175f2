"""How a portfolio lives on: day by day from the records of a store, as changes the store applies."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.sandbox.portfolio.living import corrections, desk, ledger, trade
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
    """A record as it stands after the last day, or None where it was removed."""

    collection: str
    id: int
    record: dict[str, Any] | None


def advance(portfolio: Portfolio, days: int, seed: int = 1) -> Iterator[Change]:
    """Let the portfolio live on for some days after its business date; the store applies the changes and its date.

    The same records, days and seed give the same changes; each record is changed at most once, in its last state. All
    identities of the portfolio hold after it as before: items sum to invoices, allocations to what is no longer
    outstanding, invoice lines to the amounts of stays that are over; no unit is booked twice that was not.
    """
    life = Life(portfolio, seed)
    for _ in range(days):
        life.step()
        for event in DAY:
            event(life)
    for (collection, record_id), record in life.changed.items():
        yield Change(collection, record_id, record)
