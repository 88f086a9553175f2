"""A data directory in which planted names have gone everywhere they go: raw records, journal, reports, logs."""

from __future__ import annotations

import csv
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from nightaudit.client.client import Client
from nightaudit.settings import Settings
from running import TODAY, run, tenant

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST, LAST, MAIL, PHONE = "Zyxwina", "Plantington", "zyxwina.plantington@example.invalid", "+999 555 7654321"
NOTE, REFERENCE = "Zyxnote: asks for a quiet room", f"RENT {FIRST} {LAST} OCTOBER"
BEFORE = "Zyxmaiden"  # a name that only an older version and the journal know
MENTION = f"to be called by {FIRST} {LAST}, once {FIRST} {BEFORE}, or {MAIL}"  # in the note of a task
NAMES = (FIRST, LAST, MAIL, PHONE, BEFORE, "Zyxnote")


@dataclass
class Deployment:
    """One tenant's data directory, what its commands said, and who is planted in it."""

    data_dir: Path
    environment: dict[str, str]
    contact: int
    invoice: int
    secrets: tuple[str, ...]
    said: dict[str, str] = field(default_factory=dict)

    def __call__(self, *words: str, code: int = 0, **extra: str) -> str:
        out = run(self.environment | extra, *words, exit_code=code)
        self.said[f"{len(self.said)}: {' '.join(words)}"] = out
        return out

    def settings(self) -> Settings:
        names = {name.removeprefix("NIGHTAUDIT_").lower(): value for name, value in self.environment.items()}
        return Settings.read(**{k: v for k, v in names.items() if k not in {"path", "home"}})


def planted(settings: Settings) -> tuple[int, int]:
    """Give a contact who has invoices the planted name in everything the API knows of them; contact and invoice."""
    with Client(settings.model_copy(update={"scope": "api/read api/write"})) as client:
        records = (one.model_dump(by_alias=True) for one in client.sales_invoices.list())
        invoice = next(
            one
            for one in records
            if one["status"] == "POSTED"
            and one["invoiceType"] == "INVOICE"
            and one["contactId"]
            and one["outstandingAmount"] > 2
        )
        contact = int(invoice["contactId"])
        body = client.contacts.get(contact).model_dump(by_alias=True, mode="json")
        mail, phone = {"email": MAIL, "primary": True}, {"number": PHONE, "primary": True}
        body |= {"firstName": FIRST, "lastName": BEFORE, "primaryContactEmailAddress": mail}
        client.contacts.update(contact, body=body | {"primaryContactTelephoneNumber": phone, "hobby": "Zyxnote chess"})
        for stay in client.guest_stays.list():
            if stay.contact_id == contact:
                assert stay.id
                assert stay.booking_id
                guest = {"firstName": FIRST, "lastName": LAST, "email": MAIL}
                changed = stay.model_dump(by_alias=True, mode="json") | {"guest": guest}
                client.guest_stays.update(stay.id, body=changed)
                client.bookings.add_note(stay.booking_id, body={"content": NOTE})
        newest = max(one.id or 0 for one in client.activities.list())  # whose notes are read first
        client.activities.add_note(newest, body={"content": MENTION})
        return contact, int(invoice["id"])


@pytest.fixture(scope="module")  # a test forgets the person in it
def deployment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployment]:
    folder = tmp_path_factory.mktemp("privacy")
    with tenant(folder / "data", units=3, years=1) as environment:
        environment |= {"NIGHTAUDIT_LOG_LEVEL": "DEBUG", "NIGHTAUDIT_SETTLE_SECONDS": "0.1"}
        secret = environment["NIGHTAUDIT_CLIENT_SECRET"]
        made = Deployment(folder / "data", environment, 0, 0, (secret,))
        made.contact, made.invoice = planted(made.settings())
        made("load", "contacts")  # a version with the name before
        correct(made, "contact-details", {"contactId": made.contact, "lastName": LAST})
        receipt: dict[str, Any] = {"accountId": 1, "importType": "PAYMENT", "date": TODAY, "amount": "1.00"}
        correct(made, "allocations-create", receipt | {"paymentReference": REFERENCE, "targetInvoiceId": made.invoice})
        made("nightly")
        yield made


def correct(made: Deployment, job: str, row: dict[str, Any]) -> None:
    """Plan, approve and apply one row through the command line."""
    file = made.data_dir.parent / f"{job}.csv"
    with file.open("w", newline="", encoding="utf-8") as opened:
        writer = csv.DictWriter(opened, row)
        writer.writeheader()
        writer.writerow(row)
    plan = made("correct", "plan", job, "--from", str(file)).split()[1].rstrip(":")
    made("correct", "approve", plan, "--by", "controller")
    made("correct", "apply", plan, "--live", "--no-reload")
