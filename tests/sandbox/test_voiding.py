"""What is voided takes nothing with it: money received stays, credits are whole again, and every list and sum agrees."""

import itertools
from decimal import Decimal
from typing import Any

from nightaudit.client.resources import Bookings, FinancialAllocations, SalesInvoices
from sandbox.sandbox_api import Api, money
from sandbox.sandbox_examples import ALLOCATION, NEW_INVOICE

LISTS = (FinancialAllocations.to_sales_invoices, FinancialAllocations.of_sales_payments)
CREDIT = {"accountId": 7, "importType": "ALLOCATION", "amount": 40, "sourceInvoiceId": 5, "targetInvoiceId": 4}


def allocated(api: Api) -> dict[int, Any]:
    return {row["id"]: row for operation in LISTS for row in api.rows(operation, size=100)}


def owed(api: Api, invoice: int) -> Decimal:
    return money(api.get(SalesInvoices.get, invoice)["outstandingAmount"])


def summary(api: Api, booking: int) -> tuple[Decimal, ...]:
    found = api.get(Bookings.financial_summary, booking)
    return tuple(money(found[name]) for name in ("charges", "payments", "adjustments", "balance"))


def test_a_receipt_on_a_voided_invoice_stands_without_an_invoice(api: Api) -> None:
    """Receipts 1 to 3 are on invoice 4. The money was received, and the invoice is none: nobody could allocate it anew."""
    before = allocated(api)
    assert {4} == {row["targetInvoiceId"] for row in before.values()}
    api.call(SalesInvoices.void, 4)
    after = allocated(api)
    for number, row in before.items():
        was = row | {"targetInvoiceId": None, "lastModifiedDate": after[number]["lastModifiedDate"]}
        assert was == {name: after[number][name] for name in was}
    assert [] == api.rows(FinancialAllocations.of_sales_payments, financeAccountId=7), "against the target invoice"
    assert (Decimal(0), Decimal(0), Decimal(-48), Decimal(-48)) == summary(api, 2)
    pricing = api.get(Bookings.pricing, 2)
    assert pricing["due"] == pricing["total"]


def test_a_credit_put_against_a_voided_invoice_is_whole_again(api: Api) -> None:
    number = api.call(FinancialAllocations.create, body=CREDIT).json()["id"]
    assert (Decimal(200), Decimal(-8)) == (owed(api, 4), owed(api, 5))
    api.call(SalesInvoices.void, 4)
    assert (Decimal(0), Decimal(-48)) == (owed(api, 4), owed(api, 5))
    assert number not in allocated(api)
    again = api.call(FinancialAllocations.create, body=ALLOCATION | {"targetInvoiceId": 2}).json()["id"]
    assert number < again, "an id is given once"


def test_an_invoice_owes_again_what_a_voided_credit_took_off(api: Api) -> None:
    api.call(FinancialAllocations.create, body=CREDIT)
    before = api.get(SalesInvoices.get, 4)
    api.call(SalesInvoices.void, 5)
    after = api.get(SalesInvoices.get, 4)
    assert (Decimal(240), Decimal(0)) == (money(after["outstandingAmount"]), owed(api, 5))
    assert after["lastModifiedDate"] > before["lastModifiedDate"]
    assert {None} == {row["sourceInvoiceId"] for row in allocated(api).values()}


def test_an_invoice_is_not_balanced_by_a_voided_credit(api: Api) -> None:
    """It owed all of its amount again, and still named the voided credit as what balances it."""

    def balanced() -> list[list[int]]:
        return [[row["id"] for row in api.rows(SalesInvoices.balance_invoices, number)] for number in (4, 5)]

    api.call(FinancialAllocations.create, body=CREDIT)
    assert [[5], [1, 4]] == balanced()
    api.call(SalesInvoices.void, 5)
    assert [[], [1]] == balanced()


