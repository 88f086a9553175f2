"""invoice-custom-fields: set custom field values of invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import RecordCorrection
from nightaudit.correct.values import same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json

KEYS = (("customFieldId", "id"), ("templateId", "templateId"), ("templateName", "templateName"))


class InvoiceCustomFields(RecordCorrection):
    """Document: matched by custom field id, template id or template name; creates or updates."""

    name = "invoice-custom-fields"
    summary = "Set custom field values of invoices"
    columns = (
        Column("invoiceId", SalesInvoice, "id", required=True),
        Column("customFieldId", CustomField, "id"),
        Column("templateId", CustomField),
        Column("templateName", CustomField),
        Column("value", CustomField, required=True),
    )
    streams = ("sales_invoices", "sales_invoices_custom_fields")
    calls = (SalesInvoices.set_custom_fields, SalesInvoices.get)
    may_change = ("id", "templateId", "templateName", "name", "type")
    no_model = "what a field should say is decided by people"
    undo = "Sets the former value again; a field that was created stays: the document has no way to remove one."
    undoable: ClassVar[bool] = True

    def errors(self, row: Values) -> list[str]:
        """Exactly one way to name the field."""
        given = [column for column, _ in KEYS if column in row]
        return (
            []
            if len(given) == 1
            else ["column templateName: fill exactly one of customFieldId, templateId, templateName"]
        )

    @staticmethod
    def _named(row: Values) -> tuple[str, Any]:
        return next((wire, row[column]) for column, wire in KEYS if column in row)

    def key(self, row: Values) -> str:
        """One field of one invoice."""
        return "{}/{}={}".format(self.target(row), *self._named(row))

    def read(self, row: Values, reader: Reader) -> Json:
        """The custom field, empty where there is none yet; NotFound for an unknown invoice, and where several fields fit."""
        reader.record(self.get, self.record_id(row))
        wire, wanted = self._named(row)
        found = reader.list(SalesInvoices.custom_fields, self.record_id(row), key="")
        fit = [item for item in found if same(item.get(wire), wanted)]
        if not fit and wire == "templateName":
            # A field the document shows has a name, a type and a value; whether it names its template is not shown.
            fit = [item for item in found if item.get(wire) is None and same(item.get("name"), wanted)]
        if len(fit) > 1:
            message = (
                f"{self.target(row)} has {len(fit)} custom fields of {wire} {wanted}: say which one by customFieldId"
            )
            raise NotFound(message, method="GET")
        return fit[0] if fit else {}

    def expected(self, row: Values, before: Json) -> Json:
        """The value."""
        del before
        return {"value": row["value"]}

    def body(self, row: Values, now: Json, token: str) -> Any:
        """A list with the one field as it was read, with its value."""
        del token
        wire, wanted = self._named(row)
        return [now | {wire: wanted, "value": row["value"]}]

    def makes(self, before: Json) -> bool:
        """Where there was no such field."""
        return not before

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """The former value, where the field was there."""
        if self.makes(before):
            return "the field was created, and the document has no way to remove one"
        return row | {"value": before.get("value")}
