"""The real booking ledger, loaded in both dialects, against a few independent lines of Polars; and loaded day after day.

NIGHTAUDIT_TEST_LEDGER_ROWS says how many bookings about, NIGHTAUDIT_TEST_LEDGER_DAYS how many days in a row.
"""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import duckdb
import polars as pl
import pytest

from nightaudit.load.streams.table import CHILDREN
from running import current_records, marts, published, run, tenant

pytestmark = [pytest.mark.slow, pytest.mark.ledger]
AS_OF = date(2016, 6, 30)
LIMIT = os.environ.get("NIGHTAUDIT_TEST_LEDGER_ROWS", "1500")
NEXT_DAYS = int(os.environ.get("NIGHTAUDIT_TEST_LEDGER_DAYS", "1"))
DAYS = [*(AS_OF + timedelta(days) for days in range(1 + NEXT_DAYS)), date(2016, 7, 31)]
AT_LENGTH = "NIGHTAUDIT_TEST_LEDGER_ROWS" in os.environ
PUT_OFF = {child.name for child in CHILDREN if not child.essential}  # some to later loads, of which one folder had more
Read = tuple[Path, Path]  # a portfolio, and the data directory of a night on it


def portfolio(tool: Path, folder: Path, *arguments: str) -> Path:
    subprocess.run([sys.executable, str(tool), "--out", str(folder), *arguments], check=True, stdout=subprocess.DEVNULL)
    return folder


def night(folder: Path, data_dir: Path, *, today: date | None = None, dialect: str = "document") -> Read:
    with tenant(data_dir, today=today, portfolio=folder, dialect=dialect) as environment:
        run(environment, "nightly")
    return folder, data_dir


