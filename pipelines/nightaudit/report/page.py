"""Writes the report as one self-contained HTML page, and holds the templates that page and mail share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from nightaudit.files import write_atomically
from nightaudit.report.contents import report_of
from nightaudit.report.render import svg
from nightaudit.report.words import day_name, plural

if TYPE_CHECKING:
    from nightaudit.settings import Settings

TEMPLATES = Path(__file__).with_name("templates")


def write(settings: Settings, out: Path) -> Path:
    """Write the page; see `nightaudit.report.write_page`."""
    report = report_of(settings)
    out.parent.mkdir(parents=True, exist_ok=True)
    write_atomically(out, environment().get_template("page.html.j2").render(report=report))
    return out


def environment() -> jinja2.Environment:
    """Return the environment of the templates: every value is escaped, and an unknown name is an error."""
    templates = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["svg"] = svg
    templates.filters["day"] = day_name
    templates.filters["plural"] = plural
    return templates
