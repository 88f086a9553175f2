"""Asks for records of one list by their keys, and for one that is listed, which an operation must find to be believed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import RoomStays
from nightaudit.errors import Refused
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.rows import FLAT, AnotherRecord, can_be_asked_for, is_of, keyed

if TYPE_CHECKING:
    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.streams.stream import Stream
    from nightaudit.load.summary import StreamSummary

BELIEVED_AT_ONCE = 100
"""Records answered with not found before the operation has to find a listed record, and they are asked for once more."""
MOST_FAILED = 100
"""Failed requests, each after its retries, before the remaining records are left to later loads."""


class ByKey:
    """Asks for records of one list by their keys, as raw tables store them; counts the requests in `summary`.

    behaviour  how the list behaves; None where no load has found out
    """

    def __init__(self, client: Client, stream: Stream, summary: StreamSummary, behaviour: Behaviour | None) -> None:
        self._client, self._stream, self._summary = client, stream, summary
        self._key = keyed(stream.list)
        self._first_page = behaviour.page_number(0) if behaviour else 0
        self._two_rows = behaviour.request_size(2) if behaviour else 2

    def operation(self, key: str) -> Operation[Any] | None:
        """Return the operation that asks for the record of this key, None where there is none."""
        if not can_be_asked_for(key):
            return None
        return RoomStays.get if key.startswith(FLAT) else self._stream.get

    def record(self, get: Operation[Any], key: str) -> bytes:
        """Return the record. Raises ApiError, AnotherRecord where the answer states another key. Called from threads."""
        own = key.removeprefix(FLAT)
        check = is_of(own, self._key)
        with self._summary.counting(self._client.statistics):
            return self._client.raw(get, own, check=check)

    def listed(self) -> str | None:
        """Return the key of one of the first two listed records, preferably one that can be asked for; None for an empty list."""
        with self._summary.counting(self._client.statistics):
            page = self._client.page(self._stream.list, page=self._first_page, size=self._two_rows)
        keys = Records.of(page, self._key).record_keys
        return next(filter(can_be_asked_for, keys), keys[0] if keys else None)

    def finds_one(self, get: Operation[Any], held: str | None) -> bool:
        """Return whether the operation finds a record that is listed now or, where none can be had, `held`. Raises ApiError."""
        try:
            listed = self.listed()
        except Refused:
            listed = None
        key = listed if listed is not None and can_be_asked_for(listed) else held
        if key is None:
            return False
        try:
            self.record(get, key)
        except (Refused, AnotherRecord):
            return False
        return True
