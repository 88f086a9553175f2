"""One portfolio of 120 units that many tests look at, and what is wrong with it on purpose."""

from datetime import date

import pytest
from portfolio_books import Books

from nightaudit.sandbox.portfolio import generate_with_planted

TODAY = date(2026, 11, 20)
UNITS = 110


@pytest.fixture(scope="session")
def made() -> tuple[Books, dict[str, list[tuple[int, ...]]]]:
    records, wrong = generate_with_planted(units=UNITS, today=TODAY)
    return Books(records), wrong


@pytest.fixture(scope="session")
def books(made: tuple[Books, dict[str, list[tuple[int, ...]]]]) -> Books:
    return made[0]


@pytest.fixture(scope="session")
def wrong(made: tuple[Books, dict[str, list[tuple[int, ...]]]]) -> dict[str, list[tuple[int, ...]]]:
    return made[1]
