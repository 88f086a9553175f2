"""Records voided, changed or deleted after their export, posting or arrival are listed, in kept tables and in new ones."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from oracle.made import PLACE, building, invoice, paid, stay, unit
from transform.kept import Kept

if TYPE_CHECKING:
    from oracle.model import Pair

pytestmark = pytest.mark.slow
DAY = "2026-02-01"
AT, AGAIN = "2026-02-01T23:30:00Z", "2026-02-03T02:00:00Z"
EXPORTED = {"exportStatus": "EXPORTED", "exportedDate": AT}
LISTED = """select kind, record_type, record_id, on_date::varchar, detail from quality.fct_exceptions
    where kind like '% after its %' order by record_type desc, record_id"""


def bill(number: int, net: str = "100", vat: str = "20", **more: Any) -> Pair:
    """An exported invoice."""
    return invoice(number, DAY, net, vat, **EXPORTED | more)


def void(number: int, **more: Any) -> Pair:
    return bill(number, **{"status": "VOID", "voidedDate": "2026-02-02"} | more)


def receipt(number: int, amount: str = "10", target: int | None = 1, source: int | None = None, **more: Any) -> Pair:
    """An exported receipt, or with a source an exported credit."""
    name, record = paid(number, DAY, amount, target, source)
    return name, record | EXPORTED | more


def excluded(number: int, **more: Any) -> Pair:
    items = [{"id": number * 10, "totalNet": "100", "totalTax": "20", "unitId": 90}]
    return bill(number, salesInvoiceItems=items, bookingId=None, **more)


FIRST = [
    *PLACE,
    building(9, "Test House"),
    unit(90, 9),
    *(bill(number) for number in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)),
    # Not exported yet; not to be exported; of an excluded building.
    bill(8, exportStatus="PENDING", exportedDate=None),
    bill(9, exportStatus="SKIPPED", exportedDate=None),
    excluded(13),
    excluded(14),
    bill(15, exportedDate=None),
    bill(21, exportedDate=None),
    *(bill(number) for number in (22, 23)),
    # Gone by the last load: of invoices, one exported, one not, one of an excluded building, a draft and a void; receipts.
    bill(16),
    bill(17, exportStatus="PENDING", exportedDate=None),
    excluded(18),
    bill(19, status="DRAFT", exportStatus="PENDING", exportedDate=None),
    void(20, exportStatus="PENDING", exportedDate=None),
    receipt(7, target=16),
    receipt(8, target=18),
    receipt(9, exportStatus="PENDING", exportedDate=None),
    # And of stays one that was over, one on the day of its arrival, one of an excluded building, one that did not come.
    stay(31, DAY, "2026-02-03", "100", status="CHECKED_OUT"),
    stay(32, "2026-02-04", "2026-02-06", "100"),
    stay(33, DAY, "2026-02-03", "100", unit=90),
    stay(34, DAY, "2026-02-03", "100", status="NO_SHOW"),
    *(receipt(number) for number in (1, 2, 3, 4)),
    receipt(5, exportStatus="IMPORTED"),
    receipt(6, "-25", source=1),
]
SECOND = [
    # Void since the export; void, and exported again since; void, of an unknown export date; void and not exported.
    void(1),
    void(2, exportedDate=AGAIN),
    void(3, exportedDate=None),
    void(8, exportStatus="PENDING", exportedDate=None),
    excluded(13, status="VOID"),
    # Void without a date: exported again after a load had found it void, and not.
    *(void(number, voidedDate=None) for number in (22, 23)),
    # Changed: amount, VAT alone, account; a payment is no change; nor is a change of a skipped invoice.
    bill(4, "90"),
    bill(5, vat="25"),
    bill(6, financeAccount={"id": 8}),
    bill(7, outstandingAmount="10"),
    bill(9, "90", exportStatus="SKIPPED", exportedDate=None),
    # Exported again as it is now, changed twice, and changed back; no date says when the last two were exported.
    bill(10, "90"),
    bill(11, "90"),
    bill(12, "90"),
    excluded(14, invoiceDate="2026-02-02"),
    bill(15, "90", exportedDate=None),
    bill(21, "90", exportedDate=None),
    # Allocated to another invoice; of another amount; of another date by the time it is EXPORTED; another credit amount.
    receipt(1, target=4),
    receipt(2, "11"),
    receipt(5, date="2026-02-02"),
    receipt(6, "-20", source=1),
]
THIRD = [
    bill(10, "90", exportedDate=AGAIN),
    bill(11, "80"),
    bill(12),
    bill(15, "80", exportStatus="PENDING", exportedDate=None),
    receipt(3, exportedDate=AGAIN),
    receipt(5, date="2026-02-03"),
]
FOURTH = [
    bill(15, "80", exportedDate=None),
    void(22, voidedDate=None, exportedDate="2026-02-20T02:00:00Z"),
    receipt(3, target=5, exportedDate=AGAIN),
]
GONE = [
    *(("salesInvoices", str(number)) for number in range(16, 21)),
    *(("financialAllocations_salesPayments", str(number)) for number in (7, 8, 9)),
    *(("bookings", str(number)) for number in range(1031, 1035)),
]
EXPECTED = [
    ("void after its export", "sales invoice", 1, "2026-02-02"),
    ("void after its export", "sales invoice", 3, "2026-02-02"),
    *(("changed after its export", "sales invoice", number, DAY) for number in (4, 5, 6, 11)),
    ("deleted after its export", "sales invoice", 16, DAY),
    ("deleted after its posting", "sales invoice", 17, DAY),
    ("changed after its export", "sales invoice", 21, DAY),
    ("void after its export", "sales invoice", 23, "2026-02-02"),
    ("deleted after its arrival", "room stay", 31, DAY),
    ("changed after its export", "financial allocation", 1, DAY),
    ("changed after its export", "financial allocation", 2, DAY),
    ("changed after its export", "financial allocation", 3, "2026-02-03"),
    ("changed after its export", "financial allocation", 5, DAY),
    ("changed after its export", "financial allocation", 6, DAY),
    ("deleted after its export", "financial allocation", 7, DAY),
]
SAID = {
    1: "Exported on 2026-02-01 as 120.00 GBP",
    11: "Exported as INVOICE INV11 of 2026-02-01, due 2026-02-01, finance account 7, net 100.00, VAT 20.00, gross 120.00 GBP; "
    "now INVOICE INV11 of 2026-02-01, due 2026-02-01, finance account 7, net 80.00, VAT 20.00, gross 100.00 GBP",
    17: "Posted as INVOICE INV17 of 2026-02-01, due 2026-02-01, finance account 7, net 100.00, VAT 20.00, gross 120.00 GBP; "
    "no longer in the PMS",
    31: "CHECKED_OUT from 2026-02-01 to 2026-02-03 for 100.00 GBP; no longer in the PMS on 2026-02-04",
}


def test_records_voided_changed_or_deleted_late_are_listed(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    given: dict[str, Any] = {"excluded_buildings": ("Test House",), "models": "+fct_exceptions", "checked": False}
    found = []
    for records in (FIRST, SECOND, THIRD, FOURTH):
        kept.load(records=records, gone=GONE if records is FOURTH else ())
        if records is not THIRD:  # two loads in one build, too
            found.append(kept.mend(**given).rows(LISTED))
    assert [] == found[0]
    assert EXPECTED == [row[:4] for row in found[-1]]
    assert SAID == {row[2]: row[4] for row in found[-1] if row[1] != "financial allocation" and row[2] in SAID}
    assert found[-1] == kept.anew(**given).rows(LISTED)
