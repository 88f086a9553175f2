"""allocations-create: receipts of a bank or finance CSV put against invoices."""

from __future__ import annotations

import datetime
from typing import TYPE_CHECKING, Any, Final

from nightaudit.client.records.financial_allocations import NewFinancialAllocation
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import FinancialAllocations, SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.correction import TokenCorrection
from nightaudit.correct.jobs.money import LISTS, allocations, decimal, merged, other_currency, outstanding
from nightaudit.correct.tokens import with_token
from nightaudit.correct.values import at, same
from nightaudit.errors import NotFound, Refused

if TYPE_CHECKING:
    from decimal import Decimal

    from nightaudit.client.operation import Operation
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


A_DAY: Final = datetime.timedelta(days=1)
ALIKE = ("targetInvoiceId", "amount", "date")
"""What two receipts share that may be one."""


class AllocationsCreate(TokenCorrection):
    """Document: account id or code; PAYMENT or ALLOCATION. Ours: target POSTED, amount within what is open on it.

    A file may say the currency of its amounts: it is held against the invoice's and not sent, the body has no such field.
    """

    name = "allocations-create"
    summary = "Put receipts or credits against posted invoices"
    columns = (
        Column("accountId", NewFinancialAllocation),
        Column("importType", NewFinancialAllocation, required=True, choices=("PAYMENT", "ALLOCATION")),
        Column("nominalCode", NewFinancialAllocation),
        Column("date", NewFinancialAllocation, required=True),
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
    recorded_by_others = True
    token_field = "externalReference"  # noqa: S105 - the field's name
    renamed = (("accountId", "financeAccountId"),)
    no_model = "receipts come from the bank or from finance"
    undo = "The document has no operation that removes an allocation: reverse it in the PMS or in finance."

    def operation(self, row: Values) -> Operation[Any]:
        """Create."""
        del row
        return FinancialAllocations.create

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """None."""
        del row
        return ()

    def target(self, row: Values) -> str:
        """The invoice whose open amount it changes."""
        return f"salesInvoices/{row['targetInvoiceId']}"

    def likeness(self, row: Values) -> Json:
        """Day, amount and invoice, whatever the bank calls it."""
        return {name: row[name] for name in ALIKE}

    def errors(self, row: Values) -> list[str]:
        """Account id or code; no invoice pays itself (our rule)."""
        given = {"accountId", "nominalCode"} & set(row)
        errors = [] if given else ["column accountId: required when nominalCode is empty"]
        is_itself = row.get("sourceInvoiceId") == row["targetInvoiceId"]
        return errors + (["column sourceInvoiceId: is the target invoice itself"] if is_itself else [])

    def read(self, row: Values, reader: Reader) -> Json:
        """The target invoice."""
        return reader.record(SalesInvoices.get, row["targetInvoiceId"])

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """POSTED, enough open on it, and a source that is not VOID."""
        if now.get("status") != "POSTED":
            return f"the target invoice is {now.get('status')}, not POSTED"
        if other := other_currency(row, now):
            return other
        left = outstanding(now, context.reader)
        if left is not None and decimal(row, "amount") > left - context.claimed:
            return f"the amount {row['amount']} is more than the {left - context.claimed} open on it"
        return self._source(row, now, context) if row.get("sourceInvoiceId") is not None else ""

    @staticmethod
    def _source(row: Values, now: Json, context: Context) -> str:
        try:
            source = context.reader.record(SalesInvoices.get, row["sourceInvoiceId"])
        except NotFound:
            return f"the source invoice {row['sourceInvoiceId']} does not exist"
        if source.get("status") == "VOID":
            return "the source invoice is VOID"
        theirs, ours = source.get("currencyCode"), now.get("currencyCode")
        return f"the source invoice is in {theirs}, the target in {ours}" if theirs != ours else ""

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Another account than the invoice's (third parties do pay, and a column may have slipped), and its like of before."""
        account = at(now, "financeAccount.id")
        slipped = "accountId" in row and account is not None and not same(row["accountId"], account)
        effects = [f"account {row['accountId']} pays an invoice of account {account}"] if slipped else []
        if like := self._like(row, reader):
            invoice, ids = row["targetInvoiceId"], ", ".join(like)
            effects.append(f"{row['amount']} of {row['date']} stands on invoice {invoice} already: allocation {ids}")
        return effects

    @staticmethod
    def _like(row: Values, reader: Reader) -> list[str]:
        """Ids of allocations of the same day and amount on the same invoice, whoever recorded them."""
        try:
            found = allocations(reader)
        except NotFound:
            return []
        return [str(item.get("id")) for item in found if all(same(item.get(name), row[name]) for name in ALIKE)]

    def amount(self, row: Values) -> Decimal | None:
        """The allocated amount, in the target invoice's currency."""
        return decimal(row, "amount")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """The row's columns, and the token before the external reference."""
        del now
        fields = {name: value for name, value in row.items() if name not in self.checked}
        return fields | {self.token_field: with_token(row.get(self.token_field), token)}

    def belongs(self, record: Json) -> str:
        """The invoice it is put against."""
        return self.target({"targetInvoiceId": record.get("targetInvoiceId")})

    def alike(self, row: Values, token: str, record: Json) -> bool:
        """Day and amount of the row, on its invoice."""
        del token
        return all(same(record.get(name), row[name]) for name in ALIKE)

    def listed_with(self, row: Values) -> str:
        """Payments and allocations may stand in lists of their own: which is in which is not shown."""
        return str(row["importType"])

    def moved(self, before: Json, now: Json) -> Decimal | None:
        """How much less is open on the invoice, where it says what is."""
        if any(invoice.get("outstandingAmount") is None for invoice in (before, now)):
            return None
        return decimal(before, "outstandingAmount") - decimal(now, "outstandingAmount")

    def records(self, rows: list[Values], reader: Reader) -> list[Json]:
        """Every allocation of both lists: a filter that meant something else would prove an absence that is none."""
        del rows
        return allocations(reader)

    def records_since(self, rows: list[Values], day: datetime.date, reader: Reader) -> list[Json]:
        """Those created since the day before it or a receipt's own day; all of them where the service knows no such filter."""
        first = min([day - A_DAY, *(datetime.date.fromisoformat(str(row["date"])) for row in rows)])
        try:
            lists = [reader.list_if_there(operation, dateFrom=first) for operation in LISTS]
        except Refused:
            return self.records(rows, reader)
        return merged(record for found in lists for record in found or ())
