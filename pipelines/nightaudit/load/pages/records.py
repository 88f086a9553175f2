"""Records of one list, stored as parallel columns: keys, JSON texts, statuses."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING

from nightaudit.load.pages.columns import columns_of, facts_of
from nightaudit.load.pages.rows import FLAT, booking_of, id_of, key_of, record_key, statuses_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nightaudit.client.page import Page
    from nightaudit.load.pages.window import Key, KeyOf


@dataclass(frozen=True, slots=True)
class Records:
    """Records of one list as parallel sequences. `are_stays` and `statuses` are None while they are not known for all records.

    keys       the key of each record, by which walks order and compare records
    rows       the JSON text of each record
    are_stays  whether the records are room stays of the booking list (observed), not bookings (documented)
    statuses   the statuses that each record shows
    """

    keys: Sequence[Key]
    rows: Sequence[bytes]
    are_stays: bool | None = None
    statuses: Sequence[frozenset[str]] | None = None

    @classmethod
    def of(cls, page: Page, key: KeyOf) -> Records:
        """Return the records of a page. Raises UnreadableAnswer for a row without a key.

        Where the page was parsed into columns, keys come from these, which is faster than calling `key` for each row.
        """
        are_stays = False if key is id_of else None
        columns = columns_of(page) if key in {key_of, id_of} else None
        facts = None if columns is None else facts_of(columns, are_stays=are_stays)
        if facts is None:
            return cls([key(row) for row in page.rows], page.rows, are_stays)
        return cls(facts.keys, page.rows, facts.are_stays, facts.statuses)

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[tuple[Key, bytes]]:
        return zip(self.keys, self.rows, strict=True)

    def __getitem__(self, part: slice) -> Records:
        statuses = self.statuses and self.statuses[part]
        return replace(self, keys=self.keys[part], rows=self.rows[part], statuses=statuses)

    def distinct(self) -> Records | None:
        """Return each record once; None where two different rows have the same key, also as a number and as a text."""
        if len(set(map(str, self.keys))) == len(self):
            return self
        rows: dict[str, bytes] = {}
        wanted = []
        for key, row in zip(map(str, self.keys), self.rows, strict=True):
            wanted.append(key not in rows)
            if rows.setdefault(key, row) != row:
                return None
        return self.only(wanted)

    def ambiguous(self) -> str:
        """Say which key two different rows have, where `distinct` returned None, and of room stays, in which bookings."""
        rows: dict[str, bytes] = {}
        pairs = zip(map(str, self.keys), self.rows, strict=True)
        key, row = next((key, row) for key, row in pairs if rows.setdefault(key, row) != row)
        bookings = [booking_of(one) for one in (rows[key], row)]
        if None in bookings or len(set(bookings)) == 1:
            return f"different records with the key {key}"
        return (
            f"room stays with the same `roomStayId` {key} in the bookings {' and '.join(map(str, bookings))}, of which only one"
            " could be kept. Ask the vendor for a `roomStayId` that no two stays share"
        )

    def only(self, wanted: Sequence[bool]) -> Records:
        """Return the records whose place in `wanted` is true."""
        if all(wanted):
            return self
        keys, rows = [*compress(self.keys, wanted)], [*compress(self.rows, wanted)]
        return replace(self, keys=keys, rows=rows, statuses=self.statuses and [*compress(self.statuses, wanted)])

    @property
    def record_keys(self) -> list[str]:
        """The keys as raw tables store them (`rows.record_key`)."""
        if self.are_stays is None:
            return [record_key(row) for row in self.rows]
        return [f"{FLAT}{key}" for key in self.keys] if self.are_stays else [*map(str, self.keys)]

    @property
    def shown_statuses(self) -> Sequence[frozenset[str]]:
        """The statuses that each record shows, parsed from its JSON text where `statuses` is None."""
        return self.statuses or [frozenset(statuses_of(row)) for row in self.rows]
