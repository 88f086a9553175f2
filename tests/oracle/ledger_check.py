"""A plain check of the real ledger in a few lines of Polars, from its files alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

if TYPE_CHECKING:
    import datetime as dt
    from pathlib import Path

Rows = list[tuple[Any, ...]]


def cents(name: str) -> pl.Expr:
    """Amounts of at most two decimals, exactly."""
    return (pl.col(name) * 100).round().cast(pl.Int64)


def nights_sold(folder: Path) -> Rows:
    """(hotel, month, nights sold, net room revenue in cents, ADR in cents) of stays sold; ADR rounds halves up."""
    stays = pl.read_ndjson(folder / "bookings.jsonl", infer_schema_length=None).explode("roomStays")["roomStays"]
    nights = (
        stays.struct.unnest()
        .filter(pl.col("roomStayStatus").is_in(["CONFIRMED", "CHECKED_IN", "CHECKED_OUT"]))
        .with_columns(pl.col("unit").struct.field("buildingName").alias("hotel"), pl.col("startDate").str.to_date())
        .with_columns(n=(pl.col("endDate").str.to_date() - pl.col("startDate")).dt.total_days(), net=cents("netAmount"))
        .filter(pl.col("n") > 0)
        .with_columns(i=pl.int_ranges("n"))
        .explode("i")
        .with_columns(
            share=pl.col("net") * (pl.col("i") + 1) // pl.col("n") - pl.col("net") * pl.col("i") // pl.col("n")
        )
        .with_columns(month=(pl.col("startDate") + pl.duration(days="i")).dt.truncate("1mo"))
    )
    return (
        nights.group_by("hotel", "month")
        .agg(pl.len().alias("nights"), pl.col("share").sum())
        .with_columns(adr=(2 * pl.col("share") + pl.col("nights")) // (2 * pl.col("nights")))
        .sort("hotel", "month")
        .rows()
    )


def ageing(folder: Path, as_of: dt.date) -> Rows:
    """(bucket, invoices, open cents) of what is open on a date."""
    paid = (
        pl.read_ndjson(folder / "financialAllocations_salesPayments.jsonl", infer_schema_length=None)
        .filter(pl.col("date").str.to_date() <= as_of)
        .group_by(id="targetInvoiceId")
        .agg(paid=cents("amount").sum())
    )
    late = (as_of - pl.col("invoiceDueDate").str.to_date()).dt.total_days()
    bucket = pl.lit("91+")
    for limit, name in ((90, "61-90"), (60, "31-60"), (30, "1-30"), (0, "current")):
        bucket = pl.when(late <= limit).then(pl.lit(name)).otherwise(bucket)
    return (
        pl.read_ndjson(folder / "salesInvoices.jsonl", infer_schema_length=None)
        .filter(pl.col("postedDate").str.to_date() <= as_of)
        .join(paid, on="id", how="left")
        .with_columns(open=cents("totalGross") - pl.col("paid").fill_null(0))
        .filter(pl.col("open") != 0)
        .group_by(bucket=bucket)
        .agg(pl.len(), pl.col("open").sum())
        .sort("bucket")
        .rows()
    )
