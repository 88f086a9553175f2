"""Finds records of which a status filter shows only a part: bookings that come with other room stays for another status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.load.pages.rows import stays_of

if TYPE_CHECKING:
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key


class PartialRecords:
    """Compares the records read by the name of a status with the same records read by another name, or by none.

    keys  the keys, as raw tables store them, of records that showed other room stays: then perhaps no answer shows all of them
    """

    def __init__(self) -> None:
        self.keys: set[str] = set()
        self._stays: dict[Key, frozenset[bytes]] = {}  # of the records read by the name of a status

    def compare(self, records: Records, *, named: bool) -> None:
        """Compare records with those before; remember their room stays where they are `named`, read by the name of a status."""
        if records.are_stays or not (named or not self._stays.keys().isdisjoint(records.keys)):
            return
        for key, record_key, row in zip(records.keys, records.record_keys, records.rows, strict=True):
            if (named or key in self._stays) and (stays := stays_of(row)):
                if self._stays.get(key, stays) != stays:
                    self.keys.add(record_key)
                elif named:
                    self._stays[key] = stays
