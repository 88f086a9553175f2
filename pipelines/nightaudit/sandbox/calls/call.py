"""One request to one operation, in the form that rules receive."""

from __future__ import annotations

import functools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from nightaudit.sandbox.clock import stamp_of
from nightaudit.sandbox.lists.filters import values_of
from nightaudit.sandbox.problem import not_found, singular
from nightaudit.sandbox.store.complete import completed
from nightaudit.sandbox.wire import encode

if TYPE_CHECKING:
    import datetime
    from collections.abc import Callable, Mapping, Sequence

    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json


@dataclass(frozen=True, slots=True)
class UploadedFile:
    """An uploaded file: name, media type and content."""

    file_name: str
    media_type: str
    content: bytes


@dataclass(frozen=True)
class Call:
    """A request that passed authentication and whose path, query and body have the declared types.

    `ids` are the path values in order; `body` is the decoded JSON (a multipart file is an UploadedFile).
    """

    operation: Operation[Any]
    world: World
    records: Records
    ids: tuple[Any, ...]
    query: Mapping[str, list[str]]
    headers: Mapping[str, str]
    body: Any = field(repr=False)

    @property
    def collection(self) -> str:
        """The collection of the operation: the first part of its path."""
        return self.operation.path.split("/")[1]

    @functools.cached_property
    def moment(self) -> datetime.datetime:
        """The business time of the request: all that it writes has one stamp."""
        return self.world.clock.now()

    @property
    def today(self) -> datetime.date:
        """The business date of the request."""
        return self.moment.date()

    @property
    def now(self) -> str:
        """The business time of the request, as records show it."""
        return stamp_of(self.moment)

    @property
    def is_observed(self) -> bool:
        """Whether the sandbox answers as observed, not as documented."""
        return self.world.options.dialect == "observed"

    def need(self, collection: str, record_id: object, field: str = "") -> Json:
        """Return a record by id; raises Problem 404 naming `field`, the first path parameter when left out."""
        record = self.records.get(collection, record_id)
        if record is None:
            raise not_found(singular(collection), record_id, field or (self.operation.path_parameters or ("id",))[0])
        return record

    def addressed(self) -> Json:
        """Return the record that the path names: of the operation's collection, by the first id. Raises Problem 404."""
        return self.need(self.collection, self.ids[0])

    def change(self, collection: str, record: Json, change: Json) -> Json:
        """Store a record with a change and a new stamp; return it as stored."""
        return self.records.put(collection, record | change | {"lastModifiedDate": self.now})

    def page(
        self,
        collection: str,
        condition: str = "",
        values: Sequence[object] = (),
        show: Callable[[Json], Json] | None = None,
    ) -> Response:
        """Answer the requested page of a collection; `show` converts each record where given."""
        lists = self.world.lists
        return json_text(
            lists.answer(self.records, collection, self.query, condition, values, operation=self.operation, show=show)
        )

    def page_of(self, rows: Sequence[object], *, whole: bool = True) -> Response:
        """Answer the requested page of computed rows, `whole` with every declared field."""
        rows = self._completed(rows) if whole else rows
        return json_text(self.world.lists.of(rows, self.query, self.operation))

    def list_of(self, rows: Sequence[object]) -> Response:
        """Answer a list as the result of a write: a plain array (its shape is not shown)."""
        return json_text(encode(self._completed(rows)))

    def _completed(self, rows: Sequence[Any]) -> list[Any]:
        return [completed(self.operation.record, row) for row in rows]

    def asked(self, name: str) -> str | None:
        """Return the last value of a query parameter, None when absent."""
        return next(reversed(self.query.get(name, ())), None)

    def asked_integers(self, name: str) -> list[object]:
        """Return all values of a query parameter of integers. Raises Problem 400 for a value of another kind."""
        return values_of("integer", name, self.query.get(name, ()))


def json_text(text: bytes, headers: Mapping[str, str] | None = None) -> Response:
    """Build an answer from JSON text."""
    return Response(text, headers=headers, media_type="application/json")
