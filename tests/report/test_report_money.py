"""The headline, receivables, revenue, checks and certificates: each table sums to what the file says when asked another way."""

import datetime
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import duckdb
import polars as pl

from nightaudit.report import checks, contents, dso, quality, receivables, revenue
from nightaudit.report.periods import full_months
from nightaudit.report.source import Published
from nightaudit.report.words import MINUS, amounts, listed, plural

Ask = Callable[[str], pl.DataFrame]
OCTOBER = datetime.date(2026, 10, 1)


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
    assert any(amount < 0 for amount in table["credits"])
    assert ["current", "1-30"] == table.filter(pl.col("currency") == "EUR")["bucket"].cast(pl.String).to_list()[:2]


def test_the_headline_says_what_was_earned_and_how_much_of_what_is_open_is_late(
    published: Published, as_of: datetime.date, ask: Ask
) -> None:
    report = contents.read(published, as_of, datetime.datetime.now(datetime.UTC))
    said = {tile.label: list(tile.values) for tile in report.tiles}
    earned = ask(
        "select currency_code as currency, sum(room_earned_net + extras_earned_net)::decimal(18, 2) as amount"
        f" from revenue.fct_revenue_monthly where month = date '{OCTOBER}' group by all order by all"
    )
    late = ask(
        "select currency_code as currency, coalesce(sum(open_amount) filter (days_past_due > 0), 0)::decimal(18, 2)"
        f" as amount from receivables.ageing(date '{as_of}') group by all order by all"
    )
    assert amounts(earned, "amount") == said["Earned, Oct 2026"]
    assert amounts(late, "amount") == said["Past due"]
    assert amounts(late, "amount") != said["Open receivables"]
    [documents] = ask(f"select count(*) from receivables.ageing(date '{as_of}') where days_past_due > 0").row(0)
    assert [f"{documents} documents, gross; 20 Nov 2026"] == [
        one.note for one in report.tiles if one.label == "Past due"
    ]


def test_the_headline_says_how_full_it_is_and_at_what_price(
    published: Published, as_of: datetime.date, ask: Ask
) -> None:
    report = contents.read(published, as_of, datetime.datetime.now(datetime.UTC))
    said = {tile.label: [*tile.values, tile.note] for tile in report.tiles}
    of_october = f"from occupancy.fct_occupancy_monthly where month = date '{OCTOBER}'"
    prices = ask(
        "select currency_code as currency, (sum(room_revenue_net) / sum(sold_nights))::decimal(18, 2) as adr,"
        f" (sum(room_revenue_net) / sum(available_nights))::decimal(18, 2) as revpar {of_october} group by all order by all"
    )
    assert amounts(prices, "adr") == said["ADR, Oct 2026"][:-1]
    assert amounts(prices, "revpar") == said["RevPAR, Oct 2026"][:-1]
    rate, net = ask(
        "select sum(occupied_nights) / sum(available_nights),"
        f" sum(occupied_nights) / sum(available_nights_net_ooo) {of_october}"
    ).row(0)
    assert [f"{rate:.1%}", f"{net:.1%} net of out of order"] == said["Occupancy, Oct 2026"]
    occupied, available, arrivals, departures = ask(
        "select sum(occupied_nights), sum(available_nights), sum(arrivals), sum(departures)"
        f" from occupancy.fct_occupancy_daily where night_date = date '{as_of}'"
    ).row(0)
    tonight = f"{occupied} of {available} available units; 20 Nov 2026"
    assert [f"{occupied / available:.1%}", tonight] == said["Occupancy tonight"]
    assert [plural(arrivals, "arrival"), plural(departures, "departure"), "20 Nov 2026"] == said["Today"]


