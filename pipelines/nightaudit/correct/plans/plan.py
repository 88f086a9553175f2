"""Makes a plan: checks every row, reads its record, and stores what would be sent; sends nothing."""

from __future__ import annotations

import datetime
import secrets
from typing import TYPE_CHECKING

from nightaudit.correct.columns import read_rows, refused
from nightaudit.correct.fates.recorded import alike_when_planned
from nightaudit.correct.journal.entries import Plan, totals
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.drafts import Drafts
from nightaudit.correct.plans.remarks import Remarks
from nightaudit.correct.reader import Reader
from nightaudit.correct.telling import counted, shared, silent
from nightaudit.correct.token_correction import TokenCorrection
from nightaudit.correct.values import Json, dump, load
from nightaudit.errors import UsageError
from nightaudit.privacy.forgotten import Forgotten

if TYPE_CHECKING:
    from collections.abc import Sequence

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

    Raises UsageError where the list of forgotten persons changes meanwhile, ConfigurationError where it cannot be read.
    """
    settings, tell = client.settings, shared(tell)
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
    people = Forgotten.read(settings)
    rows = Drafts(journal, reader, job, plan, remarks, people).rows(counted(values, tell, "records read"))
    if isinstance(job, TokenCorrection):
        plan.options["alike"] = alike_when_planned(job, rows, reader)
    plan.options["lists"] = sorted(reader.answered_lists)
    for row, origin in zip(rows, undone, strict=False):
        row.undo_of = origin
    plan.totals = totals(rows)
    plan.digest = plan.digest_of(rows)
    with journal.transaction():
        if Forgotten.read(settings).people.keys() != people.people.keys():
            raise UsageError(
                "The list of forgotten persons has changed while the records were read, so nothing was planned.",
                hint="Plan the rows again.",
            )
        journal.add(plan, rows)
    return plan
