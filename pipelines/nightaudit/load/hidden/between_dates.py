"""Walks a list once more, between two dates far apart, where it hides records as long as no dates are asked for (not shown)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from nightaudit.errors import ApiError, Refused
from nightaudit.load.hidden.undated import BETWEEN_ALL, UndatedList
from nightaudit.load.pages.read_ahead import ReadAhead
from nightaudit.load.walks.certificate import Certificate, digest

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Iterator

    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.records import Records
    from nightaudit.load.pages.window import Key
    from nightaudit.load.walks.certificate import CertifiedWalk
    from nightaudit.load.walks.listing import Listing

_HIDES = "It hides records where no dates are asked for"
_FULL = " Run a full load (--full), if it does not hide them any more."
_FIRST, _LAST = BETWEEN_ALL.values()


class BetweenDates:
    """A walk of a list without dates and, where the list has date filters and hides records then, another one BETWEEN_ALL dates.

    Iterate it like a Walk: each record comes once. A record with dates is listed during the whole second walk, one without dates
    during the whole first.

    walk        the walk without dates
    new_walk    returns a walk of a list that behaves so
    hid_before  whether the walk lacks stored records, and an earlier one found that the list hides records

    Afterwards `certificate` is that of both walks; it is not complete where the service refuses dates so far apart, or does not
    answer whether the list hides records. `hides` says whether the second walk has shown that it does.
    """

    def __init__(
        self,
        listing: Listing,
        walk: CertifiedWalk,
        new_walk: Callable[[Listing, Behaviour], CertifiedWalk],
        *,
        hid_before: Callable[[], bool],
        today: datetime.date,
    ) -> None:
        self._listing, self._walk, self._new_walk = listing, walk, new_walk
        self._hid_before, self._today = hid_before, today
        self._certificate: Certificate | None = None
        self.hides = False

    @property
    def certificate(self) -> Certificate:
        """The certificate of both walks, or of the first where it was the only one."""
        return self._certificate or self._walk.certificate

    def __iter__(self) -> Iterator[Records]:
        if not self._listing.filters_by_date:
            yield from self._walk
            return
        undated_list = UndatedList(self._listing, self._walk)
        with ReadAhead[int](self._listing.concurrency) as ahead:
            undated_list.count_beside(ahead)
            yield from self._walk
            self.hides = self._hid_before()
            try:
                if not (self.hides or undated_list.hides_records(self._today)):
                    return
            except ApiError as error:
                self._doubt_first(
                    f"Whether it hides records where no dates are asked for is not known: {error.message}"
                )
                return
        met: set[Key] = set(self._walk.ids)
        undated = len(met)
        lister = partial(self._listing.lister, **BETWEEN_ALL)
        dated = self._new_walk(replace(self._listing, lister=lister), self._walk.behaviour)
        doubt, then = "", _FULL if self.hides else ""
        try:
            for records in dated:
                self._walk.in_part.update(dated.in_part)
                fresh = records.only([key not in met for key in records.keys])
                met.update(fresh.keys)
                yield fresh
            if undated and not dated.ids:
                doubt = f"{_HIDES}, and shows none between {_FIRST} and {_LAST}.{then}"
            elif met:
                self.hides = len(met) > undated
        except Refused as error:
            doubt = f"{_HIDES}, and dates far apart were refused: {error.message}{then}"
        finally:
            self._certificate = _joined(self._walk.certificate, dated.certificate, met, doubt)

    def _doubt_first(self, doubt: str) -> None:
        """Make the certificate of the first walk one that is not complete."""
        first = self._walk.certificate
        self._certificate = replace(first, complete=False, reason=f"{first.reason} {doubt}".lstrip())


def _joined(one: Certificate, other: Certificate, ids: set[Key], doubt: str) -> Certificate:
    """Return one certificate of two walks of a list, which have read these records; `doubt` says why not all of them."""
    also = f"{_HIDES}, so it was also read from {_FIRST} to {_LAST}."
    return replace(
        other,
        started_at=one.started_at,
        requests=one.requests + other.requests,
        step_backs=one.step_backs + other.step_backs,
        retries=one.retries + other.retries,
        row_count=one.row_count + other.row_count,
        distinct_ids=len(ids),
        ids_digest=digest(ids),
        complete=one.complete and other.complete and not doubt,
        reason=doubt or " ".join(dict.fromkeys(filter(None, (also, one.reason, other.reason)))),
    )
