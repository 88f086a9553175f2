"""Receivables: open amounts by age on any date, who owes most, DSO, and how complete the data behind them is. Read only."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Receivables")


@app.cell
def _():
    import marimo as mo

    from nightaudit.report.notebook import heading, open_published, show

    published, business_date = open_published()
    return business_date, heading, mo, published, show


@app.cell
def _(as_of, heading, published):
    heading("Receivables", published, as_of.value)


@app.cell
def _(business_date, mo):
    as_of = mo.ui.date(value=business_date, start="1970-01-01", stop="2199-12-31", label="As of")
    as_of
    return (as_of,)


@app.cell
def _(as_of, mo, published):
    from nightaudit.report import dso, receivables
    from nightaudit.report.periods import full_months

    mo.stop(
        not as_of.start <= as_of.value <= as_of.stop,
        mo.md(f"Choose a date from {as_of.start.year} to {as_of.stop.year}."),
    )  # a year that is being typed begins as 2
    ageing = receivables.read_ageing(published, as_of.value)
    outstanding = dso.outstanding(dso.read_dso(published, *full_months(as_of.value)))
    figures = [*receivables.figures(published, ageing, as_of.value), outstanding]
    return ageing, figures


@app.cell
def _(figures, mo, show):
    mo.vstack([show(figure) for figure in figures])


@app.cell
def _(published, show):
    from datetime import UTC, datetime

    from nightaudit.report import quality

    streams = quality.strip(quality.read_streams(published, datetime.now(UTC)))
    show(streams)
    return (streams,)


@app.cell
def _(ageing):
    # The bars above are drawn from this frame: ask your own questions of it.
    ageing


if __name__ == "__main__":
    app.run()
