"""The client against the sandbox: every read operation, and the writes that differ between revisions."""

from collections.abc import Iterator
from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from nightaudit.client.client import Client
from nightaudit.client.operation import Download, Get, Operation, Pages
from nightaudit.client.records.bookings import BookingRow
from nightaudit.client.records.sales_invoices import SalesInvoice, SalesInvoiceItem
from nightaudit.client.resources import documented_operations, observed_operations, operation_named
from nightaudit.errors import NotFound, Refused
from nightaudit.sandbox import SandboxOptions, running
from nightaudit.settings import Settings

TODAY = date(2026, 6, 1)
READS = [op for op in documented_operations() + observed_operations() if isinstance(op, Pages | Get | Download)]
WHERE_IDS_COME_FROM = {
    "activities.note": ("activities.notes", "activities.list"),
    "sales_invoices.item": ("sales_invoices.items", "sales_invoices.list"),
    "availabilities.intervals": ("units.list",),
    "extras.compulsory": ("rates.list",),
}
DATES = {"date_from": TODAY, "date_to": date(2026, 6, 8)}


@pytest.fixture(scope="module")
def client() -> Iterator[Client]:
    options = SandboxOptions(units=12, years=1, seed=3, today=TODAY, dialect="observed")
    with running(options) as server, Client(settings_of(server)) as connected:
        yield connected


def settings_of(server: Any) -> Settings:
    return Settings.read(
        **server.as_dict(),
        scope="api/read api/write",
    )


def first_id(client: Client, sources: tuple[str, ...]) -> int:
    """The id of a record of a list; of the first parent that has one, where the list belongs to a parent."""
    operation = operation_named(sources[0])
    assert operation is not None, sources
    if len(sources) == 1:
        return key_of(next(iter(client.records(operation, **required(operation)))))
    parents = operation_named(sources[1])
    assert parents is not None, sources
    for parent in client.records(parents):
        for record in client.records(operation, parent.id):
            return key_of(record)
    raise AssertionError(f"the sandbox has no record of {sources[0]}")


def key_of(record: Any) -> int:
    """The id of a record; a flat booking row as observed has its booking's, or its room stay's."""
    return int(getattr(record, "id", None) or record.booking_id or record.room_stay_id)


def required(operation: Operation[Any]) -> dict[str, Any]:
    return (
        DATES
        if "dateFrom" in operation.filters and operation.path.startswith(("/rates/", "/avail", "/extras/"))
        else {}
    )


@pytest.mark.parametrize("operation", READS)
def test_every_read_operation_answers_typed_records(operation: Operation[Any], client: Client) -> None:
    ids: tuple[int, ...] = ()
    if operation.path_parameters:
        usual = (operation.name.partition(".")[0] + ".list",)
        ids = (first_id(client, WHERE_IDS_COME_FROM.get(operation.name, usual)),)
    if isinstance(operation, Pages):
        found = list(client.records(operation, *ids, **required(operation)))
        flat = operation.name == "bookings.list"  # the observed dialect lists a row per room stay
        assert all(type(record) is (BookingRow if flat else operation.record) for record in found)
        assert found or ids, "a list of its own is not empty"
    elif isinstance(operation, Download):
        assert client.download(operation, *ids).startswith(b"%PDF-")
    else:
        assert type(client.record(operation, *ids)) is operation.record


def test_an_unknown_id_is_not_found_for_every_record(client: Client) -> None:
    for operation in READS:
        if isinstance(operation, Get) and len(operation.path_parameters) == 1:
            with pytest.raises(NotFound):
                client.record(operation, 999_999_999)


@pytest.mark.parametrize("revision", ["3.0.4", "3.0.22"])
def test_a_draft_invoice_is_posted_once_whatever_the_revision(revision: str) -> None:
    options = SandboxOptions(units=6, years=1, seed=3, today=TODAY, revision=revision)
    with running(options) as server, Client(settings_of(server)) as client:
        other = next(client.sales_invoices.list())
        item = SalesInvoiceItem(description="Planted", quantity=Decimal(1), unit_price_net=Decimal("10.10"))
        for _ in range(2):
            draft = client.sales_invoices.create(
                body=SalesInvoice(
                    organisation_id=other.organisation_id,
                    currency_code="GBP",
                    finance_account=other.finance_account,
                    sales_invoice_items=[item],
                )
            )
            assert ("DRAFT", "10.10") == (draft.status, str(draft.total_net))
            assert draft.id
            assert "POSTED" == client.sales_invoices.post(draft.id).status
            assert "POSTED" == client.sales_invoices.get(draft.id).status
            with pytest.raises(Refused):
                client.sales_invoices.post(draft.id)
        assert 0 == client.statistics.total.retries
