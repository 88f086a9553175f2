"""What a page of a list looks like: the full envelope as documented, the short one as observed, a bare array."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.wire import encode

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nightaudit.sandbox.options import SandboxOptions


@dataclass(frozen=True, slots=True)
class PageRequest:
    """What the query asks for: zero-based `number`, `size` after clamping, `order` as SQL, whether it was asked for."""

    number: int
    size: int
    order: str
    sorted: bool


def envelope(rows: Sequence[bytes], asked: PageRequest, total: int, options: SandboxOptions) -> bytes:
    """Join ready rows into the envelope of the dialect: full as documented, short as observed, or a bare array."""
    content = b"[" + b",".join(rows) + b"]"
    if options.bare_lists:
        return content
    pages = -(-total // asked.size)
    if options.dialect == "observed":
        numbers = {"size": asked.size, "totalElements": total, "totalPages": pages, "number": asked.number}
        return b'{"content":' + content + b',"page":' + encode(numbers) + b"}"
    sort = {"empty": not asked.sorted, "unsorted": not asked.sorted, "sorted": asked.sorted}
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
    """The JSON schema of a page whose rows have the schema `row`."""
    content = {"type": "array", "items": row}
    if options.bare_lists:
        return content
    count = {"type": "integer", "minimum": 0}
    if options.dialect == "observed":
        numbers = _object({"size": count, "totalElements": count, "totalPages": count, "number": count})
        return _object({"content": content, "page": numbers})
    flag = {"type": "boolean"}
    sort = _object({"empty": flag, "unsorted": flag, "sorted": flag})
    page = {"sort": sort, "offset": count, "pageNumber": count, "pageSize": count, "paged": flag, "unpaged": flag}
    counts = dict.fromkeys(("totalElements", "totalPages", "number", "size", "numberOfElements"), count)
    flags = dict.fromkeys(("first", "last", "empty"), flag)
    return _object({"content": content, "pageable": _object(page), "sort": sort, **counts, **flags})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}
