"""Converts decoded JSON to the record that the operation declares."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from pydantic import TypeAdapter, ValidationError

from nightaudit.client import answers, exact, failures
from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from nightaudit.client.message import Answer
    from nightaudit.client.operation import Operation


def typed(operation: Operation[Any], value: object) -> Any:
    """Return `value` as a record of `operation`; raises UnreadableAnswer naming the fields that do not fit, never their values.

    A booking becomes a Booking (nested, as documented), or a BookingRow where the value is a flat row per room stay (observed).
    """
    try:
        return _adapter(_record(operation.record, value)).validate_python(value)
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, item['loc'])) or 'record'}: {item['msg']}" for item in error.errors())
        raise UnreadableAnswer(
            f"{operation.name} returned a record that does not fit its type: {wrong}.",
            method=operation.method,
            path=operation.path,
            hint="Look at the original answer with `nightaudit call`, and correct the field in client/records.",
        ) from None


def answer_of(operation: Operation[Any], answer: Answer) -> Any:
    """Return the typed record or records of a write's 2xx answer; None for an empty answer or an operation without a record.

    Fields that do not fit are left out, because they make it no less certain that the service carried out the write. Raises
    AmbiguousWrite for an unreadable answer, or such a record without an id of its kind, because these do not confirm it: some
    services answer an error with 200. Without a record, only a web page is unreadable.
    """
    if not answer.body.strip():
        return None
    if operation.record is None:
        if "html" in answer.headers.get("content-type", ""):
            raise failures.ambiguous(answer.request, "the answer is a web page.", answer.status)
        return None
    try:
        value = exact.decode(answers.json_text(answer._replace(status=HTTPStatus.OK)))
        return (
            [_what_fits(operation, item) for item in value] if isinstance(value, list) else _what_fits(operation, value)
        )
    except UnreadableAnswer as error:
        raise failures.ambiguous(answer.request, f"the answer cannot be read: {error.message}", answer.status) from None


def _what_fits(operation: Operation[Any], value: object) -> Any:
    """Return `value` as `typed` does, without fields that do not fit; raises UnreadableAnswer where it then has no id."""
    record = _record(operation.record, value)
    try:
        return _adapter(record).validate_python(value)
    except ValidationError as error:
        odd = {item["loc"][0] for item in error.errors() if item["loc"]}
    fields = {name: field for name, field in value.items() if name not in odd} if isinstance(value, dict) else {}
    is_named = "id" not in record.model_fields or fields.get("id") is not None
    return typed(operation, fields if fields and is_named else value)


def _record(declared: Any, value: object) -> Any:
    from nightaudit.client.records.bookings import Booking, BookingRow

    flat = declared is Booking and isinstance(value, dict) and "roomStayId" in value and "roomStays" not in value
    return BookingRow if flat else declared


@cache
def _adapter(record: Any) -> TypeAdapter[Any]:
    return TypeAdapter(record)
