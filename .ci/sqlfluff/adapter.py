# ruff: noqa: INP001 - sqlfluff loads the files of this folder one by one, and as a package they would be one
"""What sqlfluff shows in place of dbt's adapter: a macro of `macros/dialect` becomes a plain function call of the same name."""

from collections.abc import Callable

SHOWN: dict[str, Callable[..., str]] = {  # what is no expression
    "sql_type": lambda name: name,
    "names": lambda sql: sql,
    "text_of": lambda words: "'" + words.replace("'", "''") + "'",
    "once": lambda: "materialized",
    "recursive": lambda: "recursive",
    "all_but": lambda _columns, _relation, row: f"{row}.*",
    "each_numbered": lambda elements, item, number: f"unnest({elements}) as {item}, range({elements}) as {number}",
    "list_of": lambda elements: f"[{', '.join(elements)}]",
    "all_of": lambda lists: f"list_concat({', '.join(lists)})",
    "struct_of": lambda values: f"struct_of({', '.join(values.values())})",
    "follow": lambda links, _followed: f"select chain_id, previous_chain_id as tenancy_id from {links}",
    "raw_versions": lambda relation: relation,
    "latest": lambda relation, *_: relation,
}


def dispatch(name: str) -> Callable[..., str]:
    """A stand-in for `adapter.dispatch(name)`: its arguments as they came, between parentheses."""
    return SHOWN.get(name, lambda *given: f"{name}({', '.join(map(str, given))})")


def quote(name: str) -> str:
    """A stand-in for `adapter.quote(name)`."""
    return f'"{name}"'
