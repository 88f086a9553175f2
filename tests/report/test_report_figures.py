"""Occupancy: each table sums to what the file says when asked another way; ratios are sums over sums."""

import datetime
from collections.abc import Callable
from decimal import Decimal

import polars as pl
import pytest

from nightaudit.report import (
    heat,
    occupancy,
    pace,
    style,
    supply,
    tape,
)
from nightaudit.report.periods import full_months, month_of
from nightaudit.report.render import svg
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
    sizes = nights.group_by("building").agg(pl.col("inventory_nights").sum()).sort("inventory_nights", descending=True)
    for figure, labels in (
        (heat.heat_by_building(nights), sizes["building"].to_list()),
        (heat.heat_by_weekday(nights), heat.WEEKDAYS),
    ):
        months = nights["month"].unique().sort()
        assert [(label, month) for label in labels for month in months] == figure.table.select("row", "month").rows()
        assert (occupied, available) == (figure.table["occupied"].sum(), figure.table["available_nights"].sum())
        assert figure.table["rate"].to_list() == pytest.approx(
            (figure.table["occupied"] / figure.table["available_nights"]).to_list()
        )
    by_day = heat.heat_by_weekday(nights).table.group_by("row").agg(pl.col("occupied").sum())
    known = ask(
        f"select dayname(night_date), sum(occupied_nights) from occupancy.fct_occupancy_daily where {PERIOD} group by 1"
    )
    assert dict(known.iter_rows()) == dict(by_day.iter_rows())


def test_of_equals_none_is_said_to_be_the_fullest(nights: pl.DataFrame) -> None:
    for occupied, said in ((0, "0.0%"), (pl.col("available_nights"), "100.0%")):
        rows = nights.with_columns(occupied=occupied)
        for figure in (heat.heat_by_building(rows), heat.heat_by_weekday(rows)):
            assert f"Over the period all were {said} occupied." == figure.summary
    days = nights.with_columns(occupied=pl.when(pl.col("weekday") > 2).then("available_nights").otherwise(0))
    assert (
        "Over the period Wednesday, Thursday, Friday, Saturday and Sunday were fullest (100.0%), Monday and Tuesday"
        " emptiest (0.0%)." == heat.heat_by_weekday(days).summary
    )
    one = nights.with_columns(occupied=pl.when(pl.col("weekday") == 3).then("available_nights").otherwise(0))
    assert heat.heat_by_weekday(one).summary.startswith("Over the period Wednesday was fullest (100.0%), Monday,")


