"""Builds the report: charts as plain functions, one self-contained page, a mail form; heavy packages are imported on use.

what is shown:      contents
outputs:            page, mail, notebook, render
parts of a page:    facts, figure, words, panels, style, periods, source
occupancy:          headline, occupancy, heat, supply, tape, pace, vacancies, leases
money:              revenue, receivables, dso
data quality:       quality, checks, corrections
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.errors import ConfigurationError
from nightaudit.machine_errors import readable_errors

if TYPE_CHECKING:
    import datetime
    from pathlib import Path

__all__ = ["INSTALL", "is_installed", "write_mail", "write_page"]

INSTALL = "Install what writes reports with `pip install 'nightaudit[report]'`"


def write_page(published: Path, out: Path, *, as_of: datetime.date | None = None) -> Path:
    """Write the report of the `published` DuckDB file to `out`, one HTML file that loads nothing from any host.

    `as_of` is the business date; when left out, NIGHTAUDIT_TODAY, else today, or the date of the file's last load where that
    is earlier. Returns `out`. Raises ConfigurationError when there is no published file or the report's packages are absent,
    DataCheckError when the file lacks a mart, NightauditError when `out` cannot be written.
    """
    _require_packages()
    from nightaudit.report.page import write_page as write

    with readable_errors(out.parent):
        return write(published, out, as_of=as_of)


def write_mail(published: Path, out_dir: Path, *, as_of: datetime.date | None = None) -> Path:
    """Write the mail form of the report into `out_dir`: `mail.html` (tables, no style sheet), a PNG per chart, `mail.txt`.

    `mail.txt` has the headline in plain text, for programs that show no HTML.
    Returns the path of `mail.html`; raises as `write_page`.
    """
    _require_packages()
    from nightaudit.report.mail import write_mail as write

    with readable_errors(out_dir):
        return write(published, out_dir, as_of=as_of)


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
