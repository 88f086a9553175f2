"""Absent is not deleted: each record a complete walk did not show is asked for by name, and the answer is the evidence."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import RoomStays
from nightaudit.errors import Forbidden, NotFound, Refused
from nightaudit.load.rows import FLAT, GONE, AnotherRecord, Version, is_of, key_of, payload_and_hash

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.load.listing import Key
    from nightaudit.load.streams import Stream
    from nightaudit.load.summary import StreamSummary


class Absent:
    """Finds out what became of records that are not listed any more; `first_page` is the number of the list's first page."""

    def __init__(self, client: Client, stream: Stream, summary: StreamSummary, first_page: int = 0) -> None:
        self._client = client
        self._stream = stream
        self._summary = summary
        self._first_page = first_page

    def evidence(self, keys: Collection[str], forbidden: list[Forbidden] | None = None) -> Iterator[Version]:
        """What each is now: its record while it still exists, or a tombstone that says why we hold it gone.

        What may not be asked for goes to `forbidden`; without such a list it raises Forbidden.

        A list without an operation that asks for one record leaves a complete walk itself as evidence, and any other walk
        none. A 404 counts only where the operation is known to answer: a service without the endpoint says 404 to everything.
        """
        for flat in (False, True):
            chosen = [key for key in keys if key.startswith(FLAT) == flat]
            if not chosen:
                continue
            get = RoomStays.get if flat else self._stream.get
            if get is None or not self._answers(get, chosen[0].removeprefix(FLAT)):
                if not self._summary.complete:
                    continue
                lacking = "to ask for one" if get is None else "that answers for one"
                because = f"{GONE}not listed by the complete walk {self._summary.walk_id}, no operation {lacking}"
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
        key = held if listed is None else listed
        if key is None:
            return False
        try:
            self._get(get, key)
        except (Refused, AnotherRecord):
            return False
        return True

    def _answers(self, get: Operation[Any], absent: str) -> bool:
        """Whether the operation exists: it must find a record that is listed now.

        Where nothing is listed it need only know of this one, be it that there is none or that it may not be asked for.
        """
        listed = self._listed()
        try:
            self._get(get, absent if listed is None else listed)
        except (NotFound, Forbidden):
            return listed is None
        except (Refused, AnotherRecord):
            return False
        return True

    def _listed(self) -> Key | None:
        """The key of the first record that is listed, None where none is."""
        with self._summary.counting(self._client.statistics):
            page = self._client.page(self._stream.list, page=self._first_page, size=1)
        return key_of(page.rows[0]) if page.rows else None

    def _get(self, get: Operation[Any], key: Key) -> bytes:
        with self._summary.counting(self._client.statistics):
            return self._client.raw(get, key, check=is_of(key))

    def _ask(self, get: Operation[Any], key: str) -> Version | Forbidden:
        own = key.removeprefix(FLAT)
        try:
            row = self._get(get, own)
        except NotFound as error:
            return Version(key, None, f"{GONE}GET {get.path.format(id=own)} answered {error.status}")
        except Forbidden as error:
            return error
        return Version(key, *payload_and_hash(row))
