"""A published file that the questions of docs/questions.md are asked of, and the queries by their number."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

import recorded
from nightaudit import publishing, schemas, transform, warehouse
from nightaudit.cli.questions import questions
from nightaudit.sandbox.portfolio import generate
from nightaudit.settings import Settings
from transform import raw_tables

TODAY = date(2026, 11, 1)
PAGE = Path(__file__).parents[2] / "docs" / "questions.md"


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    settings = Settings.read(
        data_dir=tmp_path_factory.mktemp("questions"), today=TODAY, excluded_buildings=("Test Building",)
    )
    known = (
        (collection, json.loads(json.dumps(record, default=str)))
        for collection, record in generate(units=30, years=2, seed=3, today=TODAY)
        if raw_tables.stream_of(collection) in schemas.READ_BY_MODELS
    )
    raw_tables.fill(warehouse.work_file(settings), known)
    recorded.known(checked=False)
    transform.build(settings, warehouse.work_file(settings), checked=False)
    return publishing.publish(settings)


def asked(number: int) -> str:
    """The query of a numbered question."""
    return next(
        sql for title, sql in questions(PAGE.read_text(encoding="utf-8")).items() if title.startswith(f"{number}. ")
    )
