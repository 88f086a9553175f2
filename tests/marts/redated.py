"""A tenant whose invoices and receipts are corrected after the month's end, so that what was owed then reads differently now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oracle.made import PLACE, block, invoice, paid, stay

if TYPE_CHECKING:
    from oracle.model import Pair


def redated(at: int) -> list[Pair]:
    """The records on evening number `at`; from the second evening on they are corrected."""
    work = _work(status="CANCELLED" if at else "OPEN")
    return [*PLACE, *work, *_of_a_booking(is_gone=at > 0), *(_corrected() if at else _as_reported())]


def _of_a_booking(*, is_gone: bool) -> list[Pair]:
    """Two invoices that say where they are by a stay and its booking only, which are deleted on the second evening."""
    of_stay = [{"id": 140, "totalNet": "33", "totalTax": "0", "roomStayId": 21}]
    return [
        *([] if is_gone else [stay(21, "2024-02-10", "2024-02-14", "33")]),
        invoice(14, "2024-02-14", "33", bookingId=None, salesInvoiceItems=of_stay),
        invoice(15, "2024-02-14", "34", bookingId=1021, salesInvoiceItems=[]),
    ]


def _work(**more: str) -> list[Pair]:
    """Tasks that are cancelled on the second evening: one began before the first, one between the evenings, one after both."""
    return [
        block(1, "2024-03-20T10:00:00Z", "2024-05-10", **more),
        block(2, "2024-04-20T10:00:00Z", "2024-05-02", unitId=2, **more),
        block(3, "2024-06-01T10:00:00Z", "2024-06-05", unitId=2, **more),
    ]


def _as_reported() -> list[Pair]:
    return [
        invoice(1, "2024-02-05", "100"),
        invoice(2, "2024-02-06", "50"),
        paid(2, "2024-02-16", "20", 2),
        invoice(3, "2024-02-07", "70"),
        invoice(4, "2024-02-08", "30"),
        invoice(5, "2024-02-09", "40", status="DRAFT", postedDate=None),
        invoice(6, "2024-02-10", "-25", invoiceType="CREDIT_NOTE"),
        invoice(7, "2024-02-11", "60"),
        paid(7, "2024-02-12", "10", 7),
        paid(8, "2024-03-01", "5", 1),
        _entered(paid(9, "2024-02-20", "4", 7), "2024-03-05T23:30:00Z"),
        invoice(8, "2024-02-12", "80"),
        paid(10, "2024-02-14", "7", 8),
        paid(12, "2024-02-15", "8", 7),
        invoice(13, "2024-02-14", "55", postedDate=None),
        # These were exported to finance.
        _exported(invoice(9, "2024-02-13", "90")),
        _exported(invoice(10, "2024-02-13", "91")),
        _exported(invoice(11, "2024-02-13", "92")),
        _exported(paid(13, "2024-02-16", "3", 9)),
        _exported(paid(14, "2024-02-16", "3", 10)),
    ]


def _corrected() -> list[Pair]:
    return [
        # A receipt was entered late, one has another date, one another amount.
        invoice(1, "2024-02-05", "100"),
        paid(1, "2024-02-28", "60", 1),
        paid(8, "2024-02-01", "5", 1),
        paid(7, "2024-02-12", "12", 7),
        _entered(paid(9, "2024-02-20", "4", 7), "2024-03-05T23:30:00Z"),
        # A receipt is gone, and so is an invoice with its receipt still there.
        invoice(2, "2024-02-06", "50"),
        paid(10, "2024-02-14", "7", 8),
        # Voided with an old date; of another amount; posted with an old date; due later.
        invoice(3, "2024-02-07", "70", status="VOID", voidedDate="2024-02-29"),
        invoice(4, "2024-02-08", "33"),
        invoice(5, "2024-02-09", "40", postedDate="2024-02-27"),
        invoice(7, "2024-02-11", "60", invoiceDueDate="2024-04-11"),
        # Void, and neither version states when it was posted; the first one was found posted.
        invoice(13, "2024-02-14", "55", status="VOID", postedDate=None, voidedDate="2024-03-02"),
        # A credit is allocated to a corrected invoice.
        invoice(6, "2024-02-10", "-25", invoiceType="CREDIT_NOTE"),
        paid(11, "2024-02-25", "25", 4, 6),
        # One allocation is now also in the other list, with another amount: the list in which it was seen last counts.
        paid(12, "2024-02-15", "8", 7),
        ("financialAllocations_salesInvoices", paid(12, "2024-02-15", "9", 7)[1]),
        # Changed since its export; exported again; void; void and exported since; allocated to another invoice; unchanged.
        _exported(invoice(9, "2024-02-13", "89")),
        _exported(invoice(10, "2024-02-13", "90"), "2024-03-05T02:00:00Z"),
        _exported(invoice(11, "2024-02-13", "92", status="VOID", voidedDate="2024-02-14")),
        _exported(invoice(12, "2024-02-13", "93", status="VOID", voidedDate="2024-02-14"), "2024-02-15T02:00:00Z"),
        _exported(paid(13, "2024-02-16", "3", 10)),
        _exported(paid(14, "2024-02-16", "3", 10)),
    ]


def _exported(pair: Pair, moment: str = "2024-02-14T02:00:00Z") -> Pair:
    return pair[0], pair[1] | {"exportStatus": "EXPORTED", "exportedDate": moment}


def _entered(pair: Pair, moment: str) -> Pair:
    return pair[0], pair[1] | {"createdDate": moment}
