"""The marts, or some of them, without their checks: for a test of figures whose models another build checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit import transform

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings


def build_unchecked(settings: Settings, work_file: Path, *, models: str = "") -> transform.BuildReport:
    """As `nightaudit.transform.build`, but nothing is checked; and with `models`, in dbt's words, only these are made."""
    return transform.build(settings, work_file, select=models.split(), checked=False)
