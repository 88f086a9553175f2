"""Writes the answers into a page of SQL questions: `python -m nightaudit.cli.questions docs/questions.md warehouse.duckdb`.

The answer to each SQL block of the page is the table below it. A run replaces all answers by those of a published file.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nightaudit import database
from nightaudit.errors import ConfigurationError, NightauditError

if TYPE_CHECKING:
    import duckdb

QUESTION = re.compile(
    r"^## (?P<title>.+)\n\n```sql\n(?P<sql>[^`]+?)\n```\n(?P<answer>(?:\n\|.*(?:\n\|.*)*\n)?)", re.MULTILINE
)


def questions(page: str) -> dict[str, str]:
    """Return the SQL of every question in the text of a page, by title."""
    return {match["title"]: match["sql"] for match in QUESTION.finditer(page)}


def answered(page: str, connection: duckdb.DuckDBPyConnection) -> str:
    """Return the page with the answers of this warehouse. Raises duckdb.Error when a query does not run."""

    def with_answer(question: re.Match[str]) -> str:
        found = connection.sql(question["sql"])
        rows = [[_cell(value) for value in row] for row in found.fetchall()]
        lines = [found.columns, ["---"] * len(found.columns), *rows]
        table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
        return f"## {question['title']}\n\n```sql\n{question['sql']}\n```\n\n{table}\n"

    return QUESTION.sub(with_answer, page)


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return f"{value:.3f}"
    return str(value).replace("|", r"\|")


def main(page: Path, published: Path) -> None:
    """Write the answers of a published file into the page. Raises ConfigurationError when there is no such file."""
    if not published.exists():
        raise ConfigurationError(f"{published} does not exist.", hint="Run `nightaudit demo` first.")
    with database.reading(published) as connection:
        page.write_text(answered(page.read_text(encoding="utf-8"), connection), encoding="utf-8")


if __name__ == "__main__":
    try:
        main(Path(sys.argv[1]), Path(sys.argv[2]))
    except NightauditError as error:
        sys.exit(str(error))
