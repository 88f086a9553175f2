"""Finds out which of the stored records that a walk of the whole list did not show are deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import Forbidden
from nightaudit.load.batch import in_batches
from nightaudit.load.missing.absent import AbsentRecords
from nightaudit.load.pages.rows import statuses_of
from nightaudit.load.walks.reasons import EMPTY

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nightaudit.client.client import Client
    from nightaudit.errors import ApiError
    from nightaudit.load.batch import RawBatch
    from nightaudit.load.earlier.known import Known
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.pages.versions import Version
    from nightaudit.load.streams.stream import Stream
    from nightaudit.load.summary import StreamSummary
    from nightaudit.load.walks.certificate import CertifiedWalk

MANY_GONE = 20
"""Records of a list found deleted in one load that, if they are more than half of it, are pointed out."""


class Deletions:
    """Asks for the missing records of one list; counts them in `summary`, and takes back its proof where that is wrong."""

    def __init__(self, client: Client, stream: Stream, summary: StreamSummary, known: Known) -> None:
        self._client, self._stream, self._summary, self._known = client, stream, summary, known

    def absent(self, behaviour: Behaviour, *, confirmed: bool = False) -> AbsentRecords:
        """Return what asks for single records of the list.

        confirmed  whether two loads in a row have found the list empty
        """
        return AbsentRecords(self._client, self._stream, self._summary, behaviour, self._known, confirmed=confirmed)

    def batches(self, walk: CertifiedWalk, missing: dict[str, str], stored: int) -> Iterator[RawBatch]:
        """Yield the tombstones of the missing records that are deleted, and the new versions of those that are not.

        missing  hash of the stored version, by key; those that the walk may have hidden are removed
        stored   number of records of the list that earlier loads committed
        """
        summary = self._summary
        if walk.barred:
            self._keep_barred(missing, walk)
        confirmed = False
        if missing and summary.complete and not summary.rows:
            confirmed = self._is_empty_again(len(missing))
        if missing and (summary.complete or summary.rows):  # else empty, and not yet confirmed
            yield from self._ask_after(missing, self.absent(walk.behaviour, confirmed=confirmed), walk.barred)
        if summary.gone >= MANY_GONE and summary.gone * 2 > stored:
            summary.remark(
                f"{summary.gone:,} of {stored:,} stored records are gone. If they still exist, the key may no longer"
                " see them."
            )

    def _keep_barred(self, missing: dict[str, str], walk: CertifiedWalk) -> None:
        """Remove from `missing` the records that may have a barred status: 404 for one may only mean a missing right."""
        outlines = self._known.outlines(self._stream.name, list(missing))
        kept = [key for key, outline in outlines.items() if walk.may_hide(outline.statuses)]
        for key in kept:
            del missing[key]
        if kept:
            self._summary.remark(f"{len(kept)} records stay as they were.")

    def _is_empty_again(self, stored: int) -> bool:
        """Return whether the previous load found the list empty, too; if not, the walk is unproven.

        One load is not believed, because a service during an outage may list no records and answer 404 for every key.
        """
        again = self._known.was_empty(self._stream.name)
        doubt = f"but {stored:,} of its records are stored. The next load has to confirm that the list is empty."
        self._summary.judge(f"{EMPTY}, {'as in the previous load.' if again else doubt}", complete=again)
        return again

    def _ask_after(self, missing: dict[str, str], absent: AbsentRecords, barred: set[str]) -> Iterator[RawBatch]:
        """Ask for each record that the walk did not show.

        barred  the statuses of this list that may not be read
        """
        summary, found = self._summary, absent.evidence(missing, raising=False)

        def changes() -> Iterator[Version]:
            for version in self._unless_hidden(found, absent.errors, barred) if barred else found:
                if version.digest != missing[version.key]:
                    summary.gone += version.payload is None
                    summary.changed += version.payload is not None
                    yield version

        yield from in_batches(changes(), summary.walk_id)
        summary.remark(" ".join(absent.undecided()))
        if absent.unanswered:
            summary.judge(summary.reason, complete=False)

    def _unless_hidden(
        self, evidence: Iterator[Version], errors: Sequence[ApiError], barred: set[str]
    ) -> Iterator[Version]:
        """Yield the versions of records that exist, then the tombstones, unless the service may hide records of a barred status.

        A record may have such a status by now, and 404 for it may only mean a missing right. Other answers show that it does not:
        a record of such a status, or 403. `errors` holds the answers in place of records, once all are asked for.
        """
        gone: list[Version] = []
        hides = True
        for version in evidence:
            if version.payload is None:
                gone.append(version)
            else:
                hides = hides and barred.isdisjoint(map(str.upper, statuses_of(version.payload)))
                yield version
        if not hides or any(isinstance(error, Forbidden) for error in errors):
            yield from gone
        elif gone:
            self._summary.remark(
                f"{len(gone)} records that are no longer listed answer 404, and stay as they were: they may have one of the"
                " statuses that may not be read."
            )
