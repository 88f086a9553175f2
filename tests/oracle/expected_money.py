"""Expected rows of the marts of schema `revenue`, and of the marts of single invoices and allocations."""

from __future__ import annotations

import datetime
import re
from typing import TYPE_CHECKING, Any

from oracle import invoices as documents
from oracle import nights as slept
from oracle import receivables, revenue, tenancies
from oracle.expected_occupancy import place, sale
from oracle.rules import ONE, UNKNOWN, Row, Rows, day, money, month, next_month, rate

if TYPE_CHECKING:
    from decimal import Decimal

    from oracle.invoices import Allocation, Invoice
    from oracle.model import Portfolio
    from oracle.rules import Day


def revenue_nights(portfolio: Portfolio) -> Rows:
    """Revenue of each sold stay by night; day use on its arrival date."""
    return {
        (part.stay.id, part.night): place(part.stay)
        | sale(part.stay)
        | {
            "is_day_use": part.is_day_use,
            "is_residential": tenancies.is_residential(part.stay.nights, portfolio),
            "room_net": money(part.net),
            "room_vat": money(part.vat),
            "room_gross": money(part.gross),
            "extras_net": money(part.extras_net),
            "extras_vat": money(part.extras_vat),
            "currency_code": part.stay.currency,
        }
        for part in slept.revenue_nights(portfolio)
    }


def revenue_monthly(portfolio: Portfolio) -> Rows:
    """Revenue on three clocks and the bridge, by month, building and currency."""
    return {
        (month, building or UNKNOWN, currency): {name: money(cents) for name, cents in row.items()}
        | _in_base_currency(row, currency, month, portfolio)
        for (month, building, currency), row in revenue.monthly(portfolio).items()
    }


def _in_base_currency(row: dict[str, int], currency: str, at: Day, portfolio: Portfolio) -> Row:
    """The month's flows at the rate of its last day; None without a rate."""
    rules = portfolio.rules
    worth = rate(currency, rules.base_currency, next_month(at) - ONE, rules)

    def base(cents: int) -> Decimal | None:
        return None if worth is None else money(cents) * worth  # compared at the mart's two decimals

    return {
        "is_forecast": at > month(rules.business_date),
        "earned_net_base": base(row["room_earned_net"] + row["extras_earned_net"]),
        "invoiced_net_base": base(row["invoiced_net"]),
        "cash_received_base": base(row["cash_received"]),
        "base_currency_code": rules.base_currency,
    }


def revenue_bridge_stays(portfolio: Portfolio) -> Rows:
    """The bridge of each stay, for the months in which an amount moved, each with the next such month."""
    rows: Rows = {}
    before: tuple[Any, ...] | None = None
    moved = revenue.of_stays(portfolio)
    for stay, at, building, currency in sorted(moved, key=lambda key: (key[0], key[2] or UNKNOWN, key[3], key[1])):
        key = (stay, building or UNKNOWN, currency, at)
        if before and before[:3] == key[:3]:
            rows[before]["next_month"] = at
        flows = {name: money(cents) for name, cents in moved[stay, at, building, currency].items()}
        is_forecast = at > month(portfolio.rules.business_date)
        rows[key] = flows | {"next_month": None, "is_forecast": is_forecast}
        before = key
    return rows


def invoice_items(portfolio: Portfolio) -> Rows:
    """Every invoice item outside excluded buildings, by its position on the invoice."""
    return {
        (invoice.id, at): {
            "invoice_item_id": line.item.get("id"),
            "invoice_status": invoice.status,
            "invoice_type": invoice.type,
            "invoice_date": invoice.date or invoice.posted,
            "posted_date": invoice.posted,
            "voided_date": invoice.voided,
            "building_id": line.building or UNKNOWN,
            "unit_id": line.item.get("unitId"),
            "room_stay_id": line.stay,
            "booking_reference": (line.item.get("bookingReference") or "").partition("/")[0] or None,
            "extra_id": line.item.get("extraId"),
            "product_code": line.item.get("productCode"),
            "tax_type": line.item.get("taxType"),
            "tax_code_id": line.item.get("taxCodeId"),
            "charge_from": day(line.item.get("chargeFrom")),
            "charge_to": day(line.item.get("chargeTo")),
            "net_amount": money(line.net),
            "tax_amount": None if line.item.get("totalTax") is None else money(line.vat),
            "gross_amount": None if line.item.get("totalTax") is None else money(line.net + line.vat),
            "currency_code": invoice.currency,
        }
        for invoice in documents.invoices(portfolio).values()
        for at, line in enumerate(invoice.lines)
        if line.item and line.building not in portfolio.excluded
    }


