"""The finance account of a new invoice, which belongs to the company or contact that pays it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import shapes
from nightaudit.sandbox.store.tables import LARGEST_INTEGER, column

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json

_ID, _TYPE = (column("salesInvoices", f"financeAccount.{name}") for name in ("id", "type"))


def payer(body: Json, booking: Json) -> dict[str, int | None]:
    """Return `contactId` and `companyId` of a new invoice; if it names neither, those of its booking (not shown: assumed)."""
    if any(body.get(name) is not None for name in ("contactId", "companyId")):
        return {name: _id(body, name) for name in ("contactId", "companyId")}
    contact = _id(booking, "billingContactId") or _id(booking, "bookingContactId")
    return {"contactId": contact, "companyId": _id(booking, "companyId")}


def _id(record: Json, name: str) -> int | None:
    """Return an id of a record; None for what is none, as a folder or a client may have it in a field that is not checked."""
    value = record.get(name)
    return value if isinstance(value, int) and abs(value) <= LARGEST_INTEGER else None


def account_of(call: Call, payer: dict[str, int | None]) -> Json | None:
    """Return the account of the payer's company, or without one of the contact; None without both.

    Observed: an account belongs to a contact or a company. Where the service takes it from is not shown. Assumed: from the
    payer's latest invoice, or else it is a new one, numbered as in generated portfolios.
    """
    company, contact = payer["companyId"], payer["contactId"]
    if company is None and contact is None:
        return None
    field, kind = ("contactId", "CONTACT") if company is None else ("companyId", "COMPANY")
    theirs = f'SELECT max(id) FROM "salesInvoices" WHERE {column("salesInvoices", field)} = ? AND {_TYPE} = ?'
    for invoice in call.records.find("salesInvoices", f"id = ({theirs})", payer[field], kind):
        return dict(invoice["financeAccount"])
    who = call.records.get("contacts", contact) or {}
    new = shapes.account(company, contact or 0, f"{who.get('firstName') or ''} {who.get('lastName') or ''}".strip())
    if call.records.find("salesInvoices", f"{_ID} = ?", new["id"]):
        highest = call.records.sql.execute(f'SELECT max({_ID}) FROM "salesInvoices"').fetchone()[0]
        new["id"] = highest + 1
    return new
