"""What the approver of a plan is shown, as a page and as lines: every row, its values and its money."""

from __future__ import annotations

import html
import re
from decimal import Decimal
from pathlib import Path

import pytest

from correct.desk import RECEIPT, Desk, payable
from correct.ledger_server import Ledger
from nightaudit.correct.journal.entries import Plan
from nightaudit.correct.plans import approval, show
from nightaudit.correct.plans.page import write_page
from nightaudit.errors import UsageError
from report.browser import CHROMIUM, browse

MARK = {"invoiceId": "7", "externalId": "A-1", "exportedDate": "2026-11-01T10:00:00Z"}


@pytest.fixture
def receipts(desk: Desk) -> Plan:
    rows = [RECEIPT, RECEIPT | {"amount": "1200", "paymentReference": "RENT MAY"}, RECEIPT | {"targetInvoiceId": "99"}]
    return desk.plan("allocations-create", rows)


def parts(page: str, tag: str) -> list[str]:
    """The text of each element of this kind, on one line."""
    found = re.findall(rf"<{tag}\b[^>]*>(.*?)</{tag}>", page, re.DOTALL)
    return [" ".join(html.unescape(re.sub(r"<[^>]+>", " ", one)).split()) for one in found]


def page_of(desk: Desk, plan: Plan, tmp_path: Path) -> str:
    return write_page(desk.journal, desk.journal.plan(plan.plan_id), tmp_path / "plan.html").read_text(encoding="utf-8")


def test_the_page_has_the_number_of_rows_and_the_money_they_move(desk: Desk, receipts: Plan, tmp_path: Path) -> None:
    page = page_of(desk, receipts, tmp_path)
    assert ["To send 2", "Skipped 0", "In conflict 1", "Money moved 1,212.50 GBP"] == parts(page, "li")
    assert ["1 row.", "2 rows."] == [
        caption.partition(" Rows")[0].partition(" Sent")[0] for caption in parts(page, "caption")
    ]
    marked = page_of(desk, desk.plan("invoices-mark-exported", [MARK]), tmp_path)
    assert ["To send 1", "Skipped 0", "In conflict 0", "Money moved none"] == parts(marked, "li")


@pytest.mark.skipif(not CHROMIUM, reason="needs Chromium")
def test_an_amount_of_billions_stays_in_its_cell(desk: Desk, tmp_path: Path) -> None:
    """It was printed over the reason beside it."""
    page_of(desk, desk.plan("allocations-create", [RECEIPT | {"amount": "12000000000"}]), tmp_path)
    script = (
        "document.title = [...document.querySelectorAll('td')].filter(it => it.scrollWidth > it.clientWidth).length"
    )
    with (tmp_path / "plan.html").open("a", encoding="utf-8") as page:
        page.write(f"<script>{script}</script>")
    assert "<title>0</title>" in browse(tmp_path / "plan.html", "--dump-dom", "--window-size=1100,800")


def test_the_page_has_every_value_and_what_happens_to_the_row(desk: Desk, receipts: Plan, tmp_path: Path) -> None:
    page = page_of(desk, receipts, tmp_path)
    rows = [row for row in parts(page, "tr") if not row.startswith("Row Record")]
    for row, number, target, amount, reference, outcome in zip(
        rows,
        (3, 1, 2),
        ("salesInvoices/99", "salesInvoices/7", "salesInvoices/7"),
        ("12.50", "12.50 GBP", "1,200.00 GBP"),
        ("RENT", "RENT", "RENT MAY"),
        ("conflict: salesInvoices/99 does not exist", "send", "send"),
        strict=True,
    ):
        token = desk.rows(receipts)[number - 1].token
        assert row.startswith(f"{number} {target} ")
        assert f"paymentReference {reference} targetInvoiceId" in row
        assert row.endswith(f" {amount} {outcome} {token}")
    approval.approve(desk.journal, receipts, "tester")
    done = parts(page_of(desk, receipts, tmp_path), "tr")
    assert 3 == len([row for row in done if " APPROVED" in row])


@pytest.mark.parametrize(
    ("job", "rows", "parts_of"),
    [
        (
            "room-stay-status",
            [{"bookingId": "99", "roomStayId": stay, "roomStayStatus": "CONFIRMED"} for stay in ("1", "2")],
            ["bookings/99/roomStays/1", "bookings/99/roomStays/2"],
        ),
        (
            "unit-attributes",
            [{"unitTypeId": "99999", "linkFeatureId": feature} for feature in ("1", "2")],
            ["unitTypes/99999/features/1", "unitTypes/99999/features/2"],
        ),
        (
            "invoice-custom-fields",
            [{"invoiceId": "99999", "templateName": name, "value": "7"} for name in ("Cost centre", "Fund")],
            ["salesInvoices/99999/templateName=Cost centre", "salesInvoices/99999/templateName=Fund"],
        ),
        (
            "unit-access-groups",
            [{"unitId": "99999", "accessGroupId": "1", "linkId": link} for link in ("1", "2")],
            ["unitAccessGroups/1", "unitAccessGroups/2"],
        ),
    ],
)
def test_rows_name_the_part_of_a_record_that_they_change(
    hotel: Desk, tmp_path: Path, job: str, rows: list[dict[str, str]], parts_of: list[str]
) -> None:
    """The stay, the feature and the field were not shown: an approver could not tell two rows from each other."""
    plan = hotel.plan(job, rows)
    assert parts_of == [line[1] for line in show.lines(plan, hotel.rows(plan)) if line[0]]
    page = page_of(hotel, plan, tmp_path)
    outcome = hotel.apply(approval.approve(hotel.journal, plan, "tester"))
    for number, shown in enumerate(parts_of, 1):
        assert f"{number} {shown} " in " ".join(parts(page, "tr"))
        assert outcome.reasons[number - 1].startswith(f"row {number}, {shown}: CONFLICT: ")


