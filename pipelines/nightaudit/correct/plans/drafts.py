"""Drafts the rows of a plan: reads the record of each, and says whether the row would be sent, and what is odd about it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from nightaudit.correct.correction import Context
from nightaudit.correct.fates.behind import why_not_due
from nightaudit.correct.journal.entries import SEND, Row
from nightaudit.correct.journal.states import SKIPPED
from nightaudit.correct.plans.forgotten_rows import forgotten_in
from nightaudit.correct.reader import gone
from nightaudit.correct.run import OF_ONE_RECORD, PATIENCE, name_barred
from nightaudit.correct.values import ZERO, currency_of, dump, sha256
from nightaudit.errors import Forbidden, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterable
    from decimal import Decimal

    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.entries import Plan
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.plans.remarks import Remarks
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json
    from nightaudit.privacy.forgotten import Forgotten


class Drafts:
    """The rows of one plan while it is made. Call `rows` once."""

    def __init__(
        self, journal: Journal, reader: Reader, job: Correction, plan: Plan, remarks: Remarks, people: Forgotten
    ) -> None:
        self._journal, self._reader, self._job, self._plan, self._remarks = journal, reader, job, plan, remarks
        self._people = people
        self._seen: Counter[str] = Counter()  # how often each content of a create has occurred
        self._drawn: dict[str, Decimal] = {}  # what rows to be sent draw on other records

    def rows(self, values: Iterable[Json]) -> list[Row]:
        """Return the rows with their outlooks, each read from the service, and each seeing what earlier rows claim.

        Raises OF_ONE_RECORD where no record may be read, and where the service cannot show PATIENCE records in a row.
        """
        claimed: dict[str, Decimal] = {}
        rows: list[Row] = []
        barred, may_read = 0, False
        for number, value in enumerate(values, 1):
            row = self._unread(number, value)
            rows.append(row)
            try:
                self._judge(row, claimed.get(row.target, ZERO))
            except OF_ONE_RECORD as error:
                row.outlook = f"conflict: {error.message}"
                barred += 1
                is_own = may_read and isinstance(error, Forbidden)
                if not is_own and (barred == self._plan.row_count or barred >= PATIENCE):
                    name_barred(error, self._job, row, barred - 1)
                    raise
            else:
                if row.before is not None:
                    barred, may_read = 0, True
            if row.outlook == SEND:
                row.effects += self._remarks.on(row)
                claimed[row.target] = claimed.get(row.target, ZERO) + (row.amount or ZERO)
                source = self._job.draws_on(row.input)
                self._drawn[source] = self._drawn.get(source, ZERO) + (row.amount or ZERO)
        return rows

    def _unread(self, number: int, value: Json) -> Row:
        """Return a row of the plan whose record is not read yet."""
        job, plan = self._job, self._plan
        natural = self._natural_key(value) if job.ambiguous != "record" else ""
        if plan.again and natural:
            natural = sha256(natural + plan.plan_id)
        return Row(
            row_id=0,
            plan_id=plan.plan_id,
            number=number,
            operation=job.operation(value).name,
            target=job.target(value),
            natural_key=natural,
            token=f"na-{sha256(plan.plan_id + ':' + str(number))[:16]}",
            input=value,
            amount=job.amount(value),
        )

    def _natural_key(self, value: Json) -> str:
        """Return the key that identifies a create: a hash of its content, and of its count among equal rows of the source."""
        job = self._job
        key = sha256(dump([job.name, {name: cell for name, cell in value.items() if name not in job.checked}]))
        self._seen[key] += 1
        return sha256(f"{key}:{self._seen[key]}")

    def _judge(self, row: Row, earlier: Decimal) -> None:
        """Read the row's record, and set what the plan says of the row; `earlier` is what earlier rows claim of its target.

        Raises OF_ONE_RECORD where the record, or another that is needed to judge the row, cannot be read.
        """
        job = self._job
        if self._is_forgotten(row):
            return
        try:
            row.before = job.read(row.input, self._reader)
        except NotFound as error:
            row.outlook = f"conflict: {gone(row.target, error)}"
            return
        if self._is_forgotten(row):
            return
        row.currency = currency_of(row.before)
        ahead = job.with_claimed(row.before, earlier)
        row.expected, row.watched = job.expected(row.input, ahead), job.watched(row.input, ahead)
        row.outlook = self._outlook(row, row.before, earlier)
        if row.outlook == SEND:
            row.effects = job.effects(row.input, row.before, self._reader)

    def _is_forgotten(self, row: Row) -> bool:
        """Return whether the row, or its record once read, has texts about a forgotten person; it is a conflict then."""
        contact = forgotten_in(row, self._people)
        if contact is not None:
            row.outlook = (
                f"conflict: it is about contact {contact}, who was forgotten here, and the journal would keep its texts: make the"
                " correction in the PMS"
            )
        return contact is not None

    def _outlook(self, row: Row, before: Json, earlier: Decimal) -> str:
        """Return the verdict of planning on a row and its record: SEND, "skip: ..." or "conflict: ..."."""
        state, why = why_not_due(self._journal, self._job, self._plan, row, before)
        drawn = self._drawn.get(self._job.draws_on(row.input), ZERO)
        why = why or self._job.rule(row.input, before, Context(self._reader, earlier, self._plan.undocumented, drawn))
        return f"{'skip' if state == SKIPPED else 'conflict'}: {why}" if why else SEND
