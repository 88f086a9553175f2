"""The verbs by which operations are declared: data on the resource class, a typed call on a client."""

from __future__ import annotations

import re
from copy import copy
from functools import cache, cached_property
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    get_args,
    get_type_hints,
    overload,
)
from urllib.parse import quote

from pydantic.alias_generators import to_camel, to_snake

from nightaudit.client.call import Call, Caller, WriteCall
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

API_PREFIX = "/api/v3"
R = TypeVar("R")
B = TypeVar("B")
Scope = Literal["api/read", "api/write"]


class Address(NamedTuple):
    """Where an operation is called: a method, and a path with placeholders as the document lists it, `/api/v3` included."""

    method: str
    path: str


class Operation(Generic[R]):
    """One documented (method, path) pair, declared once as an attribute of its Resource.

    path      as the document writes it, without the `/api/v3` prefix
    filters   the wire names of the query parameters, separated by blanks; page, size and sort are understood for lists
    formerly  the verb ("PUT") or the path ("/salesInvoices/...") of an earlier revision of the API, where it differs

    The attribute's annotation has the record of the answer in brackets (`Pages[Unit]`: of each row) and, for a write, that of the
    request body after it (`Post[Booking, NewBooking]`). The records are not imported before one of them is asked for.
    """

    method: ClassVar[str]
    scope: ClassVar[Scope] = "api/write"

    def __init__(self, path: str, *, filters: str = "", formerly: str = "") -> None:
        self.path = path
        self.filters = tuple(filters.split())
        self.formerly = formerly
        self.path_parameters: tuple[str, ...] = tuple(re.findall(r"{(\w+)}", path))
        self.name = ""
        self._declared: tuple[Any, str] | None = None  # the resource and the attribute

    def __set_name__(self, owner: type[Resource], attribute: str) -> None:
        self.name = f"{owner.attribute()}.{attribute}"
        self._declared = owner, attribute

    @property
    def is_declared(self) -> bool:
        """Whether it is declared on a resource; the records of any other operation are not shown."""
        return self._declared is not None

    @cached_property
    def _types(self) -> tuple[Any, ...]:
        if self._declared is None:
            return ()
        resource, attribute = self._declared
        kinds = get_args(_annotations(resource)[attribute])
        return tuple(None if kind is NoneType else kind for kind in kinds)

    @property
    def record(self) -> Any:
        """Record type of the answer, of a list that of each row; None where there is no record, or none is declared."""
        return self._types[0] if self._types else None

    @property
    def body(self) -> Any:
        """Record type of the request body; None for reads and for writes without one."""
        return self._types[1] if self._types[1:] else None

    @property
    def address(self) -> Address:
        """The address in the latest revision of the API."""
        return Address(self.method, API_PREFIX + self.path)

    @property
    def earlier_address(self) -> Address | None:
        """The address in an earlier revision, None where it is the same."""
        if not self.formerly:
            return None
        if self.formerly.startswith("/"):
            return Address(self.method, API_PREFIX + self.formerly)
        return Address(self.formerly, API_PREFIX + self.path)

    def with_filters(self, *names: str) -> Self:
        """Return a copy of the operation that also takes query parameters of these wire names."""
        other = copy(self)
        other.filters += names
        return other

    def url_path(self, *ids: int | str, path: str = "") -> str:
        """Return `path`, by default that of `address`, with its placeholders filled by `ids`, in order.

        Raises UsageError when the count differs.
        """
        if len(ids) != len(self.path_parameters):
            wanted = f"{', '.join(self.path_parameters)} by position" if self.path_parameters else "no path values"
            raise UsageError(f"{self.name} needs {wanted}; {len(ids)} given.")
        values = iter(ids)
        return re.sub(r"{\w+}", lambda _: quote(str(next(values)), safe=""), path or self.address.path)

    def query(self, filters: Mapping[str, Any]) -> dict[str, Any]:
        """Return keyword filters (snake or wire names) by wire name, without None. Raises UsageError on an unknown filter."""
        query = {to_camel(name) if "_" in name else name: value for name, value in filters.items() if value is not None}
        unknown = sorted(set(query) - set(self.filters) - {"page", "size", "sort"})
        if unknown:
            known = " ".join(self.filters) or "none"
            raise UsageError(f"{self.name} has no filter {', '.join(unknown)}; it has: {known}.")
        return query

    def __repr__(self) -> str:
        return f"<{self.name} {self.method} {self.path}>"


class _Read(Operation[R]):
    method = "GET"
    scope: ClassVar[Scope] = "api/read"


class Pages(_Read[R]):
    """A list endpoint: on a client, an iterator over the records of all its pages."""

    @overload
    def __get__(self, resource: None, owner: type[Resource]) -> Self: ...
    @overload
    def __get__(self, resource: Resource, owner: type[Resource]) -> Call[Iterator[R]]: ...
    def __get__(self, resource: Resource | None, owner: type[Resource]) -> Self | Call[Iterator[R]]:
        return self if resource is None else Call(resource.client.records, self)


class Get(_Read[R]):
    """A single record by its id: on a client, a call that returns the record."""

    @overload
    def __get__(self, resource: None, owner: type[Resource]) -> Self: ...
    @overload
    def __get__(self, resource: Resource, owner: type[Resource]) -> Call[R]: ...
    def __get__(self, resource: Resource | None, owner: type[Resource]) -> Self | Call[R]:
        return self if resource is None else Call(resource.client.record, self)


class Download(_Read[R]):
    """A file, the invoice PDF: on a client, a call that returns its bytes."""

    @overload
    def __get__(self, resource: None, owner: type[Resource]) -> Self: ...
    @overload
    def __get__(self, resource: Resource, owner: type[Resource]) -> Call[bytes]: ...
    def __get__(self, resource: Resource | None, owner: type[Resource]) -> Self | Call[bytes]:
        return self if resource is None else Call(resource.client.download, self)


class _Write(Operation[R], Generic[R, B]):
    @overload
    def __get__(self, resource: None, owner: type[Resource]) -> Self: ...
    @overload
    def __get__(self, resource: Resource, owner: type[Resource]) -> WriteCall[R]: ...
    def __get__(self, resource: Resource | None, owner: type[Resource]) -> Self | WriteCall[R]:
        return self if resource is None else WriteCall(resource.client.write, self)


class Post(_Write[R, B]):
    """A write that creates a record, or carries out an action on one."""

    method = "POST"


class Put(_Write[R, B]):
    """A write that replaces a record or a set."""

    method = "PUT"


class Patch(_Write[R, B]):
    """A write that changes part of a record."""

    method = "PATCH"


class Delete(_Write[R, None]):
    """A write that removes a record (areas and cities are only marked as deleted)."""

    method = "DELETE"


class Upload(Post[R, B]):
    """A write that uploads a file as multipart form data."""


class Resource:
    """A group of operations: data as attributes of the class, calls through the client as attributes of an instance."""

    def __init__(self, client: Caller) -> None:
        self.client = client

    @classmethod
    def attribute(cls) -> str:
        """The resource's name on a client: `SalesInvoices` is `sales_invoices`."""
        return to_snake(cls.__name__)

    @classmethod
    def operations(cls) -> list[Operation[Any]]:
        """The declared operations in the order of declaration."""
        return [value for value in vars(cls).values() if isinstance(value, Operation)]


@cache
def _annotations(resource: Any) -> dict[str, Any]:
    from nightaudit.client import records

    return get_type_hints(resource, localns=records.by_name())
