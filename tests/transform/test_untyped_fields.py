"""Every field that a model reads as a number, a date or a truth value is looked at, however deep in a record it stands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nightaudit.client.records.record import Record
from nightaudit.transform import staged, wire_fields
from transform.building import Built

NONSENSE = "nonsense"
READ_AS = {
    "activities": "Activity",
    "availabilities_unit_intervals": "AvailabilityInterval",
    "bookings": "Booking",
    "bookings_financial_summary": "FinancialSummary",
    "bookings_pricing": "BookingPricing",
    "buildings": "Building",
    "channels": "Channel",
    "contacts": "Contact",
    "developments": "Development",
    "financial_allocations_sales_invoices": "FinancialAllocation",
    "financial_allocations_sales_payments": "FinancialAllocation",
    "guest_stays": "GuestStay",
    "market_segments": "MarketSegment",
    "sales_invoices": "SalesInvoice",
    "sales_invoices_sales_invoice_items": "SalesInvoiceItem",
    "unit_contracts": "UnitContract",
    "unit_types": "UnitType",
    "units": "Unit",
}
ROWS_OF_STAYS = ("bookings", "stay/", "BookingRow")
STAGED = {record.__name__: record for record in staged.STAGED}


def typed_fields(record: type[Record]) -> Iterator[tuple[str, ...]]:
    """The path of each field that is no text; a list that becomes rows is named `[]`."""
    for name, kind, many in wire_fields.fields(record).values():
        if isinstance(kind, type) and issubclass(kind, Record):
            if kind in staged.OPENED or not many:
                yield from ((name, *["[]"] * many, *rest) for rest in typed_fields(kind))
        elif kind is not str and not many:
            yield (name,)


def holding(value: str, path: tuple[str, ...]) -> Any:
    """JSON that holds the value there; in a list, in the second of two records, of which the first has nothing."""
    if not path:
        return value
    inner = holding(value, path[1:])
    return [{}, inner] if path[0] == "[]" else {path[0]: inner}


def test_what_cannot_be_read_is_listed_whatever_field_it_stands_in(tmp_path: Path) -> None:
    records, expected = [], []
    for stream, prefix, record in [*((stream, "", record) for stream, record in READ_AS.items()), ROWS_OF_STAYS]:
        for number, path in enumerate(typed_fields(STAGED[record]), start=1):
            wrong = {"id": f"{prefix}{number}"} | holding(NONSENSE, path)
            field = ".".join(name for name in path if name != "[]")
            records.append((stream, wrong))
            expected.append((stream, wrong["id"], field, "a" * len(NONSENSE), 1))
    built = Built(tmp_path, records, models="+fct_untyped_fields", checked=False)
    found = built.rows("from quality.fct_untyped_fields")
    assert sorted(expected) == sorted(found)
    assert STAGED.keys() == {*READ_AS.values(), "BookingRow"}
    assert ("bookings", "roomStays.extras.pricing.net") in {(stream, field) for stream, _, field, *_ in found}