@pytest.fixture(scope="module")
def whole(ledger_tool: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return portfolio(ledger_tool, tmp_path_factory.mktemp("ledger"), "--limit", LIMIT)


@pytest.fixture(scope="module")
def month_later(ledger_tool: Path, tmp_path_factory: pytest.TempPathFactory) -> Read:
    """A fresh night on the ledger as it was then."""
    place = tmp_path_factory.mktemp("month")
    folder = portfolio(ledger_tool, place / "portfolio", "--as-of", DAYS[-1].isoformat(), "--limit", LIMIT)
    return night(folder, place / "data", today=DAYS[-1])


@pytest.fixture(scope="module")
def document(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Read:
    return night(whole, tmp_path_factory.mktemp("document") / "data")


@pytest.fixture(scope="module")
def observed(whole: Path, tmp_path_factory: pytest.TempPathFactory) -> Read:
    return night(whole, tmp_path_factory.mktemp("observed") / "data", dialect="observed")


def expected_months(folder: Path) -> list[tuple[str, str, int, float]]:
    """Hotel, month, nights sold, net room revenue: each stay's amount spread evenly over its nights."""
    stays = (
        pl.read_ndjson(folder / "bookings.jsonl", infer_schema_length=None)
        .select(pl.col("roomStays").explode())
        .unnest("roomStays")
        .filter(pl.col("roomStayStatus").is_in(["CONFIRMED", "CHECKED_IN", "CHECKED_OUT"]))
        .with_columns(
            pl.col("startDate").str.to_date(),
            pl.col("endDate").str.to_date(),
            pl.col("unit").struct.field("buildingName"),
        )
        .with_columns(nights=(pl.col("endDate") - pl.col("startDate")).dt.total_days())
        .filter(pl.col("nights") > 0)
    )
    return (
        stays.with_columns(
            night=pl.date_ranges("startDate", "endDate", closed="left"), share=pl.col("netAmount") / pl.col("nights")
        )
        .explode("night")
        .group_by("buildingName", month=pl.col("night").dt.truncate("1mo"))
        .agg(pl.len().alias("nights"), pl.col("share").sum())
        .sort("buildingName", "month")
        .rows()
    )


def expected_open(folder: Path, as_of: date) -> dict[int, float]:
    """Invoice id and open amount at the end of a day."""
    invoices = pl.read_ndjson(folder / "salesInvoices.jsonl", infer_schema_length=None).filter(
        pl.col("postedDate") <= as_of.isoformat()
    )
    receipts = (
        pl.read_ndjson(folder / "financialAllocations_salesPayments.jsonl", infer_schema_length=None)
        .filter(pl.col("date") <= as_of.isoformat())
        .group_by("targetInvoiceId")
        .agg(pl.col("amount").sum().alias("paid"))
    )
    return dict(
        invoices.join(receipts, left_on="id", right_on="targetInvoiceId", how="left")
        .select("id", open=(pl.col("totalGross") - pl.col("paid").fill_null(0)).round(2))
        .filter(pl.col("open") != 0)
        .rows()
    )


@pytest.mark.parametrize(
    "read",
    [
        "month_later",  # in the document's dialect, too
        "observed",
        pytest.param("document", marks=pytest.mark.skipif(not AT_LENGTH, reason="`make ledger` runs it")),
    ],
)
def test_nights_revenue_adr_and_ageing_equal_an_independent_reading(read: str, request: pytest.FixtureRequest) -> None:
    folder, data_dir = request.getfixturevalue(read)
    months = published(
        data_dir,
        """select building_name, month, sold_nights, room_revenue_net - day_use_revenue_net, adr
        from occupancy.fct_occupancy_monthly where sold_nights > 0 order by 1, 2""",
    )
    expected = expected_months(folder)
    assert [(hotel, month, nights) for hotel, month, nights, _ in expected] == [row[:3] for row in months]
    for (_, _, nights, revenue), (_, _, _, net, adr) in zip(expected, months, strict=True):
        assert revenue == pytest.approx(
            float(net), abs=0.005 * nights
        )  # a cent's fraction a night moves between months
        assert float(net) / nights == pytest.approx(float(adr), abs=0.01)
    assert sum(row[3] for row in expected) == pytest.approx(float(sum(row[3] for row in months)), abs=0.01)
    ageing = published(data_dir, f"select invoice_id, open_amount from receivables.ageing('{AS_OF}')")
    assert expected_open(folder, AS_OF) == {invoice: float(amount) for invoice, amount in ageing}


def test_days_and_a_month_later_in_one_folder_equal_a_fresh_load(
    ledger_tool: Path, month_later: Read, tmp_path: Path
) -> None:
    """A load on each of some days, at length after a night, and a night a month later: what a fresh night gives then."""
    data_dir, (last, fresh_dir) = tmp_path / "data", month_later
    port, nights = 0, {DAYS[0], DAYS[-1]} if AT_LENGTH else {DAYS[-1]}
    for day in DAYS:
        then = ("--as-of", day.isoformat(), "--limit", LIMIT)
        folder = last if day == DAYS[-1] else portfolio(ledger_tool, tmp_path / "portfolio", *then)
        with tenant(data_dir, today=day, portfolio=folder, port=port) as environment:
            run(environment, "nightly" if day in nights else "load")
            port = urlsplit(environment["NIGHTAUDIT_BASE_URL"]).port or 0
    changed, fresh = current_records(data_dir), current_records(fresh_dir)
    for stream in fresh:
        if stream not in PUT_OFF:
            assert fresh[stream] == changed[stream], stream
    assert marts(fresh_dir) == marts(data_dir)
    with duckdb.connect(str(data_dir / "private" / "work.duckdb"), read_only=True) as work:
        versions = work.execute("select count(*) from raw.bookings").fetchall()[0][0]
        tiers = work.execute("select tier, count(*) from raw.walks where stream = 'bookings' group by all").fetchall()
    print(f"{len(DAYS)} dates: {len(fresh['bookings'])} bookings equal, {versions} versions kept; walks: {dict(tiers)}")
    assert versions > len(fresh["bookings"])
