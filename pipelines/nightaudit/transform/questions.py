"""Answers the questions of a page: `python -m nightaudit.transform.questions docs/questions.md warehouse.duckdb`.

Below every block of SQL of the page stands its answer as a table; running this on a published file writes them anew.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit.errors import ConfigurationError, NightauditError

if TYPE_CHECKING:
    import duckdb

QUESTION = re.compile(
    r"^## (?P<title>.+)\n\n```sql\n(?P<sql>[^`]+?)\n```\n(?P<answer>(?:\n\|.*(?:\n\|.*)*\n)?)", re.MULTILINE
)


def questions(page: str) -> dict[str, str]:
    """Title to SQL of every question of a page's text."""
    return {found["title"]: found["sql"] for found in QUESTION.finditer(page)}


def answered(page: str, connection: duckdb.DuckDBPyConnection) -> str:
    """The page with every answer as this warehouse gives it. Raises duckdb.Error when a query does not run."""

    def written(found: re.Match[str]) -> str:
        cursor = connection.execute(found["sql"])
        head = [column[0] for column in cursor.description or ()]
        rows = cursor.fetchall()
        lines = [head, ["---"] * len(head), *([_cell(value) for value in row] for row in rows)]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"## {found['title']}\n\n```sql\n{found['sql']}\n```\n\n{table}\n"

    return QUESTION.sub(written, page)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}"
    return str(value).replace("|", r"\|")


def main(page: Path, published: Path) -> None:
    """Write the answers of a published file into the page. Raises ConfigurationError when there is no such file."""
    import duckdb

    if not published.exists():
        raise ConfigurationError(f"{published} does not exist.", hint="Run `nightaudit demo` first.")
    with duckdb.connect(str(published), read_only=True) as connection:
        connection.execute("set TimeZone = 'UTC'")
        page.write_text(answered(page.read_text(encoding="utf-8"), connection), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except NightauditError as error:
        sys.exit(str(error))
