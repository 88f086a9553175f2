"""What the notebooks share: the published file of the settings, and a figure as a cell's output."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import marimo

from nightaudit.report.render import svg
from nightaudit.report.source import Published
from nightaudit.settings import Settings
from nightaudit.warehouse import published_file

if TYPE_CHECKING:
    import datetime

    from nightaudit.report.figure import Figure


def open_published() -> tuple[Published, datetime.date]:
    """Return the published file of the data directory, opened read-only, and the date it is shown as of.

    Cells of a person's own may open it, too, and join it with other files.

    Raises ConfigurationError when nothing has been published yet, DataCheckError when the file lacks a mart.
    """
    settings = Settings.read()
    published = Published(published_file(settings))
    return published, published.business_date(settings)


def show(figure: Figure) -> marimo.Html:
    """Return title, summary, caption, chart (the page's own drawing, so nothing is fetched) and table of a figure."""
    title, summary, caption = map(escape, (figure.title, figure.summary, figure.caption))
    words = (
        f"<h2>{title}</h2><p>{summary}</p><p><small>{caption}</small></p>"  # no Markdown: names of records are in them
    )
    parts: list[object] = [
        marimo.Html(f'<div class="markdown prose dark:prose-invert" style="overflow-wrap:anywhere">{words}</div>')
    ]
    if figure.chart is not None:
        scrolling = f'role="region" tabindex="0" aria-label="Chart: {title}" style="overflow-x:auto"'
        parts.append(marimo.Html(f"<div {scrolling}>{svg(figure)}</div>"))
    if figure.table.height:
        named = {name: column.label for name, column in figure.columns.items()}
        parts.append(
            marimo.ui.table(
                figure.table.select(list(named)).rename(named),
                selection=None,
                format_mapping={column.label: column.cell for column in figure.columns.values()},
                show_column_summaries=False,
                show_data_types=False,
            )
        )
    return marimo.vstack(parts)
