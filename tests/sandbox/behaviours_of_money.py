"""The document's tables on invoices, payments and allocations, each row a function that proves it over plain HTTP."""

import concurrent.futures
from decimal import Decimal

from nightaudit.client.resources import (
    Bookings,
    Extras,
    FinancialAllocations,
    SalesInvoices,
)
from sandbox.sandbox_api import Api, money, refused
from sandbox.sandbox_examples import ALLOCATION, NEW_INVOICE, STATUS


def posting_finalises_an_invoice(api: Api) -> None:
    assert "DRAFT" == api.get(SalesInvoices.get, 1)["status"]
    posted = api.call(SalesInvoices.post, 1).json()
    assert ("POSTED", "2026-03-10") == (posted["status"], posted["postedDate"])
    assert api.get(SalesInvoices.get, 1) == posted


def posting_twice_is_an_error(api: Api) -> None:
    before = api.get(SalesInvoices.get, 4)
    assert "POSTED" in refused(api.call(SalesInvoices.post, 4))["message"]
    assert api.get(SalesInvoices.get, 4) == before


def posting_an_unknown_invoice_is_404(api: Api) -> None:
    refused(api.call(SalesInvoices.post, 99), 404)


def voiding_cancels_an_invoice(api: Api) -> None:
    voided = api.call(SalesInvoices.void, 4).json()
    assert ("VOID", Decimal(0), "2026-03-10") == (
        voided["status"],
        money(voided["outstandingAmount"]),
        voided["voidedDate"],
    )
    refused(api.call(SalesInvoices.void, 4))
    refused(api.call(SalesInvoices.post, 4))


def voiding_an_unknown_invoice_is_404(api: Api) -> None:
    refused(api.call(SalesInvoices.void, 99), 404)


def an_export_is_recorded_on_a_posted_invoice(api: Api) -> None:
    for status in ("CREATED", "EXPORTED", "FAILED", "IMPORTED", "PENDING", "SENT", "SKIPPED"):
        after = api.call(SalesInvoices.set_export_status, 4, body=STATUS | {"exportStatus": status}).json()
        assert (after["status"], after["exportStatus"], after["externalId"]) == ("POSTED", status, "X1")
        assert after["exportedDate"] == STATUS["exportedDate"]
    assert [4] == [row["id"] for row in api.rows(SalesInvoices.list, exportStatuses="SKIPPED")]


def an_export_status_that_is_none_of_the_seven_is_400(api: Api) -> None:
    refused(api.call(SalesInvoices.set_export_status, 4, body=STATUS | {"exportStatus": "DONE"}))


def an_export_update_without_one_of_its_four_fields_is_400(api: Api) -> None:
    for name in STATUS:
        body = {field: value for field, value in STATUS.items() if field != name}
        assert refused(api.call(SalesInvoices.set_export_status, 4, body=body))["errors"][0]["field"] == name


def an_export_update_of_an_invoice_not_posted_is_400(api: Api) -> None:
    for invoice in (1, 3):
        refused(api.call(SalesInvoices.set_export_status, invoice, body=STATUS))
        assert "PENDING" == api.get(SalesInvoices.get, invoice)["exportStatus"]


def marking_exported_records_id_and_date(api: Api) -> None:
    after = api.call(
        SalesInvoices.mark_exported, 4, body={"externalId": "Z", "exportedDate": STATUS["exportedDate"]}
    ).json()
    assert ("POSTED", "EXPORTED", "Z") == (after["status"], after["exportStatus"], after["externalId"])


def marking_exported_an_invoice_not_posted_is_an_error(api: Api) -> None:
    refused(api.call(SalesInvoices.mark_exported, 1, body={"externalId": "Z", "exportedDate": STATUS["exportedDate"]}))