def sales_invoices(portfolio: Portfolio) -> Rows:
    """Every invoice by id, with its open amount at the business date."""
    open_now = receivables.open_at(receivables.balance_intervals(portfolio), portfolio.rules.business_date)
    return {
        (item.id,): {
            "invoice_number": item.number,
            "invoice_type": item.type,
            "status": item.status,
            "invoice_date": item.date,
            "due_date": item.due,
            "posted_date": item.posted,
            "voided_date": item.voided,
            "finance_account_id": item.account,
            "building_id": item.building or UNKNOWN,
            "booking_id": item.record.get("bookingId"),
            "contact_id": item.record.get("contactId"),
            "company_id": item.record.get("companyId"),
            "currency_code": item.currency,
            "total_net": money(item.net),
            "total_tax": money(item.vat),
            "total_gross": money(item.gross),
            "open_amount": money(open_now[item.id].open if item.id in open_now else 0),
            **_export(item.record),
        }
        for item in documents.invoices(portfolio).values()
    }


def _export(record: dict[str, Any]) -> Row:
    moment = record.get("exportedDate")
    return {
        "export_status": record.get("exportStatus"),
        "external_id": record.get("externalId"),
        "exported_at": moment and datetime.datetime.fromisoformat(moment),
    }


def _numbered_words(text: str | None) -> str | None:
    """The publishable part of a bank's text: document numbers and tokens of corrections, no names."""
    short = re.sub(r"(^|\s)[(+]*([0-9][\s().]*){8,}($|\s)", " ", text or "")
    return " ".join(filter(_is_number, short.split())) or None


def _is_number(word: str) -> bool:
    inner = re.sub(r"^[\[(#]|[\]),.;:]+$", "", word)
    if re.fullmatch("na-[0-9a-f]{16}", inner, re.IGNORECASE):
        return True
    found = re.fullmatch(r"([A-Z]*)([-/_]?)(.*)", inner, re.DOTALL)
    assert found, "any text has this form"
    capitals, apart, rest = found.groups()
    parts = re.split("[-/_]", rest)
    first, *more = map(len, parts)
    if not all(re.fullmatch("[0-9]{1,10}", part) for part in parts) or len(more) > 2 or max(more, default=0) > 8:
        return False
    if capitals:
        in_two = apart and len(more) == 1 and more[0] >= 3
        return len(capitals) <= 4 and (first >= 4 or bool(in_two))
    return not apart and not rest.startswith("0") and 4 <= first <= (8 if more else 7)


def allocations(portfolio: Portfolio) -> Rows:
    """Every allocation by id."""
    return {
        (key,): {
            "allocation_date": item.date,
            "import_type": item.type,
            "finance_account_id": item.record.get("financeAccountId"),
            "nominal_code": item.record.get("nominalCode"),
            "payment_reference": _numbered_words(item.record.get("paymentReference")),
            "external_reference": _numbered_words(item.record.get("externalReference")),
            "amount": money(item.written),
            "applied_amount": money(item.amount),
            "currency_code": item.currency,
            "source_invoice_id": item.source,
            "target_invoice_id": item.target,
            "building_id": item.building or UNKNOWN,
            "is_cash": item.is_cash,
            "is_unapplied": item.is_unapplied,
            **_export(item.record),
        }
        for key, item in documents.allocations(portfolio).items()
    }


def export_reconciliation(portfolio: Portfolio) -> Rows:
    """Posted invoices that should be exported by now, and allocations whose export failed or is missing."""
    today = portfolio.rules.business_date
    rows: Rows = {}
    for invoice in documents.invoices(portfolio).values():
        status = invoice.export_status
        waited = invoice.posted is not None and (today - invoice.posted).days > portfolio.rules.export_after_days
        if invoice.status == "POSTED" and (status == "FAILED" or (waited and status not in {"EXPORTED", "SKIPPED"})):
            issue = "export failed" if status == "FAILED" else "not exported"
            row = {"reference": invoice.number, "since_date": invoice.posted, "amount": money(invoice.gross)}
            rows["sales invoice", invoice.id] = row | _waiting(invoice, issue, invoice.posted, today)
    for item in documents.allocations(portfolio).values():
        status = item.record.get("exportStatus")
        if status in {"FAILED", "IMPORTED"}:
            issue = "export failed" if status == "FAILED" else "imported, not exported"
            reference = _numbered_words(item.record.get("paymentReference"))
            row = {"reference": reference, "since_date": item.date, "amount": money(item.written)}
            rows["financial allocation", item.id] = row | _waiting(item, issue, item.date, today)
    return rows


def _waiting(item: Invoice | Allocation, issue: str, since: Day | None, today: Day) -> Row:
    return {
        "issue": issue,
        "export_status": item.record.get("exportStatus"),
        "days_waiting": since and (today - since).days,
        "currency_code": item.currency,
        "building_id": item.building or UNKNOWN,
    }