def test_the_largest_debtors_are_those_of_the_file(published: Published, as_of: datetime.date, ask: Ask) -> None:
    figure = receivables.debtors(receivables.read_debtors(published, as_of), as_of)
    known = ask(
        "select currency_code as currency, finance_account_id as account,"
        " sum(open_amount)::decimal(18, 2) as open_amount,"
        " sum(case when days_past_due > 0 then open_amount else 0 end)::decimal(18, 2) as late,"
        " sum((days_past_due > 0)::bigint)::bigint as documents,"
        " max(case when open_amount > 0 then days_past_due end) as days"
        f" from receivables.ageing(date '{as_of}') group by all"
    ).filter(pl.col("late") > 0)
    everyone = published.rows(receivables.DEBTORS, as_of=as_of, most=1000)
    assert known.height == everyone.height, "whoever owes nothing late is not listed"
    for currency in known["currency"].unique():
        ranked = known.filter(pl.col("currency") == currency).sort("late", descending=True)
        shown = figure.table.filter(pl.col("currency") == currency)
        assert ranked["late"].head(receivables.MOST_DEBTORS).to_list() == shown["late"].to_list()
        keys = ["account", "late", "open_amount", "documents", "days"]
        assert shown.join(ranked, on=keys, how="anti").is_empty(), "each with its account and what is open in all"
    invoices = ask("select finance_account_id as account, contact_id, company_id from receivables.fct_sales_invoices")
    for account, billed in figure.table.select("account", "billed").iter_rows():
        kind, _, number = (billed or "contact").partition(" ")
        ids = set(invoices.filter(pl.col("account") == account)[f"{kind}_id"].drop_nulls())
        assert (int(number) in ids) if billed else len(ids) > 1
    assert {"company", "contact", None} == {it and it.split()[0] for it in figure.table["billed"]}
    account, billed = figure.table.select("account", "billed").row(0)
    assert f"Most is owed by account {account} of {billed} (" in figure.summary
    unknown = figure.table.with_columns(account=pl.lit(None, pl.Int64), billed=pl.lit(None, pl.String))
    assert receivables.debtors(unknown, as_of).summary.startswith("Most is owed by account \N{EN DASH} (")
    assert receivables.debtors(figure.table.clear(), as_of).summary.startswith("No account owes")


def test_days_sales_outstanding_are_those_of_the_mart(published: Published, as_of: datetime.date, ask: Ask) -> None:
    figure = dso.outstanding(dso.read_dso(published, *full_months(as_of)))
    known = ask(
        "select sum(receivable), sum(invoiced_gross) from receivables.fct_dso_monthly"
        " where month >= date '2025-11-01' and month < date '2026-11-01'"
    )
    assert figure.table.select(pl.col("receivable", "invoiced_gross").sum()).rows() == known.rows()
    said = "At the end of Oct 2026 sales of the last 21.5 days (EUR), 21.5 days (GBP) and 21.5 days (USD) were unpaid"
    assert said in figure.summary


def test_exceptions_and_comparisons_are_counted(published: Published, ask: Ask) -> None:
    exceptions, compared = checks.figures(published)
    assert ask("select count(*) from quality.fct_exceptions").item() == exceptions.table["found"].sum() == 9
    assert "9 findings to check: double booking (9)." == exceptions.summary
    assert "3 of 3 comparisons agree to the cent, record by record." == compared.summary
    for column, value in (("records_off", 1), ("difference", Decimal("0.01")), ("difference", None)):
        said = checks.reconciliations(compared.table.with_columns(pl.lit(value).alias(column))).summary
        assert said.startswith("0 of 3 comparisons agree")
        assert said.endswith(f"; these differ: {compared.table['measure'][0]}.")


def test_the_largest_trouble_comes_first_with_its_newest_example(published_file: Path, tmp_path: Path) -> None:
    odd = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(odd)) as writing:
        writing.execute("update quality.fct_reconciliations set difference = [1, -5, 3][rowid + 1]")
        writing.execute(
            """insert into quality.fct_exceptions by name
               select 'a rare one' as kind, 'stay' as record_type, id as record_id, day as on_date, 'odd' as detail
               from (values (7, date '2026-02-01'), (8, date '2026-02-02'), (9, null)) as found(id, day)"""
        )
    with Published(odd) as source:
        exceptions, compared = checks.figures(source)
    assert [-5, 3, 1] == compared.table["difference"].to_list()
    assert ["double booking", "a rare one"] == exceptions.table["kind"].to_list()
    assert (3, datetime.date(2026, 2, 2), "stay 8: odd") == exceptions.table.drop("kind").row(1)
    assert "12 findings to check: double booking (9) and a rare one (3)." == exceptions.summary


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


