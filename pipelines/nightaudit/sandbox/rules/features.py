"""Feature facilities of unit types and developments: listed, replaced, linked, unlinked."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import Developments, UnitTypes
from nightaudit.sandbox.problem import not_found
from nightaudit.sandbox.rules.plain import collection_of, singular
from nightaudit.sandbox.rules.registry import Answer, rule

if TYPE_CHECKING:
    from starlette.responses import Response

    from nightaudit.sandbox.calls.call import Call

PARENTS = {"unitTypes": "unitTypeId", "developments": "developmentId"}


def parent_of(call: Call) -> tuple[str, str, int]:
    """Links' collection, the parent's field in them, and its id; raises Problem 404 for an unknown parent."""
    collection = collection_of(call.operation)
    parent = call.need(collection, call.ids[0], singular(collection))
    return f"{collection}_featuresFacilities", PARENTS[collection], parent["id"]


def linked(call: Call) -> dict[int, int]:
    """Feature id to link id of the parent in the path."""
    links, field, parent = parent_of(call)
    found = call.records.where(links, field, parent)
    return {link["featureFacilityId"]: link["id"] for link in found if link.get("featureFacilityId") is not None}


def known(call: Call) -> list[int]:
    """The feature ids of the request, each once; raises Problem 404 for an unknown one."""
    for feature in call.body:
        if call.records.get("featuresFacilities", feature) is None:
            raise not_found("feature facility", feature, "body")
    return list(dict.fromkeys(call.body))


def change(call: Call, *, add: list[int], remove: list[int]) -> Response:
    """Add and remove links, and answer the features now linked (the answer's shape is not shown: a plain list)."""
    links, field, parent = parent_of(call)
    present = linked(call)
    for feature in remove:
        call.records.delete(links, present[feature])
    for feature in add:
        call.records.insert(links, {field: parent, "featureFacilityId": feature})
    now = sorted((present.keys() - set(remove)) | set(add))
    return call.list_of([call.records.get("featuresFacilities", feature) for feature in now])


@rule(UnitTypes.features_facilities, Developments.features_facilities)
def list_features(call: Call) -> Answer:
    """Paginated feature facilities of the parent."""
    links, field, parent = parent_of(call)
    return call.page(
        "featuresFacilities", f'id IN (SELECT "featureFacilityId" FROM "{links}" WHERE "{field}" = ?)', [parent]
    )


@rule(UnitTypes.replace_features_facilities, Developments.replace_features_facilities)
def replace_features(call: Call) -> Answer:
    """The given ids become the whole set."""
    present, wanted = linked(call), known(call)
    return change(
        call,
        add=[feature for feature in wanted if feature not in present],
        remove=[feature for feature in present if feature not in wanted],
    )


@rule(UnitTypes.link_features_facilities, Developments.link_features_facilities)
def link_features(call: Call) -> Answer:
    """The given ids are added; one that is linked already stays linked once."""
    present = linked(call)
    return change(call, add=[feature for feature in known(call) if feature not in present], remove=[])


@rule(UnitTypes.unlink_features_facilities, Developments.unlink_features_facilities)
def unlink_features(call: Call) -> Answer:
    """The given ids are removed; 404 for one that is not linked (document: unlink of an unknown id)."""
    present, gone = linked(call), known(call)
    for feature in gone:
        if feature not in present:
            raise not_found("linked feature facility", feature, "body")
    return change(call, add=[], remove=gone)
