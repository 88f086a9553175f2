"""Operations bound to a client, such as `client.sales_invoices.get`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pydantic import BaseModel

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

Result = TypeVar("Result")
Send = Callable[..., Any]
Body = BaseModel | Mapping[str, Any] | list[Any] | bytes  # bytes: the file of an Upload


class Caller(Protocol):
    """The methods of `Client` that carry out calls; the declarations of operations depend on this protocol only."""

    def records(self, *ids: Any, **filters: Any) -> Any:
        """Every record of a list."""

    def record(self, *ids: Any, **filters: Any) -> Any:
        """One record."""

    def download(self, *ids: Any, **filters: Any) -> Any:
        """A file."""

    def write(self, *ids: Any, **filters: Any) -> Any:
        """A write, sent once."""


class _Bound(Generic[Result]):
    def __init__(self, send: Send, operation: Operation[Any]) -> None:
        self._send = send
        self.operation = operation


class Call(_Bound[Result]):
    """A read bound to a client: path values by position, filters by keyword."""

    def __call__(self, *ids: int | str, **filters: object) -> Result:
        """Carry out the operation; raises the errors of `Client`."""
        result: Result = self._send(self.operation, *ids, **filters)
        return result


class WriteCall(_Bound[Result]):
    """A write bound to a client: path values by position, then the body."""

    def __call__(self, *ids: int | str, body: Body | None = None, **filters: object) -> Result:
        """Carry out the write once, never retried; raises the errors of `Client.write`."""
        result: Result = self._send(self.operation, *ids, body=body, **filters)
        return result
