"""Revenue and receivables of portfolios small enough to add up by hand."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from oracle.expected_receivables import ageing, month_ends
from oracle.invoices import allocations, invoices
from oracle.made import building, date, invoice, paid, portfolio, stay, unit
from oracle.receivables import balance_intervals, bucket, dso
from oracle.revenue import flows, monthly

if TYPE_CHECKING:
    from oracle.model import Portfolio

JAN, FEB, MAR = date("2024-01-01"), date("2024-02-01"), date("2024-03-01")


def history(made: Portfolio) -> list[tuple[int, str, str, int]]:
    return [(i.invoice.id, str(i.since), str(i.until or ""), i.open) for i in balance_intervals(made)]


def open_amounts(made: Portfolio, as_of: str) -> dict[int, int]:
    return {key: int(row["open_amount"] * 100) for (key,), row in ageing(made, date(as_of)).items()}


def test_an_invoice_is_open_until_it_is_paid_in_parts() -> None:
    made = portfolio(
        invoice(1, "2024-01-10", "100", "20"), paid(1, "2024-02-01", "50.00", 1), paid(2, "2024-03-01", "70", 1)
    )
    assert [
        (1, "2024-01-10", "2024-02-01", 12000),
        (1, "2024-02-01", "2024-03-01", 7000),
        (1, "2024-03-01", "", 0),
    ] == history(made)
    assert [
        {},
        {1: 12000},
        {1: 7000},
        {},
    ] == [open_amounts(made, day) for day in ("2024-01-09", "2024-01-10", "2024-02-29", "2024-03-01")]


def test_money_before_the_invoice_waits_for_it() -> None:
    made = portfolio(invoice(1, "2024-01-10", "100"), paid(1, "2024-01-02", "30", 1))
    assert [(1, "2024-01-10", "", 7000)] == history(made)
    assert 3000 == flows(made)[JAN, 1, "GBP"]["cash_received"]


def test_a_void_closes_the_invoice_on_its_date_and_reverses_it_in_that_month() -> None:
    made = portfolio(invoice(1, "2024-01-10", "100", "20", status="VOID", voidedDate="2024-03-05"))
    assert [(1, "2024-01-10", "2024-03-05", 12000)] == history(made)
    assert [{1: 12000}, {}] == [open_amounts(made, day) for day in ("2024-03-04", "2024-03-05")]
    rows = monthly(made)
    assert [
        (10000, 12000),
        (0, 0),
        (-10000, -12000),
    ] == [(rows[m, 1, "GBP"]["invoiced_net"], rows[m, 1, "GBP"]["invoiced_gross"]) for m in (JAN, FEB, MAR)]
    assert [10000, 10000, 0] == [rows[m, 1, "GBP"]["deferred_closing"] for m in (JAN, FEB, MAR)]


def test_a_draft_is_neither_invoiced_nor_owed() -> None:
    made = portfolio(invoice(1, "2024-01-10", "100", status="DRAFT", postedDate=None))
    assert ([], {}, 1) == (history(made), flows(made), len(invoices(made)))


def test_a_credit_note_is_a_negative_row_until_it_is_put_against_an_invoice() -> None:
    records = [
        invoice(1, "2024-01-10", "100", "20"),
        invoice(2, "2024-02-01", "-40", "-8", invoiceType="CREDIT_NOTE", invoiceNumber="CN2"),
    ]
    made = portfolio(records)
    rows = ageing(made, date("2024-02-15"))
    assert {
        1: ("INVOICE", 120),
        2: ("CREDIT_NOTE", -48),
    } == {key: (row["invoice_type"], row["open_amount"]) for (key,), row in rows.items()}
    put = portfolio(records, paid(1, "2024-02-10", "48", 1, source=2))
    assert {1: 12000, 2: -4800} == open_amounts(put, "2024-02-09")
    assert {1: 7200} == open_amounts(put, "2024-02-10")
    assert FEB in {m for m, *_ in flows(put)}
    assert 0 == flows(put)[FEB, 1, "GBP"]["cash_received"]  # no money moved


def test_a_refund_of_a_credit_note_closes_it_and_is_negative_cash() -> None:
    made = portfolio(invoice(2, "2024-02-01", "-40", "-8"), paid(1, "2024-02-20", "-48", 2))
    assert {} == open_amounts(made, "2024-02-20")
    assert -4800 == flows(made)[FEB, 1, "GBP"]["cash_received"]


@pytest.mark.parametrize(
    ("due", "expected"),
    [
        ("2024-07-01", (-1, "current")),
        ("2024-06-30", (0, "current")),
        ("2024-06-29", (1, "1-30")),
        ("2024-05-31", (30, "1-30")),
        ("2024-05-30", (31, "31-60")),
        ("2024-05-01", (60, "31-60")),
        ("2024-04-30", (61, "61-90")),
        ("2024-04-01", (90, "61-90")),
        ("2024-03-31", (91, "91+")),
    ],
)
def test_buckets_at_their_edges(due: str, expected: tuple[int, str]) -> None:
    assert bucket(date(due), date("2024-06-30")) == expected


def test_an_invoice_without_a_due_date_has_a_bucket_of_its_own() -> None:
    made = portfolio(invoice(1, "2024-01-10", "100", invoiceDueDate=None))
    row = ageing(made, date("2024-06-30"))[1,]
    assert (None, "no due date") == (row["days_past_due"], row["bucket"])


def test_rooms_and_extras_are_earned_by_night_and_the_bridge_closes() -> None:
    extra = {"roomStayExtraId": 1, "pricing": {"net": "8.00", "vat": "1.60", "gross": "9.60"}}
    made = portfolio(stay(1, "2024-01-30", "2024-02-03", "40.01", extras=[extra]), invoice(1, "2024-01-30", "48.01"))
    rows = monthly(made)
    assert {
        "room_earned_net": 2000,
        "extras_earned_net": 400,
        "invoiced_net": 4801,
        "invoiced_vat": 0,
        "invoiced_gross": 4801,
        "cash_received": 0,
        "deferred_opening": 0,
        "deferred_closing": 2401,
    } == rows[JAN, 1, "GBP"]
    assert 2001 == rows[FEB, 1, "GBP"]["room_earned_net"]
    assert (2401, 0) == (rows[FEB, 1, "GBP"]["deferred_opening"], rows[FEB, 1, "GBP"]["deferred_closing"])


def test_what_stays_deferred_is_carried_to_the_running_month() -> None:
    rows = monthly(portfolio(stay(1, "2024-01-30", "2024-02-01", "40"), invoice(1, "2024-01-30", "30")))
    assert [(str(m)[:7], row["deferred_closing"]) for (m, _, _), row in rows.items()] == [
        (f"2024-0{number}", -1000) for number in range(1, 7)
    ]


def test_currencies_are_never_added_up() -> None:
    made = portfolio(
        building(2, "Mitte", "EUR", "Europe/Berlin"),
        unit(9, 2),
        stay(1, "2024-01-01", "2024-01-02", "10"),
        stay(2, "2024-01-01", "2024-01-02", "20", unit=9, currencyCode="EUR"),
        stay(3, "2024-01-02", "2024-01-03", "30", currencyCode="USD"),
    )
    assert {
        (1, "GBP"): 1000,
        (2, "EUR"): 2000,
        (1, "USD"): 3000,
    } == {key[1:]: row["room_earned_net"] for key, row in flows(made).items()}


def test_an_invoice_over_two_buildings_counts_in_each_what_its_items_charge() -> None:
    items = [
        {"id": 1, "totalNet": "10", "totalTax": "2", "unitId": 1},
        {"id": 2, "totalNet": "5", "totalTax": "1", "unitId": 9},
    ]
    made = portfolio(building(2, "Annex"), unit(9, 2), invoice(1, "2024-01-10", "15", "3", salesInvoiceItems=items))
    assert {1: 1200, 2: 600} == {key[1]: row["invoiced_gross"] for key, row in flows(made).items()}
    assert 1 == invoices(made)[1].building


def test_vat_that_no_item_states_is_the_invoices() -> None:
    items = [{"id": at, "totalNet": "10", "unitId": at} for at in (1, 9)]
    made = portfolio(building(2, "Annex"), unit(9, 2), invoice(1, "2024-01-10", "20", "4", salesInvoiceItems=items))
    assert {
        1: (1000, 400),
        2: (1000, 0),
    } == {key[1]: (row["invoiced_net"], row["invoiced_vat"]) for key, row in flows(made).items()}
    of_gross = invoices(portfolio(invoice(1, "2024-01-10", "20", None, totalGross="24", salesInvoiceItems=items[:1])))[
        1
    ]
    assert (2000, 400, 2400) == (of_gross.net, of_gross.vat, of_gross.gross)


def test_money_of_an_excluded_building_is_left_out() -> None:
    records = [
        *(building(2, "Test Building"), unit(9, 2), stay(1, "2024-01-01", "2024-01-02", "10", unit=9)),
        invoice(1, "2024-01-10", "10", salesInvoiceItems=[]),
        paid(1, "2024-01-12", "10", 1),
    ]
    made = portfolio(records, excluded_buildings=("Test Building",))
    assert ({}, {}, {}) == (invoices(made), allocations(made), flows(made))
    control = portfolio(records)
    assert (1, 1, 1) == (len(invoices(control)), len(allocations(control)), len(flows(control)))


def test_dso_is_what_is_open_over_what_was_invoiced_and_counts_back_through_sales() -> None:
    made = portfolio(invoice(1, "2024-02-01", "100"), invoice(2, "2024-02-10", "200"), paid(1, "2024-03-02", "150", 2))
    rows = {str(m): row for (m, _), row in dso(made, date("2024-04-30")).items()}
    assert (rows["2024-02-01"].receivable, rows["2024-02-01"].simple) == (30000, Decimal(29))
    assert (15000, 0, None) == (rows["2024-03-01"].receivable, rows["2024-03-01"].invoiced, rows["2024-03-01"].simple)
    # nothing was sold in March and April: all their days, and half of February's
    assert [row.count_back for row in rows.values()] == [29, 31 + Decimal("14.5"), 30 + 31 + Decimal("14.5")]


def test_dso_counts_back_to_sales_from_before_the_first_posting() -> None:
    made = portfolio(invoice(1, "2023-12-20", "310", postedDate="2024-01-05"))
    rows = {str(m): row for (m, _), row in dso(made, date("2024-01-31")).items()}
    assert {"2024-01-01": 31 + 31} == {month: row.count_back for month, row in rows.items()}


def test_a_credit_note_written_with_positive_amounts_is_turned() -> None:
    made = portfolio(invoice(2, "2024-02-01", "40", "8", invoiceType="CREDIT_NOTE"))
    assert ({2: -4800}, -4800) == (open_amounts(made, "2024-02-01"), flows(made)[FEB, 1, "GBP"]["invoiced_gross"])


@pytest.mark.parametrize("amount", ["48", "-48"])
def test_a_refund_is_money_out_whichever_sign_it_is_written_with(amount: str) -> None:
    made = portfolio(invoice(2, "2024-02-01", "-40", "-8"), paid(1, "2024-02-20", amount, 2))
    assert ({}, -4800) == (open_amounts(made, "2024-02-20"), flows(made)[FEB, 1, "GBP"]["cash_received"])


@pytest.mark.parametrize("amount", ["30", "-30"])
def test_money_that_names_only_the_credit_it_comes_out_of_is_a_refund(amount: str) -> None:
    refund = paid(1, "2024-02-20", amount, None, source=2)[1] | {"importType": "PAYMENT"}
    made = portfolio(invoice(2, "2024-02-01", "-40", "-8"), ("financialAllocations_salesPayments", refund))
    assert ({2: -1800}, -3000) == (open_amounts(made, "2024-02-20"), flows(made)[FEB, 1, "GBP"]["cash_received"])
    assert not allocations(made)[1].is_unapplied


@pytest.mark.parametrize(("target", "source"), [(1, 2), (2, 1)])
def test_a_credit_put_against_an_invoice_leaves_the_total_as_it_was(target: int, source: int) -> None:
    made = portfolio(
        invoice(1, "2024-01-10", "100"),
        invoice(2, "2024-02-01", "-40"),
        paid(1, "2024-02-10", "40", target, source=source),
    )
    assert {1: 10000, 2: -4000} == open_amounts(made, "2024-02-09")
    assert {1: 6000} == open_amounts(made, "2024-02-10")


def test_a_credit_put_against_nothing_yet_is_not_used_up() -> None:
    made = portfolio(invoice(2, "2024-02-01", "-50"), paid(1, "2024-02-10", "10", None, source=2))
    assert {2: -5000} == open_amounts(made, "2024-03-31")
    (row,) = [row for key, row in month_ends(made).items() if key[0] == date("2024-03-31")]
    assert (-50, 0, -50) == (row["credit_amount"], row["unapplied_amount"], row["total_amount"])


def test_cash_before_the_posting_is_unapplied_at_the_ends_of_the_months_until_then() -> None:
    made = portfolio(
        invoice(1, "2024-02-10", "100"),
        paid(1, "2024-01-05", "60", 1),
        invoice(2, "2024-02-12", "20", status="DRAFT", postedDate=None),
        paid(2, "2024-02-12", "20", 2),
        invoice(3, "2024-03-01", "-30"),
        paid(3, "2024-02-20", "30", 3),
    )
    rows = [(str(key[0])[5:7], row["unapplied_amount"], row["total_amount"]) for key, row in month_ends(made).items()]
    assert [("01", -60, -60), ("02", -20 + 30, 40 - 20 + 30), ("03", -20, 40 - 20)] == rows[:3]


def test_a_void_that_states_no_posting_was_never_owed_where_others_state_theirs() -> None:
    void = invoice(1, "2024-01-10", "100", status="VOID", postedDate=None, voidedDate="2024-03-05")
    assert [(2, "2024-02-01", "", 100)] == history(portfolio(void, invoice(2, "2024-02-01", "1")))
    assert [(1, "2024-01-10", "2024-03-05", 10000)] == history(portfolio(void))
    others = [invoice(number, "2024-02-01", "1", postedDate=None) for number in (3, 4)]
    assert (1, "2024-01-10", "2024-03-05", 10000) in history(portfolio(void, invoice(2, "2024-02-01", "1"), *others))
