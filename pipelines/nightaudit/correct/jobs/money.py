"""Amounts of invoices: what is still open on one, from its own fields or from the lists of allocations."""

from __future__ import annotations

import contextlib
import datetime
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any

from nightaudit.client.busy import Broken
from nightaudit.client.resources import FinancialAllocations, SalesInvoices
from nightaudit.correct.values import ZERO, currency_of, key_of
from nightaudit.errors import NotFound, Refused, UnreadableAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

A_DAY = datetime.timedelta(days=1)
"""Added to filters by date on either side: the service may count days in another time zone."""
ALLOCATIONS = "allocations"
"""Name under which a reader holds the complete lists of allocations."""
DIGITS = 6
"""Digits after the point of an amount: what follows them comes of sums of binary numbers, such as 0.30000000000000004."""
LISTS = (FinancialAllocations.to_sales_invoices, FinancialAllocations.of_sales_payments)


def decimal(record: Json, name: str) -> Decimal:
    """Return the number in a field, to DIGITS; it may also be written as text. Zero where the field is missing or null.

    Raises UnreadableAnswer for any other value.
    """
    value = record.get(name)
    with contextlib.suppress(InvalidOperation):
        found = ZERO if value is None else Decimal(str(value))
        if found.is_finite():
            rounded = round(found, DIGITS)
            return found if found == rounded else Decimal(f"{rounded:zf}".rstrip("0"))
    where = f" of record {record['id']}" if "id" in record else ""
    raise UnreadableAnswer(f"{name}{where} is no amount: {str(value)[:40]}.", method="GET")


def allocations(reader: Reader) -> list[Json]:
    """Return every financial allocation, each once by id, from both lists: which of them contains which is not shown.

    Raises NotFound when the service has neither list.
    """

    def read() -> list[Json]:
        lists = [reader.list_if_there(operation) for operation in LISTS]
        if all(found is None for found in lists):
            raise NotFound(
                "The service has no list of financial allocations.", method="GET", path=LISTS[0].path, status=404
            )
        return merged(record for found in lists for record in found or ())

    return reader.derived(ALLOCATIONS, read)


def allocations_since(
    day: datetime.date, reader: Reader, *, until: datetime.date | None = None, account: Any = None
) -> list[Json]:
    """Return the allocations created on that day or later, each once; all of them where the service refuses a filter.

    until    the last day, without it there is none
    account  the finance account of the target invoices, without it any

    Raises as `allocations` does.
    """
    asked = {"dateFrom": day, "dateTo": until, "financeAccountId": account}
    filters = {name: value for name, value in asked.items() if value is not None}
    try:
        lists = [reader.list_if_there(operation, **filters) for operation in LISTS]
    except (Refused, Broken):
        return allocations(reader)
    return merged(record for found in lists for record in found or ())


def allocations_by(field: str, value: Any, reader: Reader) -> list[Json]:
    """Return those of `allocations` that have an id in a field. Raises NotFound."""

    def grouped() -> dict[Any, list[Json]]:
        found: dict[Any, list[Json]] = {}
        for item in allocations(reader):
            found.setdefault(key_of(item.get(field)), []).append(item)
        return found

    return reader.derived(f"allocations by {field}", grouped).get(key_of(value), [])


def name_invoices(reader: Reader) -> bool:
    """Return whether allocations show for which invoices they are; True while there are none. Raises NotFound."""

    def any_named() -> bool:
        listed = allocations(reader)
        return not listed or any("targetInvoiceId" in item for item in listed)

    return reader.derived("allocations name invoices", any_named)


def names_invoice(allocation: Json) -> bool:
    """Return whether an allocation shows an invoice at one of its ends."""
    return any(allocation.get(name) is not None for name in ("targetInvoiceId", "sourceInvoiceId"))


def merged(records: Iterable[Json]) -> list[Json]:
    """Return each record once by its id. Later fields replace earlier ones, but a missing, null or empty field replaces none."""
    found: dict[str, Json] = {}
    for record in records:
        fields = found.setdefault(str(record.get("id")), {})
        fields |= {name: value for name, value in record.items() if value not in (None, "") or name not in fields}
    return [*found.values()]


def no_status(invoice: Json, called: str = "the invoice") -> str:
    """Return that an invoice shows no status, on which all rules for invoices depend; "" where it shows one."""
    return f"the service does not show the status of {called}" if invoice.get("status") is None else ""


def not_posted(invoice: Json, called: str = "the invoice") -> str:
    """Return why an invoice that must be POSTED is not, as far as the service shows; "" where it is."""
    status = invoice.get("status")
    return no_status(invoice, called) or ("" if status == "POSTED" else f"{called} is {status}, not POSTED")


def shows_amount(invoice: Json) -> bool:
    """Return whether an invoice has a total that `gross` can start from."""
    return any(invoice.get(name) is not None for name in ("totalGross", "totalNet"))


def complete(invoice: Json, reader: Reader) -> Json:
    """Return an invoice of a list, with the fields of its own record where its row shows no status or no amount."""
    has_amount = shows_amount(invoice) or invoice.get("outstandingAmount") is not None
    if has_amount and invoice.get("status") is not None:
        return invoice
    with contextlib.suppress(NotFound):
        return merged([invoice, reader.record(SalesInvoices.get, invoice["id"])])[0]
    return invoice


def gross(invoice: Json) -> Decimal:
    """Return the total with tax: the field totalGross, or else totalNet plus totalTax."""
    if invoice.get("totalGross") is not None:
        return decimal(invoice, "totalGross")
    return decimal(invoice, "totalNet") + decimal(invoice, "totalTax")


def outstanding(invoice: Json, reader: Reader) -> Decimal | None:
    """Return what is open on an invoice: its own field (not shown in the document), or its total less its allocations.

    None where invoice or allocations show too little for that: only the service can then refuse an amount that is too high.
    """
    if invoice.get("outstandingAmount") is not None:
        return decimal(invoice, "outstandingAmount")
    if invoice.get("id") is None or not shows_amount(invoice) or not name_invoices(reader):
        return None
    mine = allocations_by("targetInvoiceId", invoice["id"], reader)
    return gross(invoice) - sum((decimal(item, "amount") for item in mine), ZERO)


def other_currency(wanted: str | None, record: Json, called: tuple[str, str] = ("the row says", "the record")) -> str:
    """Return the reason against a record in another currency than the one wanted; "" when none is wanted, or it is the same.

    called  what the reason says before the wanted currency, and of the record
    """
    actual = currency_of(record)
    if not wanted or wanted.upper() == actual:
        return ""
    return f"{called[0]} {wanted}, {called[1]} {f'is in {actual}' if actual else 'shows no currency'}"
