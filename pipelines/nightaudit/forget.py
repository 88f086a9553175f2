"""Forgets a contact: removes the person from raw records, marts, published file, journal and report, and from all later loads."""

from __future__ import annotations

import datetime
import shutil
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from nightaudit import report, schemas, transform, warehouse
from nightaudit.client import exact
from nightaudit.correct.journal.erase import Traces, erase, require_settled
from nightaudit.correct.journal.journal import Journal
from nightaudit.errors import DataCheckError, NightauditError, UsageError
from nightaudit.lake import lake_in_use, publishing, rewriting
from nightaudit.load.spool import spool_folder
from nightaudit.nightly import publish_unchecked
from nightaudit.privacy import lake_copy, work_copy
from nightaudit.privacy.forgotten import Forgotten, Person
from nightaudit.privacy.masks import booking_ids, is_billed_for, is_of, owners, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from nightaudit.lake import Lake
    from nightaudit.settings import Settings


@dataclass(frozen=True)
class Forgetting:
    """What `forget` did: how many raw versions it masked and journal rows it erased, and which files it wrote anew."""

    contact_id: int
    versions: int
    journal_rows: int
    files: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """Return the result as JSON-ready values."""
        return asdict(self)


@dataclass
class _Found:
    """What the raw records contain about a contact.

    texts     e-mail addresses, telephone numbers and full names
    bookings  ids of the contact's bookings
    targets   the contact's records, as the journal of corrections names them: contacts/17, guestStays/5
    """

    texts: set[str]
    bookings: set[str]
    targets: set[str]


def forget(settings: Settings, contact_id: int, tell: Callable[[str], object] = lambda _: None) -> Forgetting:
    """Forget one contact. Idempotent: run again, also after a kill at any moment, it does what is left to do.

    The person is added to the list of forgotten persons first, so that no load brings them back. Raises UsageError for a
    contact that no record, plan or list here contains, and while a correction about the contact is open; DataCheckError where the
    marts could not be published without the person; Locked; ConfigurationError.
    """
    with warehouse.lock(settings, "forget"), Journal.open(settings) as journal, journal.applier():
        people = Forgotten.read(settings)
        found = _search(settings, contact_id)
        _require_known(people, journal, contact_id, found)
        now = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        before = people.people.get(contact_id, Person(contact_id, now))
        digests = {*before.digests, *people.digests(found.texts)}
        bookings = {*before.bookings, *found.bookings}
        person = replace(before, digests=tuple(sorted(digests)), bookings=tuple(sorted(bookings)))
        targets = {f"contacts/{contact_id}", *found.targets, *(f"bookings/{number}" for number in bookings)}
        traces = Traces(contact_id, frozenset(targets), frozenset(found.texts), people.knows(frozenset(digests)))
        require_settled(journal, traces)
        people.add(replace(person, erased=None))
        tell("erasing rows of the journal")
        rows = erase(journal, traces)
        remains = any(
            [payload] != people.masked(stream, [key], [parent], [payload])
            for stream, key, parent, payload in _records(settings)
        )
        versions, files = 0, tuple[str, ...]()
        if remains or rows or not before.erased:
            try:
                versions, files = _rewrite(settings, people, tell)
            except NightauditError as error:
                error.add(f"Contact {contact_id} is not completely forgotten yet.")
                raise
        people.done(contact_id, now)
    return Forgetting(contact_id, versions, rows, files)


def _records(settings: Settings) -> Iterator[tuple[str, str, str | None, bytes]]:
    """Yield every version of every raw record, of the lake and of a work file, which may be older than the lake."""
    yield from work_copy.records(settings)
    if lake := lake_in_use(settings):
        yield from lake_copy.records(lake)


