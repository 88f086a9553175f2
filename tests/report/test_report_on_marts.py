"""The report on marts that dbt really built from a small portfolio: the same names, the same figures."""

import datetime
from pathlib import Path

import duckdb
import pytest

import recorded
from nightaudit import transform, warehouse
from nightaudit.nightly import publish_unchecked
from nightaudit.report import occupancy, receivables, revenue, write_page
from nightaudit.report.periods import full_months
from nightaudit.report.source import Published
from nightaudit.settings import Settings
from report import made_up
from report.html_reading import read_html
from transform import raw_tables, village

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, datetime.date]:
    """The published file of the transform tests' village, and its business date."""
    today = datetime.date.fromisoformat(village.TODAY)
    settings = Settings.read(data_dir=tmp_path_factory.mktemp("village") / "data", today=today)
    with warehouse.lock(settings, "test"):
        raw_tables.fill(warehouse.work_file(settings), village.records())
        recorded.known(checked=False)
        transform.build(settings, warehouse.work_file(settings), checked=False)
        publish_unchecked(settings)
        return warehouse.published_file(settings), today


def test_the_page_stands_on_real_marts(built: tuple[Path, datetime.date], tmp_path: Path) -> None:
    file, today = built
    tree = read_html(write_page(made_up.settings_of(file, today), tmp_path / "report.html").read_text("utf-8"))
    figures = {it.attributes["id"]: it for it in tree.all("figure")}
    assert len(figures) >= 18
    drawn = [key for key, figure in figures.items() if figure.all("svg")]
    assert {"occupancy-by-building", "months", "supply", "tape", "ageing"} <= set(drawn)
    assert "unit-nights add up to the inventory" in figures["supply"].text


def test_its_figures_are_those_of_the_marts(built: tuple[Path, datetime.date]) -> None:
    file, today = built
    first, end = full_months(today)
    with Published(file) as source:
        nights = occupancy.read_nights(source, first, end)
        ageing = receivables.read_ageing(source, today)
        months = revenue.read_months(source, first, end)
    table = occupancy.kpis(nights, "month", "building_id", "currency").drop_nulls("rate")
    with duckdb.connect(str(file), read_only=True) as connection:
        marts = connection.execute(
            "select month, building_id, currency_code, sold_nights, adr, revpar, room_revenue_net"
            " from occupancy.fct_occupancy_monthly where month >= $1 and month < $2 and available_nights > 0"
            " order by all",
            [first, end],
        ).fetchall()
        open_now = connection.execute(
            "select currency_code, sum(open_amount) from receivables.fct_sales_invoices where open_amount <> 0"
            " group by 1 order by 1"
        ).fetchall()
        left_over = connection.execute(
            "select count(*) from revenue.fct_revenue_monthly"
            " where deferred_opening + invoiced_net - room_earned_net - extras_earned_net <> deferred_closing"
        ).fetchall()
    columns = ("month", "building_id", "currency", "sold", "adr", "revpar", "room_revenue_net")
    assert len(marts) > 3
    assert table.select(columns).sort("month", "building_id", "currency").rows() == marts
    assert receivables.open_totals(ageing).select("currency", "open_amount").rows() == open_now
    assert [(0,)] == left_over
    assert not months.is_empty()
