"""Corrections: what waits for finance, what was written back, and what needs a person. Read only: nothing is sent."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Corrections")


@app.cell
def _():
    import marimo as mo

    from nightaudit.report.notebook import heading, open_published, show

    published, as_of = open_published()
    return as_of, heading, mo, published, show


@app.cell
def _(as_of, heading, published):
    heading("Corrections", published, as_of)


@app.cell
def _(published):
    from nightaudit.report import checks, corrections

    figures = [*corrections.figures(published), *checks.figures(published)]
    return corrections, figures


@app.cell
def _(figures, mo, show):
    mo.vstack([show(figure) for figure in figures])


@app.cell
def _(corrections, published):
    # One row per row of a plan, newest change first: ask your own questions of it.
    rows = corrections.read_rows(published)
    rows
    return (rows,)


if __name__ == "__main__":
    app.run()
