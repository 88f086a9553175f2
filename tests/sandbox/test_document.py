"""Walks the tables of the API document row by row; each row names the behaviour that proves it."""

import csv
from pathlib import Path

import pytest
import sandbox_behaviours
from sandbox_api import Api

ROWS = list(csv.DictReader((Path(__file__).parent / "document_rows.csv").open(encoding="utf-8")))
BEHAVIOURS = {
    name
    for name, value in vars(sandbox_behaviours).items()
    if callable(value)
    and getattr(value, "__module__", "") == "sandbox_behaviours"
    and name not in {"refused", "money", "nights_taken"}
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['table']}: {row['row']}")
def test_the_document_row_holds(api: Api, row: dict[str, str]) -> None:
    getattr(sandbox_behaviours, row["behaviour"])(api)


def test_every_behaviour_is_named_by_a_row() -> None:
    assert {row["behaviour"] for row in ROWS} == BEHAVIOURS