def test_small_buildings_are_summed_beyond_the_rows_drawn(
    nights: pl.DataFrame, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = heat.heat_by_building(nights)
    monkeypatch.setattr(heat, "MOST_ROWS", 4)
    assert "smaller" not in svg(heat.heat_by_building(nights)), "all four have a row"
    monkeypatch.setattr(heat, "MOST_ROWS", 1)
    cut = heat.heat_by_building(nights)
    assert {"Harbour House (1)", "3 smaller buildings"} == set(cut.table["row"])
    assert whole.table["occupied"].sum() == cut.table["occupied"].sum()
    assert whole.summary == cut.summary, "the fullest and the emptiest are buildings, drawn or not"


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


def test_months_and_buildings_are_summed_up_in_a_sentence(nights: pl.DataFrame, ask: Ask) -> None:
    share = "sum(occupied_nights) / sum(available_nights) from occupancy.fct_occupancy_monthly"
    rates = dict(ask(f"select month, {share} group by month").iter_rows())
    last, first = rates[OCTOBER], rates[datetime.date(2025, 11, 1)]
    assert (
        f"Occupancy was {last:.1%} in Oct 2026, against {first:.1%} in Nov 2025." == occupancy.by_month(nights).summary
    )
    alike = nights.with_columns(available_nights_net_ooo=pl.col("available_nights"))
    assert occupancy.by_month(alike).summary.endswith(" in Nov 2025, on both bases.")
    out_of_order = nights.with_columns(occupied=0, available_nights_net_ooo=0)
    assert occupancy.by_month(out_of_order).summary.endswith(" in Nov 2025."), "net of them there is no unit-night"
    buildings = ask(f"select {share} where month = date '{OCTOBER}' group by building_id").to_series()
    said = f"At least 90% occupied: {(buildings >= 0.9).sum()} of {len(buildings)} buildings."
    assert said == occupancy.by_building(nights, OCTOBER).summary


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
    assert abs(rates.sum() / rates.count() - whole) > 0.001


def test_the_supply_bar_adds_up(nights: pl.DataFrame, ask: Ask) -> None:
    figure = supply.supply(nights, OCTOBER)
    [inventory] = ask(
        f"select count(*) from occupancy.fct_unit_nights where date_trunc('month', night_date) = date '{OCTOBER}'"
    ).row(0)
    states = figure.table.select(*style.STATES).sum().row(0)
    assert inventory == sum(states) == figure.table["inventory_nights"].sum()
    assert f"{inventory:,} unit-nights add up to the inventory: {states[0] / inventory:.1%} occupied" in figure.summary
    assert figure.table["inventory_nights"].is_sorted(descending=True)
    lame = nights.with_columns(vacant=pl.col("vacant") - 1)
    figure = supply.supply(lame, OCTOBER)
    assert "unit-nights do NOT add up (+" in figure.summary
    assert figure.alarm


def test_the_tape_chart_covers_every_day_of_its_units(
    published: Published, as_of: datetime.date, ask: Ask, monkeypatch: pytest.MonkeyPatch
) -> None:
    spans = tape.read_spans(published, as_of)
    assert tape.DAYS * spans["unit_id"].n_unique() == spans["nights"].sum()
    assert spans["nights"].to_list() == (spans["end"] - spans["start"]).dt.total_days().to_list()
    occupied = spans.filter(pl.col("state") == "occupied")["nights"].sum()
    units = ", ".join(map(str, spans["unit_id"].unique()))
    [known] = ask(
        "select count(*) from occupancy.fct_unit_nights where state = 'occupied' and night_date >= date '2026-11-20'"
        f" and night_date < date '2026-12-18' and unit_id in ({units})"
    ).row(0)
    assert known == occupied > 0
    vacant = spans.filter(pl.col("state") == "vacant")["nights"].sum()
    said = f"{vacant} of {spans['nights'].sum()} unit-nights are vacant and 3 nights in 1 unit double-booked."
    assert tape.tape(spans, as_of).summary.endswith(said)
    changes = ask(
        "select unit_id, count(distinct (state, room_stay_id)) as changes from occupancy.fct_unit_nights"
        " where night_date >= date '2026-11-20' and night_date < date '2026-12-18' group by unit_id"
    )
    twice = set(spans.filter("is_conflict")["unit_id"])
    for most in (1, 5):
        monkeypatch.setattr(tape, "MOST_UNITS", most)
        shown = set(tape.read_spans(published, as_of)["unit_id"])
        assert twice <= shown, "one that is double-booked comes first"
        others = changes.filter(~pl.col("unit_id").is_in(twice))
        kept = pl.col("unit_id").is_in(shown)
        assert max(others.filter(~kept)["changes"]) <= min(others.filter(kept)["changes"], default=99)
    assert 5 == len(shown)


def test_pickup_is_the_difference_of_two_readings(published: Published, as_of: datetime.date, ask: Ask) -> None:
    books = pace.read_books(published, as_of)
    table = pace.pickup(books, as_of).table
    assert (table["now"] - table["week_ago"]).to_list() == table["pickup"].to_list()
    [late] = ask(
        "select sum(nights) from occupancy.stay_versions"
        " where booked_on > date '2026-11-13' and stay_month >= date '2026-11-01'"
    ).row(0)
    assert late == table["pickup"].sum() > 0
    assert datetime.date(2027, 2, 1) == table["stay_month"][-1], "no month behind the last stay"
    books_then = "select stay_month, sum(nights)::bigint from occupancy.on_the_books(date '2025-11-21') group by 1"
    then = dict(ask(books_then).iter_rows())
    assert [then.get(month_of(month, -12), 0) for month in table["stay_month"]] == table["last_year"].to_list()
    summary, curve = pace.curve(books, as_of).summary, pace.curve(books, as_of).table
    assert summary.startswith(
        f"On the books today: {table['now'][0]:,} nights for Nov 2026, {table['now'][1]:,} nights for Dec"
    )
    assert [as_of - datetime.timedelta(days) for days in curve["days_back"]] == curve["known_on"].to_list()
    assert curve.equals(curve.sort("stay_month", "known_on"))
    assert set(range(0, 85, 7)) == set(curve["days_back"]), "twelve weeks, and not the same point last year"
    assert table["now"].head(4).to_list() == curve.filter(pl.col("days_back") == 0)["nights"].to_list()


def test_pickup_is_unknown_not_everything_when_history_begins_today(as_of: datetime.date) -> None:
    books = pl.DataFrame(
        {"stay_month": [month_of(as_of)], "nights": [30], "days_back": [0]},
        schema={"stay_month": pl.Date, "nights": pl.Int64, "days_back": pl.Int64},
    )
    assert pace.pickup(books, as_of).summary == pace.NO_HISTORY


@pytest.mark.parametrize(
    ("before", "now", "added"),
    [(30, 30, "0 nights"), (29, 30, "+1 night"), (31, 30, "\N{MINUS SIGN}1 night"), (1, 1501, "+1,500 nights")],
)
def test_what_a_week_brought_has_a_sign_if_it_is_something(
    as_of: datetime.date, before: int, now: int, added: str
) -> None:
    books = pl.DataFrame({"stay_month": [month_of(as_of)] * 2, "nights": [before, now], "days_back": [7, 0]})
    summary = pace.pickup(books, as_of).summary
    assert f"The last 7 days brought {added} net for stays from Nov 2026 on." == summary
