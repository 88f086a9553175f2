from decimal import Decimal
from typing import Any

import pytest

from transform.building import Built


def test_three_clocks_and_their_bridge(built_village: Built) -> None:
    months = built_village.rows(
        """select month::varchar, room_earned_net, extras_earned_net, invoiced_net, invoiced_vat, cash_received,
                  deferred_opening, deferred_closing, is_forecast
           from revenue.fct_revenue_monthly where building_id = 1 and currency_code = 'GBP' order by month"""
    )
    assert [
        # 100 + 30 + 20 + 50 - 10 earned; the voided invoice came and went; its receipt came.
        (
            "2026-01-01",
            Decimal("190.00"),
            Decimal("0.00"),
            Decimal("0.00"),
            Decimal("0.00"),
            Decimal("5.00"),
            Decimal("0.00"),
            Decimal("-190.00"),
            False,
        ),
        (
            "2026-02-01",
            Decimal("380.00"),
            Decimal("10.10"),
            Decimal("75.00"),
            Decimal("15.00"),
            Decimal("50.00"),
            Decimal("-190.00"),
            Decimal("-505.10"),
            False,
        ),
        (
            "2026-03-01",
            Decimal("130.00"),
            Decimal("0.00"),
            Decimal("0.00"),
            Decimal("0.00"),
            Decimal("60.00"),
            Decimal("-505.10"),
            Decimal("-635.10"),
            False,
        ),
    ] == months


def test_amounts_in_the_base_currency_use_the_rates_of_the_seed(built_village: Built) -> None:
    assert [(Decimal("300.00"), Decimal("300.00"), "GBP")] == built_village.rows(
        """select earned_net_base, invoiced_net_base, base_currency_code from revenue.fct_revenue_monthly
           where building_id = 2 and currency_code = 'HKD' and month = '2026-01-01'"""
    )


def test_extras_are_spread_over_the_nights_of_their_stay(built_village: Built) -> None:
    assert [(Decimal("2.52"),), (Decimal("2.53"),), (Decimal("2.52"),), (Decimal("2.53"),)] == built_village.rows(
        "select extras_net from revenue.fct_revenue_nights where room_stay_id = 15 order by night_date"
    )


@pytest.mark.parametrize(
    ("as_of", "expected"),
    [
        ("2026-01-15", [(2, Decimal("7.00"), "no due date"), (5, Decimal("3000.00"), "no due date")]),
        ("2026-01-20", [(5, Decimal("3000.00"), "no due date")]),
        (
            "2026-02-15",
            [
                (1, Decimal("120.00"), "current"),
                (3, Decimal("-30.00"), "no due date"),
                (5, Decimal("3000.00"), "no due date"),
            ],
        ),
        (
            "2026-02-20",
            [
                (1, Decimal("70.00"), "1-30"),
                (3, Decimal("-30.00"), "no due date"),
                (5, Decimal("3000.00"), "no due date"),
            ],
        ),
        (
            "2026-03-01",
            [
                (1, Decimal("60.00"), "1-30"),
                (3, Decimal("-20.00"), "no due date"),
                (5, Decimal("3000.00"), "no due date"),
            ],
        ),
        ("2026-12-31", [(3, Decimal("-20.00"), "no due date"), (5, Decimal("3000.00"), "no due date")]),
    ],
)
def test_ageing_as_of_any_day(built_village: Built, as_of: str, expected: list[Any]) -> None:
    query = "select invoice_id, open_amount, bucket from receivables.ageing({}) order by invoice_id"
    assert expected == built_village.rows(query.format(f"date '{as_of}'"))
    assert expected == built_village.rows(query.format(f"'{as_of}'"))


def test_ageing_carries_what_a_reader_needs(built_village: Built) -> None:
    assert [("INV001", "INVOICE", 71, "2026-02-15", "GBP", 14)] == built_village.rows(
        """select invoice_number, invoice_type, finance_account_id, due_date::varchar, currency_code, days_past_due
           from receivables.ageing('2026-03-01') where invoice_id = 1"""
    )


def test_a_draft_and_a_void_that_was_never_posted_are_no_claims(built_village: Built) -> None:
    assert [(4, None), (7, None)] == built_village.rows(
        "select invoice_id, posted_date from receivables.fct_sales_invoices where invoice_id in (4, 7) order by 1"
    )


