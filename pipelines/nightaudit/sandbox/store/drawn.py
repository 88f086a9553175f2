"""Rows drawn from other records: a booking's room stays as the observed flat rows, an invoice's items."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from nightaudit.sandbox.wire import encode

if TYPE_CHECKING:
    from collections.abc import Iterator

_fields = msgspec.json.Decoder(dict[str, msgspec.Raw])
_children = msgspec.json.Decoder(list[dict[str, msgspec.Raw]] | None)


@dataclass(frozen=True, slots=True)
class Drawn:
    """Which collection is drawn from which field of a parent; `parent` names the parent in each row.

    `common` are the parent's own fields that each row carries beside its own.
    """

    collection: str
    field: str
    parent: str
    key: str
    common: tuple[str, ...] = ()

    def rows(self, text: bytes | str) -> Iterator[tuple[int, str]]:
        """Id and JSON text of each row, every value as it was written in the parent's text."""
        record = _fields.decode(text)
        inherited = {name: record[name] for name in self.common if name in record}
        for child in _children.decode(record.get(self.field, msgspec.Raw(b"null"))) or ():
            row = inherited | child | {self.parent: record["id"]}
            yield int(bytes(row[self.key])), encode(row).decode()


_BOOKING_FIELDS = (
    "bookingReference",
    "channelId",
    "marketSegmentId",
    "currencyCode",
    "createdDate",
    "lastModifiedDate",
)
DRAWN = {
    "bookings": Drawn("roomStays", "roomStays", "bookingId", "roomStayId", _BOOKING_FIELDS),
    "salesInvoices": Drawn("salesInvoiceItems", "salesInvoiceItems", "salesInvoiceId", "id"),
}


def with_invoices(text: str, invoices: dict[int, list[int]]) -> str:
    """A booking's text with the ids of its invoices, where it lists none; everything else as written."""
    record = _fields.decode(text)
    ids = invoices.get(int(bytes(record["id"])))
    if not ids or bytes(record.get("salesInvoices", msgspec.Raw(b"null"))) not in {b"[]", b"null"}:
        return text
    return encode(record | {"salesInvoices": ids}).decode()