def a_payment_reconciles_the_oldest_due_first_and_posts(api: Api) -> None:
    summary = api.call(Bookings.pay, 1, body={"amount": 50.5, "paymentReference": "R9"}).json()
    assert (money(summary["payments"]), money(summary["balance"])) == (Decimal("50.5"), Decimal("81.5"))
    later, sooner = api.get(SalesInvoices.get, 1), api.get(SalesInvoices.get, 2)
    assert (Decimal(0), "POSTED") == (money(sooner["outstandingAmount"]), sooner["status"])
    assert (money(later["outstandingAmount"]), later["status"]) == (Decimal("81.5"), "POSTED")
    made = [row for row in api.rows(FinancialAllocations.of_sales_payments) if row.get("paymentReference") == "R9"]
    assert [(row["targetInvoiceId"], money(row["amount"])) for row in made] == [(2, 12), (1, Decimal("38.5"))]


def a_payment_above_what_is_outstanding_is_rejected(api: Api) -> None:
    before = api.http.get("/_sandbox").json()["records"]
    assert "outstanding" in refused(api.call(Bookings.pay, 1, body={"amount": 132.01}))["message"]
    assert before == api.http.get("/_sandbox").json()["records"]
    assert "DRAFT" == api.get(SalesInvoices.get, 1)["status"]
    for amount in (0, -5, 1.005, "x", None):
        refused(api.call(Bookings.pay, 1, body={"amount": amount}))


def pay_due_before_limits_which_invoices_are_paid(api: Api) -> None:
    refused(api.call(Bookings.pay, 1, body={"amount": 12.01, "payDueBefore": "2026-03-01"}))
    refused(api.call(Bookings.pay, 1, body={"amount": 12, "payDueBefore": "2026-02-28"}))
    assert 200 == api.call(Bookings.pay, 1, body={"amount": 12, "payDueBefore": "2026-03-01"}).status_code
    assert "DRAFT" == api.get(SalesInvoices.get, 1)["status"]


def a_payment_posted_twice_at_once_is_taken_once(api: Api) -> None:
    def pay(_: int) -> int:
        return api.call(Bookings.pay, 2, body={"amount": 240.0, "paymentReference": "TWICE"}).status_code

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        statuses = sorted(pool.map(pay, range(8)))
    assert [200] + [400] * 7 == statuses
    rows = api.rows(FinancialAllocations.of_sales_payments)
    assert 1 == sum(row.get("paymentReference") == "TWICE" for row in rows)
    assert 0 == money(api.get(SalesInvoices.get, 4)["outstandingAmount"])


def an_allocation_that_is_exported_stays_as_it_is(api: Api) -> None:
    before = api.rows(FinancialAllocations.to_sales_invoices)
    refused(api.call(FinancialAllocations.set_export_status, 3, body={"exportStatus": "IMPORTED", "externalId": "N"}))
    assert api.rows(FinancialAllocations.to_sales_invoices) == before


def an_allocation_takes_the_status_of_the_request(api: Api) -> None:
    imported = api.call(FinancialAllocations.set_export_status, 1, body={"exportStatus": "IMPORTED"}).json()
    assert ("IMPORTED", "2026-03-10") == (imported["exportStatus"], imported["exportedDate"][:10])
    exported = api.call(
        FinancialAllocations.set_export_status, 1, body={"exportStatus": "EXPORTED", "externalId": "E"}
    ).json()
    assert ("EXPORTED", "E") == (exported["exportStatus"], exported["externalId"])
    refused(api.call(FinancialAllocations.set_export_status, 2, body={"exportStatus": "SENT"}))
    refused(api.call(FinancialAllocations.set_export_status, 99, body={"exportStatus": "EXPORTED"}), 404)


