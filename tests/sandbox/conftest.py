"""One sandbox for the session over a small portfolio; every test finds it as it was at the start."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from nightaudit.sandbox import SandboxOptions
from sandbox.sandbox_api import Api, served, write_portfolio
from sandbox.small_portfolio import PORTFOLIO, TODAY


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_portfolio(tmp_path_factory.mktemp("portfolio"), PORTFOLIO)


@pytest.fixture(scope="session")
def options(folder: Path) -> SandboxOptions:
    return SandboxOptions(portfolio=folder, today=TODAY)


@pytest.fixture(scope="session")
def _session_api(folder: Path) -> Iterator[Api]:
    with served(folder) as api:
        yield api


@pytest.fixture
def api(_session_api: Api) -> Api:
    _session_api.restore()
    return _session_api


@pytest.fixture(scope="session")
def observed(folder: Path) -> Iterator[Api]:
    with served(folder, dialect="observed") as api:
        yield api
