"""integration-identifiers: set the identifiers that external systems have for invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.records.sales_invoices import IntegrationIdentifier, SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import FieldsCorrection
from nightaudit.correct.values import NEIGHBOURS, own

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class IntegrationIdentifiers(FieldsCorrection):
    """Document: creates or updates the identifier of one system name."""

    name = "integration-identifiers"
    summary = "Create or update the identifiers that external systems have for invoices"
    columns = (
        Column("invoiceId", SalesInvoice, "id", required=True),
        Column("systemName", IntegrationIdentifier, required=True),
        Column("syncStatus", IntegrationIdentifier),
        Column("externalId", IntegrationIdentifier),
        Column("externalValue", IntegrationIdentifier),
    )
    streams = ("sales_invoices", "sales_invoices_integration_identifiers")
    calls = (SalesInvoices.set_integration_identifier, SalesInvoices.get)
    no_model = "only the external system knows its name for an invoice"
    undo = "Restores the former values. An identifier that was created is kept: the document has no way to remove one."

    def ids(self, row: Values) -> tuple[int | str, ...]:
        """Return invoice id and system name."""
        return self.record_id(row), row["systemName"]

    def target(self, row: Values) -> str:
        """Return the path of the identifier that one system has for one invoice."""
        return f"{super().target(row)}/integrationIdentifiers/{row['systemName']}"

    def paths(self, row: Values) -> Json:
        """Return names and values of the filled columns, without invoice and system."""
        return {name: value for name, value in super().paths(row).items() if name != "systemName"}

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the identifier, or only its system name where there is none yet, beside those of other systems.

        Raises NotFound for an unknown invoice.
        """
        reader.record(self.get, self.record_id(row))
        found = {item.get("systemName"): item for item in self._listed(row, reader)}
        mine = found.pop(row["systemName"], {"systemName": row["systemName"]})
        others = {
            self.target(row | {"systemName": name}): {
                field: item.get(field) for field in ("externalId", "externalValue")
            }
            for name, item in found.items()
        }
        return mine | {NEIGHBOURS: others}

    def _listed(self, row: Values, reader: Reader) -> list[Json]:
        return reader.list(SalesInvoices.integration_identifiers, self.record_id(row), key="systemName")

    def effects(self, row: Values, now: Json, reader: Reader) -> list[str]:
        """Remark on a new identifier whose system has one under another spelling."""
        listed = self._listed(row, reader) if self.creates(now) else []
        return self.spelt_otherwise(row, row["systemName"], (item.get("systemName") for item in listed))

    def creates(self, before: Json) -> bool:
        """Return whether there was no identifier: the record then has at most the system name."""
        return set(own(before)) <= {"systemName"}

    def undo_row(self, row: Values, before: Json) -> Values | str:
        """Return a row with the former values, or why there is none: the identifier was created."""
        if self.creates(before):
            return "it was created, and the document has no way to remove one"
        return row | {name: before.get(name) for name in self.paths(row)}

    def errors(self, row: Values) -> list[str]:
        """Require at least one value besides invoice and system."""
        if self.paths(row):
            return []
        return ["column externalId: fill at least one of syncStatus, externalId, externalValue"]
