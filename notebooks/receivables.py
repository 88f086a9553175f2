"""Receivables: open amounts by age on any date, who owes most, DSO, and how complete the data behind them is. Read only."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Receivables")


@app.cell
def _():
    import marimo as mo

    from nightaudit.report.notebook import open_published, show
    from nightaudit.report.words import day_name

    published, business_date = open_published()
    return business_date, day_name, mo, published, show


@app.cell
def _(as_of, day_name, mo):
    mo.md(f"# Receivables as of {day_name(as_of.value)}")


@app.cell
def _(business_date, mo):
    as_of = mo.ui.date(value=business_date, label="As of")
    as_of
    return (as_of,)


@app.cell
def _(as_of, published):
    from nightaudit.report import dso, receivables
    from nightaudit.report.periods import full_months

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
