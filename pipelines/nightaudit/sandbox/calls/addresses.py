"""Which operation answers at which address, by revision of the interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import documented_operations, observed_operations

if TYPE_CHECKING:
    from nightaudit.client.operation import Operation

# When each difference between revisions came in is not shown: assumed with 3.0.14.
EARLIER_REVISIONS = ("3.0.4", "3.0.9", "3.0.12")


def addresses(revision: str | None) -> dict[tuple[str, str], Operation[Any]]:
    """The operation behind each (method, path) pair, `/api/v3` included, as the given revision answers; None is all."""
    table: dict[tuple[str, str], Operation[Any]] = {}
    for operation in documented_operations() + observed_operations():
        earlier = operation.earlier_address
        if revision is None or revision not in EARLIER_REVISIONS or earlier is None:
            table[operation.address] = operation
        if earlier is not None and (revision is None or revision in EARLIER_REVISIONS):
            table[earlier] = operation
    return table
