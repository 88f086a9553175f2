"""Areas and cities: a delete marks them as deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Areas, Cities
from nightaudit.sandbox.rules.plain import check_references
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call


@rule(Areas.create, Cities.create)
def create_place(call: Call) -> Answer:
    """Create an area or city; `deleted` of the body is ignored, it is false."""
    check_references(call, call.body)
    return call.records.insert(call.collection, call.body | {"deleted": False})


@rule(Areas.delete, Cities.delete)
def mark_as_deleted(call: Call) -> Answer:
    """Set `deleted` to true (document: not physically removed); the record is still listed (not shown)."""
    call.records.put(call.collection, call.addressed() | {"deleted": True})
    return None