def test_our_open_amount_agrees_with_the_services_own(built_village: Built) -> None:
    assert [(1, 0, Decimal("60.00"), Decimal("60.00"))] == built_village.rows(
        "select records, records_off, ours, theirs from quality.fct_reconciliations where measure = 'open amount of invoices'"
    )


def test_what_finance_has_not_received(built_village: Built) -> None:
    assert [
        ("financial allocation", 6, "imported, not exported"),
        ("sales invoice", 1, "not exported"),
        ("sales invoice", 3, "not exported"),
        ("sales invoice", 5, "export failed"),
    ] == built_village.rows(
        "select record_type, record_id, issue from receivables.fct_export_reconciliation order by all"
    )


def test_a_void_invoice_with_money_on_it_is_an_exception(built_village: Built) -> None:
    assert [(2,)] == built_village.rows(
        "select record_id from quality.fct_exceptions where kind = 'void invoice with live allocations'"
    )


def test_days_sales_outstanding_counts_back_over_the_months(built_village: Built) -> None:
    # At the end of January HKD 3,000 are open and 3,000 were invoiced: the whole month.
    assert [(Decimal("3000.00"), 31.0, 31.0)] == built_village.rows(
        """select receivable, dso_simple, dso_count_back from receivables.fct_dso_monthly
           where month = '2026-01-01' and currency_code = 'HKD'"""
    )
    # At the end of February nothing was invoiced: the balance still stands for all of January, and February's days besides.
    assert [(None, 59.0)] == built_village.rows(
        """select dso_simple, dso_count_back from receivables.fct_dso_monthly
           where month = '2026-02-01' and currency_code = 'HKD'"""
    )


def test_open_items_are_the_ageing_of_the_business_date(built_village: Built) -> None:
    columns = "invoice_id, invoice_type, due_date, open_amount, bucket, building_id, currency_code"
    items = built_village.rows(f"select {columns} from receivables.fct_open_items order by 1")
    assert items == built_village.rows(f"select {columns} from receivables.ageing('2026-03-01') order by 1")
    assert [1, 3, 5] == [item[0] for item in items]


def test_month_ends_keep_buckets_credits_and_unapplied_receipts_apart(built_village: Built) -> None:
    assert [
        (-1, "GBP", Decimal("0.00"), Decimal("0.00"), Decimal("0.00"), Decimal("-25.00"), Decimal("-25.00")),
        (1, "GBP", Decimal("60.00"), Decimal("0.00"), Decimal("-20.00"), Decimal("0.00"), Decimal("40.00")),
        (2, "HKD", Decimal("0.00"), Decimal("3000.00"), Decimal("0.00"), Decimal("0.00"), Decimal("3000.00")),
    ] == built_village.rows(
        """select building_id, currency_code, days_1_30_amount, no_due_date_amount, credit_amount, unapplied_amount, total_amount
           from receivables.fct_receivables_ageing where as_of_date = '2026-02-28' order by 1"""
    )
    assert "2026-02-28" == built_village.one("select max(as_of_date)::varchar from receivables.fct_receivables_ageing")


def test_invoice_items_are_signed_and_dated_like_their_invoice(built_village: Built) -> None:
    assert [
        (3, 30, Decimal("-25.00"), Decimal("-5.00"), Decimal("-30.00"), "2026-02-10", None),
        (4, 40, Decimal("500.00"), Decimal("0.00"), Decimal("500.00"), None, None),
    ] == built_village.rows(
        """select invoice_id, invoice_item_id, net_amount, tax_amount, gross_amount, posted_date::varchar, voided_date
           from revenue.fct_invoice_items where invoice_id in (3, 4) order by 1"""
    )


def test_the_rent_roll_holds_every_stay_of_a_residential_tenancy(built_village: Built) -> None:
    assert [
        (1, 1, False, "2026-03-10", Decimal("98.12")),
        (2, 1, True, "2026-03-10", Decimal("304.17")),
        (3, 1, True, "2026-03-10", Decimal("304.17")),
    ] == built_village.rows(
        """select room_stay_id, tenancy_id, is_renewal, tenancy_end_date::varchar, monthly_rent_net
           from occupancy.fct_rent_roll order by room_stay_id"""
    )
