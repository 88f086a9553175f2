"""The parameters of an operation as the OpenAPI document describes them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nightaudit.client.operation import Operation, Pages
from nightaudit.client.resources import Contacts
from nightaudit.sandbox.calls.addresses import is_id
from nightaudit.sandbox.lists.filters import FILTERS
from nightaudit.sandbox.lists.listing import sort_fields
from nightaudit.sandbox.options import DEFAULT_PAGE_SIZE
from nightaudit.sandbox.rules.required import CHOICES, REQUIRED
from nightaudit.sandbox.store.tables import collection_at

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
    """Describe the placeholders of a path."""
    return [
        {
            "name": name,
            "in": "path",
            "required": True,
            "schema": {"type": "integer"} if is_id(name) else {"type": "string", "minLength": 1},
        }
        for name in operation.path_parameters
    ]


def header_parameters(operation: Operation[Any]) -> list[Schema]:
    """Describe the headers with which a client names the version of a contact that it has read (assumed, see rules.contacts)."""
    name = {Contacts.get: "If-None-Match", Contacts.update: "If-Match"}.get(operation)
    return [{"name": name, "in": "header", "schema": {"type": "string"}}] if name else []


def query_parameters(operation: Operation[Any], options: SandboxOptions) -> list[Schema]:
    """Describe page parameters and filters of a list; empty values are ignored. No parameters for other operations.

    The search for availability has mandatory filters, and one whose values are known.
    """
    if not isinstance(operation, Pages):
        return []
    sort = f"^({'|'.join(sort_fields(operation, options.dialect))})(,(asc|desc))?$"
    known = FILTERS.get(collection_at(operation.path), {})
    schemas: Schema = {
        "page": {"type": "integer", "minimum": 0, "default": options.page_base},
        "size": {"type": "integer", "minimum": 1, "default": DEFAULT_PAGE_SIZE},
        "sort": {"type": "array", "items": {"type": "string", "pattern": sort}},
        **{name: _filter(known, name) for name in operation.filters},
    }
    schemas |= {
        name: schemas[name] | {"enum": list(values)} for name, values in CHOICES.get(operation.name, {}).items()
    }
    mandatory = REQUIRED.get(operation.name, ())
    return [_parameter(name, schema, is_mandatory=name in mandatory) for name, schema in schemas.items()]


def _parameter(name: str, schema: Schema, *, is_mandatory: bool) -> Schema:
    parameter = {"name": name, "in": "query", "schema": schema}
    if is_mandatory:
        return parameter | {"required": True}
    return parameter if _takes_any_text(schema) else parameter | {"allowEmptyValue": True}


def _takes_any_text(schema: Schema) -> bool:
    return _KINDS["string"] in (schema, schema.get("items"))


def _filter(known: Mapping[str, Filter], name: str) -> Schema:
    """Return the type of a filter: that of the store's comparison, or where a rule reads the filter, a type by its name."""
    found = known.get(name)
    if found is None:
        by_name = {"dateFrom": "date", "dateTo": "date", "unitTypeId": "integer"}
        kind = by_name.get(name, "guests" if name in {"guests", "numberOfAdults", "numberOfChildren"} else "string")
    else:
        kind = found.kind
    schema = _KINDS[kind]
    takes_several = found is not None and found.is_list and kind != "boolean"  # true and false together are no filter
    return {"type": "array", "items": schema} if takes_several else schema