def test_what_was_earned_invoiced_and_received_is_what_the_file_says(
    published: Published, as_of: datetime.date, ask: Ask
) -> None:
    figure = revenue.clocks(revenue.read_months(published, *full_months(as_of)))
    known = ask(
        "select sum(room_earned_net), sum(extras_earned_net), sum(invoiced_net), sum(cash_received)"
        " from revenue.fct_revenue_monthly where month >= date '2025-11-01' and month < date '2026-11-01'"
    )
    assert known.rows() == figure.table.select(pl.col("rooms", "extras", "invoiced", "cash").sum()).rows()
    earned = amounts(figure.table.filter(pl.col("month") == OCTOBER), "earned")
    assert f"In Oct 2026 {listed(earned)} net was earned." == figure.summary


def test_the_bridge_adds_up_and_says_so_when_it_does_not(published: Published, as_of: datetime.date, ask: Ask) -> None:
    months = revenue.read_months(published, *full_months(as_of))
    figure = revenue.bridge(months, OCTOBER)
    known = ask(
        "select currency_code, sum(room_earned_net + extras_earned_net), sum(invoiced_net), sum(deferred_closing)"
        f" from revenue.fct_revenue_monthly where month = date '{OCTOBER}' group by 1 order by 1"
    )
    assert known.rows() == figure.table.select("currency", "earned", "invoiced", "closing").rows()
    assert figure.summary.startswith("The bridge adds up")
    assert not figure.alarm
    lame = months.with_columns(closing=pl.col("closing") + Decimal("0.01"))
    left_over = "-0.01 EUR, -0.01 GBP and -0.01 USD is left over".replace("-", MINUS)
    figure = revenue.bridge(lame, OCTOBER)
    assert figure.summary.startswith(f"The bridge does NOT add up: {left_over}")
    assert figure.alarm


def test_the_strip_takes_the_newest_walk_of_each_stream(published: Published, ask: Ask) -> None:
    newest = ask("select max(ended_at) from quality.fct_walk_certificates where stream = 'bookings'").item()
    streams = quality.read_streams(published, newest + datetime.timedelta(hours=2))
    assert {"bookings": 30210, "units": 24} == dict(
        streams.filter(pl.col("stream").is_in(["bookings", "units"]))
        .sort("stream")
        .select("stream", "row_count")
        .iter_rows()
    )
    assert ("financial_allocations_sales_payments", 410, 409) == streams.select("stream", "row_count", "records").row(0)
    assert 2 == streams.filter(pl.col("stream") == "bookings")["age"][0]


def test_nights_without_a_rate_stand_beside_the_price(
    published_file: Path, as_of: datetime.date, tmp_path: Path
) -> None:
    """Their money is missing while they count as sold, so the price is too low; where none has a rate there is no price."""
    foreign = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(foreign)) as writing:
        writing.execute(
            """update occupancy.fct_stay_nights set currency_code = 'CHF'
               where building_id = 4 or building_id = 1 and room_stay_id % 2 = 0"""
        )
        writing.execute(
            """insert into quality.fct_exceptions by name
               select distinct 'no rate for the currency' as kind, 'room stay' as record_type, room_stay_id as record_id,
                   building_id, 'CHF has no rate into EUR and ' || if(building_id = 4, 'USD', 'GBP') || ': its amounts' as detail
               from occupancy.fct_stay_nights where currency_code = 'CHF'"""
        )
        writing.execute("update occupancy.fct_occupancy_daily set room_revenue_net = 0 where building_id = 4")
        ((nights,),) = writing.execute(
            f"""select count(*) from occupancy.fct_stay_nights
                where currency_code = 'CHF' and date_trunc('month', night_date) = date '{OCTOBER}'"""
        ).fetchall()
    with Published(foreign) as source:
        tiles = {tile.label: tile for tile in contents.read(source, as_of, datetime.datetime.now(datetime.UTC)).tiles}
    for label, base in (("ADR, Oct 2026", "nights sold"), ("RevPAR, Oct 2026", "available nights")):
        assert f"net room revenue ÷ {base}; up to {nights} nights without a rate" == tiles[label].note
        assert ["EUR", "GBP"] == [value[-3:] for value in tiles[label].values]


