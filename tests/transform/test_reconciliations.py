"""Our figures beside those of the API: what differs, why, and what is not compared because it changed since."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import duckdb
import pytest

from transform import raw_tables, village
from transform.building import Built

if TYPE_CHECKING:
    from pathlib import Path

PLACES = [pair for pair in village.records() if pair[0] in {"buildings", "unitTypes", "units"}]
READ, LATER = "2026-02-28T12:00:00Z", "2026-02-28T18:00:00Z"


def child(parent: int | str, record: dict[str, Any], position: int = 0) -> tuple[str, str, dict[str, Any]]:
    """Key of the parent, key of the row, the row itself."""
    return str(parent), f"{parent}/{position}", record


def price(net: str, gross: str, due: str) -> dict[str, Any]:
    return {"total": {"net": net, "gross": gross, "vat": "0.00"}, "due": {"gross": due}}


def summary(charges: str, payments: str, adjustments: str, balance: str) -> dict[str, Any]:
    return {"charges": charges, "payments": payments, "adjustments": adjustments, "balance": balance}


CHILDREN = {
    "bookings_pricing": [
        child(1, price("100.00", "120.00", "120.00")),  # as ours
        child(8, price("44.00", "44.00", "44.00")),  # a cancelled stay
        child(14, price("999.00", "999.00", "999.00")),
        child(17, price("1.00", "1.00", "1.00")),  # the booking was seen to change after it was asked for
    ],
    "bookings_financial_summary": [
        child(2, summary("7.00", "0.00", "0.00", "0.00")),
        child(5, summary("30.00", "0.00", "0.00", "30.00")),  # an invoice of it was seen to become another's
        child(6, summary("0.00", "8.00", "0.00", "-8.00")),  # and a receipt of it was seen to go
        child(14, {"charges": [], "payments": [], "adjustments": []}),  # a service may list what it counts
    ],
    "sales_invoices_sales_invoice_items": [child(1, {"id": 5, "totalNet": "1.00", "roomStayId": 11})],
    "availabilities_unit_intervals": [
        child(101, {"startDate": "2026-03-01", "endDate": "2026-04-01", "available": True}),
        child(102, {"startDate": "2026-03-01", "endDate": "2026-03-08", "available": False, "reason": "STAY"}),
        child(102, {"startDate": "2026-03-08", "endDate": "2026-04-01", "available": True}, 1),
        child(103, {"startDate": "2026-03-01", "endDate": "2026-04-01", "available": False, "reason": "BLOCK"}),
        # The stay was seen to leave the unit after it was asked for.
        child(201, {"startDate": "2026-03-01", "endDate": "2026-03-10", "available": False, "reason": "STAY"}),
        child(201, {"startDate": "2026-03-10", "endDate": "2026-04-01", "available": True}, 1),
        child(901, {"startDate": "2026-03-01", "endDate": "2026-04-01", "available": False}),
    ],
}
for listed in CHILDREN.values():  # of a record whose id is no number: `fct_untyped_fields` lists the record
    listed.append(child("A-7", listed[0][2]))


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    return reconciled(tmp_path_factory.mktemp("reconciled"), CHILDREN)


def reconciled(folder: Path, children: dict[str, list[tuple[str, str, dict[str, Any]]]]) -> Built:
    """The village, and what the API says of it, built."""
    stay = village.stay(18, "CONFIRMED", "2026-03-01", "2026-03-10", "90.00", unit=201)
    bill = village.invoice(50, "POSTED", "2026-02-01", "30.00", "0.00", room_stay=5, bookingId=5)
    paid = village.invoice(60, "POSTED", "2026-02-01", "0.00", "0.00", room_stay=6, bookingId=6)
    before = [("bookings", {"id": 18, "roomStays": [stay]}), bill, paid, village.receipt(61, "2026-02-01", "8.00", 60)]
    work_file = raw_tables.fill(folder / "private" / "work.duckdb", [*village.records(), *before])
    for stream, rows in children.items():
        raw_tables.fill_children(work_file, stream, rows, seen=READ)
    changed = village.stay(17, "CONFIRMED", "2026-02-06", "2026-02-09", "30.00", unit=103)
    moved = village.stay(18, "CONFIRMED", "2026-03-01", "2026-03-10", "90.00", building=2)
    after = [
        ("bookings", {"id": 17, "currencyCode": "GBP", "roomStays": [changed]}),
        ("bookings", {"id": 18, "roomStays": [moved]}),
        (bill[0], bill[1] | {"bookingId": 4}),
    ]
    raw_tables.fill(work_file, after, seen=LATER, gone=[("financialAllocations_salesPayments", "61")])
    return Built(
        folder,
        [],
        excluded_buildings=("test house",),
        checked=False,
        models="+fct_reconciliations +fct_reconciliation_differences +fct_invoice_items",
    )


def test_bookings_that_differ_say_why(built: Built) -> None:
    assert [
        ("due of bookings", 8, Decimal("0.00"), Decimal("44.00"), "not told"),
        ("due of bookings", 14, Decimal("92.10"), Decimal("999.00"), "not told"),
        ("net price of bookings", 8, Decimal("0.00"), Decimal("44.00"), "theirs counts cancelled stays"),
        ("net price of bookings", 14, Decimal("90.10"), Decimal("999.00"), "not told"),
    ] == built.rows(
        """select measure, record_id, ours, theirs, cause from quality.fct_reconciliation_differences
           where measure in ('due of bookings', 'net price of bookings') order by measure, record_id"""
    )


def test_what_changed_since_is_not_compared(built: Built) -> None:
    assert [(3, 2)] == built.rows(
        "select records, records_off from quality.fct_reconciliations where measure = 'net price of bookings'"
    )
    assert [(2,)] == built.rows(
        """select distinct record_id from quality.fct_reconciliation_differences
           where record_type = 'booking' and measure like '%of bookings' and record_id in (2, 5, 6, 17)"""
    )


def test_what_a_summary_does_not_state_is_not_compared(built: Built) -> None:
    """Else each of its figures would be compared with 0."""
    assert [("adjustments of bookings", 1), ("charges of bookings", 1), ("payments of bookings", 1)] == built.rows(
        """select measure, records from quality.fct_reconciliations
           where compared_with like '% of the financial summary' and measure not like 'balance%' order by measure"""
    )


def test_free_nights_are_held_against_the_units_intervals(built: Built) -> None:
    # 102: the stay goes on to the 10th here, to the 8th there. 103 changed since; 901 is of an excluded building.
    assert [("unit", 102, Decimal("22.00"), Decimal("24.00"), "they sell nights that are occupied here")] == built.rows(
        """select record_type, record_id, ours, theirs, cause from quality.fct_reconciliation_differences
           where measure = 'free nights of units'"""
    )
    assert [(2, 1, "none")] == built.rows(
        "select records, records_off, currency_code from quality.fct_reconciliations where measure = 'free nights of units'"
    )


def test_stays_and_invoices_that_differ_are_named_as_they_are_counted(built: Built, tmp_path: Path) -> None:
    named = """select measure, record_id, ours, theirs, cause from quality.fct_reconciliation_differences
               where record_type in ('room stay', 'sales invoice') order by record_id"""
    assert (
        "net of stays that have left",
        4,
        Decimal("30.00"),
        Decimal("0.00"),
        "an invoice of the stay is void",
    ) in built.rows(named)
    assert ("net of stays that have left", 5, Decimal("20.00"), Decimal("30.00"), "not told") in built.rows(named)
    invoices = [
        village.invoice(1, "POSTED", "2026-02-01", "100.00", "20.00", room_stay=1, outstandingAmount="119.99"),
        village.invoice(
            2, "POSTED", "2026-02-01", "50.00", "0.00", room_stay=2, totalNet="50.03", outstandingAmount=None
        ),
        village.invoice(3, "DRAFT", "2026-02-01", "70.00", "0.00", room_stay=3, outstandingAmount="1.00"),
        # A tenant that writes credits with positive amounts writes what is left of them so, too.
        village.invoice(
            4,
            "POSTED",
            "2026-02-01",
            "40.00",
            "8.00",
            room_stay=4,
            invoiceType="CREDIT_NOTE",
            outstandingAmount="48.00",
        ),
        # Money and an invoice of tomorrow.
        village.invoice(5, "POSTED", "2026-02-01", "60.00", "0.00", room_stay=5, outstandingAmount="10.00"),
        village.receipt(5, "2026-03-02", "50.00", 5),
        village.invoice(6, "POSTED", "2026-03-02", "80.00", "0.00", room_stay=6, outstandingAmount="80.00"),
        # Paid here, and not there.
        village.invoice(7, "POSTED", "2026-02-01", "90.00", "0.00", room_stay=7, outstandingAmount="90.00"),
        village.receipt(7, "2026-02-02", "90.00", 7),
    ]
    other = Built(tmp_path, invoices, models="+fct_reconciliations +fct_reconciliation_differences")
    assert [
        ("open amount of invoices", 1, Decimal("120.00"), Decimal("119.99"), "not told"),
        ("net of invoices", 2, Decimal("50.03"), Decimal("50.00"), "not told"),
        ("open amount of invoices", 5, Decimal("60.00"), Decimal("10.00"), "they count what is dated ahead"),
        ("open amount of invoices", 6, Decimal("0.00"), Decimal("80.00"), "they count what is dated ahead"),
        ("open amount of invoices", 7, Decimal("0.00"), Decimal("90.00"), "not told"),
    ] == other.rows(named)
    counted = """select measure, sum(records_off)::bigint from quality.fct_reconciliations
                 where records_off > 0 group by all order by all"""
    listed = "select measure, count(*) from quality.fct_reconciliation_differences group by all order by all"
    for told in (built, other):
        assert told.rows(counted) == told.rows(listed)


def test_a_stay_that_has_left_says_which_invoice_its_amount_lacks(tmp_path: Path) -> None:
    nets = dict.fromkeys(range(1, 10), "100.00") | {7: "100.01"}
    stays = [
        village.stay(number, "CHECKED_OUT", "2026-01-05", "2026-01-08", net, unit=101) for number, net in nets.items()
    ]
    billed = [
        (2, "DRAFT", "100.00", {}),
        (3, "VOID", "100.00", {"postedDate": "2026-01-08", "voidedDate": "2026-01-09"}),
        (4, "POSTED", "100.00", {"currencyCode": "EUR"}),
        (5, "POSTED", "60.00", {}),
        (5, "VOID", "40.00", {"postedDate": "2026-01-08", "voidedDate": "2026-01-09"}),
        (6, "POSTED", "60.00", {}),
        (6, "CREATED", "40.00", {}),
        (7, "POSTED", "100.00", {}),
        (8, "POSTED", "60.00", {}),
        (9, "POSTED", "100.00", {}),
        (None, "POSTED", "20.00", {}),
    ]
    invoices = [
        village.invoice(number, status, "2026-01-08", net, "0.00", room_stay=stay, **more)
        for number, (stay, status, net, more) in enumerate(billed, 1)
    ]
    stays[-1]["extras"] = [{"roomStayExtraId": 1, "pricing": {"net": "20.00"}}]
    invoices[-1][1]["salesInvoiceItems"][0]["bookingReference"] = "20260101-00009/9"
    bookings = [("bookings", {"id": stay["bookingId"], "currencyCode": "GBP", "roomStays": [stay]}) for stay in stays]
    built = Built(tmp_path, [*PLACES, *bookings, *invoices], checked=False, models="+fct_reconciliation_differences")
    assert [
        (1, "no invoice names the stay"),
        (2, "an invoice of the stay is not posted yet"),
        (3, "an invoice of the stay is void"),
        (4, "the stay is invoiced in another currency"),
        (5, "an invoice of the stay is void"),
        (6, "an invoice of the stay is not posted yet"),
        (8, "not told"),
        (9, "an item charges an extra without naming it"),
    ] == built.rows(
        """select record_id, cause from quality.fct_reconciliation_differences
           where measure = 'net of stays that have left' order by record_id"""
    )


def test_spans_may_end_on_their_last_night(built: Built, tmp_path: Path) -> None:
    stream = "availabilities_unit_intervals"
    ends = {"2026-03-08": "2026-03-07", "2026-03-10": "2026-03-09", "2026-04-01": "2026-03-31"}
    rows = [(unit, key, span | {"endDate": ends[span["endDate"]]}) for unit, key, span in CHILDREN[stream]]
    # One unit, which is left out, has spans that do not follow each other: this says nothing of all the others.
    rows += [
        ("901", f"odd/{day}", {"startDate": day, "endDate": day, "available": True})
        for day in ("2026-03-02", "2026-03-09")
    ]
    differences = "select * from quality.fct_reconciliation_differences order by all"
    assert built.rows(differences) == reconciled(tmp_path, CHILDREN | {stream: rows}).rows(differences)


def test_items_come_from_their_own_list_where_the_invoice_has_none(tmp_path: Path) -> None:
    bare = [
        (name, record | {"salesInvoiceItems": None}) for name, record in village.records() if name == "salesInvoices"
    ]
    others = [pair for pair in village.records() if pair[0] != "salesInvoices"]
    lists = [
        child(record["id"], item)
        for name, record in village.records()
        if name == "salesInvoices"
        for item in record["salesInvoiceItems"]
    ]
    work_file = raw_tables.fill(tmp_path / "private" / "work.duckdb", [*others, *bare])
    raw_tables.fill_children(work_file, "sales_invoices_sales_invoice_items", lists)
    apart = Built(
        tmp_path,
        [],
        excluded_buildings=("test house",),
        checked=False,
        models="+fct_sales_invoices +fct_revenue_monthly",
    )
    embedded = "select invoice_id, building_id, total_net from receivables.fct_sales_invoices order by all"
    assert [(1, 1, Decimal("100.00")), (2, 1, Decimal("10.00"))] == apart.rows(embedded)[:2]
    assert 2 == apart.one("select building_id from receivables.fct_sales_invoices where invoice_id = 5")
    assert Decimal("75.00") == apart.one(
        "select sum(invoiced_net) from revenue.fct_revenue_monthly where building_id = 1 and month = '2026-02-01'"
    )


def test_embedded_items_win(built: Built) -> None:
    assert [(1, Decimal("100.00"))] == built.rows(
        "select building_id, sum(net_amount) from revenue.fct_invoice_items where invoice_id = 1 group by all"
    )


def test_what_left_a_booking_or_a_unit_since_is_not_compared(tmp_path: Path) -> None:
    stays = [
        village.stay(number, "CONFIRMED", "2026-02-06", "2026-02-08", "30.00", building=1, booking=number // 10)
        for number in (51, 52, 61, 71, 72, 81)
    ]
    blocks = [
        {"id": unit, "unitId": unit, "startDateTime": "2026-03-10T09:00:00Z", "dueDate": "2026-03-12"}
        | {"blockAvailability": True}
        for unit in (101, 102, 201)
    ]
    lease = {"id": 1, "unitId": 103, "startDate": "2025-12-15", "endDate": "2027-02-28"}
    before = [*PLACES, *(("activities", block) for block in blocks), ("unitContracts", lease)]
    before.append(("unitContracts", lease | {"id": 2, "unitId": 201}))
    work_file = raw_tables.fill(tmp_path / "private" / "work.duckdb", before)
    raw_tables.fill(work_file, [("bookings", {"currencyCode": "GBP", "roomStays": stays})], shape="flat")
    raw_tables.fill_children(
        work_file, "bookings_pricing", [child(at, price("1.00", "1.00", "1.00")) for at in (5, 6, 7, 8)], seen=READ
    )
    closed = {"startDate": "2026-03-01", "endDate": "2026-04-01", "available": False}
    raw_tables.fill_children(
        work_file, "availabilities_unit_intervals", [child(unit, closed) for unit in (101, 102, 103, 201)], seen=READ
    )
    # Booking 5 loses a stay to booking 6, booking 7 loses one; a block is gone, one moves to another unit, a lease ends.
    moved = {"currencyCode": "GBP", "roomStays": [stays[1] | {"bookingId": 6}]}
    raw_tables.fill(work_file, [("bookings", moved)], shape="flat", seen=LATER, gone=[("bookings", "stay/72")])
    after = [("activities", blocks[1] | {"unitId": 104}), ("unitContracts", lease | {"endDate": "2026-06-30"})]
    raw_tables.fill(work_file, after, seen=LATER, gone=[("activities", "101")])
    # Read again since, as they were: booking 6 and unit 101; of booking 5 and of unit 102 it was another list.
    again = {"6": "bookings_pricing", "101": "availabilities_unit_intervals", "5": "bookings_financial_summary"}
    with duckdb.connect(str(work_file)) as connection:
        connection.executemany(
            "insert into raw.child_reads by name select $1 as parent_key, $2 as stream, 'seen' as token, $3 as read_at",
            [(key, stream, "2026-03-01T00:00:00Z") for key, stream in (again | {"102": "bookings_pricing"}).items()],
        )
    built = Built(
        tmp_path, [], excluded_buildings=("test house",), checked=False, models="+fct_reconciliation_differences"
    )
    assert [("booking", 6), ("booking", 8), ("unit", 101), ("unit", 201)] == built.rows(
        "select distinct record_type, record_id from quality.fct_reconciliation_differences order by all"
    )
    # Of 31 nights a block takes two. No span follows another, so nothing says that the last night is stated.
    assert 29 == built.one("select ours from quality.fct_reconciliation_differences where record_id = 201")
