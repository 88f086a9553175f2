"""The columns of a warehouse that no comparison covers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit import schemas
from oracle.compare import marts_of
from oracle.marts import NOT_COMPARED

if TYPE_CHECKING:
    import duckdb

    from oracle.model import Portfolio

COLUMNS = f"""select schema_name || '.' || table_name, column_name from duckdb_columns()
    where schema_name in {schemas.PUBLISHED}"""


def not_compared(connection: duckdb.DuckDBPyConnection, portfolio: Portfolio) -> set[str]:
    """`mart.column` of every column that is neither a key of a comparison nor in one of its rows, as NOT_COMPARED writes it.

    A column counts as compared only where the portfolio gives the mart a row, so an empty one hides nothing.
    """
    seen: dict[str, set[str]] = {}
    wanted = connection.sql(COLUMNS).fetchall()
    for mart in marts_of(connection, portfolio, ages=(0,)):
        rows = mart.rows(portfolio)
        name = mart.name.partition("(")[0]
        seen[name] = {*mart.key_columns, *(next(iter(rows.values())) if rows else ())} if rows else set()
        if name != mart.name:
            wanted += [(name, column) for column in connection.sql(f"from {mart.name}").columns]
    left = {(mart, column) for mart, column in wanted if column not in seen.get(mart, ())}
    whole = {mart for mart, _ in left if f"{mart}.*" in NOT_COMPARED}
    return {f"{mart}.*" if mart in whole else f"{mart}.{column}" for mart, column in left}
