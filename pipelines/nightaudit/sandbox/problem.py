"""Answers other than 2xx: the exception that rules raise, and the JSON body of the answer."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response


class Problem(Exception):
    """An answer other than 2xx: HTTP status, the name of the field at fault ("" for none) and the reason."""

    def __init__(self, status: int, field: str, reason: str, *, headers: dict[str, str] | None = None) -> None:
        super().__init__(reason)
        self.status = status
        self.field = field
        self.reason = reason
        self.headers = headers or {}


def invalid(field: str, reason: str) -> Problem:
    """400: validation failed (document: Errors)."""
    return Problem(HTTPStatus.BAD_REQUEST, field, reason)


def not_found(what: str, record_id: object, field: str = "id") -> Problem:
    """404: the record does not exist (document: Errors)."""
    return Problem(HTTPStatus.NOT_FOUND, field, f"There is no {what} {record_id}.")


def singular(collection: str) -> str:
    """Return what error texts call a record of a collection: `unit type` for `unitTypes`, `note` for `activities_notes`."""
    name = collection.rpartition("_")[2]
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return words[:-3] + "y" if words.endswith("ies") else words.removesuffix("s")


def wrong_state(field: str, reason: str) -> Problem:
    """400: the record's state does not allow the request.

    The document names 400 for one of these conditions; the status of those listed as 'error' is not shown: assumed 400 too.
    """
    return Problem(HTTPStatus.BAD_REQUEST, field, reason)


def conflict(field: str, reason: str) -> Problem:
    """409: the record was changed by someone else (contacts), or the unit is taken (assumed)."""
    return Problem(HTTPStatus.CONFLICT, field, reason)


def body(status: int, field: str, reason: str, path: str) -> dict[str, Any]:
    """Return the JSON of an error answer. Its shape is not shown: status, error, message, path and the fields at fault."""
    return {
        "status": status,
        "error": HTTPStatus(status).phrase,
        "message": reason,
        "path": path,
        "errors": [{"field": field, "reason": reason}] if field else [],
    }


def respond(request: Request, problem: Exception) -> Response:
    """Turn a Problem into its JSON answer."""
    if not isinstance(problem, Problem):
        raise problem
    content = body(problem.status, problem.field, problem.reason, request.url.path)
    return JSONResponse(content, problem.status, problem.headers)
