"""What must hold in every made-up portfolio, to the cent, and what is wrong in it on purpose."""

from collections import Counter
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from nightaudit.sandbox.portfolio import generate
from sandbox.portfolio.portfolio_books import (
    Books,
    Wrong,
    money_faults,
    not_invoiced,
    overlaps,
    reference_faults,
    stay_faults,
    unplanted_faults,
    void_paid,
)

TODAY = date(2026, 11, 20)


def test_every_id_points_at_a_record(books: Books) -> None:
    assert [] == reference_faults(books)
    books.rows["bookings"].append({"id": 0, "bookingContactId": -1, "roomStays": []})
    try:
        assert [("bookings", "bookingContactId", -1)] == reference_faults(books)
    finally:
        books.rows["bookings"].pop()


def test_sums_hold_to_the_cent(books: Books, wrong: Wrong) -> None:
    assert [] == money_faults(books, void_paid(wrong))
    assert [] == stay_faults(books, not_invoiced(books, wrong))
    invoice = books.rows["salesInvoices"][7]
    invoice["totalNet"] += Decimal("0.01")
    try:
        assert {
            "net of the items",
            "gross",
        } == {what for what, key in money_faults(books, void_paid(wrong)) if key == invoice["id"]}
    finally:
        invoice["totalNet"] -= Decimal("0.01")


def test_an_allocation_stands_in_the_one_list_it_belongs_to(books: Books) -> None:
    invoices = books.by_id("salesInvoices")
    for credit in books.rows["financialAllocations_salesInvoices"]:
        assert ("ALLOCATION", True) == (credit["importType"], credit["amount"] > 0)
        assert "CREDIT_NOTE" == invoices[credit["sourceInvoiceId"]]["invoiceType"]
        assert "INVOICE" == invoices[credit["targetInvoiceId"]]["invoiceType"]
    kinds: Counter[tuple[str | None, bool]] = Counter()
    for receipt in books.rows["financialAllocations_salesPayments"]:
        assert ("PAYMENT", None) == (receipt["importType"], receipt["sourceInvoiceId"])
        target = invoices.get(receipt["targetInvoiceId"])
        kinds[target["invoiceType"] if target else None, receipt["amount"] > 0] += 1
    assert {("INVOICE", True), ("CREDIT_NOTE", False), (None, True)} == set(kinds)


def test_nothing_has_happened_that_lies_ahead(books: Books) -> None:
    today = TODAY.isoformat()
    assert max(invoice["invoiceDate"] for invoice in books.rows["salesInvoices"]) <= today
    assert max(row["date"] for row in books.rows["financialAllocations_salesPayments"]) <= today
    assert max(booking["createdDate"] for booking in books.rows["bookings"])[:10] <= today
    for stay in books.stays:
        came = stay["roomStayStatus"] in ("CHECKED_IN", "CHECKED_OUT", "NO_SHOW")
        assert stay["startDate"] <= today or not came
        assert stay["endDate"] <= today or stay["roomStayStatus"] != "CHECKED_OUT"
        assert (stay["cancelledDate"] is not None) == (stay["roomStayStatus"] == "CANCELLED")


def test_what_is_wrong_on_purpose_is_there_and_nothing_else(books: Books, wrong: Wrong) -> None:
    stays = {stay["roomStayId"]: stay for stay in books.stays}
    invoices, units = books.by_id("salesInvoices"), books.by_id("units")
    receipts = books.by_id("financialAllocations_salesPayments")
    old = (TODAY - timedelta(days=20)).isoformat()
    pairs = {frozenset(pair) for pair in overlaps(books)}
    assert pairs == {frozenset(pair) for pair in wrong["double_booked"]}
    day_use = {key for key, stay in stays.items() if stay["startDate"] == stay["endDate"] and stay["netAmount"]}
    assert day_use == {stay for (stay,) in wrong["day_use"]}
    negative = {key for key, stay in stays.items() if stay["netAmount"] < 0}
    assert negative == {stay for (stay,) in wrong["negative_rate"]}
    overdue = {
        key
        for key, stay in stays.items()
        if stay["roomStayStatus"] == "CONFIRMED" and stay["startDate"] < TODAY.isoformat()
    }
    assert overdue == {stay for (stay,) in wrong["overdue_arrival"]}
    outside = {
        key
        for key, stay in stays.items()
        if stay["roomStayStatus"] == "CHECKED_OUT"
        and stay["startDate"] < (units[stay["unit"]["id"]]["availableFrom"] or "")
    }
    assert outside == {stay for (stay,) in wrong["stay_outside_unit_life"]}
    over = {
        key
        for key, invoice in invoices.items()
        if invoice["invoiceType"] == "INVOICE" and invoice["outstandingAmount"] < 0
    }
    assert over == {invoice for invoice, _ in wrong["over_allocated"]}
    late = {
        key
        for key, invoice in invoices.items()
        if invoice["status"] == "POSTED" and invoice["exportStatus"] == "PENDING" and invoice["postedDate"] < old
    }
    assert late == {invoice for (invoice,) in wrong["posted_not_exported"]}
    paid = {receipt["targetInvoiceId"] for receipt in receipts.values()}
    assert {key for key in paid if key and invoices[key]["status"] == "VOID"} == void_paid(wrong)
    loose = {key for key, receipt in receipts.items() if receipt["targetInvoiceId"] is None}
    assert loose == {receipt for (receipt,) in wrong["unallocated_receipt"]}
    without = {key for _, key in stay_faults(books, ())}
    assert without == not_invoiced(books, wrong)


