"""Walks the tables of the API document row by row; each row names the behaviour that proves it."""

import csv
from importlib import import_module
from pathlib import Path

import pytest

from nightaudit.sandbox.calls.addresses import addresses
from nightaudit.sandbox.rules import rule_of
from sandbox.sandbox_api import Api

ROWS = list(csv.DictReader((Path(__file__).parent / "document_rows.csv").open(encoding="utf-8")))
BEHAVIOURS = {
    name: value
    for module in (import_module(f"sandbox.{path.stem}") for path in Path(__file__).parent.glob("behaviours_of_*.py"))
    for name, value in vars(module).items()
    if callable(value) and value.__module__ == module.__name__ and name != "nights_taken"
}


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['table']}: {row['row']}")
def test_the_document_row_holds(api: Api, row: dict[str, str]) -> None:
    BEHAVIOURS[row["behaviour"]](api)


def test_every_endpoint_of_the_document_is_played_by_a_rule() -> None:
    rows = csv.DictReader((Path(__file__).parents[1] / "documented_operations.csv").open(encoding="utf-8"))
    played = {address: rule_of(operation) for address, operation in addresses(None).items()}
    missing = [row for row in rows if not callable(played.get((row["method"], row["path"])))]
    assert [] == missing


def test_every_behaviour_is_named_by_a_row() -> None:
    assert {row["behaviour"] for row in ROWS} == BEHAVIOURS.keys()
