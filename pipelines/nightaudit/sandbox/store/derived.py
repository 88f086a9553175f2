"""Derives rows from other records: the observed flat rows from a booking's room stays, and items from an invoice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from nightaudit.sandbox.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

_id = msgspec.json.Decoder(int)
_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_children = msgspec.json.Decoder(list[dict[str, msgspec.Raw]] | None)


@dataclass(frozen=True, slots=True)
class Derived:
    """A collection that is derived from a list field of a parent record.

    collection  name of the derived collection
    field       list field of the parent with the children
    parent      field of each row for the parent's id
    key         id field of each row
    common      fields of the parent that are copied into each row where it has no value of its own
    """

    collection: str
    field: str
    parent: str
    key: str
    common: tuple[str, ...] = ()

    def rows(self, text: bytes | str) -> Iterator[tuple[int, str]]:
        """Yield id and JSON text of each row, every value unchanged from the parent's text."""
        record = _fields.decode(text)
        inherited = {name: record[name] for name in self.common if name in record}
        for child in _children.decode(record.get(self.field, msgspec.Raw(b"null"))) or ():
            own = {name: value for name, value in child.items() if name not in inherited or bytes(value) != b"null"}
            row = inherited | own | {self.parent: record["id"]}
            yield _id.decode(row[self.key]), encode(row).decode()


_BOOKING_FIELDS = (
    "bookingReference",
    "channelId",
    "marketSegmentId",
    "currencyCode",
    "createdDate",
    "lastModifiedDate",
)
DERIVED = {
    "bookings": Derived("roomStays", "roomStays", "bookingId", "roomStayId", _BOOKING_FIELDS),
    "salesInvoices": Derived("salesInvoiceItems", "salesInvoiceItems", "salesInvoiceId", "id"),
}


def with_invoices(text: str, invoices: dict[int, list[int]]) -> str:
    """Return a booking's text with the ids of its invoices added where it lists none, otherwise unchanged."""
    record = _fields.decode(text)
    ids = invoices.get(int(bytes(record["id"])))
    if not ids or bytes(record.get("salesInvoices", msgspec.Raw(b"null"))) not in {b"[]", b"null"}:
        return text
    return encode(record | {"salesInvoices": ids}).decode()
