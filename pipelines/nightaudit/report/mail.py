"""The mail form of the report: a body of plain tables with their sentences, one PNG per chart beside it, the headline as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.files import write_atomically
from nightaudit.report.contents import report_of
from nightaudit.report.page import environment
from nightaudit.report.render import png

if TYPE_CHECKING:
    from pathlib import Path

    from nightaudit.settings import Settings

MOST_ROWS = 15  # a mail is read on a phone; the page has every row


def write(settings: Settings, out_dir: Path) -> Path:
    """Write `mail.html`, its pictures and `mail.txt`; see `nightaudit.report.write_mail`."""
    report = report_of(settings)
    drawn = [figure for section in report.sections for figure in section.figures if figure.chart is not None]
    pictures = {f"{figure.key}.png": png(figure) for figure in drawn}
    forms = {
        name: environment().get_template(f"{name}.j2").render(report=report, most_rows=MOST_ROWS)
        for name in ("mail.txt", "mail.html")
    }
    # Written only after all pictures are drawn, which takes seconds: an interrupted run leaves the earlier mail unchanged.
    out_dir.mkdir(parents=True, exist_ok=True)
    for name, form in (pictures | forms).items():
        write_atomically(out_dir / name, form)
    return out_dir / "mail.html"
