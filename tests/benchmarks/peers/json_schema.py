"""The JSON schema of the measured records, as Singer and Airbyte take it."""

from __future__ import annotations

from typing import Any

KINDS: dict[str, dict[str, Any]] = {
    "int": {"type": ["integer", "null"]},
    "text": {"type": ["string", "null"]},
    "bool": {"type": ["boolean", "null"]},
    "money": {"type": ["number", "null"]},
    "date": {"type": ["string", "null"], "format": "date"},
    "time": {"type": ["string", "null"], "format": "date-time", "airbyte_type": "timestamp_with_timezone"},
    "json": {"type": ["array", "null"], "items": {}},
}


def schema(shape: Any) -> dict[str, Any]:
    """The schema of a shape: an object, a list of one, or a kind of scalar."""
    if isinstance(shape, dict):
        return {"type": ["object", "null"], "properties": {name: schema(inner) for name, inner in shape.items()}}
    return {"type": ["array", "null"], "items": schema(shape[0])} if isinstance(shape, list) else KINDS[shape]
