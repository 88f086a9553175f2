"""The corrections of money, end to end in the sandbox, and a check that every job has a test."""

from __future__ import annotations

from decimal import ROUND_DOWN, Decimal
from pathlib import Path
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, booking_ids, bookings, create, draft, invoices, is_open, paid, payable, rows_of
from correct.round_trip import NOW, do, final, undone
from nightaudit.client.client import Client
from nightaudit.client.records.bookings import CustomField
from nightaudit.correct.correction import Correction
from nightaudit.correct.jobs import JOBS, job_named
from nightaudit.correct.jobs.integration_identifiers import IntegrationIdentifiers
from nightaudit.correct.jobs.invoice_custom_fields import InvoiceCustomFields
from nightaudit.correct.jobs.unit_access_groups import UnitAccessGroupLinks
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.errors import UsageError
from nightaudit.sandbox.calls.call import Call
from nightaudit.sandbox.rules import booking_money
from nightaudit.sandbox.rules.money import cents
from nightaudit.sandbox.wire import Json


def cents_down(amount: Decimal) -> Decimal:
    return amount.quantize(Decimal("0.01"), ROUND_DOWN)


def conflict(hotel: Desk, job: str, row: dict[str, Any], why: str) -> bool:
    """Whether planning finds the row in conflict for this reason."""
    return hotel.rows(hotel.plan(job, [row]))[0].outlook == f"conflict: {why}"


def test_invoices_post_drafts(hotel: Desk) -> None:
    final(hotel, do(hotel, "invoices-post-drafts", [{"invoiceId": draft(hotel)} for _ in range(2)]))


def test_invoices_mark_exported(hotel: Desk) -> None:
    found = invoices(hotel, "POSTED", lambda row: row["exportStatus"] != "EXPORTED")[:2]
    rows = [{"invoiceId": row["id"], "externalId": f"X{row['id']}", "exportedDate": NOW} for row in found]
    final(hotel, do(hotel, "invoices-mark-exported", rows))
    plan = hotel.plan("invoices-mark-exported", [rows[0] | {"invoiceId": draft(hotel)}])
    assert "conflict: the invoice is DRAFT, not POSTED" == hotel.rows(plan)[0].outlook


def test_invoices_export_status(hotel: Desk) -> None:
    row = invoices(hotel, "POSTED", lambda row: bool(row["exportStatus"] == "EXPORTED" and row["externalId"]))[0]
    fields = {"externalId": "AGAIN", "exportedDate": NOW, "exportStatus": "FAILED", "organisationSettingsId": 1}

    def read() -> Any:
        found = hotel.client.sales_invoices.get(row["id"])
        return found.external_id, found.export_status, found.exported_date

    before = read()
    undone(hotel, do(hotel, "invoices-export-status", [{"invoiceId": row["id"], **fields}]), read, before)
    new = draft(hotel)
    assert conflict(hotel, "invoices-export-status", {"invoiceId": new, **fields}, "the invoice is DRAFT, not POSTED")
    hotel.client.sales_invoices.post(new)
    made = do(hotel, "invoices-export-status", [{"invoiceId": new, **fields}])
    with pytest.raises(UsageError, match="it had no external id, date or status before"):
        plan_undo(hotel.journal, hotel.client, job_named(made.job), made)


def test_integration_identifiers(hotel: Desk) -> None:
    invoice = invoices(hotel, "POSTED")[0]["id"]
    row = {
        "invoiceId": invoice,
        "systemName": "ledger",
        "syncStatus": "SYNCED",
        "externalId": "L1",
        "externalValue": "",
    }
    final_plan = do(hotel, "integration-identifiers", [row])
    with pytest.raises(UsageError, match="no way to remove one"):
        plan_undo(hotel.journal, hotel.client, job_named(final_plan.job), final_plan)

    def read() -> Any:
        return [item.external_id for item in hotel.client.sales_invoices.integration_identifiers(invoice)]

    before = read()
    undone(hotel, do(hotel, "integration-identifiers", [row | {"externalId": "L2"}]), read, before)


