"""Asks by key for each stored record that a walk of the whole list did not show, because absent is not deleted."""

from __future__ import annotations

import contextlib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from nightaudit.errors import Forbidden, NotFound, Refused, ServiceFailed, UnreadableAnswer
from nightaudit.load.batch import BATCH_ROWS
from nightaudit.load.missing.by_key import BELIEVED_AT_ONCE, MOST_FAILED, ByKey
from nightaudit.load.pages.rows import FLAT, AnotherRecord, can_be_asked_for
from nightaudit.load.pages.versions import Version, hash_of, payload_and_hash, tombstone
from nightaudit.load.walks.reasons import Lacking

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from nightaudit.client.client import Client
    from nightaudit.client.operation import Operation
    from nightaudit.errors import ApiError
    from nightaudit.load.earlier.known import Known
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.streams.stream import Stream
    from nightaudit.load.summary import StreamSummary


class AbsentRecords:
    """Finds out what became of records that are not listed any more.

    summary    counts the requests; says of the walk whether it was complete, and how many records it showed
    known      the committed records: their last reasons say whether an earlier load found that no operation answers for the
               records, and then a complete walk is evidence
    confirmed  whether two loads in a row have found the list empty, so that this one's walk is evidence in any case

    Results: the records in `unanswered` stay as they were, because the operation that asks for one record found no listed record:
    from the start, and no earlier load found the same, or in a later check. `put_off` counts the records not asked for, `errors`
    lists the answers that did not say what became of a record.
    """

    def __init__(
        self,
        client: Client,
        stream: Stream,
        summary: StreamSummary,
        behaviour: Behaviour,
        known: Known,
        *,
        confirmed: bool,
    ) -> None:
        self.unanswered: list[str] = []
        self.put_off = 0
        self.errors: list[ApiError] = []
        self._known, self._confirmed, self._summary = known, confirmed, summary
        self._by_key = ByKey(client, stream, summary, behaviour)
        self._concurrency = client.settings.concurrency

    def evidence(self, keys: Collection[str], *, raising: bool = True) -> Iterator[Version]:
        """Yield the current version of each record that still exists, and a tombstone with the reason for each that is gone.

        An error that says neither is raised, or if not `raising` is added to `errors`, and its record stays as it was.

        Where no operation asks for one record, or the key is no id, a complete walk is itself the evidence; an incomplete walk
        proves nothing. A 404 counts only where the operation finds another record, and then if it comes again: a service without
        the endpoint answers 404 to everything. A service that is down may do so, too. So where the operation finds no record, the
        walk becomes evidence only when the last full walk, or the last tombstone, states the same.
        """
        by_get: dict[Operation[Any] | None, list[str]] = {}
        for key in keys:
            by_get.setdefault(self._by_key.operation(key), []).append(key)
        for get, chosen in by_get.items():
            listed = None if get is None else self._by_key.listed()
            lacking = self._lacking(get, chosen[0], listed)
            if get is not None and not lacking:
                witness = chosen[0] if listed is None else listed
                ask = partial(self._answers, get, witness=witness, raising=raising)
                yield from ask(chosen) if listed is None else self._asked_twice(get, chosen, ask)
            elif lacking == Lacking.NONE_ANSWERS and self._summary.complete and not self._unanswered_before():
                self.unanswered += chosen
            elif self._summary.complete:
                evidence = f"not listed by the complete walk {self._summary.walk_id}, {lacking}"
                yield from (tombstone(key, evidence) for key in chosen)

    def _unanswered_before(self) -> bool:
        return self._confirmed or Lacking.NONE_ANSWERS.is_stated_in(self._known.last_reasons(self._summary.stream))

    def _asked_twice(
        self, get: Operation[Any], keys: list[str], ask: Callable[[list[str]], Iterator[Version]]
    ) -> Iterator[Version]:
        """Yield what became of these records: a tombstone for each that is not found twice, and in between a listed one is.

        A service that is down may answer not found to everything, also for a moment only.
        """
        gone: list[str] = []
        for answer in ask(keys):
            if answer.payload is not None:
                yield answer
                continue
            gone.append(answer.key)
            if len(gone) == BELIEVED_AT_ONCE:
                yield from self._asked_again(get, gone, ask)
                gone = []
        yield from self._asked_again(get, gone, ask)

    def _asked_again(
        self, get: Operation[Any], gone: list[str], ask: Callable[[list[str]], Iterator[Version]]
    ) -> Iterator[Version]:
        """Ask once more for these records if the operation still finds a listed one; else note them as `unanswered`."""
        if gone and self._by_key.finds_one(get, None):
            yield from ask(gone)
        elif self._summary.complete:
            self.unanswered += gone

    def _lacking(self, get: Operation[Any] | None, absent: str, listed: str | None) -> Lacking | None:
        """Return why the operation cannot be used to ask for records like `absent`; None where it can.

        The operation must find `listed`, a record listed now. Where the list is empty, now and in the walk, it is enough that the
        operation answers for `absent`, also with not found or forbidden. Room stays are not asked for where the list shows
        bookings now, nor bookings where the list shows room stays: both still exist, with the same content.
        """
        if get is None:
            return Lacking.NO_GET
        if listed is not None and listed.startswith(FLAT) != absent.startswith(FLAT):
            return Lacking.LISTS_STAYS if listed.startswith(FLAT) else Lacking.LISTS_BOOKINGS
        if self._summary.rows if listed is None else not can_be_asked_for(listed):
            return Lacking.NONE_ANSWERS
        try:
            self._by_key.record(get, absent if listed is None else listed)
        except (Refused, AnotherRecord) as error:
            if listed is not None or not isinstance(error, NotFound | Forbidden):
                return Lacking.NONE_ANSWERS
        return None

    def _answers(self, get: Operation[Any], keys: list[str], witness: str, *, raising: bool) -> Iterator[Version]:
        """Yield what became of each record, by an operation that answers for the record `witness`."""
        failed = 0
        # In another order in each load, so that records whose requests fail cannot keep the others waiting for good.
        keys = sorted(keys, key=lambda key: hash_of(key.encode(), self._summary.walk_id))
        parts = (keys[start : start + BATCH_ROWS] for start in range(0, len(keys), BATCH_ROWS))
        with ThreadPoolExecutor(self._concurrency) as pool:
            # In parts, because `map` has something in memory for each key before the first answer.
            answers = chain.from_iterable(pool.map(lambda key: self._ask(get, key, witness), part) for part in parts)
            for asked, answer in enumerate(answers, 1):
                if isinstance(answer, Version):
                    yield answer
                    continue
                if raising:
                    raise answer
                self.errors.append(answer)
                failed += not isinstance(answer, Refused)
                if failed == MOST_FAILED:
                    self.put_off += len(keys) - asked
                    return

    def _ask(self, get: Operation[Any], key: str, witness: str) -> Version | ApiError:
        """Return what became of one record, or the error. Raises ApiError where the witness is not answered any more either."""
        try:
            row = self._by_key.record(get, key)
        except NotFound as error:
            asked = get.path.format(id=key.removeprefix(FLAT))
            return tombstone(key, f"GET {asked} answered {error.status}")
        except Refused as error:
            return error
        except (ServiceFailed, UnreadableAnswer) as error:
            with contextlib.suppress(Refused):
                self._by_key.record(get, witness)
            return error
        return Version(key, *payload_and_hash(row))

    def undecided(self) -> Iterator[str]:
        """Yield sentences on how many missing records are undecided, and why."""
        forbidden = [error for error in self.errors if isinstance(error, Forbidden)]
        unknown = [error for error in self.errors if not isinstance(error, Forbidden)]
        if forbidden:
            yield f"{len(forbidden)} records are no longer listed, and may not be read one by one: {forbidden[0].message}"
        if unknown:
            yield (
                f"{len(unknown)} records are no longer listed, and the service did not say what happened to them:"
                f" {unknown[0].message}"
            )
        if self.put_off:
            yield f"{self.put_off:,} more are postponed to later loads."
        if self.unanswered:
            yield (
                f"{len(self.unanswered)} records are no longer listed, and there is {Lacking.NONE_ANSWERS}. Only one load has"
                " found this so far; the next load has to confirm it."
            )
