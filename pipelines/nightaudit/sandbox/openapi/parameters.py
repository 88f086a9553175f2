"""The parameters of an operation as the OpenAPI document describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Operation, Pages
from nightaudit.sandbox.lists.filters import FILTERS
from nightaudit.sandbox.lists.listing import sort_fields

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nightaudit.sandbox.lists.filters import Filter
    from nightaudit.sandbox.options import SandboxOptions

Schema = dict[str, Any]
_KINDS: dict[str, Schema] = {
    "integer": {"type": "integer"},
    "guests": {"type": "integer", "minimum": 0},
    "boolean": {"type": "boolean"},
    "date": {"type": "string", "format": "date"},
    "string": {"type": "string"},
}


def path_parameters(operation: Operation[Any]) -> list[Schema]:
    """The placeholders of a path: ids are integers (document: Endpoints, general rules), anything else is text."""
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer"} if name.lower().endswith("id") else {"type": "string", "minLength": 1},
        }
        for name in operation.path_parameters
    ]


def query_parameters(operation: Operation[Any], options: SandboxOptions) -> list[Schema]:
    """Page parameters and filters of a list, each of them none when left empty; none for anything else."""
    if not isinstance(operation, Pages):
        return []
    sort = f"^({'|'.join(sort_fields(operation, options.dialect))})(,(asc|desc))?$"
    known = FILTERS.get("_".join(operation.path.split("/")[1:]), {})
    schemas: Schema = {
        "page": {"type": "integer", "minimum": 0, "default": options.page_base},
        "size": {"type": "integer", "minimum": 1, "default": options.default_page_size},
        "sort": {"type": "array", "items": {"type": "string", "pattern": sort}},
        **{name: _filter(known, name) for name in operation.filters},
    }
    return [
        {"name": name, "in": "query", "schema": schema} | ({} if _takes_any_text(schema) else {"allowEmptyValue": True})
        for name, schema in schemas.items()
    ]


def _takes_any_text(schema: Schema) -> bool:
    return _KINDS["string"] in (schema, schema.get("items"))


def _filter(known: Mapping[str, Filter], name: str) -> Schema:
    """A filter's type: as the store compares it, or by the habit of its name where a rule reads it."""
    found = known.get(name)
    if found is None:
        by_name = {"dateFrom": "date", "dateTo": "date", "unitTypeId": "integer"}
        kind = by_name.get(name, "guests" if name in {"guests", "numberOfAdults", "numberOfChildren"} else "string")
    else:
        kind = found.kind
    schema = _KINDS[kind]
    return {"type": "array", "items": schema} if found is not None and found.is_list else schema
