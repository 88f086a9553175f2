"""Writes: where an operation stands in each revision of the interface, and what comes back from one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nightaudit.client import answers, exact
from nightaudit.client.operation import API_PREFIX, Operation
from nightaudit.client.typed import typed
from nightaudit.errors import UnreadableAnswer

if TYPE_CHECKING:
    from nightaudit.client.message import Answer


class Address(NamedTuple):
    """A method, and the path template without the common prefix."""

    method: str
    path: str


def current_address(operation: Operation[Any]) -> Address:
    """Where the latest revision has the operation."""
    return Address(operation.method, operation.path)


def earlier_address(operation: Operation[Any]) -> Address | None:
    """Where an earlier revision had it, or None."""
    found = operation.earlier_address
    return Address(found[0], found[1].removeprefix(API_PREFIX)) if found else None


def answer_of(operation: Operation[Any], answer: Answer, method: str, path: str) -> Any:
    """Make the typed record or records of a write's 2xx answer; None for an empty one or an operation without one.

    Raises AmbiguousWrite for an answer that cannot be read: the service's word on whether it acted is missing.
    """
    if operation.record in {None, type(None)} or not answer.body.strip():
        return None
    try:
        value = exact.decode(answers.json_text(answer._replace(status=answers.OK)))
        return [typed(operation, item) for item in value] if isinstance(value, list) else typed(operation, value)
    except UnreadableAnswer as error:
        raise answers.ambiguous(method, path, f"its answer cannot be read: {error.message}", answer.status) from None