def an_allocation_settles_its_invoice_within_what_it_owes(api: Api) -> None:
    made = api.call(FinancialAllocations.create, body=ALLOCATION).json()
    assert (7, "2026-03-10", "PENDING") == (made["financeAccountId"], made["createdDate"][:10], made["exportStatus"])
    assert 4 == made["id"]
    assert made in api.rows(FinancialAllocations.to_sales_invoices)
    assert money(api.get(SalesInvoices.get, 4)["outstandingAmount"]) == Decimal("229.5")
    refused(api.call(FinancialAllocations.create, body=ALLOCATION | {"amount": 229.51}))
    refused(api.call(FinancialAllocations.create, body=ALLOCATION | {"targetInvoiceId": 1}))
    refused(api.call(FinancialAllocations.create, body=ALLOCATION | {"targetInvoiceId": 99}), 404)
    refused(api.call(FinancialAllocations.create, body=ALLOCATION | {"accountId": None}))
    refused(api.call(FinancialAllocations.create, body=ALLOCATION | {"importType": "GIFT"}))
    assert (
        200
        == api.call(
            FinancialAllocations.create, body=ALLOCATION | {"accountId": None, "nominalCode": "1200"}
        ).status_code
    )


def a_credit_note_is_put_against_an_invoice(api: Api) -> None:
    credit = {"accountId": 7, "importType": "ALLOCATION", "amount": 40, "sourceInvoiceId": 5, "targetInvoiceId": 4}
    assert 200 == api.call(FinancialAllocations.create, body=credit).status_code
    assert 200 == money(api.get(SalesInvoices.get, 4)["outstandingAmount"])
    assert -8 == money(api.get(SalesInvoices.get, 5)["outstandingAmount"])
    for invoice, other in ((4, 5), (5, 4)):
        assert other in [row["id"] for row in api.rows(SalesInvoices.balance_invoices, invoice)]
    numbers = api.get(SalesInvoices.get, 5)["balancedInvoiceNumbers"]
    assert 200 == api.call(FinancialAllocations.create, body=credit | {"amount": 7}).status_code
    assert ("CN0000005", numbers) == tuple(api.get(SalesInvoices.get, n)["balancedInvoiceNumbers"] for n in (4, 5))
    refused(api.call(FinancialAllocations.create, body=credit | {"amount": 1.01}))
    refused(api.call(FinancialAllocations.create, body=credit | {"sourceInvoiceId": None}))
    summary = api.get(Bookings.financial_summary, 2)
    assert (Decimal(240), Decimal(-48)) == (money(summary["charges"]), money(summary["adjustments"]))
    assert money(summary["balance"]) == money(summary["charges"]) + money(summary["adjustments"]) - money(
        summary["payments"]
    )


def an_extra_is_paid_once_and_only_where_it_can_be(api: Api) -> None:
    refused(api.call(Extras.pay, 999, body={"amount": 1}), 404)
    refused(api.call(Extras.pay, 111, body={"amount": 12.01}))
    paid = api.call(Extras.pay, 111, body={"amount": 12, "paymentReference": "R3"}).json()
    assert ("R3", 2, "POSTED") == (paid["paymentReference"], paid["invoiceId"], paid["invoiceStatus"])
    assert 0 == money(paid["outstandingAmount"])
    assert "paid" in refused(api.call(Extras.pay, 111, body={"amount": 12}))["message"]
    api.admin("reset")
    api.call(SalesInvoices.void, 2)
    assert "no invoices" in refused(api.call(Extras.pay, 111, body={"amount": 12}))["message"]


def a_new_invoice_adds_up(api: Api) -> None:
    made = api.call(SalesInvoices.create, body=NEW_INVOICE).json()
    assert (made["status"], money(made["totalNet"]), money(made["totalTax"])) == (
        "DRAFT",
        Decimal("100.01"),
        Decimal("20.00"),
    )
    assert money(made["totalGross"]) == money(made["outstandingAmount"]) == Decimal("120.01")
    assert api.get(Bookings.get, 3)["salesInvoices"] == [made["id"]]
    assert [row["salesInvoiceId"] for row in api.rows(SalesInvoices.items, made["id"])] == [made["id"]]
    number = api.call(SalesInvoices.post, made["id"]).json()["invoiceNumber"]
    assert "INV0000006" == number
