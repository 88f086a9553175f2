"""Every ready correction end to end in the sandbox: plan, approve, apply, verify, and undo or its stated absence."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest
from conftest import Desk

from nightaudit.client.client import Client
from nightaudit.correct import approval
from nightaudit.correct.jobs import JOBS, job_named
from nightaudit.correct.undo import plan_undo
from nightaudit.errors import UsageError
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

TODAY = datetime.date(2026, 11, 1)
NOW = "2026-11-01T09:00:00Z"
Row = dict[str, Any]
TRIED: set[str] = set()


@pytest.fixture(scope="module")
def service() -> Iterator[Settings]:
    with running(SandboxOptions(units=20, years=1, today=TODAY)) as found:
        yield Settings.read(
            base_url=found.base_url,
            token_url=found.token_url,
            client_id=found.client_id,
            client_secret=found.client_secret,
            settle_seconds=0.1,
            timeout_seconds=10,
        )


@pytest.fixture
def desk(service: Settings, tmp_path: Path) -> Iterator[Desk]:
    opened = Desk(service.model_copy(update={"data_dir": tmp_path / "data"}), tmp_path)
    yield opened
    opened.close()


def rows_of(desk: Desk, operation: str, **filters: Any) -> list[Row]:
    resource, _, name = operation.partition(".")
    call = getattr(getattr(desk.client, resource), name)
    return [record.model_dump(by_alias=True) for record in call(**filters)]


def first(rows: list[Row], wanted: Callable[[Row], bool]) -> Row:
    return next(row for row in rows if wanted(row))


def invoices(desk: Desk, status: str, wanted: Callable[[Row], bool] = lambda _: True) -> list[Row]:
    found = [row for row in rows_of(desk, "sales_invoices.list") if row["status"] == status and wanted(row)]
    assert found, f"the sandbox has no such {status} invoice"
    return found


def is_open(row: Row) -> bool:
    return row["invoiceType"] == "INVOICE" and row["outstandingAmount"] > 10


def create(desk: Desk, path: str, body: Row) -> Row:
    resource, _, name = path.partition(".")
    made: Row = getattr(getattr(desk.client, resource), name)(body=body).model_dump(by_alias=True)
    return made


def draft(desk: Desk, **more: Any) -> int:
    """A new draft invoice of 120 gross or so."""
    like = invoices(desk, "POSTED", is_open)[0]
    item = {"description": "Cleaning", "quantity": 1, "unitPriceNet": 100}
    body = {name: like[name] for name in ("organisationId", "currencyCode", "financeAccount")}
    made = create(desk, "sales_invoices.create", body | {"salesInvoiceItems": [item]} | more)
    return int(made["id"])


def do(desk: Desk, job: str, rows: list[Row], **options: bool) -> Any:
    """Plan, approve, apply, and check that every row is verified and a second plan finds nothing to do."""
    plan = desk.approved(job, rows, **options)
    assert [row.outlook for row in desk.rows(plan)] == ["send"] * len(rows)
    outcome = desk.apply(plan)
    assert (outcome.exit_code, desk.states(plan)) == (0, {"VERIFIED": len(rows)}), [r.why for r in desk.rows(plan)]
    assert outcome.streams == job_named(job).streams
    again = desk.plan(job, rows, **options)
    assert all(row.outlook.startswith("skip") for row in desk.rows(again)), [row.outlook for row in desk.rows(again)]
    TRIED.add(job)
    return plan


def undone(desk: Desk, plan: Any, read: Callable[[], Any], before: Any) -> None:
    """Undo a plan through a plan of its own, and check that the service is as before."""
    assert read() != before
    back, _ = plan_undo(desk.journal, desk.client, job_named(plan.job), plan)
    assert set(desk.states(plan)) == {"UNDO_PLANNED"}
    approval.approve(desk.journal, back, "tester")
    assert desk.apply(back).exit_code == 0, [row.why for row in desk.rows(back)]
    assert set(desk.states(plan)) == {"UNDONE"}
    assert read() == before


def final(desk: Desk, plan: Any) -> None:
    """This job says that it cannot be undone, and why."""
    with pytest.raises(UsageError, match="can be undone") as error:
        plan_undo(desk.journal, desk.client, job_named(plan.job), plan)
    assert job_named(plan.job).undo in str(error.value)


def test_invoices_post_drafts(desk: Desk) -> None:
    final(desk, do(desk, "invoices-post-drafts", [{"invoiceId": draft(desk)} for _ in range(2)]))


def test_invoices_mark_exported(desk: Desk) -> None:
    found = invoices(desk, "POSTED", lambda row: row["exportStatus"] != "EXPORTED")[:2]
    rows = [{"invoiceId": row["id"], "externalId": f"X{row['id']}", "exportedDate": NOW} for row in found]
    final(desk, do(desk, "invoices-mark-exported", rows))
    plan = desk.plan("invoices-mark-exported", [rows[0] | {"invoiceId": draft(desk)}])
    assert desk.rows(plan)[0].outlook == "conflict: the invoice is DRAFT, not POSTED"


def test_invoices_export_status(desk: Desk) -> None:
    row = invoices(desk, "POSTED", lambda row: bool(row["exportStatus"] == "EXPORTED" and row["externalId"]))[0]
    fields = {"externalId": "AGAIN", "exportedDate": NOW, "exportStatus": "FAILED", "organisationSettingsId": 1}

    def read() -> Any:
        found = desk.client.sales_invoices.get(row["id"])
        return found.external_id, found.export_status, found.exported_date

    before = read()
    undone(desk, do(desk, "invoices-export-status", [{"invoiceId": row["id"], **fields}]), read, before)


def test_integration_identifiers(desk: Desk) -> None:
    invoice = invoices(desk, "POSTED")[0]["id"]
    row = {
        "invoiceId": invoice,
        "systemName": "ledger",
        "syncStatus": "SYNCED",
        "externalId": "L1",
        "externalValue": "",
    }
    final_plan = do(desk, "integration-identifiers", [row])
    with pytest.raises(UsageError, match="no way to remove one"):
        plan_undo(desk.journal, desk.client, job_named(final_plan.job), final_plan)

    def read() -> Any:
        return [item.external_id for item in desk.client.sales_invoices.integration_identifiers(invoice)]

    before = read()
    undone(desk, do(desk, "integration-identifiers", [row | {"externalId": "L2"}]), read, before)


def test_allocations_create(desk: Desk) -> None:
    target = invoices(desk, "POSTED", is_open)[0]
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
    final(desk, do(desk, "allocations-create", [row, row]))
    assert desk.client.sales_invoices.get(target["id"]).outstanding_amount == before - Decimal("2.50")
    too_much = desk.plan("allocations-create", [row | {"amount": before}])
    assert "is more than the" in desk.rows(too_much)[0].outlook


def test_allocations_mark_exported(desk: Desk) -> None:
    target = invoices(desk, "POSTED", is_open)[0]
    body = {"accountId": 1, "importType": "PAYMENT", "amount": 1, "targetInvoiceId": target["id"]}
    made = create(desk, "financial_allocations.create", body)
    row = {"allocationId": made["id"], "externalId": "E1", "exportStatus": "IMPORTED", "exportedDate": NOW}
    do(desk, "allocations-mark-exported", [row])
    final(desk, do(desk, "allocations-mark-exported", [row | {"exportStatus": "EXPORTED"}]))
    plan = desk.plan("allocations-mark-exported", [row | {"externalId": "E2"}])
    assert desk.rows(plan)[0].outlook == "conflict: it is EXPORTED as E1 already, and that is final"


def test_booking_payments(desk: Desk) -> None:
    booking = rows_of(desk, "bookings.list")[0]["id"]
    made = draft(desk, bookingId=booking)
    row = {"bookingId": booking, "amount": "2.50", "paymentReference": "CARD", "date": "2026-11-01"}
    open_amount = sum(
        item.outstanding_amount
        for item in desk.client.bookings.sales_invoices(booking)
        if item.status != "VOID" and item.invoice_type == "INVOICE"
    )
    plan = desk.plan("booking-payments", [row | {"amount": open_amount}])
    assert f"may post invoice {made}" in desk.rows(plan)[0].effects
    before = desk.client.bookings.financial_summary(booking).payments
    paid = do(desk, "booking-payments", [row, row])
    final(desk, paid)
    assert desk.client.bookings.financial_summary(booking).payments == before + 5
    refused = desk.plan("booking-payments", [row | {"amount": open_amount}])
    assert "is more than the" in desk.rows(refused)[0].outlook


def test_invoices_void_duplicates(desk: Desk) -> None:
    twin = invoices(desk, "POSTED", is_open)[0]
    made = [draft(desk), draft(desk)]
    row = {"invoiceId": made[1], "duplicateOfInvoiceId": made[0], "reason": "entered twice"}
    final(desk, do(desk, "invoices-void-duplicates", [row]))
    other = desk.plan("invoices-void-duplicates", [{**row, "invoiceId": twin["id"], "duplicateOfInvoiceId": made[1]}])
    assert desk.rows(other)[0].outlook.startswith("conflict: ")


def test_invoice_custom_fields(desk: Desk) -> None:
    invoice = invoices(desk, "POSTED")[0]["id"]
    row = {"invoiceId": invoice, "templateName": "Cost centre", "value": "A"}
    made = do(desk, "invoice-custom-fields", [row])
    with pytest.raises(UsageError, match="no way to remove one"):
        plan_undo(desk.journal, desk.client, job_named(made.job), made)

    def read() -> Any:
        return [item.value for item in desk.client.sales_invoices.custom_fields(invoice)]

    before = read()
    undone(desk, do(desk, "invoice-custom-fields", [row | {"value": "B"}]), read, before)


def test_contact_details(desk: Desk) -> None:
    contact = rows_of(desk, "contacts.list")[0]["id"]

    def read() -> Any:
        found = desk.client.contacts.get(contact)
        return found.last_name, found.primary_contact_email_address, found.organisation

    row = {"contactId": contact, "lastName": "Corrected", "emailAddress": "x@example.org", "organisation": "New Ltd"}
    before = read()
    undone(desk, do(desk, "contact-details", [row]), read, before)


def test_unit_attributes(desk: Desk) -> None:
    unit = rows_of(desk, "units.list")[0]
    kind = rows_of(desk, "unit_types.list")[0]["id"]

    def read() -> Any:
        found = desk.client.units.get(unit["id"])
        return found.max_occupancy, found.status

    before = read()
    undone(desk, do(desk, "unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 9}]), read, before)

    def features() -> Any:
        return sorted(item.id for item in desk.client.unit_types.features_facilities(kind))

    linked = features()
    undone(desk, do(desk, "unit-attributes", [{"unitTypeId": kind, "unlinkFeatureId": linked[0]}]), features, linked)


def test_guest_stay_details(desk: Desk) -> None:
    stay = first(rows_of(desk, "guest_stays.list"), lambda row: row["checkOutDate"] > row["checkInDate"])

    def read() -> Any:
        found = desk.client.guest_stays.get(stay["id"])
        return found.check_out_date, found.guest

    later = stay["checkOutDate"] + datetime.timedelta(days=1)
    before = read()
    row = {"guestStayId": stay["id"], "checkOutDate": later, "lastName": "Corrected"}
    undone(desk, do(desk, "guest-stay-details", [row]), read, before)
    wrong = desk.plan("guest-stay-details", [row | {"checkOutDate": "2001-01-01"}])
    assert desk.rows(wrong)[0].outlook.startswith("conflict: it would end on 2001-01-01")


def test_room_stay_status(desk: Desk) -> None:
    bookings = rows_of(desk, "bookings.list")
    booking = first(bookings, lambda row: row["roomStays"][0]["roomStayStatus"] == "ENQUIRY")
    row = {"bookingId": booking["id"], "roomStayId": booking["roomStays"][0]["roomStayId"], "roomStayStatus": "PENDING"}
    plan = do(desk, "room-stay-status", [row])
    assert plan.state == "APPROVED"
    hidden = desk.plan("room-stay-status", [row | {"roomStayStatus": "CANCELLED"}])
    assert "plan with --undocumented" in desk.rows(hidden)[0].outlook

    cancelled = do(desk, "room-stay-status", [row | {"roomStayStatus": "CANCELLED"}], undocumented=True)
    # A move back is not shown: the sandbox turns it down, and the row stays what it was.
    back, _ = plan_undo(desk.journal, desk.client, job_named("room-stay-status"), cancelled)
    outcome = desk.apply(approval.approve(desk.journal, back, "tester"))
    assert (outcome.exit_code, desk.states(back)) == (4, {"REJECTED": 1})
    assert desk.states(cancelled) == {"VERIFIED": 1}


def test_activity_status(desk: Desk) -> None:
    body = {
        "subject": "Check the boiler",
        "activityTypeId": 1,
        "assignedUserId": 1,
        "startDateTime": NOW,
        "dueDate": "2026-11-02",
        "unitId": rows_of(desk, "units.list")[0]["id"],
        "blockAvailability": False,
    }
    activity = create(desk, "activities.create", body)["id"]

    def read() -> Any:
        return desk.client.activities.get(activity).status

    before = read()
    undone(desk, do(desk, "activity-status", [{"activityId": activity, "status": "DONE"}]), read, before)


def test_unit_access_groups(desk: Desk) -> None:
    units = rows_of(desk, "units.list")
    groups = [create(desk, "access_groups.create", {"name": name})["id"] for name in ("Front", "Back")]
    made = do(desk, "unit-access-groups", [{"unitId": units[0]["id"], "accessGroupId": groups[0], "linkId": ""}])
    with pytest.raises(UsageError, match="no operation that removes a link|removes one"):
        plan_undo(desk.journal, desk.client, job_named(made.job), made)
    link = first(rows_of(desk, "unit_access_groups.list"), lambda row: row["accessGroup"]["id"] == groups[0])

    def read() -> Any:
        return desk.client.unit_access_groups.get(link["id"]).access_group.id

    moved = {"unitId": units[0]["id"], "accessGroupId": groups[1], "linkId": link["id"]}
    undone(desk, do(desk, "unit-access-groups", [moved]), read, groups[0])


def test_notes_add(desk: Desk) -> None:
    booking = rows_of(desk, "bookings.list")[0]["id"]
    plan = do(desk, "notes-add", [{"bookingId": booking, "content": "Deposit checked"}] * 2)
    texts = [note.content for note in desk.client.bookings.notes(booking)]
    assert [text for text in texts if text.startswith("Deposit checked [na-")] == texts[-2:]
    final(desk, plan)


def test_every_job_was_tried_here() -> None:
    assert len(JOBS) == 16
    assert {job.name for job in JOBS} == TRIED


def test_reads_alone_cannot_write(desk: Desk) -> None:
    """The control of the scope: the loader's settings are turned down by the service."""
    plan = desk.approved("invoices-post-drafts", [{"invoiceId": draft(desk)}])
    desk.client.close()
    desk.client = Client(desk.settings)
    outcome = desk.apply(plan)
    assert (outcome.exit_code, desk.states(plan)) == (4, {"APPROVED": 1})
