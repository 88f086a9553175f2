"""Each figure's table sums to what the file says when asked another way, and ratios are sums over sums."""

import datetime
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import made_up
import polars as pl
import pytest

from nightaudit.report import (
    checks,
    dso,
    heat,
    leases,
    occupancy,
    pace,
    quality,
    receivables,
    revenue,
    supply,
    tape,
    vacancies,
)
from nightaudit.report.figure import MINUS
from nightaudit.report.periods import full_months, month_of
from nightaudit.report.source import Published

Ask = Callable[[str], pl.DataFrame]
OCTOBER = datetime.date(2026, 10, 1)
PERIOD = "night_date >= date '2025-11-01' and night_date < date '2026-11-01'"


@pytest.fixture
def nights(published: Published, as_of: datetime.date) -> pl.DataFrame:
    return occupancy.read_nights(published, *full_months(as_of))


def test_the_period_is_twelve_full_months(as_of: datetime.date) -> None:
    assert (datetime.date(2025, 11, 1), datetime.date(2026, 11, 1)) == full_months(as_of)
    assert (datetime.date(2025, 1, 1), OCTOBER.replace(year=2025)) == full_months(datetime.date(2025, 10, 1), 9)


def test_heat_maps_hold_every_unit_night(nights: pl.DataFrame, ask: Ask) -> None:
    occupied, available = ask(
        "select count(*) filter (state = 'occupied') as o, count(*) filter (state <> 'closed') as a"
        f" from occupancy.fct_unit_nights where {PERIOD}"
    ).row(0)
    for figure, rows in ((heat.heat_by_building(nights), 4 * 12), (heat.heat_by_weekday(nights), 7 * 12)):
        assert rows == figure.table.height
        assert (occupied, available) == (figure.table["occupied"].sum(), figure.table["available_nights"].sum())
        assert figure.table["rate"].to_list() == pytest.approx(
            (figure.table["occupied"] / figure.table["available_nights"]).to_list()
        )


