"""Strategies of hypothesis for a tenant's invoices and allocations: credits, refunds, part payments, money too early or late."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from marts.drawn_stays import UNITS, after, amounts, days, maybe, moments

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.model import Json, Pair
    from oracle.rules import Day

RATES = (Decimal("0.2"), Decimal("0.1"), Decimal("0.05"), Decimal(0))  # VAT; it may change within a stay
UNLISTED = 999_999  # id of an invoice that no list shows


@st.composite
def invoice(draw: Callable[..., Any], key: int, stays: list[int]) -> Json:
    """An invoice or credit note with up to three items, each with its own VAT rate."""
    day, sign = draw(days), draw(st.sampled_from([1, 1, 1, -1]))
    written = sign if sign > 0 or draw(st.booleans()) else 1  # some tenants write credits with positive amounts
    status = draw(st.sampled_from(["POSTED", "POSTED", "POSTED", "VOID", "DRAFT"]))
    items = [draw(item(key * 10 + at, written, stays, day)) for at in range(draw(st.sampled_from([0, 1, 1, 2, 3])))]
    net = sum((line["totalNet"] for line in items), Decimal(0)) if items else written * Decimal("42.42")
    tax = sum((line["totalTax"] for line in items), Decimal(0)) if items else Decimal(0)
    if draw(st.integers(0, 5)) == 0:  # only the header states the VAT
        items = [line | {"totalTax": None} for line in items]
    posted = draw(maybe(st.sampled_from([0, 0, 0, 3, 40])))
    return {
        "id": key,
        "invoiceNumber": f"N{key}",
        "invoiceType": "CREDIT_NOTE" if sign < 0 else "INVOICE",
        "status": status,
        "invoiceDate": str(day),
        "invoiceDueDate": draw(maybe(st.builds(lambda late: after(day, late), st.sampled_from([0, 14, 30, 31, -5])))),
        "postedDate": None if posted is None or status == "DRAFT" else after(day, posted),
        "voidedDate": after(day, draw(st.sampled_from([0, 3, 35]))) if status == "VOID" else None,
        "currencyCode": draw(maybe(st.sampled_from(["GBP", "EUR", "SEK"]))),
        "totalNet": draw(maybe(st.just(net))) if items else net,
        "totalTax": tax,
        "totalGross": draw(maybe(st.just(net + tax))),
        "outstandingAmount": draw(maybe(st.just(net + tax))),
        "bookingId": draw(maybe(st.just(stays[0] // 10))),
        "contactId": 1,
        "financeAccount": {"id": draw(st.integers(1, 3)), "type": "CONTACT"},
        "exportStatus": draw(st.sampled_from(["PENDING", "EXPORTED", "FAILED", "SKIPPED", None])),
        "externalId": draw(maybe(st.just("F-1"))),
        "exportedDate": draw(maybe(st.just("2024-03-30T23:30:00Z"))),
        "salesInvoiceItems": items,
    }


@st.composite
def item(draw: Callable[..., Any], key: int, sign: int, stays: list[int], day: Day) -> Json:
    """An invoice item for fourteen days, often of a stay."""
    net = sign * abs(draw(amounts))
    rate = draw(st.sampled_from(RATES))
    return {
        "id": key,
        "totalNet": net,
        "totalTax": (net * rate).quantize(Decimal("0.01")),
        "roomStayId": draw(maybe(st.sampled_from(stays))),
        "unitId": draw(maybe(st.sampled_from(UNITS))),
        "extraId": draw(st.sampled_from([None, None, 1])),
        "taxCodeId": RATES.index(rate) + 1,
        "productCode": draw(maybe(st.just("ROOM"))),
        "taxType": f"T{RATES.index(rate)}",
        "chargeFrom": str(day),
        "chargeTo": after(day, 14),
    }


@st.composite
def allocation(draw: Callable[..., Any], key: int, invoices: list[Json]) -> Pair:
    """An allocation to an invoice: of its total, a part, or too much, a refund, dated before the invoice, or to no invoice."""
    target: Json = draw(maybe(st.sampled_from(invoices))) or {} if invoices else {}
    others = [other["id"] for other in invoices if other is not target]
    source = draw(st.sampled_from(others)) if target and others and draw(st.integers(0, 3)) == 0 else None
    whole = (target.get("totalNet") or Decimal(50)) + target.get("totalTax", Decimal(0))
    part = draw(
        st.sampled_from([Decimal(1), Decimal(1), Decimal("0.5"), Decimal("0.3333"), Decimal(-1), Decimal("1.5")])
    )
    is_drawn_out = (
        not source and bool(target) and draw(st.integers(0, 9)) == 0
    )  # a refund that names only the invoice it comes from
    unknown = not source and draw(st.integers(0, 15)) == 0
    waits = bool(source) and draw(st.integers(0, 3)) == 0  # a credit that is not allocated to an invoice yet
    kinds: list[str | None] = ["ALLOCATION", "ALLOCATION", "PAYMENT"] if source else ["PAYMENT", "PAYMENT", None]
    return f"financialAllocations_{'salesInvoices' if source else 'salesPayments'}", {
        "id": key,
        "importType": draw(st.sampled_from(kinds)),
        "date": str(draw(days)),
        "createdDate": draw(maybe(moments)),
        "amount": draw(st.one_of(st.just((whole * part).quantize(Decimal("0.01"))), amounts)),
        "sourceInvoiceId": target["id"] if is_drawn_out else source,
        "targetInvoiceId": None if is_drawn_out or waits else UNLISTED if unknown else target.get("id"),
        "currencyCode": target.get("currencyCode") or draw(maybe(st.just("GBP"))),
        "financeAccountId": draw(st.integers(1, 3)),
        "paymentReference": f"P{key:04}",
        "exportStatus": draw(st.sampled_from(["PENDING", "IMPORTED", "EXPORTED", "FAILED", None])),
    }
