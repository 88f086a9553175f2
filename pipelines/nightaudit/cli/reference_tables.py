"""Builds the page of published tables and columns, from the descriptions that dbt writes into the file as comments."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Table = tuple[str, list[tuple[str, str, str]]]  # description; name, type and meaning of each column
COMMENT = re.compile(r"comment on macro table (\w+\.\w+) is\s*'((?:[^']|'')+)'")
MACROS = """## Table macros

Each takes a date; `ageing_as_known` takes two: the day, and the day of what was known. In a session that attaches the file
as `warehouse`, they work after `use warehouse`: a macro looks for its tables in the database in use.
"""


def tables() -> dict[str, Table]:
    """Return every published table by its qualified name, in the order of the schemas."""
    from nightaudit import schemas
    from nightaudit.correct.plans.export import COLUMNS, TABLE
    from nightaudit.transform.runner import project_dir

    found: dict[str, Table] = {}
    for schema in schemas.PUBLISHED:
        for path in sorted((project_dir() / "models" / "marts" / schema).glob("*.yml")):
            found |= _described(schema, path)
    journal = [(name, kind, said) for name, (kind, said) in COLUMNS.items()]
    said = "One row per row of a plan of corrections, as of the publication. Key: `plan_id`, `row_number`."
    return found | {TABLE: (said, journal)}


def macros() -> dict[str, str]:
    """Return the description of every published table macro by name."""
    from nightaudit.transform.runner import project_dir

    texts = [path.read_text(encoding="utf-8") for path in sorted((project_dir() / "macros").glob("*.sql"))]
    return {name: said.replace("''", "'") for text in texts for name, said in COMMENT.findall(text)}


def lines() -> Iterator[tuple[str, list[tuple[str, str, str]]]]:
    """Yield heading and text of each schema, table and macro, with the rows of its table of columns."""
    schema = ""
    for name, (said, columns) in tables().items():
        if name.partition(".")[0] != schema:
            schema = name.partition(".")[0]
            yield f"## {schema}\n", []
        yield f"### {name}\n\n{said}\n", columns
    yield MACROS, []
    for name, said in macros().items():
        yield f"### {name}\n\n{said}\n", []


def _described(schema: str, path: Path) -> dict[str, Table]:
    import yaml

    found: dict[str, Table] = {}
    for model in yaml.safe_load(path.read_text(encoding="utf-8"))["models"]:
        columns = [(it["name"], it["data_type"], _one_line(it["description"])) for it in model["columns"]]
        said = f"{_one_line(model['description']).rstrip('.')}.{_key(model)}"
        found[f"{schema}.{model['name']}"] = (said, columns)
    return found


def _key(model: dict[str, Any]) -> str:
    """The key that a test of the model names, or that the model names because the model that it unfolds is tested."""
    tests = [test for test in model.get("data_tests", ()) if isinstance(test, dict)]
    keys = [test["key"]["arguments"]["columns"] for test in tests if "key" in test]
    columns = next(iter(keys), model.get("config", {}).get("meta", {}).get("key"))
    return f" Key: {', '.join(f'`{name}`' for name in columns)}." if columns else ""


def _one_line(text: str) -> str:
    return " ".join(text.split())
