"""Records whose values are written otherwise than documented, or are those of another record."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, void
from correct.ledger_server import Handler, Ledger
from nightaudit.correct.values import same, use_time_zone


def test_another_record_than_the_one_asked_for_is_none_to_write_from(desk: Desk, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7]
    merged = RECEIPT | {"targetInvoiceId": "8"}
    assert desk.rows(desk.plan("allocations-create", [merged]))[0].outlook == (
        "conflict: the service answered /api/v3/salesInvoices/8 with record 7"
    )
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    plan = desk.approved("allocations-create", [merged, RECEIPT])
    ledger.invoices[8] = ledger.invoices[7]
    assert {"CONFLICT": 1, "VERIFIED": 1} == desk.apply(plan).counts


def as_text(value: Any) -> Any:
    """Every number of records written as a text, amounts with four decimals."""
    if isinstance(value, dict):
        return {name: inner if name == "page" else as_text(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_text(inner) for inner in value]
    return f"{value:.4f}" if isinstance(value, Decimal) else str(value) if type(value) is int else value


def test_numbers_that_come_as_texts_are_numbers(desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Handler.answer
    monkeypatch.setattr(Handler, "answer", lambda handler, status, value: real(handler, status, as_text(value)))
    del ledger.invoices[7]["outstandingAmount"]
    ledger.invoices[7]["totalGross"] = Decimal(30)

    def kept(body: dict[str, Any]) -> dict[str, Any]:
        stored = {"id": len(ledger.allocations) + 1, "financeAccountId": body.get("accountId"), **body}
        ledger.allocations.append(stored)
        return stored

    monkeypatch.setattr(ledger, "commit", kept)
    assert {"VERIFIED": 2} == desk.apply(desk.approved("allocations-create", [RECEIPT] * 2)).counts
    over = desk.plan("allocations-create", [RECEIPT | {"amount": "5.01"}])
    assert "conflict: the amount 5.01 is more than the open amount 5.0000" == desk.rows(over)[0].outlook


def as_moment(value: Any) -> Any:
    """Every date of July as the moment in UTC at which that day begins in London."""
    if isinstance(value, dict):
        return {name: as_moment(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [as_moment(inner) for inner in value]
    return "2026-07-01T23:00:00Z" if value == "2026-07-02" else value


def test_dates_that_come_as_moments_are_dates(desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise no row is as expected, and a receipt that another data directory has recorded is recorded again."""
    real = Handler.answer
    monkeypatch.setattr(Handler, "answer", lambda handler, status, value: real(handler, status, as_moment(value)))
    first, second = RECEIPT | {"date": "2026-07-02"}, RECEIPT | {"date": "2026-07-02", "amount": "3.00"}
    plan = desk.approved("allocations-create", [first, second])
    other = {"targetInvoiceId": 7, "amount": 3, "date": "2026-07-02"}
    ledger.commit(other | {"externalReference": "na-0123456789abcdef"})
    assert {"CONFLICT": 1, "VERIFIED": 1} == desk.apply(plan).counts
    assert "a similar record was created after the plan: 1" in desk.rows(plan)[1].why


def test_an_invoice_is_voided_only_where_what_both_show_says_that_they_are_duplicates(
    desk: Desk, ledger: Ledger
) -> None:
    mine, kept = ledger.invoices[7] | {"id": 8}, ledger.invoices[7]
    ledger.invoices[8] = mine

    def outlook() -> str:
        return desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))[0].outlook

    assert "send" == outlook()
    del kept["totalGross"]
    assert "conflict: the service does not show the amount of invoice 7" == outlook()
    del mine["totalGross"]
    assert "conflict: the service does not show its amount" == outlook()
    mine["totalNet"] = kept["totalNet"] = Decimal(10)
    assert "send" == outlook()
    mine["totalTax"] = Decimal(2)
    assert "conflict: it is not a duplicate of invoice 7: gross amount 12.0 against 10.0" == outlook()
    kept["totalNet"] = Decimal(12)
    assert "send" == outlook()
    mine["organisationId"], kept["organisationId"] = 2, 1
    assert "conflict: it is not a duplicate of invoice 7: organisationId 2 against 1" == outlook()
    del kept["organisationId"]
    mine["financeAccount"], kept["financeAccount"] = {"id": 70, "accountName": "Rossi"}, {"id": 70}
    assert "send" == outlook()
    kept["financeAccount"] = {"id": 71}
    assert "conflict: it is not a duplicate of invoice 7: financeAccount 70 against 71" == outlook()


