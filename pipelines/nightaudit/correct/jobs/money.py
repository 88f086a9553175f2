"""What an invoice still has open, as far as the service shows it."""

from __future__ import annotations

import contextlib
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING

from nightaudit.client.resources import FinancialAllocations
from nightaudit.correct.correction import ZERO
from nightaudit.correct.values import same
from nightaudit.errors import NotFound, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

LISTS = (FinancialAllocations.to_sales_invoices, FinancialAllocations.of_sales_payments)


def decimal(record: Json, name: str) -> Decimal:
    """The number under a name, also where a text writes it; zero where there is none.

    Raises UnreadableAnswer for any other value.
    """
    value = record.get(name)
    with contextlib.suppress(InvalidOperation):
        found = ZERO if value is None else Decimal(str(value))
        if found.is_finite():
            return found
    where = f" of record {record['id']}" if "id" in record else ""
    raise UnreadableAnswer(f"{name}{where} is no amount: {str(value)[:40]}.", method="GET")


def allocations(reader: Reader) -> list[Json]:
    """Every financial allocation, each once by id. In which of the two lists one stands is not shown: both are read.

    Raises NotFound when the service has neither list: then nothing can be said.
    """
    lists = [reader.list_if_there(operation) for operation in LISTS]
    if all(found is None for found in lists):
        raise NotFound(
            "The service has no list of financial allocations.", method="GET", path=LISTS[0].path, status=404
        )
    return merged(record for found in lists for record in found or ())


def merged(records: Iterable[Json]) -> list[Json]:
    """Each record once by its id, the field shown last: one that is left out, null or empty there hides none shown before."""
    found: dict[str, Json] = {}
    for record in records:
        known = found.setdefault(str(record.get("id")), {})
        known |= {name: value for name, value in record.items() if value not in (None, "") or name not in known}
    return [*found.values()]


def gross(invoice: Json) -> Decimal:
    """The invoice's total with tax."""
    if invoice.get("totalGross") is not None:
        return decimal(invoice, "totalGross")
    return decimal(invoice, "totalNet") + decimal(invoice, "totalTax")


def outstanding(invoice: Json, reader: Reader) -> Decimal | None:
    """What is open on an invoice: its own field, or its total less what is allocated to it (the field is not shown).

    None where the service shows too little of it; the service alone can then refuse an amount that is too high.
    """
    if invoice.get("outstandingAmount") is not None:
        return decimal(invoice, "outstandingAmount")
    if invoice.get("id") is None or all(invoice.get(name) is None for name in ("totalGross", "totalNet")):
        return None
    mine = [item for item in allocations(reader) if same(item.get("targetInvoiceId"), invoice["id"])]
    return gross(invoice) - sum((decimal(item, "amount") for item in mine), ZERO)


def other_currency(row: Values, now: Json) -> str:
    """The reason against a row whose file names another currency than the record's, "" when it names none or the same."""
    said, held = row.get("currencyCode"), now.get("currencyCode")
    return f"the row says {said}, the record is in {held}" if said is not None and said != held else ""
