"""Puts the tables of kept runs into docs/explanation/speed.md: `page.py WINDOW.json,MORE.json GROWTH.json`, either may be `-`."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import chart
from dataset import HERE
from table import Result, markdown

PAGE = HERE.parents[1] / "docs" / "explanation" / "speed.md"
PICTURE = PAGE.parent / "speed-growth.svg"


def put(page: str, name: str, text: str) -> str:
    """The page with what stands between the two marks of this name replaced."""
    marks = f"<!-- {name} -->", f"<!-- end of {name} -->"
    pattern = re.compile(f"{re.escape(marks[0])}.*?{re.escape(marks[1])}", re.DOTALL)
    if not pattern.search(page):
        raise SystemExit(f"{PAGE} has no marks {marks[0]} and {marks[1]}.")
    return pattern.sub(lambda _: f"{marks[0]}\n\n{text}\n\n{marks[1]}", page)


def kept(file: str) -> tuple[str, list[Result]]:
    """When and where a run was, and its results."""
    told: dict[str, Any] = json.loads(Path(file).read_text())
    return f"{told['at']}, {told['machine']}.", [Result.from_dict(one) for one in told["results"]]


if __name__ == "__main__":
    text = PAGE.read_text()
    if sys.argv[1] != "-":
        runs = [kept(file) for file in sys.argv[1].split(",")]
        tables = "\n\n".join(f"Run of {where}\n\n{markdown(results, phases=False)}" for where, results in runs)
        text = put(text, "tables", tables)
    if sys.argv[2] != "-":
        where, results = kept(sys.argv[2])
        found = chart.points(results)
        text = put(text, "growth", f"Run of {where}\n\n{chart.table(found)}")
        chart.chart(found).save(str(PICTURE))
    PAGE.write_text(text)
