"""What the notebooks share: the published file of the settings, and its facts and a figure as a cell's output."""

from __future__ import annotations

import datetime
from html import escape
from typing import TYPE_CHECKING

import marimo

from nightaudit.report.facts import facts
from nightaudit.report.quality import read_streams
from nightaudit.report.render import svg
from nightaudit.report.source import Published
from nightaudit.report.words import ABSENT, day_name
from nightaudit.settings import Settings
from nightaudit.warehouse import published_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from nightaudit.report.figure import Column, Figure

SEARCHED = {"date": "%Y-%m-%d", "month": "%Y-%m"}
"""How a table shows these kinds: the search of marimo looks for values as they are stored."""


def open_published() -> tuple[Published, datetime.date]:
    """Return the published file of the data directory, opened read-only, and the date it is shown as of.

    Cells of a person's own may open it, too, and join it with other files.

    Raises ConfigurationError when nothing has been published yet.
    """
    settings = Settings.read()
    published = Published(published_file(settings))
    return published, published.business_date(settings)


def heading(subject: str, published: Published, as_of: datetime.date) -> marimo.Html:
    """Return the heading of a notebook and below it, as above the report, the facts of the file; what is not proven in bold."""
    streams = read_streams(published, datetime.datetime.now(datetime.UTC))
    lines = []
    for fact in facts(published, as_of, streams):
        line = escape(f"{fact.name}: {fact.said}")
        lines.append(f"<b>{line}</b>" if fact.alarm else line)
    return _words(f"<h1>{escape(subject)} as of {day_name(as_of)}</h1><p><small>{'<br>'.join(lines)}</small></p>")


def show(figure: Figure) -> marimo.Html:
    """Return title, summary, caption, chart (the page's own drawing, so nothing is fetched) and table of a figure."""
    title, summary, caption = map(escape, (figure.title, figure.summary, figure.caption))
    words = (
        f"<h2>{title}</h2><p>{summary}</p><p><small>{caption}</small></p>"  # no Markdown: names of records are in them
    )
    parts: list[object] = [_words(words)]
    if figure.chart is not None:
        scrolling = f'role="region" tabindex="0" aria-label="Chart: {title}" style="overflow-x:auto"'
        parts.append(marimo.Html(f"<div {scrolling}>{svg(figure)}</div>"))
    if figure.table.height:
        named = {name: column.label for name, column in figure.columns.items()}
        parts.append(
            marimo.ui.table(
                figure.table.select(list(named)).rename(named),
                selection=None,
                format_mapping={column.label: cell_of(column) for column in figure.columns.values()},
                show_column_summaries=False,
                show_data_types=False,
            )
        )
    return marimo.vstack(parts)


def cell_of(column: Column) -> Callable[[object], str]:
    """Return the function that writes the values of a column in a table."""
    form = SEARCHED.get(column.kind)
    return (lambda value: ABSENT if value is None else format(value, form)) if form else column.cell


def _words(html: str) -> marimo.Html:
    """Return text that looks as marimo shows Markdown."""
    return marimo.Html(f'<div class="markdown prose dark:prose-invert" style="overflow-wrap:anywhere">{html}</div>')