def test_the_page_has_the_remarks_on_rows(desk: Desk, tmp_path: Path) -> None:
    plan = desk.plan("allocations-create", [RECEIPT, RECEIPT])
    page, remark = page_of(desk, plan, tmp_path), "row 2 (line 3) is like row 1 (line 2)"
    assert [remark] == [part.partition(":")[0] for part in parts(page, "li")[4:]]
    assert remark in next(row for row in parts(page, "tr") if row.startswith("2 "))
    assert f"also: {remark}" in show.headline(show.summary(desk.journal, plan))


def test_many_remarks_stand_beside_their_rows_and_are_summed_up_above(desk: Desk, tmp_path: Path) -> None:
    """Above the table of 2,000 payments stood 2,000 lines, each of which is in the table, too."""
    rows = [RECEIPT | {"amount": "0.10"}] * 41
    found = page_of(desk, desk.plan("allocations-create", rows), tmp_path)
    above, _, table = found.partition("<table>")
    remark = "row 40 (line 41) is like row 1 (line 2): perhaps a duplicate"
    assert (4 + 25 + 2, False, True) == (above.count("<li"), remark in above, remark in table)
    assert "and 15 more (each is beside its row); all 40 by kind" in above


def test_a_value_stands_beside_the_one_it_replaces(desk: Desk, ledger: Ledger, tmp_path: Path) -> None:
    ledger.invoices[7]["exportStatus"] = "PENDING"
    plan = desk.plan("invoices-mark-exported", [MARK])
    [row] = [row for row in parts(page_of(desk, plan, tmp_path), "tr") if row.startswith("1 ")]
    assert "externalId A-1" in row
    assert "exportStatus PENDING → EXPORTED" in row
    assert "na-" not in row, "what creates nothing has no token"
    [head, *rest] = show.lines(plan, desk.rows(plan))
    assert (1, "salesInvoices/7", "send", "PLANNED") == (head[0], head[1], head[8], head[9])
    assert ("exportStatus", "PENDING", "EXPORTED") in {line[2:5] for line in (head, *rest)}
    assert {("", "")} == {line[:2] for line in rest}, "what belongs to the row is told once"
    assert {len(show.COLUMNS)} == {len(line) for line in (head, *rest)}


def shown(desk: Desk, job: str, row: dict[str, str]) -> dict[str, str]:
    plan = desk.plan(job, [row])
    return {field: after for _, _, field, _, after, *_ in show.lines(plan, desk.rows(plan))}


def test_what_no_record_will_show_is_shown_to_the_approver(hotel: Desk, desk: Desk, ledger: Ledger) -> None:
    """Of a payment only the sums were shown: neither its day, nor its reference, nor that it pays what is due before a day."""
    words = {"date": "2026-10-31", "paymentReference": "RENT", "paymentType": "CARD", "payDueBefore": "2027-01-01"}
    paying = {"bookingId": str(payable(hotel, 5)), "amount": "4.00", "currencyCode": "GBP"} | words
    assert words.items() <= shown(hotel, "booking-payments", paying).items()
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    voiding = {"invoiceId": "8", "duplicateOfInvoiceId": "7", "reason": "entered twice"}
    assert {"status": "VOID", "duplicateOfInvoiceId": "7", "reason": "entered twice"} == shown(
        desk, "invoices-void-duplicates", voiding
    )
    receipt = shown(desk, "allocations-create", RECEIPT | {"externalReference": "OURS", "currencyCode": "GBP"})
    assert ("OURS", "70") == (receipt["externalReference"], receipt["financeAccountId"])
    assert not {"accountId", "currencyCode"} & {*receipt}, "shown by another name, and not sent"
    assert {"invoiceId": "99"} == shown(desk, "invoices-post-drafts", {"invoiceId": "99"}), "no row is left out"


def test_lines_have_no_value_of_before_for_what_is_made(desk: Desk, receipts: Plan) -> None:
    lines = show.lines(receipts, desk.rows(receipts))
    assert {""} == {line[3] for line in lines}
    assert [Decimal("12.50"), Decimal(1200), Decimal("12.50")] == [line[5] for line in lines if line[0]]
    assert "2 to send, 0 to skip, 1 in conflict" in show.headline(show.summary(desk.journal, receipts))


@pytest.mark.parametrize("before", ["APPROVED", "CANCELLED"])
def test_only_the_first_of_two_people_approves(desk: Desk, receipts: Plan, before: str) -> None:
    """Both had read the plan while it was PLANNED: the second took the place of the first, or undid the cancelling."""
    read = desk.journal.plan(receipts.plan_id)
    if before == "APPROVED":
        approval.approve(desk.journal, receipts, "Ann")
    else:
        approval.cancel(desk.journal, receipts)
    with pytest.raises(UsageError, match=f"is {before}; only a PLANNED plan"):
        approval.approve(desk.journal, read, "Ben")
    found = desk.journal.plan(receipts.plan_id)
    assert (before, {"APPROVED": "Ann"}.get(before)) == (found.state, found.approved_by)