def _search(settings: Settings, contact_id: int) -> _Found:
    """Search every version of every raw record for the contact's identifying texts and for the contact's own records.

    Bookings come before invoices, of which some are known by their booking alone.
    """
    found = _Found(set(), set(), set())
    for stream, key, _, payload in _records(settings):
        record = exact.decode(payload)
        if not isinstance(record, dict):
            continue
        if stream == "contacts" and is_of(record, contact_id):
            found.targets.add(f"contacts/{contact_id}")
            found.texts |= texts_of(record, contact_id)
        elif contact_id in owners(record):
            found.texts |= texts_of(record | {"id": None}, contact_id)
            if stream == "bookings":
                found.bookings |= booking_ids(key, record)
            if stream == "guest_stays":
                found.targets.add(f"guestStays/{record.get('id')}")
        if stream == "sales_invoices" and (
            contact_id in owners(record) or is_billed_for(stream, record, found.bookings)
        ):
            found.targets.add(f"salesInvoices/{key}")
    return found


def _require_known(people: Forgotten, journal: Journal, contact_id: int, found: _Found) -> None:
    target = f"contacts/{contact_id}"
    planned = any(row.target == target for plan in journal.plans() for row in journal.rows(plan.plan_id))
    if not (found.targets or found.bookings or planned or contact_id in people.people):
        raise UsageError(
            f"There is no contact {contact_id} in this data directory.",
            hint="Check that this is the id that the PMS shows. Nothing was changed.",
        )


def _rewrite(settings: Settings, people: Forgotten, tell: Callable[[str], object]) -> tuple[int, tuple[str, ...]]:
    """Write all files anew, as rows that are only deleted leave their bytes in a file; return versions masked, and the files.

    Raises DataCheckError, after all raw records were masked, where a mart breaks a rule and could not be published.
    """
    versions, files, failure = 0, tuple[str, ...](), None
    if lake := lake_in_use(settings):
        versions, files, failure = _rewrite_lake(settings, lake, people, tell)
        settings = settings.model_copy(update={"engine": "duckdb"})
    if warehouse.work_file(settings).exists():
        more, written, other_failure = _rewrite_files(settings, people, tell)
        versions, files, failure = versions + more, (*files, *written), failure or other_failure
    shutil.rmtree(spool_folder(warehouse.private_dir(settings)), ignore_errors=True)  # rows of a killed load
    if failure:
        raise DataCheckError(
            f"The person is erased from raw records and journal. What was published before stays as it is: {failure.message}",
            hint="Run `nightaudit build` until it succeeds, then `forget` again, which publishes the marts without the person.",
        ) from failure
    return versions, files


def _rewrite_lake(
    settings: Settings, lake: Lake, people: Forgotten, tell: Callable[[str], object]
) -> tuple[int, tuple[str, ...], DataCheckError | None]:
    tell("rewriting the raw tables of the lake")
    versions, failure = lake_copy.rewrite(lake, people), None
    if publishing.count_tables(lake, schemas.PUBLISHED[0]):
        tell("building the marts")
        failure = _failure_of(lambda: transform.build_marts(settings))
        if not failure:
            publish_unchecked(settings)
    tell("removing files built before")
    publishing.remove_unpublished(lake)
    rewriting.sweep(lake)
    return versions, (lake.location,), failure


def _rewrite_files(
    settings: Settings, people: Forgotten, tell: Callable[[str], object]
) -> tuple[int, tuple[str, ...], DataCheckError | None]:
    tell("rewriting the work file")
    is_published, failure = warehouse.published_file(settings).exists(), None
    with work_copy.masked(settings, people) as (fresh, versions):
        if is_published:
            tell("building the marts")
            failure = _failure_of(lambda: transform.build(settings, fresh))
    files = [str(warehouse.work_file(settings))]
    if is_published and not failure:
        files.append(str(publish_unchecked(settings)))
        page = warehouse.report_file(settings)
        if page.exists() and report.is_installed():
            files.append(str(report.write_page(settings, page)))
    return versions, tuple(files), failure


def _failure_of(build: Callable[[], object]) -> DataCheckError | None:
    """Return the error of a build whose marts break a rule, None where it succeeds."""
    try:
        build()
    except DataCheckError as error:
        return error
    return None
