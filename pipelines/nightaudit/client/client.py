"""The client of the API: reads pages, records and files, and sends writes, typed by resource."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Self

from nightaudit.client import answers, exact
from nightaudit.client.arguments import Payload, multipart, target
from nightaudit.client.catalog import Catalog
from nightaudit.client.operation import Upload
from nightaudit.client.paging import SMALLEST_CAP, every_page, first_page
from nightaudit.client.resources import every_resource, operation_named
from nightaudit.client.session import Session
from nightaudit.client.typed import answer_of, typed
from nightaudit.errors import Forbidden, NightauditError, NotFound, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from nightaudit.client.call import Body
    from nightaudit.client.operation import Address, Operation
    from nightaudit.client.page import Page
    from nightaudit.client.paging import Fetch
    from nightaudit.client.statistics import Statistics
    from nightaudit.settings import Settings


class Client(Catalog):
    """A connection to one tenant's service, for use in a `with` block and by any number of threads.

    Every resource is an attribute: `client.units.list(size=200)`, `client.sales_invoices.post(7)`. A read is retried
    until one deadline; a write is sent once. Raises ConfigurationError when address or credentials are missing.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._session = Session(settings)
        self._earlier: dict[str, Address] = {}
        self._longest_pages: dict[str, int] = {}  # rows, by operation
        for resource in every_resource():
            setattr(self, resource.attribute(), resource(self))

    @property
    def statistics(self) -> Statistics:
        """Counters of requests, retries, bytes, throttled answers and token requests."""
        return self._session.statistics

    def was_answered(self, lists: Iterable[Operation[Any]]) -> None:
        """Name the lists that the service answered before this client began, for instance in an earlier run.

        They show whether a 401 concerns one list or the credentials: after a 401, the client requests some of these lists (or of
        the paths answered since). Where one of them is answered, only the list with the 401 refuses the credentials.
        """
        self._session.was_answered(target(one, (), {"size": 1}) for one in lists)

    def page(self, operation: Operation[Any], *ids: int | str, page: int, size: int | None, **filters: object) -> Page:
        """Return one page of a list. `page` and `size` (unless None) are sent unchanged; ids fill the path, filters the query.

        Every row is checked completely: syntax (truncated text, NaN), repeated keys, wrong UTF-8.
        Raises Unreachable, ServiceFailed, UnreadableAnswer, Refused and its kinds, CredentialsError, UsageError.
        """
        wanted = target(operation, ids, {"page": page, "size": size, **filters})
        return self._session.read(wanted, answers.ListAnswers())

    def first_page(self, operation: Operation[Any]) -> Page:
        """Return the first page of a list, with one row wherever the service answers such a page; raises as `page` does."""

        def of_size(size: int | None) -> Page:
            return first_page(lambda number, rows: self.page(operation, page=number, size=size and rows), 1)[0]

        try:
            return of_size(1)
        except (Forbidden, NotFound):
            raise
        except Refused:
            return of_size(None)

    def raw(
        self,
        operation: Operation[Any],
        *ids: int | str,
        check: Callable[[bytes], object] | None = None,
        **filters: object,
    ) -> bytes:
        """Return the JSON text of one record as received, completely checked; raises as `page` does, NotFound for an unknown id.

        `check` is called with the text within each attempt: where it raises UnreadableAnswer, the read is retried as after a 503.
        """
        return self._session.read(
            target(operation, ids, filters), partial(answers.record_text, operation=operation, check=check)
        )

    def raw_or_none(
        self, operation: Operation[Any], *ids: int | str, check: Callable[[bytes], object] | None = None
    ) -> bytes | None:
        """Return a record as `raw` does, or None where it does not exist yet: the answer was empty three times."""
        return self._session.read(target(operation, ids, {}), answers.OneOrNoneAnswers(operation, check))

    def records(
        self, operation: Operation[Any], *ids: int | str, page: int = 0, size: int | None = None, **filters: object
    ) -> Iterator[Any]:
        """Yield every record of a list from page `page` on, typed, amounts as Decimal; otherwise as `rows`."""
        for row in self.rows(operation, *ids, page=page, size=size, **filters):
            yield typed(operation, exact.decode(row))

    def rows(
        self, operation: Operation[Any], *ids: int | str, page: int = 0, size: int | None = None, **filters: object
    ) -> Iterator[bytes]:
        """Yield the JSON text of every record of a list from page `page` on, as received and completely checked.

        Rows may be missed or repeated when records are inserted or deleted meanwhile. A load proves its walks complete; this
        method does not. Without `size`, a page has `page_size` rows, or as many as the service likes if it refuses that size.
        """
        # Every page sends the filters again, so an iterator among them must not be used up by the first page.
        filters = {name: list(value) if isinstance(value, Iterator) else value for name, value in filters.items()}

        def fetch(number: int, rows: int | None) -> Page:
            return self.page(operation, *ids, page=number, size=rows, **filters)

        pages = partial(self.pages, operation, first=page, size=size or self.settings.page_size)
        begun = False
        try:
            for found in pages(fetch):
                begun = True
                yield from found.rows
        except Refused as error:
            if size or begun or isinstance(error, Forbidden | NotFound):
                raise
            for found in pages(lambda number, _: fetch(number, None)):
                yield from found.rows

    def pages(self, operation: Operation[Any], fetch: Fetch, *, first: int = 0, size: int) -> Iterator[Page]:
        """Yield the pages of a list that `fetch` requests, as `every_page` does."""
        longest = self._longest_pages.get(operation.name, SMALLEST_CAP)
        for found in every_page(fetch, first=first, size=size, full=min(size, longest)):
            self._longest_pages[operation.name] = longest = max(longest, len(found.rows))
            yield found

    def record(self, operation: Operation[Any], *ids: int | str, **filters: object) -> Any:
        """Return one record, typed, amounts as Decimal; raises as `raw` does."""
        return typed(operation, exact.decode(self.raw(operation, *ids, check=None, **filters)))

    def download(self, operation: Operation[Any], *ids: int | str, **filters: object) -> bytes:
        """Return the bytes of a PDF; raises as `page` does."""
        return self._session.read(target(operation, ids, filters), answers.pdf, accept=b"application/pdf, */*;q=0.1")

    def write(self, operation: Operation[Any], *ids: int | str, body: Body | None = None, **filters: object) -> Any:
        """Send a write once; return the resulting record, typed, or a list of records, or None for an answer without a record.

        `body` is a record (fields that are unset or None are left out), a mapping (sent unchanged), a list, or for an Upload
        the file's bytes or `{"fileName": ..., "content": bytes, "type": ...}`. Where the service refuses the documented
        method or path (405, or 404 for a record that exists), the address of the earlier revision is tried once and, where
        the service knows it, remembered. Raises NotSent (may be sent again), Refused and its kinds, AmbiguousWrite (read
        first), CredentialsError, UsageError.
        """
        payload = (
            multipart(body)
            if isinstance(operation, Upload)
            else Payload(exact.encode(body) if body is not None else None)
        )

        def send(address: Address) -> Any:
            wanted = target(operation, ids, filters, path=address.path)
            return answer_of(operation, self._session.write(address.method, wanted, payload))

        known = self._earlier.get(operation.name)
        try:
            return send(known or operation.address)
        except Refused as error:
            earlier = operation.earlier_address
            if known or earlier is None or not self._is_unknown_address(error, operation, ids):
                raise
            try:
                result = send(earlier)
            except Refused as second:
                if second.status in {HTTPStatus.METHOD_NOT_ALLOWED, error.status}:
                    raise error from None  # the service knows neither revision
                self._earlier[operation.name] = earlier
                raise
            self._earlier[operation.name] = earlier
            return result

    def _is_unknown_address(self, error: Refused, operation: Operation[Any], ids: tuple[int | str, ...]) -> bool:
        """Return whether the method or path is unknown, not the record: 405, or 404 for a record that can be read."""
        if error.status == HTTPStatus.METHOD_NOT_ALLOWED:
            return True
        get = operation_named(operation.name.partition(".")[0] + ".get")
        if not isinstance(error, NotFound) or get is None or not ids:
            return False
        try:
            self.raw(get, ids[0])
        except NightauditError:  # report the error of the write, not that of this check
            return False
        return True

    def close(self) -> None:
        """Close every connection."""
        self._session.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Client of {self._session.origin.name}>"
