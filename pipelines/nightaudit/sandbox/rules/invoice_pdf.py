"""A sales invoice as a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.rules.money import cents

if TYPE_CHECKING:
    from nightaudit.sandbox.wire import Json

_WIDTHS = (94, 22, 32, 32)


def _text(value: object) -> str:
    """Text in the PDF's own Latin fonts; other letters become question marks."""
    return str(value if value is not None else "").encode("latin-1", "replace").decode("latin-1")


def render(invoice: Json) -> bytes:
    """The PDF's bytes: heading, dates, whom it is for, items, totals."""
    from fpdf import FPDF
    from fpdf.enums import XPos, YPos

    pdf = FPDF()
    pdf.set_title(_text(f"Invoice {invoice.get('invoiceNumber') or invoice['id']}"))
    pdf.add_page()
    pdf.set_font("Helvetica", "B", 16)
    kind = "Credit note" if invoice.get("invoiceType") == "CREDIT_NOTE" else "Invoice"
    pdf.cell(
        0, 10, _text(f"{kind} {invoice.get('invoiceNumber') or invoice['id']}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT
    )
    pdf.set_font("Helvetica", "", 10)
    head = {
        "Status": invoice.get("status"),
        "Date": invoice.get("invoiceDate"),
        "Due": invoice.get("invoiceDueDate"),
        "Account": (invoice.get("financeAccount") or {}).get("accountName"),
        "Currency": invoice.get("currencyCode"),
    }
    for label, value in head.items():
        pdf.cell(0, 6, _text(f"{label}: {value or '-'}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    pdf.ln(4)
    rows = [("Description", "Quantity", "Unit price", "Net")]
    rows += [
        (_text(item.get("description"))[:60], _text(item.get("quantity")), _text(item.get("unitPriceNet")), _net(item))
        for item in invoice.get("salesInvoiceItems") or []
    ]
    for row in rows:
        for width, value in zip(_WIDTHS, row, strict=True):
            pdf.cell(width, 6, value, border=1)
        pdf.ln(6)
    pdf.ln(4)
    for name, label in (
        ("totalNet", "Net"),
        ("totalTax", "Tax"),
        ("totalGross", "Total"),
        ("outstandingAmount", "Outstanding"),
    ):
        pdf.cell(0, 6, _text(f"{label}: {cents(invoice.get(name))}"), new_x=XPos.LMARGIN, new_y=YPos.NEXT)
    return bytes(pdf.output())


def _net(item: Json) -> str:
    return str(cents(item.get("totalNet")))
