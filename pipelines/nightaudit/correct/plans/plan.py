"""Makes a plan: checks every row, reads its record, and stores what would be sent; sends nothing."""

from __future__ import annotations

import datetime
import secrets
from collections import Counter
from typing import TYPE_CHECKING

from nightaudit.correct.columns import read_rows, refused
from nightaudit.correct.correction import ZERO, Context, TokenCorrection
from nightaudit.correct.fates.behind import older_than_own_write
from nightaudit.correct.fates.recorded import alike_when_planned
from nightaudit.correct.journal import other_rows
from nightaudit.correct.journal.entries import SEND, Plan, Row
from nightaudit.correct.journal.states import IN_DOUBT
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.remarks import Remarks
from nightaudit.correct.reader import Reader, gone
from nightaudit.correct.run import PATIENCE, name_barred
from nightaudit.correct.telling import counted, silent
from nightaudit.correct.values import Json, currency_of, dump, load, sha256
from nightaudit.errors import Forbidden, NotFound, UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from decimal import Decimal

    from nightaudit.client.client import Client
    from nightaudit.correct.correction import Correction
    from nightaudit.correct.journal.journal import Journal
    from nightaudit.correct.rows import Source
    from nightaudit.correct.telling import Tell


def make_plan(
    journal: Journal,
    client: Client,
    job: Correction,
    source: Source,
    *,
    undocumented: bool = False,
    again: bool = False,
    tell: Tell = silent,
) -> Plan:
    """Plan a job for the rows of a source, write the plan into the journal, and return it.

    undocumented  allow values that the document does not name, where the job knows such values
    again         allow rows that another plan has already written
    tell          called at times with a line of text on how far the reading is

    Raises UsageError that lists every wrong row and column, or when there are no rows; nothing is planned then.
    """
    values: list[Json] = [load(dump(row)) for row in read_rows(job, source)]
    if errors := [*_changed_twice(job, values, source), *_changed_but_relied_on(job, values, source)]:
        raise refused(errors)
    if not values:
        columns = ", ".join(column.name for column in job.columns)
        raise UsageError(
            f"There are no rows for {job.name} below the header, so nothing was planned.",
            hint=f"The first line of a file is the header: it names columns, of {columns}.",
        )
    options = {"undocumented": undocumented, "again": again}
    return write_plan(journal, client, job, values, source, options=options, tell=tell)


def _changed_twice(job: Correction, rows: Sequence[Json], source: Source) -> list[str]:
    """Return an error for each row whose `key` an earlier row has, too: the order of the two would decide the result."""
    if job.ambiguous != "record":
        return []
    first: dict[str, int] = {}
    errors = []
    for number, row in enumerate(rows, 1):
        key = job.key(row)
        if key in first:
            problem = f"column {job.columns[0].name}: {key} is already in {source.place(first[key])}"
            errors.append(f"{source.place(number)}, {problem}")
        first.setdefault(key, number)
    return errors


def _changed_but_relied_on(job: Correction, rows: Sequence[Json], source: Source) -> list[str]:
    """Return an error for each row that relies on a record which another row of the plan changes: no order would be right."""
    changing = {job.target(row): number for number, row in enumerate(rows, 1)}
    return [
        f"{source.place(number)}, column {column}: {target} is changed by {source.place(changing[target])} of the"
        " same plan"
        for number, row in enumerate(rows, 1)
        for column, target in job.relies_on(row).items()
        if target in changing
    ]


def write_plan(
    journal: Journal,
    client: Client,
    job: Correction,
    values: list[Json],
    source: Source,
    *,
    options: Json,
    undo_of: Plan | None = None,
    undone: Sequence[int] = (),
    tell: Tell = silent,
) -> Plan:
    """Read the record of every row, write the plan with its rows and digest in one transaction, and return it.

    undo_of  the plan that this one undoes
    undone   for an undo, the id of the row that each row undoes
    tell     as for `make_plan`
    """
    settings = client.settings
    created = datetime.datetime.now(datetime.UTC)
    plan = Plan(
        plan_id=f"{created:%Y%m%d}-{secrets.token_hex(4)}",
        job=job.name,
        options=options | {"token": isinstance(job, TokenCorrection)},
        source=source.name,
        source_digest=source.digest,
        base_url_hash=settings.base_url_hash,
        environment=approval.environment(settings),
        created=created.isoformat(timespec="seconds"),
        expires=(created + datetime.timedelta(hours=approval.HOURS)).isoformat(timespec="seconds"),
        row_count=len(values),
        totals={},
        digest="",
        undo_of=undo_of.plan_id if undo_of else None,
    )
    reader = Reader(client, tell=tell)
    remarks = Remarks(job, source, settings.business_date, journal, plan.base_url_hash)
    rows = _draft(journal, reader, job, plan, counted(values, tell, "records read"), remarks)
    if isinstance(job, TokenCorrection):
        plan.options["alike"] = alike_when_planned(job, rows, reader)
    plan.options["lists"] = sorted(reader.answered_lists)
    for row, origin in zip(rows, undone, strict=False):
        row.undo_of = origin
    plan.totals = totals(rows)
    plan.digest = plan.digest_of(rows)
    journal.add(plan, rows)
    return plan


