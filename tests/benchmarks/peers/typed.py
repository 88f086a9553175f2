"""SQL that gives the measured records their types: from a struct, or from a list that a peer keeps as JSON."""

from __future__ import annotations

import json
from typing import Any

from shapes import CHILDREN, SQL, Shape, scalars, shape_of, snake


def selected(shape: Shape, place: str, leave_out: str = "") -> str:
    """A select list of typed columns from a struct at `place`, objects opened with two underscores."""
    return ", ".join(
        f"cast({'.'.join([place, *map(quoted, path)])} as {SQL[kind]}) as {'__'.join(map(snake, path))}"
        for path, kind in scalars(shape)
        if kind != leave_out
    )


def quoted(name: str) -> str:
    """The name as SQL takes it whatever its case."""
    return f'"{name}"'


def struct(shape: Any) -> Any:
    """The structure that DuckDB's from_json takes, money as text so that no digit passes through a double."""
    if isinstance(shape, dict):
        return {name: struct(inner) for name, inner in shape.items()}
    if isinstance(shape, list):
        return [struct(shape[0])]
    return "VARCHAR" if shape in {"money", "json"} else SQL[shape].upper()


def unnested(child: str, column: str, source: str) -> list[str]:
    """The SQL that makes a table of a list kept as JSON in `column` of `source`, and of the lists within."""
    shape = shape_of(child)
    statements = [
        f"create or replace table {child} as with opened as (select unnest(from_json({column}, '{json.dumps([struct(shape)])}'))"
        f" as record from {source}) select {selected(shape, 'record')}"
        + "".join(
            f", to_json(record.{quoted(name)}) as {snake(name)}"
            for name, kind in shape.items()
            if isinstance(kind, list)
        )
        + " from opened"
    ]
    for grandchild, (owner, inner) in CHILDREN.items():
        if owner == child:
            statements += unnested(grandchild, snake(inner), child)
    return statements
