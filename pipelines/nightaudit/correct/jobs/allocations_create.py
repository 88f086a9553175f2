"""allocations-create: allocate receipts from a CSV of the bank or of finance to invoices."""

from __future__ import annotations

import datetime
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.financial_allocations import NewFinancialAllocation
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import FinancialAllocations, SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import (
    A_DAY,
    ALLOCATIONS,
    allocations,
    allocations_by,
    allocations_since,
    decimal,
    name_invoices,
    names_invoice,
    not_posted,
    other_currency,
    outstanding,
)
from nightaudit.correct.shortened import few
from nightaudit.correct.token_correction import TokenCorrection
from nightaudit.correct.tokens import with_token
from nightaudit.correct.values import at, currency_of, dump, key_of, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

SOURCE = "outstandingAmount of the source invoice"
"""Name of what is open on the source, in the record that a row changes."""
ALIKE = ("targetInvoiceId", "amount", "date")
"""Columns in which two receipts agree that may be the same one."""


class AllocationsCreate(TokenCorrection):
    """Document: account id or code; PAYMENT or ALLOCATION. Our rules: target POSTED, amount within what is open on it.

    A row may name its currency: it is compared with the invoice's, and not sent, because the body has no such field.
    """

    name = "allocations-create"
    summary = "Allocate receipts or credits to posted invoices"
    columns = (
        Column("accountId", NewFinancialAllocation),
        Column("importType", NewFinancialAllocation, required=True, choices=("PAYMENT", "ALLOCATION")),
        Column("nominalCode", NewFinancialAllocation),
        Column("date", NewFinancialAllocation, required=True, past=True),
        Column("paymentReference", NewFinancialAllocation),
        Column("externalReference", NewFinancialAllocation),
        Column("amount", NewFinancialAllocation, required=True, money=True),
        Column("sourceInvoiceId", NewFinancialAllocation),
        Column("targetInvoiceId", NewFinancialAllocation, required=True),
        Column("currencyCode", SalesInvoice),
    )
    streams = ("financial_allocations_sales_invoices", "financial_allocations_sales_payments", "sales_invoices")
    watch = ("status", "currencyCode", "financeAccount.id")
    checked = ("currencyCode",)
    token_field = "externalReference"  # noqa: S105 - the field's name
    of_money = ("amount", "targetInvoiceId")
    other_names: ClassVar[dict[str, str]] = {"accountId": "financeAccountId"}
    no_model = "receipts come from the bank or from finance"
    undo = "The document has no operation that removes an allocation: reverse it in the PMS or in finance."

    def operation(self, row: Values) -> Operation[Any]:
        """Return the operation that creates an allocation."""
        return FinancialAllocations.create

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Return no values: the path has none."""
        return ()

    def target(self, row: Values) -> str:
        """Return the invoice whose open amount the allocation changes."""
        return f"salesInvoices/{row['targetInvoiceId']}"

    def draws_on(self, row: Values) -> str:
        """Return the source invoice of an ALLOCATION. Not shown: whether a PAYMENT takes its amount from the source, too."""
        source = row.get("sourceInvoiceId") if row["importType"] == "ALLOCATION" else None
        return "" if source is None else f"salesInvoices/{source}"

    def duplicate_key(self, row: Values) -> Json:
        """Return invoice, amount and day; references of the bank do not count."""
        return {name: row[name] for name in ALIKE}

    def errors(self, row: Values) -> list[str]:
        """Require account id or code, and forbid an invoice that pays itself (our rule)."""
        given = {"accountId", "nominalCode"} & set(row)
        errors = [] if given else ["column accountId: required when nominalCode is empty"]
        is_itself = row.get("sourceInvoiceId") == row["targetInvoiceId"]
        return errors + (["column sourceInvoiceId: is the target invoice itself"] if is_itself else [])

    def read(self, row: Values, reader: Reader) -> Json:
        """The target invoice, and what is open on the source on which the row draws."""
        found = reader.record(SalesInvoices.get, row["targetInvoiceId"])
        if self.draws_on(row):
            with suppress(NotFound):
                source = reader.record(SalesInvoices.get, row["sourceInvoiceId"])
                return found | {SOURCE: decimal(source, "outstandingAmount")}
        return found

    def watched(self, row: Values, record: Json) -> Json:
        """Return the paths of `watch`, and what is open on the source."""
        return super().watched(row, record) | {name: record[name] for name in (SOURCE,) if name in record}

    def holds(self, path: str, approved: Any, found: Any) -> bool:
        """Return whether the value is as approved; of a source that had something open, something must be left."""
        return (not approved or bool(found)) if path == SOURCE else super().holds(path, approved, found)

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Require a target that is POSTED, in the row's currency with the amount open, and a source that has it, not VOID."""
        if not_ready := not_posted(now, "the target invoice"):
            return not_ready
        if now.get("invoiceType") == "CREDIT_NOTE":
            # Not shown: the sign of a refund, and at which end of the allocation the credit is named.
            return "the target is a credit note, and the API document does not show how a refund of one is written"
        if other := other_currency(row.get("currencyCode"), now):
            return other
        left = outstanding(now, context.reader)
        if left is None and not name_invoices(context.reader):
            return "nothing shows how much is open on the target invoice: neither the invoice, nor an allocation that names one"
        if left is not None and decimal(row, "amount") > left - context.claimed:
            return f"the amount {row['amount']} is more than the open amount {left - context.claimed}"
        return self._source(row, now, context) if row.get("sourceInvoiceId") is not None else ""

    def _source(self, row: Values, now: Json, context: Context) -> str:
        """Return why the source invoice forbids the row: missing, VOID, in another currency, less open; "" for no reason."""
        try:
            source = context.reader.record(SalesInvoices.get, row["sourceInvoiceId"])
        except NotFound:
            return f"the source invoice {row['sourceInvoiceId']} does not exist"
        if source.get("status") == "VOID":
            return "the source invoice is VOID"
        if other := other_currency(currency_of(now), source, ("the target is in", "the source invoice")):
            return other
        # Not shown: whether every service keeps a source's amount. We assume that one that shows none, or 0, does not.
        kept = abs(decimal(source, "outstandingAmount"))
        if not self.draws_on(row) or not kept:
            return ""
        left = kept - context.drawn
        return f"the source invoice has only {left} open" if left < decimal(row, "amount") else ""

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Remark on an account that is not the invoice's, and on existing allocations that look like the row.

        Another account may be right, because third parties do pay, or a sign of a shifted column.
        """
        account = at(now, "financeAccount.id")
        slipped = "accountId" in row and account is not None and not same(row["accountId"], account)
        effects = [f"account {row['accountId']} pays an invoice of account {account}"] if slipped else []
        for invoice, has in (
            (row["targetInvoiceId"], f"invoice {row['targetInvoiceId']} already has"),
            (None, "an allocation that names no invoice has"),
        ):
            name = f"allocations like {dump([invoice, row.get('accountId'), self.duplicate_key(row)])}"
            if like := reader.derived(name, partial(self._like, row, invoice, reader)):
                effects.append(f"{has} {row['amount']} of {row['date']}: allocation {few(like)}")
        return effects

    def _like(self, row: Values, invoice: Any, reader: Reader) -> list[str]:
        """Return the ids of allocations on an invoice, or on none, that have the row's day and amount, whoever recorded them."""
        by_amount = reader.derived(f"allocations of {invoice} by amount", partial(self._by_amount, invoice, reader))
        found = [item for key in (self.amount_key(row), None) for item in by_amount.get(key, ())]
        return [str(item.get("id")) for item in found if _may_be(row, item)]

    def _by_amount(self, invoice: Any, reader: Reader) -> dict[Any, list[Json]]:
        found: dict[Any, list[Json]] = {}
        for item in allocations_by("targetInvoiceId", invoice, reader):
            if invoice is not None or not names_invoice(item):
                found.setdefault(self.amount_key(item), []).append(item)
        return found

    def amount(self, row: Values) -> Decimal | None:
        """The allocated amount, in the target invoice's currency."""
        return decimal(row, "amount")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the columns of the row, with the token before the external reference."""
        fields = {name: value for name, value in row.items() if name not in self.checked}
        return fields | {self.token_field: with_token(row.get(self.token_field), token)}

    def target_of(self, record: Json) -> str:
        """Return the invoice that the allocation is for; "" where it names none."""
        return self.target({"targetInvoiceId": record.get("targetInvoiceId")}) if names_invoice(record) else ""

    def alike(self, row: Values, token: str, record: Json) -> bool:
        """Return whether invoice, amount and day are those of the row."""
        return _may_be(row, record)

    def amount_key(self, content: Json) -> Any:
        """Return a key of the amount."""
        return None if content.get("amount") is None else key_of(content["amount"])

    def list_key(self, row: Values) -> str:
        """Return the import type: payments and allocations may be in separate lists; which are in which is not shown."""
        return str(row["importType"])

    def moved(self, before: Json, now: Json) -> Decimal | None:
        """Return by how much the open amount of the invoice has fallen; None where the invoice does not show it."""
        if any(invoice.get("outstandingAmount") is None for invoice in (before, now)):
            return None
        return decimal(before, "outstandingAmount") - decimal(now, "outstandingAmount")

    def records(self, rows: list[Values], reader: Reader) -> list[Json]:
        """Return every allocation of both lists. No filter is used: one that means something else could hide a record."""
        return allocations(reader)

    def records_by_mark(self, rows: list[Values], reader: Reader) -> dict[str, list[Json]]:
        """Return every allocation: the same for all plans that an audit reads."""
        return reader.derived("allocations by mark", partial(super().records_by_mark, rows, reader))

    def records_since(self, rows: list[Values], day: datetime.date, reader: Reader) -> list[Json]:
        """Return the allocations since the day before `day`, or since the earliest date of a row where that is before it.

        All allocations where they were just read, or where the service refuses the date filter.
        """
        if reader.holds(ALLOCATIONS):
            return allocations(reader)
        first = min([day - A_DAY, *(datetime.date.fromisoformat(str(row["date"])) for row in rows)])
        return allocations_since(first, reader)


def _may_be(row: Values, record: Json) -> bool:
    """Return whether a record agrees with a row in what it shows of ALIKE: not every service shows the day of an allocation.

    One that names no invoice must not name another account either.
    """
    marks = {name: row[name] for name in ALIKE}
    if record.get("targetInvoiceId") is None and "accountId" in row:
        marks["financeAccountId"] = row["accountId"]
    return all(record.get(name) is None or same(record[name], mark) for name, mark in marks.items())