def test_both_ends_of_an_allocation_may_be_voided(api: Api) -> None:
    for first, second in ((4, 5), (5, 4)):
        api.call(FinancialAllocations.create, body=CREDIT)
        for number in (first, second):
            assert 200 == api.call(SalesInvoices.void, number).status_code
        assert (Decimal(0), Decimal(0)) == (owed(api, 4), owed(api, 5))
        api.admin("reset")


def test_what_draws_on_a_credit_is_no_money_whatever_its_type(api: Api) -> None:
    """The credit was used up, and the booking was shown to have paid as much as well."""
    open_before = owed(api, 4) + owed(api, 5)
    for kind, void in itertools.product(("PAYMENT", "ALLOCATION"), (4, 5)):
        paid = summary(api, 2)
        number = api.call(FinancialAllocations.create, body=CREDIT | {"importType": kind}).json()["id"]
        assert (Decimal(200), Decimal(-8), open_before) == (owed(api, 4), owed(api, 5), owed(api, 4) + owed(api, 5))
        assert paid == summary(api, 2)
        api.call(SalesInvoices.void, void)
        assert number not in allocated(api)
        assert {4: 240, 5: -48}[9 - void] == owed(api, 9 - void)
        api.admin("reset")


def test_money_whose_source_is_no_invoice_is_received(api: Api) -> None:
    """What a receipt is drawn from may be a receipt: only an invoice is left with less."""
    receipt = {"id": 78, "importType": "PAYMENT", "amount": 9, "sourceInvoiceId": 9000, "targetInvoiceId": 4}
    before = summary(api, 2)[1]
    api.admin("rows/financialAllocations_salesPayments/insert", records=[receipt])
    assert before + 9 == summary(api, 2)[1]
    api.call(SalesInvoices.void, 4)
    assert (None, None, 9) == tuple(allocated(api)[78][n] for n in ("sourceInvoiceId", "targetInvoiceId", "amount"))


def test_a_refund_was_paid_back_whichever_way_it_is_written(api: Api) -> None:
    """The booking was shown to owe less than nothing, after the guest had the money back."""
    before = summary(api, 2)
    for amount, source, target in ((8, 5, None), (-8, 5, None), (8, None, 5), (-8, None, 5)):
        refund = {
            "id": 77,
            "importType": "PAYMENT",
            "amount": amount,
            "sourceInvoiceId": source,
            "targetInvoiceId": target,
        }
        api.admin("rows/financialAllocations_salesPayments/insert", records=[refund])
        assert (before[1] - 8, before[3] + 8) == (summary(api, 2)[1], summary(api, 2)[3])


def test_an_invoice_issued_anew_is_owed_whole(api: Api) -> None:
    """Issued, paid in part, voided, and issued again: the booking owes the new one, and the part is free to be allocated."""
    first = api.call(SalesInvoices.create, body=NEW_INVOICE).json()["id"]
    api.call(Bookings.pay, 3, body={"amount": 20, "paymentReference": "R20"})
    assert (Decimal("120.01"), Decimal(20), Decimal(0), Decimal("100.01")) == summary(api, 3)
    api.call(SalesInvoices.void, first)
    second = api.call(SalesInvoices.create, body=NEW_INVOICE).json()["id"]
    assert (Decimal("120.01"), Decimal(0), Decimal(0), Decimal("120.01")) == summary(api, 3)
    assert Decimal("120.01") == owed(api, second)
    free = [row for row in allocated(api).values() if row.get("paymentReference") == "R20"]
    assert [(None, 20)] == [(row["targetInvoiceId"], row["amount"]) for row in free]


def test_a_refund_out_of_a_voided_credit_was_paid_all_the_same(api: Api) -> None:
    """Without its source it would read as money received."""
    refund = {"id": 77, "importType": "PAYMENT", "amount": 8, "sourceInvoiceId": 5, "targetInvoiceId": None}
    api.admin("rows/financialAllocations_salesPayments/insert", records=[refund])
    api.call(SalesInvoices.void, 5)
    assert refund == {name: allocated(api)[77][name] for name in refund}
