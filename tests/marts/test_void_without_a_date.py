"""Invoices that are void without a date: what was owed at the end of last month does not change."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from oracle.made import PLACE, invoice, paid
from transform.kept import Kept

pytestmark = pytest.mark.slow
OWED = "select invoice_id, open_amount from receivables.ageing('{}') order by 1"
KNOWN = "select invoice_id, open_amount from receivables.ageing_as_known('{}', '{}') order by 1"
INVOICED = """select month::varchar, invoiced_gross from revenue.fct_revenue_monthly
    where invoiced_gross <> 0 order by month"""
VOIDED = "select invoice_id, voided_date::varchar from receivables.fct_sales_invoices where voided_date is not null order by 1"


def void(number: int, net: str, **more: Any) -> Any:
    return invoice(number, "2026-01-05", net, **{"status": "VOID", "voidedDate": None} | more)


FIRST = [
    *PLACE,
    *(invoice(number, "2026-01-05", net) for number, net in ((1, "100"), (2, "10"), (3, "1"))),
    paid(1, "2026-01-20", "40", 1),
    void(4, "1000"),
    invoice(5, "2026-01-05", "10000", status="DRAFT", postedDate=None),
    # Posted on another day than its own; posted without a word of when.
    invoice(6, "2026-01-05", "0.10", postedDate="2026-01-25"),
    invoice(7, "2026-01-05", "0.01", postedDate=None),
]
# On the 2nd one is void without a date; on the 3rd it has another note, others are void, too, of which two do not say any more
# since when they were claims; on the 4th the first stands again; on the 5th it is void for good.
LATER = [
    [void(1, "100")],
    [
        void(1, "100", externalId="F-1"),
        void(2, "10", voidedDate="2026-01-30"),
        void(5, "10000", postedDate=None),
        void(6, "0.10", postedDate=None, voidedDate="2026-02-02"),
        void(7, "0.01", postedDate=None),
    ],
    [invoice(1, "2026-01-05", "100")],
    [void(1, "100")],
]
ONE, THREE, SIX, SEVEN = (1, Decimal(60)), (3, Decimal(1)), (6, Decimal("0.10")), (7, Decimal("0.01"))


def test_what_was_owed_last_month_stays_when_an_invoice_is_voided_without_a_date(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    given: dict[str, Any] = {
        "checked": False,
        "models": "+fct_sales_invoices +fct_revenue_monthly +fct_financial_allocation_versions",
    }
    kept.load(records=FIRST)
    end_of_january = kept.mend(**given).rows(OWED.format("2026-01-31"))
    assert [ONE, (2, Decimal(10)), THREE, SIX, SEVEN] == end_of_january
    for records in LATER[:2]:
        kept.load(records=records)
    mended = kept.mend(**given)
    for built in (mended, kept.anew(**given)):
        # Where a date is stated it counts; the draft, and what no load saw standing, were no claims last month either.
        found = [(1, "2026-02-02"), (2, "2026-01-30"), (4, "2026-01-05")]
        assert [*found, (5, "2026-02-03"), (6, "2026-02-02"), (7, "2026-02-03")] == built.rows(VOIDED)
        assert [ONE, (2, Decimal(10)), THREE, SEVEN] == built.rows(OWED.format("2026-01-24"))
        assert [ONE, THREE, SIX, SEVEN] == built.rows(OWED.format("2026-01-31"))
        assert [ONE, THREE, SIX, SEVEN] == built.rows(OWED.format("2026-02-01"))
        assert [THREE, SEVEN] == built.rows(OWED.format("2026-02-02"))
        assert [THREE] == built.rows(OWED.format("2026-02-03"))
        assert end_of_january == built.rows(KNOWN.format("2026-01-31", "2026-02-01"))
        assert built.rows(OWED.format("2026-01-31")) == built.rows(KNOWN.format("2026-01-31", "2026-02-03"))
        invoiced = [("2026-01-01", Decimal("101.11")), ("2026-02-01", Decimal("-100.11"))]
        assert invoiced == built.rows(INVOICED)
    for records in LATER[2:]:
        kept.load(records=records)
    mended = kept.mend(**given)
    for built in (mended, kept.anew(**given)):
        assert (1, "2026-02-05") in built.rows(VOIDED)
        assert [ONE, THREE] == built.rows(OWED.format("2026-02-04"))
        assert [THREE] == built.rows(OWED.format("2026-02-05"))
        assert [THREE] == built.rows(KNOWN.format("2026-02-03", "2026-02-03"))


def test_neither_one_stated_posting_nor_a_voided_draft_changes_what_was_owed(tmp_path: Path) -> None:
    bare = [invoice(number, "2026-01-05", "10", postedDate=None) for number in (1, 2)]
    kept = Kept(tmp_path)
    draft = invoice(4, "2026-01-05", "500", status="DRAFT", postedDate=None)
    kept.load(records=[*PLACE, *bare, draft, void(3, "1000", postedDate=None, voidedDate="2026-01-20")])
    given: dict[str, Any] = {"checked": False, "models": "+fct_sales_invoices"}
    owed = kept.mend(**given).rows(OWED.format("2026-01-10"))
    assert [(1, Decimal(10)), (2, Decimal(10)), (3, Decimal(1000))] == owed
    kept.load(records=[invoice(1, "2026-01-05", "10"), void(4, "500", postedDate=None)])
    assert owed == kept.mend(**given).rows(OWED.format("2026-01-10"))
