"""Feature facilities of unit types and developments: listed, replaced, linked, unlinked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Developments, UnitTypes
from nightaudit.sandbox.problem import not_found
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from starlette.responses import Response

    from nightaudit.sandbox.calls.call import Call

PARENTS = {"unitTypes": "unitTypeId", "developments": "developmentId"}


def parent_of(call: Call) -> tuple[str, str, int]:
    """Return the collection of links, their field with the parent's id, and that id; raises Problem 404 for an unknown parent."""
    parent = call.addressed()
    return f"{call.collection}_featuresFacilities", PARENTS[call.collection], parent["id"]


def linked(call: Call) -> dict[int, int]:
    """Return link id by feature id, for the parent in the path."""
    links, field, parent = parent_of(call)
    found = call.records.where(links, field, parent)
    return {link["featureFacilityId"]: link["id"] for link in found if link.get("featureFacilityId") is not None}


def feature_ids(call: Call) -> list[int]:
    """Return the feature ids of the request, each once; raises Problem 404 for an unknown id."""
    for feature in call.body:
        if call.records.get("featuresFacilities", feature) is None:
            raise not_found("feature facility", feature, "body")
    return list(dict.fromkeys(call.body))


def set_links(call: Call, present: dict[int, int], wanted: list[int]) -> Response:
    """Link exactly the features `wanted`, and answer them (the answer's shape is not shown: a plain list)."""
    links, field, parent = parent_of(call)
    for feature in present.keys() - wanted:
        call.records.delete(links, present[feature])
    for feature in wanted:
        if feature not in present:
            call.records.insert(links, {field: parent, "featureFacilityId": feature})
    return call.list_of([call.records.get("featuresFacilities", feature) for feature in sorted({*wanted})])


@rule(UnitTypes.features_facilities, Developments.features_facilities)
def list_features(call: Call) -> Answer:
    """List the feature facilities of the parent, paginated."""
    links, field, parent = parent_of(call)
    return call.page(
        "featuresFacilities", f'id IN (SELECT "featureFacilityId" FROM "{links}" WHERE "{field}" = ?)', [parent]
    )


@rule(UnitTypes.replace_features_facilities, Developments.replace_features_facilities)
def replace_features(call: Call) -> Answer:
    """Replace the linked features by the given ids."""
    return set_links(call, linked(call), feature_ids(call))


@rule(UnitTypes.link_features_facilities, Developments.link_features_facilities)
def link_features(call: Call) -> Answer:
    """Link the given ids; an id that is already linked stays linked once."""
    present = linked(call)
    return set_links(call, present, [*present, *feature_ids(call)])


@rule(UnitTypes.unlink_features_facilities, Developments.unlink_features_facilities)
def unlink_features(call: Call) -> Answer:
    """Unlink the given ids; 404 for an id that is not linked (document: unlink of an unknown id)."""
    present, gone = linked(call), feature_ids(call)
    for feature in gone:
        if feature not in present:
            raise not_found("linked feature facility", feature, "body")
    return set_links(call, present, [feature for feature in present if feature not in gone])
