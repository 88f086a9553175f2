"""Every ready correction end to end in the sandbox: plan, approve, apply, verify, and undo or its stated absence."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from desk import Desk, create, draft, invoices, is_open, rows_of

from nightaudit.client.client import Client
from nightaudit.correct import approval
from nightaudit.correct.jobs import JOBS, job_named
from nightaudit.correct.undo import plan_undo
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

NOW = "2026-11-01T09:00:00Z"
Row = dict[str, Any]
TRIED: set[str] = set()


def first(rows: list[Row], wanted: Callable[[Row], bool]) -> Row:
    return next(row for row in rows if wanted(row))


def do(hotel: Desk, job: str, rows: list[Row], **options: bool) -> Any:
    """Plan, approve, apply, and check that every row is verified and a second plan finds nothing to do."""
    plan = hotel.approved(job, rows, **options)
    assert [row.outlook for row in hotel.rows(plan)] == ["send"] * len(rows)
    outcome = hotel.apply(plan)
    assert (outcome.exit_code, hotel.states(plan)) == (0, {"VERIFIED": len(rows)}), [r.why for r in hotel.rows(plan)]
    assert outcome.streams == job_named(job).streams
    again = hotel.plan(job, rows, **options)
    assert all(row.outlook.startswith("skip") for row in hotel.rows(again)), [row.outlook for row in hotel.rows(again)]
    TRIED.add(job)
    return plan


def undone(hotel: Desk, plan: Any, read: Callable[[], Any], before: Any) -> None:
    """Undo a plan through a plan of its own, and check that the service is as before."""
    assert read() != before
    back, _ = plan_undo(hotel.journal, hotel.client, job_named(plan.job), plan)
    assert set(hotel.states(plan)) == {"UNDO_PLANNED"}
    approval.approve(hotel.journal, back, "tester")
    assert hotel.apply(back).exit_code == 0, [row.why for row in hotel.rows(back)]
    assert set(hotel.states(plan)) == {"UNDONE"}
    assert read() == before


def final(hotel: Desk, plan: Any) -> None:
    """This job says that it cannot be undone, and why."""
    with pytest.raises(UsageError, match="can be undone") as error:
        plan_undo(hotel.journal, hotel.client, job_named(plan.job), plan)
    assert job_named(plan.job).undo in str(error.value)


def test_invoices_post_drafts(hotel: Desk) -> None:
    final(hotel, do(hotel, "invoices-post-drafts", [{"invoiceId": draft(hotel)} for _ in range(2)]))


def test_invoices_mark_exported(hotel: Desk) -> None:
    found = invoices(hotel, "POSTED", lambda row: row["exportStatus"] != "EXPORTED")[:2]
    rows = [{"invoiceId": row["id"], "externalId": f"X{row['id']}", "exportedDate": NOW} for row in found]
    final(hotel, do(hotel, "invoices-mark-exported", rows))
    plan = hotel.plan("invoices-mark-exported", [rows[0] | {"invoiceId": draft(hotel)}])
    assert hotel.rows(plan)[0].outlook == "conflict: the invoice is DRAFT, not POSTED"


def test_invoices_export_status(hotel: Desk) -> None:
    row = invoices(hotel, "POSTED", lambda row: bool(row["exportStatus"] == "EXPORTED" and row["externalId"]))[0]
    fields = {"externalId": "AGAIN", "exportedDate": NOW, "exportStatus": "FAILED", "organisationSettingsId": 1}

    def read() -> Any:
        found = hotel.client.sales_invoices.get(row["id"])
        return found.external_id, found.export_status, found.exported_date

    before = read()
    undone(hotel, do(hotel, "invoices-export-status", [{"invoiceId": row["id"], **fields}]), read, before)


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
    too_much = hotel.plan("allocations-create", [row | {"amount": before}])
    assert "is more than the" in hotel.rows(too_much)[0].outlook


def test_allocations_mark_exported(hotel: Desk) -> None:
    target = invoices(hotel, "POSTED", is_open)[0]
    body = {"accountId": 1, "importType": "PAYMENT", "amount": 1, "targetInvoiceId": target["id"]}
    made = create(hotel, "financial_allocations.create", body)
    row = {"allocationId": made["id"], "externalId": "E1", "exportStatus": "IMPORTED", "exportedDate": NOW}
    do(hotel, "allocations-mark-exported", [row])
    final(hotel, do(hotel, "allocations-mark-exported", [row | {"exportStatus": "EXPORTED"}]))
    plan = hotel.plan("allocations-mark-exported", [row | {"externalId": "E2"}])
    assert hotel.rows(plan)[0].outlook == "conflict: it is EXPORTED as E1 already, and that is final"


def test_booking_payments(hotel: Desk) -> None:
    booking = rows_of(hotel, "bookings.list")[0]["id"]
    made = draft(hotel, bookingId=booking)
    row = {"bookingId": booking, "amount": "2.50", "paymentReference": "CARD", "date": "2026-11-01"}
    open_amount = sum(
        item.outstanding_amount
        for item in hotel.client.bookings.sales_invoices(booking)
        if item.status != "VOID" and item.invoice_type == "INVOICE"
    )
    plan = hotel.plan("booking-payments", [row | {"amount": open_amount}])
    assert f"may post invoice {made}" in hotel.rows(plan)[0].effects
    before = hotel.client.bookings.financial_summary(booking).payments
    paid = do(hotel, "booking-payments", [row, row])
    final(hotel, paid)
    assert hotel.client.bookings.financial_summary(booking).payments == before + 5
    refused = hotel.plan("booking-payments", [row | {"amount": open_amount}])
    assert "is more than the" in hotel.rows(refused)[0].outlook


def test_invoices_void_duplicates(hotel: Desk) -> None:
    twin = invoices(hotel, "POSTED", is_open)[0]
    made = [draft(hotel), draft(hotel)]
    row = {"invoiceId": made[1], "duplicateOfInvoiceId": made[0], "reason": "entered twice"}
    final(hotel, do(hotel, "invoices-void-duplicates", [row]))
    other = hotel.plan("invoices-void-duplicates", [{**row, "invoiceId": twin["id"], "duplicateOfInvoiceId": made[1]}])
    assert hotel.rows(other)[0].outlook.startswith("conflict: ")


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


def test_contact_details(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[0]["id"]

    def read() -> Any:
        found = hotel.client.contacts.get(contact)
        return found.last_name, found.primary_contact_email_address, found.organisation

    row = {"contactId": contact, "lastName": "Corrected", "emailAddress": "x@example.org", "organisation": "New Ltd"}
    before = read()
    undone(hotel, do(hotel, "contact-details", [row]), read, before)


def test_unit_attributes(hotel: Desk) -> None:
    unit = rows_of(hotel, "units.list")[0]
    kind = rows_of(hotel, "unit_types.list")[0]["id"]

    def read() -> Any:
        found = hotel.client.units.get(unit["id"])
        return found.max_occupancy, found.status

    before = read()
    undone(hotel, do(hotel, "unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 9}]), read, before)

    def features() -> Any:
        return sorted(item.id for item in hotel.client.unit_types.features_facilities(kind))

    linked = features()
    undone(hotel, do(hotel, "unit-attributes", [{"unitTypeId": kind, "unlinkFeatureId": linked[0]}]), features, linked)


def test_guest_stay_details(hotel: Desk) -> None:
    stay = first(rows_of(hotel, "guest_stays.list"), lambda row: row["checkOutDate"] > row["checkInDate"])

    def read() -> Any:
        found = hotel.client.guest_stays.get(stay["id"])
        return found.check_out_date, found.guest

    later = stay["checkOutDate"] + datetime.timedelta(days=1)
    before = read()
    row = {"guestStayId": stay["id"], "checkOutDate": later, "lastName": "Corrected"}
    undone(hotel, do(hotel, "guest-stay-details", [row]), read, before)
    wrong = hotel.plan("guest-stay-details", [row | {"checkOutDate": "2001-01-01"}])
    assert hotel.rows(wrong)[0].outlook.startswith("conflict: it would end on 2001-01-01")


def test_room_stay_status(hotel: Desk) -> None:
    bookings = rows_of(hotel, "bookings.list")
    booking = first(bookings, lambda row: row["roomStays"][0]["roomStayStatus"] == "ENQUIRY")
    row = {"bookingId": booking["id"], "roomStayId": booking["roomStays"][0]["roomStayId"], "roomStayStatus": "PENDING"}
    plan = do(hotel, "room-stay-status", [row])
    assert plan.state == "APPROVED"
    hidden = hotel.plan("room-stay-status", [row | {"roomStayStatus": "CANCELLED"}])
    assert "plan with --undocumented" in hotel.rows(hidden)[0].outlook

    cancelled = do(hotel, "room-stay-status", [row | {"roomStayStatus": "CANCELLED"}], undocumented=True)
    # A move back is not shown: the sandbox turns it down, and the row stays what it was.
    back, _ = plan_undo(hotel.journal, hotel.client, job_named("room-stay-status"), cancelled)
    outcome = hotel.apply(approval.approve(hotel.journal, back, "tester"))
    assert (outcome.exit_code, hotel.states(back)) == (4, {"REJECTED": 1})
    assert hotel.states(cancelled) == {"VERIFIED": 1}


def test_activity_status(hotel: Desk) -> None:
    body = {
        "subject": "Check the boiler",
        "activityTypeId": 1,
        "assignedUserId": 1,
        "startDateTime": NOW,
        "dueDate": "2026-11-02",
        "unitId": rows_of(hotel, "units.list")[0]["id"],
        "blockAvailability": False,
    }
    activity = create(hotel, "activities.create", body)["id"]

    def read() -> Any:
        return hotel.client.activities.get(activity).status

    before = read()
    undone(hotel, do(hotel, "activity-status", [{"activityId": activity, "status": "DONE"}]), read, before)


def test_unit_access_groups(hotel: Desk) -> None:
    units = rows_of(hotel, "units.list")
    groups = [create(hotel, "access_groups.create", {"name": name})["id"] for name in ("Front", "Back")]
    made = do(hotel, "unit-access-groups", [{"unitId": units[0]["id"], "accessGroupId": groups[0], "linkId": ""}])
    with pytest.raises(UsageError, match="can be undone"):
        plan_undo(hotel.journal, hotel.client, job_named(made.job), made)
    link = first(rows_of(hotel, "unit_access_groups.list"), lambda row: row["accessGroup"]["id"] == groups[0])

    def read() -> Any:
        return hotel.client.unit_access_groups.get(link["id"]).access_group.id

    moved = {"unitId": units[0]["id"], "accessGroupId": groups[1], "linkId": link["id"]}
    undone(hotel, do(hotel, "unit-access-groups", [moved]), read, groups[0])


def test_notes_add(hotel: Desk) -> None:
    booking = rows_of(hotel, "bookings.list")[0]["id"]
    plan = do(hotel, "notes-add", [{"bookingId": booking, "content": "Deposit checked"}] * 2)
    texts = [note.content for note in hotel.client.bookings.notes(booking)]
    assert [text for text in texts if text.startswith("Deposit checked [na-")] == texts[-2:]
    final(hotel, plan)


def test_every_job_was_tried_here() -> None:
    assert len(JOBS) == 16
    assert {job.name for job in JOBS} == TRIED


def test_reads_alone_cannot_write(hotel: Desk) -> None:
    """The control of the scope: the loader's settings are turned down by the service."""
    plan = hotel.approved("invoices-post-drafts", [{"invoiceId": draft(hotel)}])
    hotel.client.close()
    hotel.client = Client(hotel.settings)
    outcome = hotel.apply(plan)
    assert (outcome.exit_code, hotel.states(plan)) == (4, {"APPROVED": 1})