@pytest.mark.parametrize("job", [IntegrationIdentifiers, InvoiceCustomFields, UnitAccessGroupLinks])
def test_what_is_made_may_have_fields_that_the_service_fills_in(
    job: type[Correction], hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = job.read

    def read(self: Any, row: Any, reader: Any) -> Any:
        found = real(self, row, reader)
        return found | {"syncedBy": "pms"} if self.is_done(row, found) else found

    monkeypatch.setattr(job, "read", read)
    invoice = invoices(hotel, "POSTED")[3]["id"]
    group = create(hotel, "access_groups.create", {"name": "Roof"})["id"]
    row = {
        IntegrationIdentifiers: {"invoiceId": invoice, "systemName": "new", "externalId": "N1"},
        InvoiceCustomFields: {"invoiceId": invoice, "templateName": "new", "value": "N1"},
        UnitAccessGroupLinks: {"unitId": rows_of(hotel, "units.list")[0]["id"], "accessGroupId": group},
    }[job]
    do(hotel, job.name, [row])


def test_allocations_create(hotel: Desk) -> None:
    target = invoices(hotel, "POSTED", is_open)[0]
    row = {
        "accountId": target["financeAccount"]["id"],
        "importType": "PAYMENT",
        "nominalCode": "",
        "date": "2026-10-31",
        "paymentReference": "BANK 1",
        "amount": "1.25",
        "sourceInvoiceId": "",
        "targetInvoiceId": target["id"],
    }
    before = target["outstandingAmount"]
    final(hotel, do(hotel, "allocations-create", [row, row]))
    assert hotel.client.sales_invoices.get(target["id"]).outstanding_amount == before - Decimal("2.50")
    half = cents_down((before - Decimal("2.50")) / 2)
    parts = [half, before - Decimal("2.50") - half, Decimal("0.01")]
    planned = hotel.rows(hotel.plan("allocations-create", [row | {"amount": part} for part in parts]))
    too_much = "conflict: the amount 0.01 is more than the open amount 0.00"
    assert ["send", "send", too_much] == [one.outlook for one in planned], "each sees what those before it claim"


def test_a_credit_is_not_allocated_twice(hotel: Desk) -> None:
    """The service may refuse that: not shown. The second row was sent."""
    target = next(item for item in invoices(hotel, "POSTED", is_open) if item["outstandingAmount"] > 80)
    line = {"description": "Credit", "quantity": 1, "unitPriceNet": -50}
    credit = {"invoiceType": "CREDIT_NOTE", "salesInvoiceItems": [line]}
    source = draft(hotel, **credit, currencyCode=target["currencyCode"])
    hotel.client.sales_invoices.post(source)
    row = {
        "accountId": 1,
        "importType": "ALLOCATION",
        "date": "2026-10-31",
        "amount": "40.00",
        "sourceInvoiceId": source,
    }
    voided = draft(hotel)
    hotel.client.sales_invoices.void(voided)
    for cells, why in (
        ({"targetInvoiceId": voided}, "the target invoice is VOID, not POSTED"),
        ({"sourceInvoiceId": 99999}, "the source invoice 99999 does not exist"),
        ({"sourceInvoiceId": voided}, "the source invoice is VOID"),
    ):
        assert conflict(hotel, "allocations-create", row | {"targetInvoiceId": target["id"]} | cells, why), why
    rows = [row | {"targetInvoiceId": target["id"], "amount": amount} for amount in ("40.00", "40.00", "10.00")]
    plan = hotel.approved("allocations-create", rows)
    assert {"CONFLICT": 1, "VERIFIED": 2} == hotel.apply(plan).counts
    assert "conflict: the source invoice has only 10.00 open" == hotel.rows(plan)[1].outlook
    other = row | {"targetInvoiceId": target["id"], "importType": "PAYMENT", "amount": "12.00"}
    assert "send" == hotel.rows(hotel.plan("allocations-create", [other]))[0].outlook, "it may not take from the source"
    [refund] = hotel.rows(hotel.plan("allocations-create", [RECEIPT | {"targetInvoiceId": source}]))
    assert "conflict: the target is a credit note, and the API document does not show how" in refund.outlook


def test_allocations_mark_exported(hotel: Desk) -> None:
    target = invoices(hotel, "POSTED", is_open)[0]
    body = {"accountId": 1, "importType": "PAYMENT", "amount": 1, "targetInvoiceId": target["id"]}
    made = create(hotel, "financial_allocations.create", body)
    row = {"allocationId": made["id"], "externalId": "E1", "exportStatus": "IMPORTED", "exportedDate": NOW}
    do(hotel, "allocations-mark-exported", [row])
    final(hotel, do(hotel, "allocations-mark-exported", [row | {"exportStatus": "EXPORTED"}]))
    plan = hotel.plan("allocations-mark-exported", [row | {"externalId": "E2"}])
    assert "conflict: it is already EXPORTED as E1, which is final" == hotel.rows(plan)[0].outlook


def test_booking_payments(hotel: Desk) -> None:
    booking = booking_ids(hotel)[0]
    made = draft(hotel, bookingId=booking)
    payment = {"amount": "2.50", "paymentType": "CARD_PAYMENT", "paymentReference": "CARD", "date": "2026-11-01"}
    row = {"bookingId": booking, **payment}
    assert payment == job_named("booking-payments").body(row | {"currencyCode": "GBP"}, {}, "")
    open_amount = sum(
        item.outstanding_amount or 0
        for item in hotel.client.bookings.sales_invoices(booking)
        if item.status != "VOID" and item.invoice_type == "INVOICE"
    )
    plan = hotel.plan("booking-payments", [row | {"amount": open_amount}])
    assert f"may post invoice {made}" in hotel.rows(plan)[0].effects
    before = paid(hotel, booking)
    final(hotel, do(hotel, "booking-payments", [row, row]))
    assert paid(hotel, booking) == before + 5
    foreign = row | {"currencyCode": "USD", "amount": "1.00"}
    assert conflict(hotel, "booking-payments", foreign, "the row says USD, the record is in GBP")
    refused = hotel.plan("booking-payments", [row | {"amount": open_amount}])
    assert "is more than the" in hotel.rows(refused)[0].outlook


def test_a_draft_may_become_a_charge_when_a_payment_posts_it(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    real = booking_money.summary_of

    def of_posted(call: Call, booking: Json) -> Json:
        summary, invoices = real(call, booking), call.records.where("salesInvoices", "bookingId", booking["id"])
        drafts = sum(cents(one.get("totalGross")) for one in invoices if one.get("status") not in {"POSTED", "VOID"})
        return summary | {"charges": summary["charges"] - drafts}

    monkeypatch.setattr(booking_money, "summary_of", of_posted)
    booking = payable(hotel, 0)
    row = {"bookingId": booking, "paymentReference": "CARD", "date": "2026-11-01"}
    owed = sum(
        item.outstanding_amount or 0
        for item in hotel.client.bookings.sales_invoices(booking)
        if item.status != "VOID" and item.invoice_type == "INVOICE"
    )
    plan = hotel.approved("booking-payments", [row | {"amount": owed - 1}, row | {"amount": "1.00"}])
    outcome = hotel.apply(plan)
    assert ({"VERIFIED": 2}, []) == (outcome.counts, outcome.findings), hotel.rows(plan)[0].why


def test_invoices_void_duplicates(hotel: Desk) -> None:
    twin = invoices(hotel, "POSTED", is_open)[0]
    made = [draft(hotel), draft(hotel)]
    row = {"invoiceId": made[1], "duplicateOfInvoiceId": made[0], "reason": "entered twice"}
    final(hotel, do(hotel, "invoices-void-duplicates", [row]))
    other = hotel.plan("invoices-void-duplicates", [{**row, "invoiceId": twin["id"], "duplicateOfInvoiceId": made[1]}])
    assert hotel.rows(other)[0].outlook.startswith("conflict: ")
    lone = {**row, "invoiceId": made[0], "duplicateOfInvoiceId": 99999}
    assert conflict(hotel, "invoices-void-duplicates", lone, "duplicateOfInvoiceId: invoice 99999 does not exist")


def test_what_two_bookings_are_charged_is_no_duplicate(hotel: Desk) -> None:
    first, second, *_ = bookings(hotel)
    made = [draft(hotel, bookingId=booking["id"]) for booking in (first, second)]
    row = {"invoiceId": made[1], "duplicateOfInvoiceId": made[0], "reason": "entered twice"}
    [planned] = hotel.rows(hotel.plan("invoices-void-duplicates", [row]))
    assert f"not a duplicate of invoice {made[0]}: bookingId {second['id']} against {first['id']}" in planned.outlook
    parking = draft(hotel, salesInvoiceItems=[{"description": "Parking", "quantity": 1, "unitPriceNet": 100}])
    [planned] = hotel.rows(hotel.plan("invoices-void-duplicates", [row | {"duplicateOfInvoiceId": parking}]))
    assert planned.outlook == f"conflict: it is not a duplicate of invoice {parking}: they do not charge the same items"


def test_invoice_custom_fields(hotel: Desk) -> None:
    invoice = invoices(hotel, "POSTED")[0]["id"]
    row = {"invoiceId": invoice, "templateName": "Cost centre", "value": "A"}
    made = do(hotel, "invoice-custom-fields", [row])
    with pytest.raises(UsageError, match="no way to remove one"):
        plan_undo(hotel.journal, hotel.client, job_named(made.job), made)

    def read() -> Any:
        return [item.value for item in hotel.client.sales_invoices.custom_fields(invoice)]

    before = read()
    undone(hotel, do(hotel, "invoice-custom-fields", [row | {"value": "B"}]), read, before)


def test_a_custom_field_that_names_no_template_is_found_by_its_name(hotel: Desk) -> None:
    """As the document shows one: name, type and value."""
    invoice = invoices(hotel, "POSTED")[1]["id"]
    field = CustomField(name="Cost centre", type="TEXT", value="A")
    hotel.client.sales_invoices.set_custom_fields(invoice, body=[field])
    row = {"invoiceId": invoice, "templateName": "Cost centre", "value": "B"}

    def read() -> Any:
        return [(item.name, item.value) for item in hotel.client.sales_invoices.custom_fields(invoice)]

    undone(hotel, do(hotel, "invoice-custom-fields", [row]), read, [("Cost centre", "A")])


def test_every_job_is_tried() -> None:
    tried = "".join(path.read_text() for path in Path(__file__).parent.glob("test_jobs*.py"))
    assert [] == [job.name for job in JOBS if f'do(hotel, "{job.name}"' not in tried]


def test_reads_alone_cannot_write(hotel: Desk) -> None:
    """The control of the scope: the loader's settings are turned down by the service."""
    plan = hotel.approved("invoices-post-drafts", [{"invoiceId": draft(hotel)}])
    hotel.client.close()
    hotel.client = Client(hotel.settings)
    outcome = hotel.apply(plan)
    assert (4, {"APPROVED": 1}) == (outcome.exit_code, hotel.states(plan))