def test_all_shapes_promised_are_there(books: Books) -> None:
    stays, invoices = books.stays, books.rows["salesInvoices"]
    assert {
        "ENQUIRY",
        "PENDING",
        "CONFIRMED",
        "CHECKED_IN",
        "CHECKED_OUT",
        "CANCELLED",
        "NO_SHOW",
    } == {stay["roomStayStatus"] for stay in stays}
    assert {guest["status"] for guest in books.rows["guestStays"]} >= {"CONFIRMED", "CHECKED_IN", "CHECKED_OUT"}
    assert {(invoice["status"], invoice["invoiceType"]) for invoice in invoices} >= {
        ("POSTED", "INVOICE"),
        ("POSTED", "CREDIT_NOTE"),
        ("DRAFT", "INVOICE"),
        ("VOID", "INVOICE"),
    }
    assert {invoice["exportStatus"] for invoice in invoices} >= {"EXPORTED", "FAILED", "PENDING", "SKIPPED"}
    assert {"DAILY", "WEEKLY", "MONTHLY"} == {stay["rate"]["rateType"] for stay in stays}
    counts = {
        "several rooms": sum(
            len({s["startDate"] for s in b["roomStays"]}) == 1 < len(b["roomStays"]) for b in books.rows["bookings"]
        ),
        "with extras": sum(bool(stay["extras"]) for stay in stays),
        "free of charge": sum(stay["netAmount"] == 0 < stay["originalRate"] for stay in stays),
        "unit not assigned": sum(stay["unit"]["id"] is None for stay in stays),
        "part-paid": sum(0 < i["outstandingAmount"] < i["totalGross"] for i in invoices),
        "unpaid": sum(0 < i["outstandingAmount"] == i["totalGross"] for i in invoices),
        "balanced": sum(i["balancedInvoiceNumbers"] is not None for i in invoices),
        "companies": sum(i["companyId"] is not None for i in invoices),
        "renewed": sum(renewed(booking) for booking in books.rows["bookings"]),
        "moved": sum(moved(booking) for booking in books.rows["bookings"]),
        "two tax rates": sum(two_tax_rates(invoice) for invoice in invoices),
        "not bookable": sum(not unit["bookable"] for unit in books.rows["units"]),
        "life ended": sum(unit["availableTo"] is not None for unit in books.rows["units"]),
        "out of order": sum(task["blockAvailability"] for task in books.rows["activities"]),
        "before the invoice": before_the_invoice(books),
    }
    assert not [what for what, count in counts.items() if count == 0], counts
    assert {booking["currencyCode"] for booking in books.rows["bookings"]} >= {"GBP", "EUR"}


def renewed(booking: dict[str, Any]) -> bool:
    ends = {stay["endDate"] for stay in booking["roomStays"]}
    return any(stay["startDate"] in ends and stay["startDate"] < stay["endDate"] for stay in booking["roomStays"])


def moved(booking: dict[str, Any]) -> bool:
    return renewed(booking) and len({stay["unit"]["id"] for stay in booking["roomStays"]}) > 1


def two_tax_rates(invoice: dict[str, Any]) -> bool:
    lines = {(item["roomStayId"], item["taxType"]) for item in invoice["salesInvoiceItems"] if not item["extraId"]}
    return len(lines) > len({stay for stay, _ in lines})


def before_the_invoice(books: Books) -> int:
    invoices = books.by_id("salesInvoices")
    receipts = [row for row in books.rows["financialAllocations_salesPayments"] if row["targetInvoiceId"]]
    return sum(row["date"] < invoices[row["targetInvoiceId"]]["invoiceDate"] for row in receipts)


@pytest.mark.sampled
@pytest.mark.parametrize("seeds", [range(start, start + 10) for start in range(100, 150, 10)], ids=str)
def test_fifty_small_portfolios_hold(seeds: range) -> None:
    for seed in seeds:
        units = 1 + seed % 7
        wrong: Wrong = {}
        books = Books(generate(units, 1 + seed % 2, seed, TODAY + timedelta(days=seed * 7), wrong))
        assert len(books.rows["units"]) == units, seed
        assert [] == unplanted_faults(books, wrong), seed
