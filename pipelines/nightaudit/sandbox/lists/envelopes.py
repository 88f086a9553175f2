"""The shapes of a page: the full envelope as documented, the short one as observed, a bare array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.wire import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.sandbox.options import SandboxOptions

_COUNT = {"type": "integer", "minimum": 0}
_FLAG = {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class PageRequest:
    """The requested page: zero-based `number`, `size` after clamping, and the fields to sort by, each with ASC or DESC."""

    number: int
    size: int
    sorts: tuple[tuple[str, str], ...]


def envelope(rows: Sequence[bytes], asked: PageRequest, total: int, options: SandboxOptions) -> bytes:
    """Put rows of JSON text into the envelope of the dialect: full as documented, short as observed, or a bare array."""
    content = b"[" + b",".join(rows) + b"]"
    if options.bare_lists:
        return content
    pages = -(-total // asked.size)
    if options.dialect == "observed":
        numbers = {"size": asked.size, "totalElements": total, "totalPages": pages, "number": asked.number}
        return b'{"content":' + content + b',"page":' + encode(numbers) + b"}"
    sort = {"empty": not asked.sorts, "unsorted": not asked.sorts, "sorted": bool(asked.sorts)}
    pageable = {
        "sort": sort,
        "offset": asked.number * asked.size,
        "pageNumber": asked.number,
        "pageSize": asked.size,
        "paged": True,
        "unpaged": False,
    }
    rest = {
        "pageable": pageable,
        "totalElements": total,
        "totalPages": pages,
        "number": asked.number,
        "size": asked.size,
        "numberOfElements": len(rows),
        "first": asked.number == 0,
        "last": asked.number >= pages - 1,
        "empty": not rows,
        "sort": sort,
    }
    return b'{"content":' + content + b"," + encode(rest)[1:]


def page_schema(row: dict[str, Any], options: SandboxOptions) -> dict[str, Any]:
    """Return the JSON schema of a page whose rows have the schema `row`; it refers to `shared_schemas`."""
    content = {"type": "array", "items": row}
    if options.bare_lists:
        return content
    if options.dialect == "observed":
        return _object({"content": content, "page": _shared("PageMetadata")})
    counts = dict.fromkeys(("totalElements", "totalPages", "number", "size", "numberOfElements"), _COUNT)
    flags = dict.fromkeys(("first", "last", "empty"), _FLAG)
    return _object({"content": content, "pageable": _shared("Pageable"), "sort": _shared("Sort"), **counts, **flags})


def shared_schemas(options: SandboxOptions) -> dict[str, Any]:
    """Return the JSON schemas that all pages share, by name."""
    if options.bare_lists:
        return {}
    if options.dialect == "observed":
        numbers = dict.fromkeys(("size", "totalElements", "totalPages", "number"), _COUNT)
        return {"PageMetadata": _object(numbers)}
    page = dict.fromkeys(("offset", "pageNumber", "pageSize"), _COUNT) | dict.fromkeys(("paged", "unpaged"), _FLAG)
    return {
        "Pageable": _object({"sort": _shared("Sort"), **page}),
        "Sort": _object(dict.fromkeys(("empty", "unsorted", "sorted"), _FLAG)),
    }


def _shared(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}
