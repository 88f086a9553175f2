"""The application: the API, its token endpoint, its OpenAPI document and pages, and the admin routes."""

from __future__ import annotations

import functools
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import HTMLResponse, JSONResponse

from nightaudit.sandbox.calls.auth import TOKEN_PATH
from nightaudit.sandbox.calls.world import World
from nightaudit.sandbox.control.admin import Admin
from nightaudit.sandbox.control.fault_middleware import FaultMiddleware
from nightaudit.sandbox.openapi.document import at, openapi_document
from nightaudit.sandbox.openapi.page import docs_page
from nightaudit.sandbox.problem import Problem, respond
from nightaudit.sandbox.server.routes import add_routes

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from nightaudit.sandbox.options import SandboxOptions

API_DOCS = "/v3/api-docs"


class _Api(FastAPI):
    """An application whose OpenAPI document is written from the declarations, not from its routes."""

    def openapi(self) -> dict[str, Any]:
        self.openapi_schema = self.openapi_schema or openapi_document(self.state.world.options)
        return self.openapi_schema

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Treat an address with a trailing slash as the one without, because many clients do not follow redirects."""
        if scope["type"] == "http":
            scope = {**scope, "path": _decoded(scope).rstrip("/") or "/"}
        await super().__call__(scope, receive, send)


def _decoded(scope: Scope) -> str:
    """Return the path of a request, decoded except for slashes (%2F) and percent signs (%25): these are part of a value.

    Starlette's routes match the completely decoded path, so they would take `tax%2Fvat` for two values.
    """
    raw = scope.get("raw_path")
    if raw is None:
        return str(scope["path"])
    values = (unquote(part) for part in raw.decode("ascii", "replace").split("/"))
    return "/".join(value.replace("%", "%25").replace("/", "%2F") for value in values)


def create_app(options: SandboxOptions) -> FastAPI:
    """Build the ASGI application of a sandbox and load its portfolio. The store is closed when the application shuts down."""
    world = World(options)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        world.store.close()

    app = _Api(openapi_url=None, docs_url=None, redoc_url=None, lifespan=lifespan)
    app.state.world = world
    app.add_exception_handler(Problem, respond)
    app.add_exception_handler(HTTPException, _no_such_route)
    app.add_exception_handler(ClientDisconnect, _client_disconnected)
    app.add_exception_handler(Exception, _failure)
    app.add_route(TOKEN_PATH, world.gate.issue, methods=["POST"])
    # Observed: the OpenAPI document needs the bearer token. Here it does not, so that tools can read it without credentials.
    app.add_route(API_DOCS, functools.partial(_api_docs, app), methods=["GET"])
    app.add_route("/docs", functools.partial(_docs, app), methods=["GET"])
    add_routes(app, world)
    Admin(world).add_routes(app)
    app.add_middleware(FaultMiddleware, world=world)
    return app


def _failure(request: Request, _: Exception) -> Response:
    return respond(
        request, Problem(HTTPStatus.INTERNAL_SERVER_ERROR, "", "The sandbox failed; its log has the traceback.")
    )


def _client_disconnected(request: Request, _: Exception) -> Response:
    return respond(request, Problem(HTTPStatus.BAD_REQUEST, "body", "The body ended too early."))


async def _api_docs(app: FastAPI, request: Request) -> Response:
    return JSONResponse(at(str(request.base_url).rstrip("/"), app.openapi()))


async def _docs(app: FastAPI, _: Request) -> Response:
    return HTMLResponse(docs_page(app.openapi(), API_DOCS))


def _no_such_route(request: Request, error: Exception) -> Response:
    if not isinstance(error, HTTPException):
        raise error
    is_other_method = error.status_code == HTTPStatus.METHOD_NOT_ALLOWED
    reason = "This address does not allow this method." if is_other_method else "There is nothing at this address."
    return respond(request, Problem(error.status_code, "", reason, headers=dict(error.headers or {})))