def test_small_buildings_are_summed_beyond_the_rows_drawn(
    nights: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = heat.heat_by_building(nights).table
    monkeypatch.setattr(heat, "MOST_ROWS", 2)
    cut = heat.heat_by_building(nights).table
    assert {"Harbour House (1)", "2 smaller buildings"} < set(cut["row"])
    assert whole["occupied"].sum() == cut["occupied"].sum()


def test_months_and_buildings_agree_with_the_monthly_mart(nights: pl.DataFrame, ask: Ask) -> None:
    mart = ask(f"select * from occupancy.fct_occupancy_monthly where month = date '{OCTOBER}' order by building_id")
    shown = (
        occupancy.by_building(nights, OCTOBER)
        .table.join(nights.select("building", "building_id").unique(), on="building")
        .sort("building_id")
    )
    assert mart["adr"].to_list() == shown["adr"].to_list()
    assert mart["revpar"].to_list() == shown["revpar"].to_list()
    assert mart["room_revenue_net"].to_list() == shown["room_revenue_net"].to_list()
    assert [float(rate) for rate in mart["occupancy_rate"]] == pytest.approx(shown["rate"].to_list(), abs=1e-6)
    assert [float(rate) for rate in mart["occupancy_rate_net_ooo"]] == pytest.approx(
        shown["rate_net_ooo"].to_list(), abs=1e-6
    )


def test_money_is_exact_and_never_added_across_currencies(nights: pl.DataFrame, ask: Ask) -> None:
    table = occupancy.by_month(nights).table
    assert {"EUR", "GBP", "USD"} == set(table["currency"])
    earned = ask(f"select currency_code, sum(net_amount) from occupancy.fct_stay_nights where {PERIOD} group by 1")
    sums = dict(table.group_by("currency").agg(pl.col("room_revenue_net").sum()).iter_rows())
    assert dict(earned.iter_rows()) == sums
    assert all(isinstance(amount, Decimal) for amount in sums.values())


def test_a_mean_of_rates_would_have_been_seen(nights: pl.DataFrame) -> None:
    """The control: in this data the average of the buildings' rates is not the rate of the whole."""
    rates = occupancy.by_building(nights, OCTOBER).table["rate"]
    whole = occupancy.kpis(nights.filter(pl.col("month") == OCTOBER), "month")["rate"][0]
    assert abs(float(rates.mean()) - whole) > 0.001  # type: ignore[arg-type] # of a column of floats


def test_the_supply_bar_adds_up(nights: pl.DataFrame, ask: Ask) -> None:
    figure = supply.supply(nights, OCTOBER)
    [inventory] = ask(
        f"select count(*) from occupancy.fct_unit_nights where date_trunc('month', night_date) = date '{OCTOBER}'"
    ).row(0)
    states = figure.table.select(*supply.LABELS).sum().row(0)
    assert inventory == sum(states) == figure.table["inventory_nights"].sum()
    assert figure.summary.endswith("which add up to the inventory.")
    lame = nights.with_columns(vacant=pl.col("vacant") - 1)
    assert "do NOT add up: +" in supply.supply(lame, OCTOBER).summary


def test_the_tape_chart_covers_every_day_of_its_units(published: Published, as_of: datetime.date, ask: Ask) -> None:
    spans = tape.read_spans(published, as_of)
    assert tape.DAYS * spans["unit_id"].n_unique() == spans["nights"].sum()
    occupied = spans.filter(pl.col("state") == "occupied")["nights"].sum()
    units = ", ".join(map(str, spans["unit_id"].unique()))
    [known] = ask(
        "select count(*) from occupancy.fct_unit_nights where state = 'occupied' and night_date >= date '2026-11-20'"
        f" and night_date < date '2026-12-18' and unit_id in ({units})"
    ).row(0)
    assert known == occupied > 0
    assert "3 nights in 1 unit double-booked" in tape.tape(spans, as_of).summary


def test_pickup_is_the_difference_of_two_readings(published: Published, as_of: datetime.date, ask: Ask) -> None:
    books = pace.read_books(published, as_of, pace.snapshots())
    table = pace.pickup(books, as_of).table
    assert (table["now"] - table["week_ago"]).to_list() == table["pickup"].to_list()
    [late] = ask(
        "select sum(nights) from occupancy.stay_versions"
        " where booked_on > date '2026-11-13' and stay_month >= date '2026-11-01'"
    ).row(0)
    assert late == table["pickup"].sum() > 0
    curve = pace.curve(books, as_of).table.filter(pl.col("days_back") == 0)
    assert table["now"].head(4).to_list() == curve["nights"].to_list()


def test_pickup_is_unknown_not_everything_when_history_begins_today(as_of: datetime.date) -> None:
    books = pl.DataFrame(
        {"stay_month": [month_of(as_of)], "nights": [30], "days_back": [0]},
        schema={"stay_month": pl.Date, "nights": pl.Int64, "days_back": pl.Int64},
    )
    assert pace.pickup(books, as_of).summary == pace.NO_HISTORY


def test_without_row_versions_pace_is_one_plain_sentence(tmp_path: Path, as_of: datetime.date) -> None:
    file = made_up.build(tmp_path / "w.duckdb", without=("macro table occupancy.on_the_books",))
    with Published(file) as source:
        [figure] = pace.figures(source, as_of)
    said = "The published file has no occupancy.on_the_books, so what was known on earlier days cannot be shown."
    assert said == figure.summary
    assert figure.chart is None


def test_lease_expiry_counts_every_running_tenancy(published: Published, as_of: datetime.date, ask: Ask) -> None:
    table = leases.expiry(leases.read_endings(published, as_of), as_of).table
    [running] = ask(
        "select count(*) from occupancy.fct_tenancies where nights >= 28 and first_start_date <= date '2026-11-20'"
        " and last_end_date > date '2026-11-20'"
    ).row(0)
    assert running == table["remaining"][0] == table["ending"].sum() + table["remaining"][-1] > 0


def test_vacant_units_are_those_of_tonight(published: Published, as_of: datetime.date, ask: Ask) -> None:
    read = vacancies.read_vacancies(published, as_of)
    [tonight] = ask(
        "select count(*) from occupancy.fct_unit_nights where night_date = date '2026-11-20' and state = 'vacant'"
    ).row(0)
    assert tonight == vacancies.vacant_now(read).table["units"].sum() == vacancies.vacancy_table(read).table.height > 0
    soon = vacancies.becoming_vacant(read).table
    assert soon["vacant_from"].min() > as_of  # type: ignore[operator] # of a column of dates


def test_ageing_adds_up_to_what_is_open(published: Published, as_of: datetime.date, ask: Ask) -> None:
    ageing = receivables.read_ageing(published, as_of)
    table = receivables.ageing_bars(ageing, as_of).table
    assert (table["owed"] + table["credits"]).to_list() == table["open_amount"].to_list()
    known = ask(
        "select i.currency_code, sum(open_amount) from receivables.fct_invoice_balance_intervals as b"
        " join receivables.fct_sales_invoices as i using (invoice_id)"
        " where valid_from <= date '2026-11-20' and coalesce(valid_to, date '9999-01-01') > date '2026-11-20'"
        " group by 1"
    )
    assert dict(known.iter_rows()) == dict(
        receivables.open_totals(ageing).select("currency", "open_amount").iter_rows()
    )
    assert table["credits"].min() < 0  # type: ignore[operator] # of a column of decimals
    assert table.filter(pl.col("currency") == "EUR")["bucket"].cast(pl.String).to_list()[:2] == ["current", "1-30"]


def test_days_sales_outstanding_are_those_of_the_mart(published: Published, as_of: datetime.date, ask: Ask) -> None:
    figure = dso.outstanding(dso.read_dso(published, *full_months(as_of)))
    known = ask(
        "select sum(receivable), sum(invoiced_gross) from receivables.fct_dso_monthly"
        " where month >= date '2025-11-01' and month < date '2026-11-01'"
    )
    assert figure.table.select(pl.col("receivable", "invoiced_gross").sum()).rows() == known.rows()
    assert "21.5 days (EUR), 21.5 days (GBP) and 21.5 days (USD)" in figure.summary


def test_exceptions_and_comparisons_are_counted(published: Published, ask: Ask) -> None:
    exceptions, compared = checks.figures(published)
    assert ask("select count(*) from quality.fct_exceptions").item() == exceptions.table["found"].sum() == 9
    assert exceptions.summary == "9 records need a look; the most frequent kind is double booking."
    assert compared.summary == "3 of 3 comparisons agree to the cent, record by record."
    off = compared.table.with_columns(records_off=pl.lit(1))
    assert checks.reconciliations(off).summary.startswith("0 of 3 comparisons agree")


def test_an_unknown_bucket_is_shown_not_dropped() -> None:
    frame = pl.DataFrame(
        {
            "currency": ["GBP"],
            "bucket": ["121+"],
            "documents": [1],
            "owed": [Decimal(5)],
            "credits": [Decimal(0)],
            "open_amount": [Decimal(5)],
        }
    )
    assert "5.00 GBP" in receivables.ageing_bars(frame, OCTOBER).summary


def test_the_bridge_adds_up_and_says_so_when_it_does_not(published: Published, as_of: datetime.date, ask: Ask) -> None:
    months = revenue.read_months(published, *full_months(as_of))
    figure = revenue.bridge(months, OCTOBER)
    known = ask(
        "select currency_code, sum(room_earned_net), sum(invoiced_net), sum(deferred_closing)"
        f" from revenue.fct_revenue_monthly where month = date '{OCTOBER}' group by 1 order by 1"
    )
    assert known.rows() == figure.table.select("currency", "earned", "invoiced", "closing").rows()
    assert figure.summary.startswith("The bridge adds up")
    lame = months.with_columns(closing=pl.col("closing") + Decimal("0.01"))
    left_over = "-0.01 EUR, -0.01 GBP and -0.01 USD is left over".replace("-", MINUS)
    assert revenue.bridge(lame, OCTOBER).summary.startswith(f"The bridge does NOT add up: {left_over}")


def test_the_strip_takes_the_newest_walk_of_each_stream(published: Published) -> None:
    streams = quality.read_streams(published, datetime.datetime.now(datetime.UTC))
    assert dict(
        streams.filter(pl.col("stream").is_in(["bookings", "units"]))
        .sort("stream")
        .select("stream", "row_count")
        .iter_rows()
    ) == {"bookings": 30210, "units": 24}
    assert streams["stream"][0] == "financial_allocations_sales_payments"
    assert streams.filter(pl.col("stream") == "bookings")["age"][0] == pytest.approx(2, abs=0.2)
