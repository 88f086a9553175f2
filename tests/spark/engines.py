"""One tenant on two engines: the settings of each, and a night of each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from nightaudit import transform, warehouse
from nightaudit.load.pipeline import load
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from pathlib import Path


def in_lake(catalog: str, data_dir: Path) -> dict[str, str]:
    """What puts a tenant's tables into a lake; what else a run keeps is in `data_dir`."""
    return {
        "NIGHTAUDIT_ENGINE": "spark",
        "NIGHTAUDIT_LAKE_CATALOG": catalog,
        "NIGHTAUDIT_DATA_DIR": str(data_dir),
    }


def settings_of(environment: dict[str, str]) -> Settings:
    """What a command would read in this environment."""
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environment.items():
            patch.setenv(name, value)
        return Settings.read()


def loaded(settings: Settings) -> int:
    """Load all lists and say how many rows were read."""
    with warehouse.lock(settings, "test"):
        report = load(settings)
    report.raise_for_failures()
    return sum(summary.rows for summary in report.streams)


def built(settings: Settings) -> transform.BuildReport:
    """Build with the engine of the settings."""
    with warehouse.lock(settings, "test"):
        return transform.build_marts(settings)
