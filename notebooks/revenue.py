"""Revenue: the bridge of deferred revenue, and what was earned, invoiced and received. Read only."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Revenue")


@app.cell
def _():
    import marimo as mo

    from nightaudit.report.notebook import heading, open_published, show

    published, as_of = open_published()
    return as_of, heading, mo, published, show


@app.cell
def _(as_of, heading, published):
    heading("Revenue", published, as_of)


@app.cell
def _(as_of, published):
    from nightaudit.report import revenue
    from nightaudit.report.periods import full_months, month_of

    months = revenue.read_months(published, *full_months(as_of, 24))
    figures = [revenue.bridge(months, month_of(as_of, -1)), revenue.clocks(months)]
    return figures, months


@app.cell
def _(figures, mo, show):
    mo.vstack([show(figure) for figure in figures])


@app.cell
def _(months):
    # Everything above is drawn from this frame: ask your own questions of it.
    months


if __name__ == "__main__":
    app.run()
