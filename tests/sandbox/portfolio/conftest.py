"""One portfolio that many tests look at, and what is wrong with it on purpose."""

from datetime import date

import pytest

from nightaudit.sandbox.portfolio import generate
from sandbox.portfolio.portfolio_books import Books, Wrong

TODAY = date(2026, 11, 20)
UNITS = 110


@pytest.fixture(scope="session")
def made() -> tuple[Books, Wrong]:
    wrong: Wrong = {}
    return Books(generate(units=UNITS, today=TODAY, planted=wrong)), wrong


@pytest.fixture(scope="session")
def books(made: tuple[Books, Wrong]) -> Books:
    return made[0]


@pytest.fixture(scope="session")
def wrong(made: tuple[Books, Wrong]) -> Wrong:
    return made[1]
