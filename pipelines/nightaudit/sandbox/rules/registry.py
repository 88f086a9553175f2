"""Which rule plays which operation."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from nightaudit.sandbox.calls.call import Call
from nightaudit.sandbox.wire import Json

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

Answer = Response | Json | None
Rule = Callable[[Call], Answer]
RULES: dict[str, Rule] = {}


def rule(*operations: Operation[Any]) -> Callable[[Rule], Rule]:
    """Declare the function that plays these operations: a record or a Response out, None for 204, Problem raised."""

    def register(function: Rule) -> Rule:
        for operation in operations:
            RULES[operation.name] = function
        return function

    return register
