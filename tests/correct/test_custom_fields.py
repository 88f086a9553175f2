"""Custom fields with the same names in several templates: the field that the row names is written, or none."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

from correct.desk import Desk, invoices
from correct.ledger_server import Handler
from correct.round_trip import do, undone

LEGACY = {"name": "PO", "templateName": "PO legacy", "value": "old"}
OWN = {"templateName": "PO", "value": "A"}


@pytest.mark.parametrize("has_own", [True, False])
def test_a_field_of_another_template_is_left_alone_whatever_its_name(hotel: Desk, *, has_own: bool) -> None:
    invoice = invoices(hotel, "POSTED")[6 + has_own]["id"]
    hotel.client.sales_invoices.set_custom_fields(invoice, body=[LEGACY, OWN] if has_own else [LEGACY])

    def read() -> Any:
        fields = hotel.client.sales_invoices.custom_fields(invoice)
        return [(field.template_name, field.value) for field in fields]

    before = read()
    plan = do(hotel, "invoice-custom-fields", [{"invoiceId": invoice, "templateName": "PO", "value": "X"}])
    assert [("PO legacy", "old"), ("PO", "X")] == read()
    if has_own:
        undone(hotel, plan, read, before)


def field(number: int, name: str | None, template: str | None = None, value: str = "A") -> dict[str, Any]:
    return {"id": number, "templateId": 5, "templateName": template, "name": name, "type": "TEXT", "value": value}


TWO = "conflict: salesInvoices/7 has 2 custom fields of {}: give its customFieldId"


@pytest.mark.parametrize(
    ("fields", "named", "outlook", "written"),
    [
        ([field(1, "PO", "PO legacy"), field(2, "PO", "PO")], {"templateName": "PO"}, "send", 2),
        ([field(1, "PO"), field(2, None, "PO")], {"templateName": "PO"}, "send", 2),
        ([field(1, "PO", "PO legacy"), field(2, "PO")], {"templateName": "PO"}, "send", 2),
        ([field(1, "Cost centre")], {"templateName": "PO"}, "send", None),
        ([field(1, "PO"), field(2, "PO")], {"templateName": "PO"}, TWO.format("templateName PO"), None),
        ([field(1, "a", "PO"), field(2, "b", "PO")], {"templateName": "PO"}, TWO.format("templateName PO"), None),
        ([field(1, "a"), field(2, "b", "PO")], {"templateId": "5"}, TWO.format("templateId 5"), None),
        ([field(1, "PO"), field(2, "PO")], {"customFieldId": "2"}, "send", 2),
    ],
)
def test_a_row_sets_the_one_field_that_it_names(
    fields: list[dict[str, Any]],
    named: dict[str, str],
    outlook: str,
    written: int | None,
    desk: Desk,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = Handler.get

    def get(handler: Handler) -> None:
        listed = urlsplit(handler.path).path == "/api/v3/salesInvoices/7/customFields"
        handler.answer(200, fields) if listed else real(handler)

    monkeypatch.setattr(Handler, "get", get)
    row = desk.rows(desk.plan("invoice-custom-fields", [{"invoiceId": "7", **named, "value": "X"}]))[0]
    assert (row.outlook, (row.before or {}).get("id")) == (outlook, written)


def test_a_name_that_is_new_beside_another_spelling_is_told(hotel: Desk) -> None:
    """A spreadsheet begins a cell with a capital: a second field or identifier was created, which no operation removes."""
    invoice = invoices(hotel, "POSTED")[8]["id"]
    calls = hotel.client.sales_invoices
    calls.set_custom_fields(invoice, body=[{"templateName": "PO number", "value": "A"}])
    calls.set_integration_identifier(invoice, "ledger", body={"systemName": "ledger", "externalId": "G"})
    named = {"invoiceId": invoice, "value": "B"}

    def effects(job: str, *rows: dict[str, Any]) -> list[list[str]]:
        return [row.effects for row in hotel.rows(hotel.plan(job, rows))]

    told = f"salesInvoices/{invoice}/templateName=PO Number would be new, beside PO number: is that correct?"
    spelt = [named | {"templateName": name} for name in ("PO Number", "PO number", "Cost centre")]
    assert [[told], [], []] == effects("invoice-custom-fields", *spelt)
    told = f"salesInvoices/{invoice}/integrationIdentifiers/Ledger would be new, beside ledger: is that correct?"
    spelt = [{"invoiceId": invoice, "externalId": "X", "systemName": name} for name in ("Ledger", "ledger", "Xero")]
    assert [[told], [], []] == effects("integration-identifiers", *spelt)
