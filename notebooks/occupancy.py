"""Occupancy: heat maps, both bases month by month, supply, tape chart, pace, leases and vacancies. Read only."""

import marimo

__generated_with = "0.25.2"
app = marimo.App(width="medium", app_title="Occupancy")


@app.cell
def _():
    import marimo as mo

    from nightaudit.report.notebook import heading, open_published, show

    published, as_of = open_published()
    return as_of, heading, mo, published, show


@app.cell
def _(as_of, heading, published):
    heading("Occupancy", published, as_of)


@app.cell
def _(as_of, published):
    from nightaudit.report import heat, occupancy, supply
    from nightaudit.report.periods import full_months, month_of

    nights = occupancy.read_nights(published, *full_months(as_of))
    last_month = month_of(as_of, -1)
    past = [
        heat.heat_by_building(nights),
        heat.heat_by_weekday(nights),
        occupancy.by_month(nights),
        occupancy.by_building(nights, last_month),
        supply.supply(nights, last_month),
    ]
    return nights, past


@app.cell
def _(mo, past, show):
    mo.vstack([show(figure) for figure in past])


@app.cell
def _(as_of, published):
    from nightaudit.report import leases, pace, tape, vacancies

    coming = [
        tape.tape(tape.read_spans(published, as_of), as_of),
        *pace.figures(published, as_of),
        *leases.figures(published, as_of),
        *vacancies.figures(published, as_of),
    ]
    return (coming,)


@app.cell
def _(coming, mo, show):
    mo.vstack([show(figure) for figure in coming])


@app.cell
def _(nights):
    # Everything above is drawn from frames like this one: ask your own questions of it.
    nights


if __name__ == "__main__":
    app.run()
