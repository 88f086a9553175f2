"""The doctor's checks of the service: the token, each list, and how the service pages and sorts."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from nightaudit.client.client import Client
from nightaudit.doctor.finding import Finding
from nightaudit.errors import ConfigurationError, Forbidden, NightauditError, NotFound, Unreachable
from nightaudit.load.earlier.behaviours import Behaviours
from nightaudit.load.pages.probe import probe
from nightaudit.load.pages.rows import key_of, sort_field
from nightaudit.load.streams.table import STREAMS
from nightaudit.load.summary import ADDRESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nightaudit.client.page import Page
    from nightaudit.load.earlier.behaviours import ListTraits
    from nightaudit.load.pages.behaviour import Behaviour
    from nightaudit.load.streams.stream import Stream
    from nightaudit.settings import Settings

LONGEST = 5.0  # seconds for all requests together: somebody waits for the answer
ONE_ANSWER = 4.0  # seconds for one request
PROBED = "units"
ABSENT = "404: this tenant has no such list; loads skip it"
LOST = "404: the list existed before; loads of it fail"


def service_of(settings: Settings) -> Iterator[Finding]:
    """Ask for a page of one list; where that works, for a page of every list. Yield the answers, with what loads found out."""
    kept = Behaviours.of(settings)
    until = time.monotonic() + LONGEST
    with Client(settings.hurried(ONE_ANSWER)) as client:
        started = time.monotonic()
        first = _one_page(client, STREAMS[0], kept, until)
        if first.check == "service":
            yield first
            return
        waited = (time.monotonic() - started) * 1000
        if not first.exit_code:
            kind = "token accepted" if settings.client_id else "API key accepted"
            yield Finding("credentials", f"{kind}; {settings.base_url} answered in {waited:.0f} ms")
        yield first
        with ThreadPoolExecutor(settings.concurrency) as pool:
            others = list(pool.map(lambda stream: _one_page(client, stream, kept, until), STREAMS[1:]))
        yield from others
        if all(finding.found in {ABSENT, LOST} for finding in (first, *others)):
            wrong = f"{settings.base_url} answers, but has none of the API's lists"
            yield Finding("service", wrong, ADDRESS, ConfigurationError.exit_code)
            return
        if not any(kept.get(stream.name).behaviour for stream in STREAMS):
            yield _probed(settings, client, until)
        sent = client.statistics.total
        if sent.retries or sent.throttled:
            advice = "Lower NIGHTAUDIT_CONCURRENCY." if sent.throttled else ""
            yield Finding("calm", f"{sent.retries} requests sent again, {sent.throttled} throttled (429)", advice)


def _one_page(client: Client, stream: Stream, kept: Behaviours, until: float) -> Finding:
    name = stream.name
    if time.monotonic() > until:
        return Finding(
            name,
            "not checked: the other lists took too long",
            "Run `nightaudit doctor` again when the service is less busy.",
        )
    try:
        page = client.first_page(stream.list)
    except NightauditError as error:
        return _failed(name, error, was_there=kept.get(name).behaviour is not None)
    count = page.total_elements
    records = "unknown number of records" if count is None else f"{count:,} record{'' if count == 1 else 's'}"
    return Finding(name, f"{records}, {page.envelope} envelope{_as_found(kept.get(name))}")


def _failed(name: str, error: NightauditError, *, was_there: bool) -> Finding:
    if was_there and isinstance(error, NotFound | Forbidden):
        found = LOST if isinstance(error, NotFound) else f"{error.status}: no longer allowed; loads of it fail"
        return Finding(name, found, error.hint or "Inform the operator of the service.", error.exit_code)
    if isinstance(error, NotFound):
        return Finding(name, ABSENT)
    if isinstance(error, Forbidden):
        return Finding(
            name, f"{error.status}: not allowed; loads skip it", "If you need this list, ask for the right to read it."
        )
    if isinstance(error, ConfigurationError):
        return Finding.of("service", error)
    if isinstance(error, Unreachable):
        advice = "Check NIGHTAUDIT_BASE_URL and NIGHTAUDIT_TOKEN_URL, and that this machine can reach them."
        return Finding("service", error.message, error.hint or advice, error.exit_code)
    return Finding(name, error.message, error.hint or "Inform the operator of the service.", error.exit_code)


def _probed(settings: Settings, client: Client, until: float) -> Finding:
    """Return how one list behaves, probed now, for a service that no load has read yet."""
    stream = next(stream for stream in STREAMS if stream.name == PROBED)

    def lister(page: int, size: int, sort: str | None = None, **filters: Any) -> Page:
        if time.monotonic() > until:
            raise Unreachable("The other lists took too long.")
        return client.page(stream.list, page=page, size=size, sort=sort, **filters)

    try:
        found = probe(lister, key_of, sort_field, ceiling=settings.page_size)
    except NightauditError as error:
        return Finding("paging", f"{PROBED} could not be probed: {error.message}", error.hint)
    return Finding("paging", f"{_habits(found)} ({PROBED}, probed just now; a load probes each list)")


def _as_found(found: ListTraits) -> str:
    """Return what earlier loads found out about a list, in words; empty where no load has read it."""
    if found.behaviour is None:
        return ""
    unasked = f"; lists only with a status filter: {' '.join(found.hidden)}" if found.hidden else ""
    stamps = "; changes records without changing their stamps, so loads read it completely" if found.forgetful else ""
    return f"; {_habits(found.behaviour)}{unasked}{stamps}"


def _habits(found: Behaviour) -> str:
    base = "from 0 or 1 (too few rows to tell)" if found.page_base is None else f"from {found.page_base}"
    pages = f"pages {base}" if found.paged else "no pages: all rows in one answer"
    size = (
        f"up to {found.max_size} rows"
        if found.size_honoured
        else f"{found.max_size} rows per page, {'smaller pages refused' if found.only_size else 'whatever size is requested'}"
    )
    sort = f"sort={found.sort} ({found.order})" if found.sort else "sort ignored or refused"
    return f"{pages}, {size}, {sort}, {'totals' if found.totals else 'no totals'}"
