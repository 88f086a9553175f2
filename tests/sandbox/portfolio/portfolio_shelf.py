"""Records in memory as `advance` reads them from a store, and the store's part: applying its changes."""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from decimal import Decimal

from nightaudit.sandbox.portfolio import Change
from nightaudit.sandbox.wire import Json, encode
from sandbox.portfolio.portfolio_books import Books

CHILDREN = (("roomStays", "roomStayId"), ("salesInvoiceItems", "id"))


class Shelf:
    """The records as JSON text by collection and id."""

    def __init__(self, records: Iterable[tuple[str, Json]], today: date) -> None:
        self.today = today
        self._books: Books | None = None
        self.rows: dict[str, dict[int, bytes]] = defaultdict(dict)
        self.highest: dict[str, int] = defaultdict(int)
        for collection, record in records:
            self.put(collection, record)

    def put(self, collection: str, record: Json) -> None:
        self._books = None
        self.rows[collection][record["id"]] = encode(record)
        self.highest[collection] = max(self.highest[collection], record["id"])
        for child, key in CHILDREN:
            for row in record.get(child) or ():
                self.highest[child] = max(self.highest[child], row[key])

    def all(self, collection: str) -> Iterator[Json]:
        return (decode(text) for _, text in sorted(self.rows[collection].items()))

    def get(self, collection: str, record_id: int) -> Json | None:
        text = self.rows[collection].get(record_id)
        return None if text is None else decode(text)

    def last_id(self, collection: str) -> int:
        return self.highest[collection]

    def apply(self, changes: Iterable[Change], days: int) -> None:
        for collection, record_id, record in changes:
            if record is None:
                del self.rows[collection][record_id]
                self._books = None
            else:
                self.put(collection, record)
        self.today += timedelta(days=days)

    def books(self) -> Books:
        """All records as they stand; read once until one changes."""
        self._books = self._books or Books(
            (collection, record) for collection in list(self.rows) for record in self.all(collection)
        )
        return self._books


def decode(text: bytes) -> Json:
    record: Json = json.loads(text, parse_float=Decimal)
    return record
