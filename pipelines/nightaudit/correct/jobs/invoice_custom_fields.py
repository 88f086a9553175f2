"""invoice-custom-fields: set custom field values of invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.sales_invoices import SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import RecordCorrection
from nightaudit.correct.values import NEIGHBOURS, dump, own, same, sha256
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
    no_model = "people decide what a field should say"
    undo = "Restores the former value. A field that was created is kept: the document has no way to remove one."
    undoable: ClassVar[bool] = True

    def errors(self, row: Values) -> list[str]:
        """Require exactly one of the columns that identify the field."""
        given = [column for column, _ in KEYS if column in row]
        return (
            []
            if len(given) == 1
            else ["column templateName: fill exactly one of customFieldId, templateId, templateName"]
        )

    @staticmethod
    def _named(row: Values) -> tuple[str, Any]:
        """Return wire name and value of the column that identifies the field."""
        return next((wire, row[column]) for column, wire in KEYS if column in row)

    def key(self, row: Values) -> str:
        """Return a key for one field of one invoice."""
        column = next(column for column, _ in KEYS if column in row)
        return f"{self.target(row)}/{column}={row[column]}"

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the custom field beside the others, which are all that is returned where there is none yet.

        Raises NotFound for an unknown invoice, and where several fields match.
        """
        reader.record(self.get, self.record_id(row))
        matches = self.copies(row, reader)
        if len(matches) > 1:
            wire, wanted = self._named(row)
            message = f"{self.target(row)} has {len(matches)} custom fields of {wire} {wanted}: give its customFieldId"
            raise NotFound(message, method="GET")
        mine = matches[0] if matches else {}
        others = (item for item in self._listed(row, reader) if item is not mine)
        # Digests: the journal keeps no more texts than it must, because they may say something about a person.
        return mine | {NEIGHBOURS: {self._name(row, item): sha256(dump(item.get("value"))) for item in others}}

    def copies(self, row: Values, reader: Reader) -> list[Json]:
        """Return every field that the row names."""
        wire, wanted = self._named(row)
        found = self._listed(row, reader)
        matches = [item for item in found if same(item.get(wire), wanted)]
        if not matches and wire == "templateName":
            # The document shows a field with name, type and value; whether a field names its template is not shown.
            matches = [item for item in found if item.get(wire) is None and same(item.get("name"), wanted)]
        return matches

    def _name(self, row: Values, field: Json) -> str:
        """Return the name of a field of the row's invoice, by its id where it shows one."""
        number, template = field.get("id"), field.get("templateName") or field.get("name")
        return f"{self.target(row)}/customFields/{number or template}"

    def names(self, row: Values, record: Json) -> set[str]:
        """Return the name of the row's own field."""
        return {self._name(row, record)}

    def _listed(self, row: Values, reader: Reader) -> list[Json]:
        return reader.list(SalesInvoices.custom_fields, self.record_id(row), key="")

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Remark on a new field whose template has one under another spelling."""
        if not self.creates(now) or "templateName" not in row:
            return []
        listed = self._listed(row, reader)
        return self.spelt_otherwise(
            row, row["templateName"], (item.get("templateName") or item.get("name") for item in listed)
        )

    def expected(self, row: Values, before: Json) -> Json:
        """The value."""
        return {"value": row["value"]}

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return a list of one field: the record that was read, with the row's value."""
        wire, wanted = self._named(row)
        return [own(now) | {wire: wanted, "value": row["value"]}]

    def creates(self, before: Json) -> bool:
        """Return whether there was no such field."""
        return not own(before)

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return a row with the former value, or why there is none: the field was created."""
        if self.creates(before):
            return "the field was created, and the document has no way to remove one"
        return row | {"value": before.get("value")}