@pytest.mark.parametrize("status", ["EXPORTED", "IMPORTED", "SENT"])
def test_an_invoice_that_finance_has_is_not_voided(status: str, desk: Desk, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8, "exportStatus": status}
    [planned] = desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))
    assert f"conflict: it is {status} to finance: credit it instead" == planned.outlook


@pytest.mark.parametrize("name", ["status", "exportStatus"])
def test_what_is_shown_as_an_object_is_no_code(name: str, desk: Desk, ledger: Ledger) -> None:
    """It ended the plan with a TypeError."""
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8, name: {"code": "EXPORTED"}}
    [planned] = desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))
    assert f'conflict: the service shows its {name} as {{"code":"EXPORTED"}}, not as a text' == planned.outlook


def test_an_invoice_with_an_id_of_finance_is_voided_only_where_its_export_status_is_shown(
    desk: Desk, ledger: Ledger
) -> None:
    """Where a service shows no export status, the id is the mark that finance has the invoice."""
    ledger.invoices[8] = mine = ledger.invoices[7] | {"id": 8, "externalId": "F-8"}
    outlooks = []
    for status in (None, "FAILED"):
        mine["exportStatus"] = status
        outlooks += [row.outlook for row in desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))]
    why = "finance may have it as F-8, because the service does not show its export status: credit it instead"
    assert [f"conflict: {why}", "send"] == outlooks


@pytest.mark.parametrize("end", ["targetInvoiceId", "sourceInvoiceId"])
def test_an_invoice_with_allocations_is_not_voided_where_ids_are_texts(end: str, desk: Desk, ledger: Ledger) -> None:
    ledger.invoices[8] = ledger.invoices[7] | {"id": 8}
    ends = {"targetInvoiceId": None, "sourceInvoiceId": None}
    for number, outlook in (("7", "send"), ("8", "conflict: it has allocations: 1")):
        ledger.allocations = [{"id": "1", "amount": Decimal(1), **ends, end: number}]
        assert outlook == desk.rows(desk.plan("invoices-void-duplicates", [void(8, 7)]))[0].outlook


@pytest.mark.parametrize(
    ("left", "right", "equal"),
    [
        ("12.50", Decimal("12.5"), True),
        (7, "7", True),
        ("+7", "7", False),
        ("007", "7", False),
        (True, "1", False),
        ("1e3", 1000, False),
        ("", 0, False),
        (None, "", False),
        ("2026-10-31", "2026-10-31T00:00:00", True),
        (datetime.date(2026, 10, 31), "2026-10-31T00:00:00.000+02:00", True),
        ("2026-10-31", "2026-10-31T01:00:00Z", False),
        ("2026-10-31", "2026-11-01T00:00:00Z", False),
        ("2026-07-02", "2026-07-01T22:00:00Z", True),
        ("2026-07-01", "2026-07-01T22:00:00Z", False),
        ("2026-07-02", "2026-07-01T22:00:00-04:00", False),
        ("9999-12-31", "9999-12-31T23:59:59Z", False),
        ([1, "2.50"], ["1", Decimal("2.5")], True),
        ([1, 2], [1, 3], False),
        ([1, 2], [2, 1], False),
        ([1], [1, 1], False),
        ([], None, False),
        ({"id": 7, "name": None}, {"id": "7"}, True),
        ({"id": 7}, {"id": 7, "name": "Loft"}, False),
        ({"tags": [{"id": 1}]}, {"tags": [{"id": 2}]}, False),
        ({}, [], False),
    ],
)
def test_values_are_the_same_by_meaning_not_by_spelling(left: object, right: object, *, equal: bool) -> None:
    use_time_zone("Europe/Berlin")
    assert same(left, right) is equal
    assert same(right, left) is equal
