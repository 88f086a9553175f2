"""Decoded JSON becomes the record that the operation declares."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation


def typed(operation: Operation[Any], value: object) -> Any:
    """Make the record of `operation`; raises UnreadableAnswer naming the fields that do not fit, never their values."""
    try:
        return _adapter(operation.record).validate_python(value)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, item['loc'])) or 'record'}: {item['msg']}" for item in error.errors())
        raise UnreadableAnswer(
            f"{operation.name} answered a record that does not fit: {wrong}.",
            method=operation.method,
            path=operation.path,
            hint="Read it as it came with `nightaudit call`, and correct the field in client/records.",
        ) from None


@cache
def _adapter(record: Any) -> TypeAdapter[Any]:
    return TypeAdapter(record)