def test_a_list_that_could_not_be_read_is_as_old_as_its_last_proof(
    published_file: Path, as_of: datetime.date, tmp_path: Path
) -> None:
    failed = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(failed)) as writing:
        writing.execute("update quality.fct_walk_certificates set ended_at = ended_at - interval 3 days")
        writing.execute(
            """insert into quality.fct_walk_certificates
               select * replace (ended_at + interval 3 days as ended_at, business_date + 3 as business_date,
                   if(stream = 'bookings', 0, rows) as rows, if(stream = 'bookings', 0, distinct_ids) as distinct_ids,
                   stream <> 'bookings' as complete)
               from quality.fct_walk_certificates where stream <> 'unit_access_groups'"""
        )
        ((proven,),) = writing.execute(
            "select max(ended_at) from quality.fct_walk_certificates where complete and stream = 'bookings'"
        ).fetchall()
    with Published(failed) as source:
        streams = quality.read_streams(source, proven + datetime.timedelta(days=3))
        assert as_of == source.last_load(), "the units and invoices of three days later do not date the page"
    bookings = streams.filter(pl.col("stream") == "bookings").row(0, named=True)
    assert (False, 30210, 72) == (bookings["complete"], bookings["records"], bookings["age"])
    on = f"{proven.day} {proven:%b %Y}"
    assert f"not proven: bookings (last on {on}). The oldest was read 3 days ago." in quality.completeness(streams)


def test_an_invoice_without_a_currency_is_shown_as_such(
    published_file: Path, as_of: datetime.date, tmp_path: Path
) -> None:
    odd = Path(shutil.copy(published_file, tmp_path / "warehouse.duckdb"))
    with duckdb.connect(str(odd)) as writing:
        for table in ("fct_sales_invoices", "fct_dso_monthly"):
            writing.execute(f"update receivables.{table} set currency_code = null")
    with Published(odd) as source:
        for read in (receivables.read_ageing, receivables.read_debtors):
            assert ["of no stated currency"] == read(source, as_of)["currency"].unique().to_list()
        assert ["of no stated currency"] == dso.read_dso(source, *full_months(as_of))["currency"].unique().to_list()


def test_a_walk_of_a_clock_that_was_ahead_does_not_stay_the_newest(published_file: Path, tmp_path: Path) -> None:
    """Else a page says for as long as the clock was ahead that its list is complete, and that the last load was then."""
    ahead = tmp_path / "warehouse.duckdb"
    shutil.copy(published_file, ahead)
    with duckdb.connect(str(ahead)) as writing:
        writing.execute(
            """insert into quality.fct_walk_certificates
               select * replace (ended_at + interval 1 year as ended_at, true as complete, 0 as rows,
                   date '2099-01-01' as business_date)
               from quality.fct_walk_certificates"""
        )
        writing.execute(
            """insert into quality.fct_walk_certificates
               select * replace ('bookings_notes' as stream, 'children' as tier) from quality.fct_walk_certificates limit 1"""
        )
    now = datetime.datetime.now(datetime.UTC)
    with Published(published_file) as before, Published(ahead) as behind:
        assert quality.read_streams(before, now).drop("age").equals(quality.read_streams(behind, now).drop("age"))
        assert before.last_load() == behind.last_load()
    with duckdb.connect(str(ahead)) as writing:
        writing.execute("delete from quality.fct_walk_certificates where business_date < '2099-01-01'")
        writing.execute(
            "update quality.fct_walk_certificates set business_date = '2098-01-01' where stream = 'bookings'"
        )
    with Published(ahead) as alone:
        assert datetime.date(2098, 1, 1) == alone.last_load(), "of bookings, units and invoices, the one read earliest"
