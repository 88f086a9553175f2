"""Absent is not deleted: each record a complete walk did not show is asked for by name, and the answer is the evidence."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import RoomStays
from nightaudit.errors import Forbidden, NotFound, Refused
from nightaudit.load.records import Records
from nightaudit.load.rows import FLAT, GONE, AnotherRecord, Version, can_be_asked_for, is_of, keyed, payload_and_hash

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.load.streams import Stream
    from nightaudit.load.summary import StreamSummary


NO_GET = "no operation to ask for one"
NONE_ANSWERS = "no operation that answers for one"


class Absent:
    """Finds out what became of records that are not listed any more.

    first_page  the number of the list's first page
    told        what the certificate of the last whole walk says, and the last tombstone

    Afterwards `unanswered` are those that stay as they were, because the operation that asks for one record finds none that
    is listed, and an earlier load did not say so.
    """

    def __init__(
        self, client: Client, stream: Stream, summary: StreamSummary, first_page: int = 0, told: str = ""
    ) -> None:
        self.unanswered: list[str] = []
        self._told = told
        self._client = client
        self._stream = stream
        self._summary = summary
        self._first_page = first_page

    def evidence(self, keys: Collection[str], forbidden: list[Forbidden] | None = None) -> Iterator[Version]:
        """What each is now: its record while it still exists, or a tombstone that says why we hold it gone.

        What may not be asked for goes to `forbidden`; without such a list it raises Forbidden.

        A list without an operation that asks for one record, or a key that is no id, leaves a complete walk itself as evidence,
        and any other walk none. A 404 counts only where the operation is known to answer: a service without the endpoint says 404
        to everything.
        So may one that is away: the walk is no evidence before two in a row met with that, or the last tombstone tells of it.
        """
        by_get: dict[Operation[Any] | None, list[str]] = {}
        for key in keys:
            by_get.setdefault(self._operation(key), []).append(key)
        for get, chosen in by_get.items():
            if lacking := self._lacking(get, chosen[0]):
                if lacking == NONE_ANSWERS and self._summary.complete and NONE_ANSWERS not in self._told:
                    self.unanswered += chosen
                elif self._summary.complete:
                    because = f"{GONE}not listed by the complete walk {self._summary.walk_id}, {lacking}"
                    yield from (Version(key, None, because) for key in chosen)
                continue
            with ThreadPoolExecutor(self._client.settings.concurrency) as pool:
                for answer in pool.map(lambda key, get=get: self._ask(get, key), chosen):
                    if isinstance(answer, Version):
                        yield answer
                    elif forbidden is None:
                        raise answer
                    else:
                        forbidden.append(answer)

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

    def _lacking(self, get: Operation[Any] | None, absent: str) -> str:
        """Why the operation is no way to ask for records of the kind of this one; empty where it is.

        It must find a record that is listed now. Where nothing is listed it need only know of this one, be it that there is
        none or that it may not be asked for. Room stays are not asked for where the list shows bookings now, nor bookings
        where it shows room stays: both are there all the same, and hold the same.
        """
        if get is None:
            return NO_GET
        listed = self._listed()
        if listed is not None and listed.startswith(FLAT) != absent.startswith(FLAT):
            return "which shows room stays" if listed.startswith(FLAT) else "which shows bookings"
        if listed is not None and not can_be_asked_for(listed):
            return NONE_ANSWERS
        try:
            self._get(get, absent if listed is None else listed)
        except (Refused, AnotherRecord) as error:
            if listed is not None or not isinstance(error, NotFound | Forbidden):
                return NONE_ANSWERS
        return ""

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

    def _ask(self, get: Operation[Any], key: str) -> Version | Forbidden:
        try:
            row = self._get(get, key)
        except NotFound as error:
            asked = get.path.format(id=key.removeprefix(FLAT))
            return Version(key, None, f"{GONE}GET {asked} answered {error.status}")
        except Forbidden as error:
            return error
        return Version(key, *payload_and_hash(row))
