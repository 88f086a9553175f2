"""Fixtures of the tests of corrections: a service that fails on purpose, and the sandbox."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from correct.desk import TODAY, Desk, settings_for
from correct.ledger_server import Ledger, serving
from correct.line import Line
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.sandbox.options import Dialect
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def ledger() -> Ledger:
    return Ledger()


@pytest.fixture
def desk(ledger: Ledger, tmp_path: Path) -> Iterator[Desk]:
    with serving(ledger) as base_url:
        opened = Desk(settings_for(base_url, tmp_path), tmp_path)
        yield opened
        opened.close()


@pytest.fixture(scope="session", params=["document", "observed"])
def dialect(request: pytest.FixtureRequest) -> Dialect:
    found: Dialect = request.param
    return found


@pytest.fixture(scope="session")
def service(dialect: Dialect) -> Iterator[Settings]:
    with running(SandboxOptions(units=20, years=1, today=TODAY, dialect=dialect)) as found:
        yield Settings.read(
            **found.as_dict(),
            today=TODAY,
            settle_seconds=0.1,
            timeout_seconds=10,
        )


@pytest.fixture
def hotel(service: Settings, tmp_path: Path) -> Iterator[Desk]:
    """A desk at the sandbox."""
    opened = Desk(service.model_copy(update={"data_dir": tmp_path / "data"}), tmp_path)
    yield opened
    opened.close()


@pytest.fixture
def line(ledger: Ledger, tmp_path: Path) -> Iterator[Line]:
    with serving(ledger) as base_url:
        yield Line(settings_for(base_url, tmp_path))
