"""Counts how many lists of one child stream were answered, refused or failed, and decides what that proves."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from nightaudit.errors import NotFound
from nightaudit.load.walks.certificate import Tally

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.errors import ApiError, Forbidden, NightauditError
    from nightaudit.load.children.due import Due
    from nightaudit.load.summary import StreamSummary

log = logging.getLogger("nightaudit.load")


class ChildOutcome:
    """Counts the answers for the lists; `conclude` and `fail` write the result into the stream's summary.

    due        the lists to read
    all_known  whether the list of their parents did not fail
    answered   whether any list was answered, by this load or an earlier one: then the tenant has such lists
    forbidden  the errors of lists that these credentials may not read
    failed     the errors of lists that could not be read
    proven     number of lists proven complete
    """

    def __init__(self, summary: StreamSummary, due: Due, page_size: int, *, all_known: bool) -> None:
        self.answered = due.answered
        self.forbidden: list[Forbidden] = []
        self.failed: list[ApiError] = []
        self.proven = 0
        self._summary, self._page_size = summary, page_size
        self._without = "" if all_known else due.child.parent
        self._asked, self._put_off, self._unproven = len(due.pending), due.put_off, due.unproven
        self._lacks_fields = bool(due.put_off and due.child.adds and due.pending and not due.pending[-1].waits)
        self._tally = Tally()

    def count(self, keys: Sequence[str]) -> None:
        """Count the rows of one more list."""
        self._summary.rows += len(keys)
        self._tally.row_count += len(keys)
        self._tally.count(keys)

    def fail(self, error: NightauditError, *, unasked: int) -> None:
        """End the stream with this error, and state how many lists failed; `unasked` lists were not requested."""
        self._summary.end("failed", error)
        if self.failed:
            others = f", and {unasked:,} were not requested" if unasked else ""
            share = f"{len(self.failed):,} of {self._asked:,} lists failed{others}"
            self._summary.reason = f"{share}: {self._summary.reason}"

    def conclude(self, unasked: int) -> None:
        """Set outcome, reason and certificate of the summary; `unasked` lists were not requested."""
        summary, asked, forbidden, failed = self._summary, self._asked, self.forbidden, self.failed
        may_not = f"{len(forbidden)} of {asked} lists may not be read: {forbidden[0].message}" if forbidden else ""
        if failed:
            self.fail(failed[0], unasked=unasked)
            if not self.answered:
                return
        elif asked and not self.answered:
            none = NotFound(f"all {asked} lists answered 404: the tenant has no such list", status=404)
            summary.end("skipped", forbidden[0] if forbidden else none)
            summary.reason = may_not or none.message
            return
        reasons = [reason for reason in (summary.reason, may_not) if reason]
        if self._without:
            reasons.append(f"{self._without} could not be read, so lists of new or changed records are lacking")
        if self._put_off:
            reasons.append(f"postponed to later loads for {self._put_off:,} records (NIGHTAUDIT_CHILD_REQUESTS)")
        if self._lacks_fields:
            log.warning(
                "%s: %s records are still to be read, so their rates and dates are lacking, and the books of the time before the"
                " first load. To read them now: NIGHTAUDIT_CHILD_REQUESTS=%d nightaudit load %s",
                *(summary.stream, f"{self._put_off:,}", self._put_off + asked, summary.stream),
            )
        if unproven := asked - self.proven - len(forbidden) - len(failed):
            reasons.append(f"{unproven} lists could not be proven complete")
        if self._unproven:
            reasons.append(f"{self._unproven} lists could not be proven complete when they were last read")
        summary.complete, summary.reason = not reasons, "; ".join(reasons)
        summary.certificate = self._tally.certify(
            stream=summary.stream,
            selection=f"lists of {asked:,} parents",
            tier="children",
            page_base=None,
            page_size=self._page_size,
            requests=summary.requests,
            retries=summary.retries,
            doubt=summary.reason,
        )
