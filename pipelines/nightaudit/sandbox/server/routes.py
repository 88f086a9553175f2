"""Adds a route for every declared operation: checks authentication and the types of path, query and body, then calls its rule."""

from __future__ import annotations

import functools
import re
from codecs import BOM_UTF8
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from pydantic import TypeAdapter, ValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import Response

from nightaudit.client.operation import Put, Upload
from nightaudit.sandbox.calls.addresses import addresses, is_id
from nightaudit.sandbox.calls.call import Call, UploadedFile, json_text
from nightaudit.sandbox.problem import Problem, invalid
from nightaudit.sandbox.rules import rule_of
from nightaudit.sandbox.rules.required import check_fields
from nightaudit.sandbox.server.values import as_shown
from nightaudit.sandbox.store.complete import completed
from nightaudit.sandbox.store.tables import shown
from nightaudit.sandbox.wire import decode_body, encode

if TYPE_CHECKING:
    from collections.abc import Mapping

    from fastapi import FastAPI
    from starlette.requests import Request

    from nightaudit.client.operation import Operation
    from nightaudit.sandbox.calls.world import World

_INDEX = re.compile(r"\[[0-9]*\]$")


def add_routes(app: FastAPI, world: World) -> None:
    """Add one route per path to the application; paths without placeholders come first, for every method."""
    paths: dict[str, dict[str, Operation[Any]]] = {}
    for (method, path), operation in addresses(world.options.revision).items():
        paths.setdefault(path, {})[method] = operation
    for path in sorted(paths, key=lambda path: [part.startswith("{") for part in path.split("/")]):
        answer = functools.partial(_answer, world, paths[path])
        app.add_route(path, answer, methods=[])  # all methods: only `_answer` knows which of them the address has


async def _answer(world: World, operations: dict[str, Operation[Any]], request: Request) -> Response:
    operation = operations.get("GET" if request.method == "HEAD" else request.method)
    if operation is None:
        allow = {"Allow": ", ".join(sorted({*operations, "OPTIONS", *(["HEAD"] if "GET" in operations else [])}))}
        if request.method == "OPTIONS":
            return Response(status_code=HTTPStatus.NO_CONTENT, headers=allow)
        raise HTTPException(HTTPStatus.METHOD_NOT_ALLOWED, headers=allow)
    body = await _upload(request) if isinstance(operation, Upload) else await request.body()
    if operation.method == "GET":  # a read waits for nothing, and is done before a thread would have begun it
        return carry_out(world, operation, request, body)
    return await run_in_threadpool(carry_out, world, operation, request, body)


def carry_out(world: World, operation: Operation[Any], request: Request, body: bytes | UploadedFile | None) -> Response:
    """Carry out one request in one transaction; raises Problem."""
    world.gate.check(request.headers, operation.scope)
    check_media_type(operation, request.headers)
    ids = tuple(_path_value(name, request.path_params[name]) for name in operation.path_parameters)
    content = read_body(operation, body)
    check_same_id(operation, ids, content)
    transaction = world.store.read if operation.method == "GET" else world.store.write
    with transaction() as records:
        answer = rule_of(operation)(Call(operation, world, records, ids, _query(request), request.headers, content))
    if isinstance(answer, Response):
        return answer
    if answer is None:
        return Response(status_code=HTTPStatus.NO_CONTENT)
    record = shown(operation, answer)
    return json_text(encode(record if operation.method == "GET" else completed(operation.record, record)))


def _query(request: Request) -> dict[str, list[str]]:
    """Return the values of the query by name, without empty ones.

    Clients also write a list as `statuses[]` or `statuses[0]`, and send a parameter empty where they do not filter by it.
    """
    query: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        if value:
            query.setdefault(_INDEX.sub("", name), []).append(value)
    return query


def _path_value(name: str, text: str) -> int | str:
    """Return a path value as an integer where it is an id, else as text, whose slashes arrive encoded. Raises Problem 400."""
    text = unquote(text)
    if not is_id(name):
        return text
    if not re.fullmatch(r"-?[0-9]{1,40}", text):
        raise invalid(name, f"{text[:40]!r} is not an id: an integer.")
    return int(text)


def check_media_type(operation: Operation[Any], headers: Mapping[str, str]) -> None:
    """Raise Problem 415 for a body whose declared type is not plain JSON (document: Conventions; the status is assumed).

    A client that declares another type for JSON would fail at the real service. A body without a declared type is accepted.
    """
    if operation.body is None or isinstance(operation, Upload):
        return
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind and kind != "application/json" and not kind.endswith("+json"):
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "body", f"The body must be application/json, not {kind[:80]}.")
    if (coding := headers.get("content-encoding", "identity").strip().lower()) != "identity":
        raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "body", f"The body must not be encoded as {coding[:80]}.")


def check_same_id(operation: Operation[Any], ids: tuple[int | str, ...], content: Any) -> None:
    """Raise Problem 400 for an update whose body names another record than its address (assumed: a validation failure)."""
    if not (isinstance(operation, Put) and len(ids) == 1 and isinstance(content, dict)):
        return
    if content.get("id") not in {None, ids[0]}:
        raise invalid("id", f"The body is of record {content['id']}, the address of record {ids[0]}.")


@functools.cache
def _adapter(operation: Operation[Any]) -> TypeAdapter[Any]:
    return TypeAdapter(operation.body)


def read_body(operation: Operation[Any], body: bytes | UploadedFile | None) -> Any:
    """Return the decoded body, checked against the declared type. Raises Problem 400 naming the first wrong field."""
    if isinstance(body, UploadedFile) or operation.body is None:
        return body if isinstance(body, UploadedFile) else None
    if body is None or isinstance(operation, Upload):
        raise invalid("file", "The body is not a multipart form with a file.")
    body = body.removeprefix(BOM_UTF8)
    content = decode_body(body)
    try:
        read = _adapter(operation).validate_json(body, strict=True)
    except ValidationError as error:
        first = error.errors()[0]
        raise invalid(".".join(map(str, first["loc"])) or "body", f"{first['msg']}.") from None
    content = as_shown(read, content)
    if isinstance(content, dict):
        check_fields(operation.name, content)
    return content


async def _upload(request: Request) -> UploadedFile | None:
    if not request.headers.get("content-type", "").lower().startswith("multipart/form-data"):
        return None
    from starlette.datastructures import UploadFile

    try:
        form = await request.form()
    except HTTPException as error:
        raise Problem(error.status_code, "file", str(error.detail)) from error
    files = [part for _, part in form.multi_items() if isinstance(part, UploadFile)]
    if len(files) > 1:
        raise invalid("file", f"The form has {len(files)} files; upload one at a time.")
    for part in files:
        return UploadedFile(part.filename or "", part.content_type or "application/octet-stream", await part.read())
    return None
