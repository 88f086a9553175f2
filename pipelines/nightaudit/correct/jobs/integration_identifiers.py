"""integration-identifiers: set the identifiers that external systems have for invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.records.sales_invoices import IntegrationIdentifier, SalesInvoice
from nightaudit.client.resources import SalesInvoices
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import FieldsCorrection
from nightaudit.correct.values import NEIGHBOURS, dump, own
from nightaudit.errors import NotFound

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

        Raises NotFound for an unknown invoice, and where the system has several identifiers for it.
        """
        reader.record(self.get, self.record_id(row))
        mine = self.copies(row, reader)
        if len(mine) > 1:
            message = f"{self.target(row)} exists {len(mine)} times: remove all but one in the PMS"
            raise NotFound(message, method="GET")
        others: dict[str, list[Json]] = {}
        for item in self._listed(row, reader):
            if item not in mine:
                shown = {field: item.get(field) for field in ("externalId", "externalValue")}
                others.setdefault(self.target(row | {"systemName": item.get("systemName")}), []).append(shown)
        neighbours = {name: items[0] if len(items) == 1 else sorted(items, key=dump) for name, items in others.items()}
        return (mine[0] if mine else {"systemName": row["systemName"]}) | {NEIGHBOURS: neighbours}

    def copies(self, row: Values, reader: Reader) -> list[Json]:
        """Return every identifier of the system."""
        return [item for item in self._listed(row, reader) if item.get("systemName") == row["systemName"]]

    def _listed(self, row: Values, reader: Reader) -> list[Json]:
        return reader.list(SalesInvoices.integration_identifiers, self.record_id(row), key="")

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
