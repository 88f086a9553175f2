"""Maps addresses to operations, by revision of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import documented_operations, observed_operations

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

# The revision in which each address changed is not shown: 3.0.14 is assumed.
EARLIER_REVISIONS = ("3.0.4", "3.0.9", "3.0.12")


def is_id(parameter: str) -> bool:
    """Return whether a path parameter is an id, an integer (document: Endpoints, general rules); others are text."""
    return parameter.lower().endswith("id")


def addresses(revision: str | None) -> dict[tuple[str, str], Operation[Any]]:
    """Return the operation of each (method, path) pair, `/api/v3` included, in the given revision; in all revisions for None."""
    table: dict[tuple[str, str], Operation[Any]] = {}
    for operation in documented_operations() + observed_operations():
        earlier = operation.earlier_address
        if revision is None or revision not in EARLIER_REVISIONS or earlier is None:
            table[operation.address] = operation
        if earlier is not None and (revision is None or revision in EARLIER_REVISIONS):
            table[earlier] = operation
    return table