def totals(rows: Sequence[Row]) -> Json:
    """Return the sum of the amounts to be sent, by currency ("" where the record names none)."""
    found: dict[str, Decimal] = {}
    for row in rows:
        if row.outlook == SEND and row.amount is not None:
            found[row.currency or ""] = found.get(row.currency or "", ZERO) + row.amount
    return {currency: format(amount, "f") for currency, amount in sorted(found.items())}


def _draft(
    journal: Journal, reader: Reader, job: Correction, plan: Plan, values: Iterable[Json], remarks: Remarks
) -> list[Row]:
    """Return the rows of the plan with their outlooks, each read from the service, and each seeing what earlier rows claim.

    Raises Forbidden where no record may be read.
    """
    claimed: dict[str, Decimal] = {}
    seen: Counter[str] = Counter()
    rows: list[Row] = []
    barred, may_read = 0, False
    for number, value in enumerate(values, 1):
        row = _unread(job, plan, number, value, seen)
        rows.append(row)
        try:
            _judge(journal, reader, job, plan, row, claimed.get(row.target, ZERO))
        except Forbidden as error:
            row.outlook = f"conflict: {error.message}"
            barred += 1
            if not may_read and barred in {plan.row_count, PATIENCE}:
                name_barred(error, job, row, barred - 1)
                raise
        else:
            may_read = may_read or row.before is not None
        if row.outlook == SEND:
            row.effects += remarks.on(row)
            claimed[row.target] = claimed.get(row.target, ZERO) + (row.amount or ZERO)
    return rows


def _judge(journal: Journal, reader: Reader, job: Correction, plan: Plan, row: Row, earlier: Decimal) -> None:
    """Read the row's record, and set what the plan says of the row; `earlier` is what earlier rows claim of its target.

    Raises Forbidden where the record, or another that is needed to judge the row, may not be read.
    """
    try:
        row.before = job.read(row.input, reader)
    except NotFound as error:
        row.outlook = f"conflict: {gone(row.target, error)}"
        return
    row.currency = currency_of(row.before)
    ahead = job.with_claimed(row.before, earlier)
    row.expected, row.watched = job.expected(row.input, ahead), job.watched(row.input, ahead)
    context = Context(reader, earlier, plan.undocumented)
    row.outlook = _outlook(journal, job, plan, row, context)
    if row.outlook == SEND:
        row.effects = job.effects(row.input, row.before, reader)


def _unread(job: Correction, plan: Plan, number: int, value: Json, seen: Counter[str]) -> Row:
    """Return a row of the plan whose record is not read yet."""
    natural = _natural_key(job, value, seen) if job.ambiguous != "record" else ""
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


def _outlook(journal: Journal, job: Correction, plan: Plan, row: Row, context: Context) -> str:
    """Return the verdict of planning: SEND, "skip: ..." or "conflict: ..."."""
    if other := other_rows.written_by_another(journal, plan, row):
        state, writer = other
        if writer.environment != plan.environment:
            return f"conflict: {writer.wrote_as_another()}"
        if state in IN_DOUBT:
            return f"conflict: {writer.may_have_written(state)}"
        return f"skip: the same row was written by plan {writer.plan_id} ({state})"
    if behind := older_than_own_write(journal, job, plan, row, row.before or {}):
        return f"conflict: {behind}"
    if job.is_done(row.input, row.before or {}):
        return "skip: the record already has these values"
    broken = job.rule(row.input, row.before or {}, context)
    return f"conflict: {broken}" if broken else SEND


def _natural_key(job: Correction, value: Json, seen: Counter[str]) -> str:
    """Return the key that identifies a create: a hash of its content, and of its count among equal rows of the source."""
    key = sha256(dump([job.name, {name: cell for name, cell in value.items() if name not in job.checked}]))
    seen[key] += 1
    return sha256(f"{key}:{seen[key]}")
