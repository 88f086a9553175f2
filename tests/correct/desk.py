"""Helpers to plan, approve and apply in tests, and to find or create sandbox records."""

from __future__ import annotations

import csv
import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from correct.ledger_server import KEY
from nightaudit.client.client import Client
from nightaudit.correct.intent import Limits
from nightaudit.correct.jobs import job_named
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.plan import make_plan
from nightaudit.correct.rows import from_csv
from nightaudit.correct.sending.apply import apply
from nightaudit.correct.sending.outcome import Outcome
from nightaudit.correct.session import run_of, with_write_scope
from nightaudit.correct.values import Json
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from decimal import Decimal

    from nightaudit.correct.journal.entries import Plan, Row

TODAY = datetime.date(2026, 11, 1)
RECEIPT = {
    "accountId": "70",
    "importType": "PAYMENT",
    "nominalCode": "1200",
    "date": "2026-10-31",
    "paymentReference": "RENT",
    "amount": "12.50",
    "sourceInvoiceId": "",
    "targetInvoiceId": "7",
}


def write_csv(path: Path, rows: Sequence[dict[str, Any]]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    return path


class Desk:
    """Plans, approves and applies like the command line, in process."""

    def __init__(self, settings: Settings, folder: Path) -> None:
        self.settings = settings
        self.folder = folder
        self.journal = Journal.open(settings)
        self.client = Client(with_write_scope(settings))

    def plan(
        self, job: str, rows: Sequence[dict[str, Any]], *, undocumented: bool = False, again: bool = False
    ) -> Plan:
        source = from_csv(write_csv(self.folder / "rows.csv", rows))
        return make_plan(self.journal, self.client, job_named(job), source, undocumented=undocumented, again=again)

    def approved(
        self, job: str, rows: Sequence[dict[str, Any]], *, undocumented: bool = False, again: bool = False
    ) -> Plan:
        return approval.approve(self.journal, self.plan(job, rows, undocumented=undocumented, again=again), "tester")

    def apply(self, plan: Plan, limits: Limits | None = None, *, canary: int = 0) -> Outcome:
        run = run_of(self.journal, self.client, self.journal.plan(plan.plan_id))
        with self.journal.applier():
            return apply(run, limits or Limits(), canary=canary)

    def run(self, plan: Plan) -> Any:
        return run_of(self.journal, self.client, self.journal.plan(plan.plan_id))

    def rows(self, plan: Plan) -> list[Row]:
        return self.journal.rows(plan.plan_id)

    def states(self, plan: Plan) -> dict[str, int]:
        return self.journal.counts(plan.plan_id)

    def close(self) -> None:
        self.client.close()
        self.journal.close()


def settings_for(base_url: str, folder: Path, **given: Any) -> Settings:
    values = {"today": TODAY, "settle_seconds": 0.15, "timeout_seconds": 5, "page_size": 200} | given
    return Settings.read(base_url=base_url, api_key=KEY, data_dir=folder / "data", **values)


def rows_of(desk: Desk, operation: str, **filters: Any) -> list[Json]:
    resource, _, name = operation.partition(".")
    call = getattr(getattr(desk.client, resource), name)
    return [record.model_dump(by_alias=True) for record in call(**filters)]


def booking_ids(desk: Desk) -> list[int]:
    """The observed list has a row for each room stay instead."""
    rows = rows_of(desk, "bookings.list", size=50)
    return [*dict.fromkeys(row.get("id") or row["bookingId"] for row in rows)]


def bookings(desk: Desk) -> list[Json]:
    """Complete bookings, read by id."""
    return [desk.client.bookings.get(number).model_dump(by_alias=True) for number in booking_ids(desk)[:60]]


def invoices(desk: Desk, status: str, wanted: Callable[[Json], bool] = lambda _: True) -> list[Json]:
    found = [row for row in rows_of(desk, "sales_invoices.list") if row["status"] == status and wanted(row)]
    assert found, f"the sandbox has no such {status} invoice"
    return found


def is_open(row: Json) -> bool:
    return bool(row["invoiceType"] == "INVOICE" and row["outstandingAmount"] > 10)


def create(desk: Desk, path: str, body: Json) -> Json:
    resource, _, name = path.partition(".")
    made: Json = getattr(getattr(desk.client, resource), name)(body=body).model_dump(by_alias=True)
    return made


def draft(desk: Desk, **more: Any) -> int:
    """Create a draft invoice of about 120 gross; return its id."""
    like = invoices(desk, "POSTED", is_open)[0]
    item = {"description": "Cleaning", "quantity": 1, "unitPriceNet": 100}
    body = {name: like[name] for name in ("organisationId", "currencyCode", "financeAccount")}
    made = create(desk, "sales_invoices.create", body | {"salesInvoiceItems": [item]} | more)
    return int(made["id"])


def payable(desk: Desk, place: int) -> int:
    """Give the booking at this place of the list a draft, so that it has enough open for a test's payments; return its id."""
    booking = booking_ids(desk)[place]
    draft(desk, bookingId=booking)
    return booking


def payment(booking: int, amount: str = "4.00") -> dict[str, Any]:
    """A row of booking-payments."""
    return {"bookingId": booking, "amount": amount, "date": "2026-11-01", "paymentReference": "P"}


def void(invoice: int, kept: int) -> dict[str, Any]:
    """A row of invoices-void-duplicates."""
    return {"invoiceId": invoice, "duplicateOfInvoiceId": kept, "reason": "entered twice"}


def paid(desk: Desk, booking: int) -> Decimal:
    payments = desk.client.bookings.financial_summary(booking).payments
    assert payments is not None
    return payments


def links(desk: Desk, units: int) -> list[dict[str, Any]]:
    group = desk.client.access_groups.create(body={"name": "East"}).id
    return [{"unitId": row["id"], "accessGroupId": group} for row in rows_of(desk, "units.list")[:units]]
