"""Builds the OpenAPI document of a sandbox from the declarations."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, get_args, get_origin

from pydantic import BaseModel, TypeAdapter
from pydantic.json_schema import models_json_schema

from nightaudit.client.operation import Delete, Download, Operation, Pages, Upload
from nightaudit.client.records.record import kind_of
from nightaudit.client.resources import Bookings, Contacts, Developments, Rates, SalesInvoices, UnitTypes
from nightaudit.client.resources.observed import RoomStays
from nightaudit.sandbox.calls.addresses import addresses
from nightaudit.sandbox.calls.auth import TOKEN_PATH
from nightaudit.sandbox.lists.envelopes import page_schema, shared_schemas
from nightaudit.sandbox.lists.listing import record_of
from nightaudit.sandbox.openapi.parameters import header_parameters, path_parameters, query_parameters
from nightaudit.sandbox.options import REVISIONS
from nightaudit.sandbox.rules import rule_of
from nightaudit.sandbox.rules.required import CHOICES, CURRENCY_CODE, HAVE_CURRENCY, NOT_BLANK, REQUIRED
from nightaudit.sandbox.store.complete import RECORDS

if TYPE_CHECKING:
    from nightaudit.sandbox.options import SandboxOptions

Schema = dict[str, Any]
_REFERENCE = "#/components/schemas/{model}"
_LISTS_AS_RESULT = {
    SalesInvoices.set_custom_fields.name,
    *(r.replace_features_facilities.name for r in (UnitTypes, Developments)),
    *(r.link_features_facilities.name for r in (UnitTypes, Developments)),
    *(r.unlink_features_facilities.name for r in (UnitTypes, Developments)),
}
# Not shown: how a booking shows its hold. Here: when the hold ends. The record does not declare it, as clients must not send it.
_HOLD = {"holdUntil": {"anyOf": [{"type": "string", "format": "date-time"}, {"type": "null"}]}}
_VERSION = {"headers": {"ETag": {"description": "The version of the record.", "schema": {"type": "string"}}}}
_CONFLICTS = (Contacts.update.name, Bookings.create.name, Bookings.update_statuses.name)
_REASONS = {
    "400": "The request is not valid, or the record's state forbids it.",
    "401": "The credentials are missing, wrong or expired.",
    "403": "The token lacks the scope.",
    "404": "The record does not exist.",
    "409": "The record was changed by someone else, or the unit is taken.",
    "415": "The Content-Type of the body is not JSON.",
}


def openapi_document(options: SandboxOptions) -> Schema:
    """Return the OpenAPI 3.1 document of the operations in this dialect and revision, with every status they may answer."""
    table = {
        address: operation
        for address, operation in addresses(options.revision).items()
        if options.dialect == "observed" or not operation.name.startswith(RoomStays.attribute())
    }
    records = {model for operation in table.values() for model in _models(operation.record)}
    bodies = {model for operation in table.values() for model in _models(operation.body)}
    listed = sorted(records | bodies, key=lambda model: model.__name__)
    _, schemas = models_json_schema([(model, "validation") for model in listed], ref_template=_REFERENCE)
    definitions: Schema = _for_clients(schemas["$defs"])
    definitions["Booking"]["properties"] |= _HOLD
    paths: Schema = {}
    for (method, path), operation in table.items():
        paths.setdefault(path, {})[method.lower()] = _operation(operation, (method, path), definitions, options)
    for model in bodies - records:  # each operation has the body written out: what is mandatory differs
        del definitions[model.__name__]
    for name in _with_id(bodies):
        definitions[name]["properties"]["id"] = {"type": "integer"}
        definitions[name]["required"] = ["id"]
    return {
        "openapi": "3.1.0",
        "info": {"title": "Property Management Service API", "version": options.revision or REVISIONS[-1]},
        "paths": paths,
        "components": {
            "schemas": definitions | shared_schemas(options) | {"Problem": _PROBLEM},
            "securitySchemes": {
                "oauth2": {
                    "type": "oauth2",
                    "flows": {
                        "clientCredentials": {
                            "tokenUrl": TOKEN_PATH,
                            "scopes": {"api/read": "Read access", "api/write": "Write access"},
                        }
                    },
                },
                "apiKey": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
            },
        },
    }


def _with_id(bodies: set[type[BaseModel]]) -> set[str]:
    """Return the names of the records that have an id in every answer: those of a collection.

    Left out are those that a body has inside it, as the items of a new invoice, and rows that may be no record of their own: a
    tag of a booking, which may be any text, and a summary of rate segments.
    """
    inside = {kind_of(field.annotation)[0] for model in bodies for field in model.model_fields.values()}
    left_out = inside | {Bookings.tags.record, Rates.segments.record}
    return {model.__name__ for model in RECORDS.values() if model not in left_out and "id" in model.model_fields}


def at(address: str, document: Schema) -> Schema:
    """Return the document with the absolute addresses of a service at `address`; tools that import it take no relative ones."""
    schemes = copy.deepcopy(document["components"]["securitySchemes"])
    schemes["oauth2"]["flows"]["clientCredentials"]["tokenUrl"] = address + TOKEN_PATH
    components = document["components"] | {"securitySchemes": schemes}
    return document | {"servers": [{"url": address}], "components": components}


_PROBLEM: Schema = {
    "type": "object",
    "required": ["status", "error", "message", "path", "errors"],
    "properties": {
        "status": {"type": "integer"},
        "error": {"type": "string"},
        "message": {"type": "string"},
        "path": {"type": "string"},
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "reason"],
                "properties": {"field": {"type": "string"}, "reason": {"type": "string"}},
            },
        },
    },
}


def _models(kind: Any) -> set[type[BaseModel]]:
    inner = get_args(kind)[0] if get_origin(kind) is list else kind
    return {inner} if isinstance(inner, type) and issubclass(inner, BaseModel) else set()


def _operation(
    operation: Operation[Any], address: tuple[str, str], definitions: Schema, options: SandboxOptions
) -> Schema:
    earlier = address != operation.address
    result: Schema = {
        "operationId": operation.name + (".earlier" if earlier else ""),
        "summary": (rule_of(operation).__doc__ or "").partition("\n")[0],
        "tags": [operation.name.partition(".")[0]],
        "parameters": [
            *path_parameters(operation),
            *header_parameters(operation),
            *query_parameters(operation, options),
        ],
        "security": [{"oauth2": [operation.scope]}, {"apiKey": []}],
        "responses": {_success(operation): _result(operation, options)} | _refusals(operation),
    }
    if operation in {Contacts.get, Contacts.update}:
        result["responses"][_success(operation)] |= _VERSION
    if operation == Contacts.get:
        result["responses"]["304"] = {"description": "The record is the version named by If-None-Match."}
    if earlier:
        result["deprecated"] = True
    if isinstance(operation, Upload):
        form = {"type": "object", "required": ["file"], "properties": {"file": {"type": "string", "format": "binary"}}}
        result["requestBody"] = {"required": True, "content": {"multipart/form-data": {"schema": form}}}
    elif operation.body is not None:
        schema = _body(operation, definitions)
        result["requestBody"] = {"required": True, "content": {"application/json": {"schema": schema}}}
    return result


def _body(operation: Operation[Any], definitions: Schema) -> Schema:
    """Return the schema of the request body; mandatory fields are required and not null."""
    if not (isinstance(operation.body, type) and issubclass(operation.body, BaseModel)):
        return TypeAdapter(operation.body).json_schema(ref_template=_REFERENCE) | {"$defs": {}}
    schema: Schema = copy.deepcopy(definitions[operation.body.__name__])
    required = list(REQUIRED.get(operation.name, ()))
    for name, choices in CHOICES.get(operation.name, {}).items():
        schema["properties"][name] = {"enum": [*choices, None]}
    if operation.name in HAVE_CURRENCY:
        code = {"type": "string", "pattern": f"^{CURRENCY_CODE}$"}
        schema["properties"]["currencyCode"] = {"anyOf": [code, {"type": "null"}]}
    for name in required:
        field = schema["properties"][name]
        if "enum" in field:
            field["enum"].remove(None)
        else:
            kind = next(kind for kind in field["anyOf"] if kind != {"type": "null"})
            schema["properties"][name] = kind | ({"pattern": NOT_BLANK} if kind == {"type": "string"} else {})
    return schema | {"required": required}


def _for_clients(schema: Any) -> Any:
    """Return the schema as generated clients need it.

    An amount is a number: quoted amounts are accepted in bodies, but no record shows one. No field has null as its default,
    because some generators take a field with a default for one that every record has. Nothing has a title, because generators
    name the types of bodies by it, as if they were the records: they would number them.
    """
    if isinstance(schema, list):
        kinds = [_for_clients(item) for item in schema]
        return [kind for kind in kinds if kind != {"type": "string"} or {"type": "number"} not in kinds]
    if isinstance(schema, dict):
        titles = {"title"} if isinstance(schema.get("title"), str) else set()
        left_out = titles | ({"default"} if schema.get("default", ...) is None else set())
        return {name: _for_clients(item) for name, item in schema.items() if name not in left_out}
    return schema


def _success(operation: Operation[Any]) -> str:
    return "204" if isinstance(operation, Delete) else "200"


def _result(operation: Operation[Any], options: SandboxOptions) -> Schema:
    if isinstance(operation, Delete):
        return {"description": "Deleted."}
    if isinstance(operation, Download):
        pdf = {"application/pdf": {"schema": {"type": "string", "format": "binary"}}}
        return {"description": "The invoice as a PDF.", "content": pdf}
    row: Schema = {"$ref": _REFERENCE.format(model=record_of(operation, options.dialect).__name__)}
    if operation.name in _LISTS_AS_RESULT:
        row = {"type": "array", "items": row}
    schema = page_schema(row, options) if isinstance(operation, Pages) else row
    return {"description": operation.record.__doc__ or "", "content": {"application/json": {"schema": schema}}}


def _refusals(operation: Operation[Any]) -> Schema:
    statuses = ["400", "401", "403"]
    if operation.path_parameters or operation.method != "GET":
        statuses.append("404")
    if operation.name in _CONFLICTS:
        statuses.append("409")
    if operation.body is not None and not isinstance(operation, Upload):
        statuses.append("415")
    content = {"application/json": {"schema": {"$ref": _REFERENCE.format(model="Problem")}}}
    return {status: {"description": _REASONS[status], "content": content} for status in statuses}
