"""An invoice that is deleted takes nothing along of the money that was put against it or drawn on it."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from transform import raw_tables, village
from transform.building import Built

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow
FIRST, SECOND = date(2026, 2, 10), date(2026, 3, 2)
STREAMS = ("sales_invoices", "financial_allocations_sales_payments", "financial_allocations_sales_invoices")
MONEY = """select allocation_id, applied_amount, currency_code, building_id, is_cash, is_unapplied
           from receivables.fct_financial_allocations order by all"""
KNOWN = """select allocation_id, amount, currency_code, is_cash, is_unapplied
           from receivables.fct_financial_allocation_versions
           where known_from <= date '{0}' and coalesce(known_to > date '{0}', true) order by all"""
CASH = """select month, building_id, currency_code, cash_received from revenue.fct_revenue_monthly
          where cash_received <> 0 order by all"""


def invoice(number: int, net: str, **more: Any) -> Any:
    """An invoice that states no currency, of the unit of a building in Hong Kong."""
    items = [{"id": number, "totalNet": net, "totalTax": "0", "unitId": 2}]
    return village.invoice(
        number, "POSTED", "2026-01-05", net, "0", room_stay=None, currencyCode=None, salesInvoiceItems=items, **more
    )


def paid(number: int, amount: str, target: int | None, **more: Any) -> Any:
    return village.receipt(number, "2026-01-20", amount, target, currencyCode=None, **more)


RECORDS = [
    ("buildings", {"id": 2, "name": "Peak House", "timeZone": "Asia/Hong_Kong", "currencyCode": "HKD"}),
    ("units", {"id": 2, "unitName": "U2", "buildingId": 2, "bookable": True}),
    invoice(1, "100.00"),
    invoice(2, "-40.00", invoiceType="CREDIT_NOTE"),
    invoice(3, "70.00"),
    paid(1, "60.00", 1),
    paid(2, "15.00", 2),  # a refund, written as a receipt
    paid(3, "10.00", 3, sourceInvoiceId=2),
    paid(4, "5.00", None, sourceInvoiceId=2),  # a refund that names the credit as its source
    ("financialAllocations_salesInvoices", paid(5, "7.00", 2, sourceInvoiceId=3, importType="ALLOCATION")[1]),
]


def test_cash_keeps_its_currency_building_and_sign(tmp_path: Path) -> None:
    said = []
    gone: list[tuple[str, str]] = []
    for day in (FIRST, SECOND):
        records = [] if gone else RECORDS
        raw_tables.load(tmp_path, day, *STREAMS, records=records, seen=f"{day + timedelta(1)}T03:30:00Z", gone=gone)
        built = Built(
            tmp_path, [], today=day, checked=False, incremental_from_units=0,
            models="+fct_financial_allocations +fct_financial_allocation_versions +fct_sales_invoices +fct_revenue_monthly",
        )  # fmt: skip
        said.append([built.rows(query) for query in (MONEY, KNOWN.format(FIRST), CASH)])
        owed, known = f"receivables.ageing('{day}')", f"receivables.ageing_as_known('{day}', '{day}')"
        assert built.rows(f"from {owed} order by all") == built.rows(f"from {known} order by all")
        said[-1].append(built.rows(f"select open_amount from {owed} where invoice_id = 3"))
        gone = [("salesInvoices", "1"), ("salesInvoices", "2")]
    assert len(said[0][0]) == len(said[0][1]) == 5
    assert said[0] == said[1]
    assert [(53,)] == said[0][3]  # 70, less a credit of 10, less 7 put against that credit, whichever its sign
    ((_, building, currency, cash),) = said[0][2]
    assert (2, "HKD", 40) == (building, currency, cash)  # 60 less two refunds of 15 and 5


def test_a_credit_that_was_entered_and_deleted_on_one_day_was_a_credit(tmp_path: Path) -> None:
    put_against = paid(6, "7.00", 20, sourceInvoiceId=3, importType="ALLOCATION")[1]
    loads: list[tuple[date, list[Any], list[tuple[str, str]]]] = [
        (FIRST, [*RECORDS[:2], invoice(3, "70.00")], []),
        (SECOND, [invoice(20, "-40.00"), ("financialAllocations_salesInvoices", put_against)], []),
        (SECOND, [], [("salesInvoices", "20")]),
    ]
    for number, (day, records, gone) in enumerate(loads):
        seen = f"{day + timedelta(1)}T0{number}:30:00Z"
        raw_tables.load(tmp_path, day, *STREAMS, records=records, seen=seen, gone=gone)
    built = Built(
        tmp_path, [], today=SECOND, checked=False,
        models="+fct_invoice_balance_intervals +fct_financial_allocation_versions +fct_sales_invoices",
    )  # fmt: skip
    owed = built.rows(f"select invoice_id, open_amount from receivables.ageing('{SECOND}')")
    assert [(3, 63)] == owed
    assert owed == built.rows(
        f"select invoice_id, open_amount from receivables.ageing_as_known('{SECOND}', '{SECOND}')"
    )
