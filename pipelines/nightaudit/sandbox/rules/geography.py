"""Areas and cities: a delete marks them as deleted."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Areas, Cities
from nightaudit.sandbox.rules.plain import check_references, collection_of, singular
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call


@rule(Areas.create, Cities.create)
def create_place(call: Call) -> Answer:
    """A new area or city, not deleted whatever the body says."""
    check_references(call, call.body)
    return call.records.insert(collection_of(call.operation), call.body | {"deleted": False})


@rule(Areas.delete, Cities.delete)
def mark_as_deleted(call: Call) -> Answer:
    """The record stays, with `deleted` true (document: not physically removed); it is still listed (not shown)."""
    collection = collection_of(call.operation)
    place = call.need(collection, call.ids[0], singular(collection))
    call.records.put(collection, place | {"deleted": True})
    return None
