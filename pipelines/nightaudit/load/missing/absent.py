"""Absent is not deleted: each record a complete walk did not show is asked for by name, and the answer is the evidence."""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import RoomStays
from nightaudit.errors import Forbidden, NotFound, Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.pages.records import Records
from nightaudit.load.pages.rows import (
    FLAT,
    GONE,
    AnotherRecord,
    Version,
    can_be_asked_for,
    hash_of,
    is_of,
    keyed,
    payload_and_hash,
)
from nightaudit.load.walks.evidence import Lacking

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.errors import ApiError
    from nightaudit.load.streams.stream import Stream
    from nightaudit.load.summary import StreamSummary


MOST_FAILED = 100
"""Records whose answer may fail, each after several tries, before the others are left to later loads."""
BELIEVED_AT_ONCE = 100
"""Records that are not found, before the operation has to find one that is listed once more."""


class Absent:
    """Finds out what became of records that are not listed any more.

    first_page         the number of the list's first page
    unanswered_before  whether an earlier load found already that no operation answers for the records

    Afterwards these stay as they were: `unanswered`, because the operation that asks for one record finds none that is listed:
    none at all, which no earlier load said, or none any more; and `put_off`, so many that were not asked for.
    """

    def __init__(
        self,
        client: Client,
        stream: Stream,
        summary: StreamSummary,
        first_page: int,
        *,
        unanswered_before: bool = False,
    ) -> None:
        self.unanswered: list[str] = []
        self.put_off = 0
        self._unanswered_before = unanswered_before
        self._client = client
        self._stream = stream
        self._summary = summary
        self._first_page = first_page

    def evidence(self, keys: Collection[str], others: list[ApiError] | None = None) -> Iterator[Version]:
        """What each is now: its record while it still exists, or a tombstone that says why we hold it gone.

        An answer that is neither goes to `others`, and its record stays as it was; without such a list it is raised.

        A list without an operation that asks for one record leaves a complete walk itself as evidence, and any other walk
        none; so does a key that is no id. A 404 counts only where the operation is known to answer: a service without the
        endpoint says 404 to everything. So may one that is away: the walk is no evidence before two in a row met with that,
        or the last tombstone tells of it.
        """
        by_get: dict[Operation[Any] | None, list[str]] = {}
        for key in keys:
            by_get.setdefault(self._operation(key), []).append(key)
        for get, chosen in by_get.items():
            listed = None if get is None else self._listed()
            lacking = self._lacking(get, chosen[0], listed)
            if get is not None and not lacking:
                answers = self._answers(get, chosen, chosen[0] if listed is None else listed, others)
                yield from answers if listed is None else self._still_answered(get, answers)
            elif lacking == Lacking.NONE_ANSWERS and self._summary.complete and not self._unanswered_before:
                self.unanswered += chosen
            elif self._summary.complete:
                because = f"{GONE}not listed by the complete walk {self._summary.walk_id}, {lacking}"
                yield from (Version(key, None, because) for key in chosen)

    def _still_answered(self, get: Operation[Any], answers: Iterator[Version]) -> Iterator[Version]:
        """These, tombstones where the operation finds one that is listed behind them, too: a service may go away meanwhile."""
        gone: list[Version] = []
        for answer in answers:
            if answer.payload is not None:
                yield answer
                continue
            gone.append(answer)
            if len(gone) == BELIEVED_AT_ONCE:
                yield from self._believed(get, gone)
                gone = []
        yield from self._believed(get, gone)

    def _believed(self, get: Operation[Any], gone: list[Version]) -> list[Version]:
        if not gone or self.finds_one(get, None):
            return gone
        if self._summary.complete:
            self.unanswered += [version.key for version in gone]
        return []

    def finds_one(self, get: Operation[Any], held: str | None) -> bool:
        """Whether the operation finds a record that is listed now, or, where none is, the one `held`. Raises ApiError."""
        try:
            listed = self._listed()
        except Refused:
            listed = None
        key = listed if listed is not None and can_be_asked_for(listed) else held
        if key is None:
            return False
        try:
            self._get(get, key)
        except (Refused, AnotherRecord):
            return False
        return True

    def _operation(self, key: str) -> Operation[Any] | None:
        """The operation that asks for the record of this key, None where there is none."""
        if not can_be_asked_for(key):
            return None
        return RoomStays.get if key.startswith(FLAT) else self._stream.get

    def _lacking(self, get: Operation[Any] | None, absent: str, listed: str | None) -> Lacking | None:
        """Why the operation is no way to ask for records of the kind of this one; None where it is.

        It must find the record that is listed now. Where nothing is listed, nor was before, it need only know of this one, be it
        that there is none or that it may not be asked for. Room stays are not asked for where the list shows bookings now, nor
        bookings where it shows room stays: both are there all the same, and hold the same.
        """
        if get is None:
            return Lacking.NO_GET
        if listed is not None and listed.startswith(FLAT) != absent.startswith(FLAT):
            return Lacking.LISTS_STAYS if listed.startswith(FLAT) else Lacking.LISTS_BOOKINGS
        if self._summary.rows if listed is None else not can_be_asked_for(listed):
            return Lacking.NONE_ANSWERS
        try:
            self._get(get, absent if listed is None else listed)
        except (Refused, AnotherRecord) as error:
            if listed is not None or not isinstance(error, NotFound | Forbidden):
                return Lacking.NONE_ANSWERS
        return None

    def _listed(self) -> str | None:
        """The record key of a record that is listed, None where none is: of the first two rather one that can be asked for."""
        with self._summary.counting(self._client.statistics):
            page = self._client.page(self._stream.list, page=self._first_page, size=2)
        keys = Records.of(page, keyed(self._stream.list)).record_keys
        return next(filter(can_be_asked_for, keys), keys[0] if keys else None)

    def _get(self, get: Operation[Any], key: str) -> bytes:
        own = key.removeprefix(FLAT)
        with self._summary.counting(self._client.statistics):
            return self._client.raw(get, own, check=is_of(own))

    def _answers(
        self, get: Operation[Any], keys: list[str], witness: str, others: list[ApiError] | None
    ) -> Iterator[Version]:
        """What becomes of these, by an operation that answers for the witness."""
        failed = 0
        # In another order each time: where the first ones fail, the others must not wait for them for good.
        keys = sorted(keys, key=lambda key: hash_of(key.encode(), self._summary.walk_id))
        with ThreadPoolExecutor(self._client.settings.concurrency) as pool:
            for asked, answer in enumerate(pool.map(lambda key: self._ask(get, key, witness), keys), 1):
                if isinstance(answer, Version):
                    yield answer
                    continue
                if others is None:
                    raise answer
                others.append(answer)
                failed += not isinstance(answer, Refused)
                if failed == MOST_FAILED:
                    self.put_off += len(keys) - asked
                    return

    def _ask(self, get: Operation[Any], key: str, witness: str) -> Version | ApiError:
        """What became of one record. Raises ApiError where the witness is not answered any more either."""
        try:
            row = self._get(get, key)
        except NotFound as error:
            asked = get.path.format(id=key.removeprefix(FLAT))
            return Version(key, None, f"{GONE}GET {asked} answered {error.status}")
        except Refused as error:
            return error
        except (ServiceFailed, UnreadableAnswer) as error:
            with contextlib.suppress(Refused):
                self._get(get, witness)
            return error
        return Version(key, *payload_and_hash(row))
