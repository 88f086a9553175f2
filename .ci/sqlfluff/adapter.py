# ruff: noqa: INP001 - sqlfluff loads the files of this folder one by one, and as a package they would be one
"""What sqlfluff shows in place of dbt's adapter: a macro of `dialect.sql` becomes a plain function call of the same name."""

from collections.abc import Callable


def dispatch(name: str) -> Callable[..., str]:
    """A stand-in for `adapter.dispatch(name)`: its arguments as they came, between parentheses."""
    return lambda *given: f"{name}({', '.join(map(str, given))})"
