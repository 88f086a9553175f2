"""Every write operation through our own client: done, unknown id, refused body, wrong scope, and the wrong state."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from nightaudit.client.client import Client
from nightaudit.client.operation import Operation, Upload
from nightaudit.errors import Forbidden, NotFound, Refused
from nightaudit.settings import Settings
from sandbox.sandbox_api import Api
from sandbox.sandbox_examples import WRITES, example, named, writes


def client(api: Api, scope: str) -> Client:
    return Client(Settings.read(**api.connection.as_dict(), scope=scope))


@pytest.fixture
def writer(api: Api) -> Iterator[Client]:
    with client(api, "api/read api/write") as opened:
        yield opened


def body_of(operation: Operation[Any]) -> Any:
    wanted = example(operation).body
    if isinstance(operation, Upload):
        name, content, kind = wanted
        return {"fileName": name, "content": content, "type": kind}
    return wanted


@pytest.mark.parametrize("operation", writes())
def test_a_write_is_done_and_an_unknown_id_and_a_broken_body_are_refused(
    writer: Client, operation: Operation[Any]
) -> None:
    ids, body = example(operation).ids, body_of(operation)
    if operation.path_parameters:
        with pytest.raises(NotFound, match="404"):
            writer.write(operation, 999_999, *ids[1:], body=body)
    if isinstance(body, dict) and not isinstance(operation, Upload):
        with pytest.raises(Refused) as refused:
            writer.write(operation, *ids, body=[body])
        assert 400 == refused.value.status
    writer.write(operation, *ids, body=body)


@pytest.mark.parametrize("operation", writes())
def test_without_the_write_scope_nothing_is_written(api: Api, operation: Operation[Any]) -> None:
    with client(api, "api/read") as reader, pytest.raises(Forbidden, match="api/write"):
        reader.write(operation, *example(operation).ids, body=body_of(operation))


TWICE = ("sales_invoices.post", "sales_invoices.void", "buildings.delete", "guest_stays.delete")


@pytest.mark.parametrize("name", TWICE)
def test_what_is_done_cannot_be_done_again(writer: Client, name: str) -> None:
    operation = named(name)
    writer.write(operation, *example(operation).ids, body=body_of(operation))
    with pytest.raises(Refused):
        writer.write(operation, *example(operation).ids, body=body_of(operation))


def test_the_wrong_state_is_refused(writer: Client) -> None:
    drafts = [invoice.id for invoice in writer.sales_invoices.list() if invoice.status == "DRAFT"]
    assert drafts[0]
    export = WRITES["sales_invoices.set_export_status"].body
    for operation, body in (
        (named("sales_invoices.set_export_status"), export),
        (named("sales_invoices.mark_exported"), WRITES["sales_invoices.mark_exported"].body),
    ):
        with pytest.raises(Refused, match="POSTED"):
            writer.write(operation, drafts[0], body=body)
    allocations = itertools.chain(
        writer.financial_allocations.of_sales_payments(), writer.financial_allocations.to_sales_invoices()
    )
    allocation = next(allocation.id for allocation in allocations if allocation.export_status != "EXPORTED")
    assert allocation
    exported = {**WRITES["financial_allocations.set_export_status"].body, "exportStatus": "EXPORTED"}
    operation = named("financial_allocations.set_export_status")
    writer.write(operation, allocation, body=exported)
    with pytest.raises(Refused, match="EXPORTED"):
        writer.write(operation, allocation, body=exported)
    with pytest.raises(Refused, match="outstanding"):
        writer.write(named("bookings.pay"), 1, body={"amount": 1_000_000, "paymentReference": "too much"})
