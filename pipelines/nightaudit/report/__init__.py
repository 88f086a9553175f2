"""Builds the report: charts as plain functions, one self-contained page, a mail form; heavy packages are imported on use.

what is shown:      contents
outputs:            page, mail, notebook, render
parts of a page:    facts, figure, names, words, panels, style, periods, source
occupancy:          headline, occupancy, heat, supply, tape, pace, vacancies, leases
money:              revenue, receivables, dso
data quality:       quality, checks, corrections
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError
from nightaudit.machine_errors import readable_errors

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings

__all__ = ["INSTALL", "is_installed", "write_mail", "write_page"]

INSTALL = "Install what writes reports with `pip install 'nightaudit[report]'`"


def write_page(settings: Settings, out: Path) -> Path:
    """Write the report of the published file, as of `Published.business_date`, to `out`; return `out`.

    The page is one HTML file that loads nothing from any host. Raises ConfigurationError when there is no published file or the
    report's packages are absent, DataCheckError when the file lacks a mart, NightauditError when `out` cannot be written.
    """
    _require_packages()
    from nightaudit.report import page

    with readable_errors(out.parent):
        return page.write(settings, out)


def write_mail(settings: Settings, out_dir: Path) -> Path:
    """Write the mail form of the report into `out_dir`: `mail.html` (tables, no style sheet), a PNG per chart, `mail.txt`.

    `mail.txt` has the headline in plain text, for programs that show no HTML. Whoever sends the mail attaches the pictures,
    which `mail.html` names as files beside it. Returns the path of `mail.html`; raises as `write_page`.
    """
    _require_packages()
    from nightaudit.report import mail

    with readable_errors(out_dir):
        return mail.write(settings, out_dir)


def is_installed() -> bool:
    """Return whether the packages of the `report` extra can be imported: without them, a night writes no report."""
    return not _absent_packages()


def _absent_packages() -> list[str]:
    from importlib.util import find_spec

    return [name for name in ("altair", "jinja2", "polars", "vl_convert") if find_spec(name) is None]


def _require_packages() -> None:
    """Raise ConfigurationError unless the packages of the `report` extra can be imported."""
    absent = _absent_packages()
    if absent:
        raise ConfigurationError(
            f"The report needs packages that are not installed: {', '.join(absent)}.",
            hint=f"{INSTALL}.",
        )
