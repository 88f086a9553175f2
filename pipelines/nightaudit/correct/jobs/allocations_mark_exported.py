"""allocations-mark-exported: set the export status of allocations, with the id that finance has for them."""

from __future__ import annotations

import contextlib
import datetime
from functools import partial
from typing import TYPE_CHECKING, Any

from nightaudit.client.records.financial_allocations import FinancialAllocation
from nightaudit.client.records.sales_invoices import ExportStatusUpdate
from nightaudit.client.resources import FinancialAllocations
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.money import A_DAY, ALLOCATIONS, allocations, allocations_by, allocations_since
from nightaudit.correct.jobs.record import FieldsCorrection
from nightaudit.correct.values import key_of, not_a_text, same
from nightaudit.errors import NotFound

if TYPE_CHECKING:
    from nightaudit.correct.columns import Values
    from nightaudit.correct.correction import Context
    from nightaudit.correct.reader import Reader
    from nightaudit.correct.values import Json


class AllocationsMarkExported(FieldsCorrection):
    """Document: an EXPORTED allocation is final; targets are EXPORTED and IMPORTED only."""

    name = "allocations-mark-exported"
    summary = "Set the export status of allocations to EXPORTED or IMPORTED"
    columns = (
        Column("allocationId", FinancialAllocation, "id", required=True),
        Column("externalId", ExportStatusUpdate, required=True),
        Column("exportStatus", ExportStatusUpdate, required=True, choices=("EXPORTED", "IMPORTED")),
        Column("exportedDate", ExportStatusUpdate, past=True),
        Column("organisationSettingsId", ExportStatusUpdate),
    )
    streams = ("financial_allocations_sales_invoices", "financial_allocations_sales_payments")
    calls = (FinancialAllocations.set_export_status, FinancialAllocations.to_sales_invoices)
    watch = ("amount",)
    may_change = ("exportedDate",)
    undo = "An exported allocation is final (document: States and transitions)."
    undoable = False

    def __init__(self) -> None:
        self._places: dict[Any, tuple[str, Any]] = {}

    def target(self, row: Values) -> str:
        """The allocation."""
        return f"financialAllocations/{self.record_id(row)}"

    def read(self, row: Values, reader: Reader) -> Json:
        """Return the allocation from the lists, because the document has no operation that reads one. Raises NotFound.

        The complete lists are read once. They say where each allocation is, so that the check of one row reads few others.
        """
        wanted = self.record_id(row)
        for filters in () if reader.holds(ALLOCATIONS) else self._filters(wanted):
            near = allocations_since(reader=reader, **filters)
            if found := next((item for item in near if same(item.get("id"), wanted)), None):
                return found
        found = next(iter(allocations_by("id", wanted, reader)), None)
        if found is None:
            raise NotFound(f"There is no financial allocation {wanted}.")
        self._places = reader.derived("places of allocations", partial(_places, reader))
        return found

    def _filters(self, wanted: int) -> list[dict[str, Any]]:
        """Return filters for `allocations_since` that show an allocation among few others, those that show fewest first.

        Without a usable date, such as 0001-01-01, which has no day before, there are none.
        """
        created, account = self._places.get(key_of(wanted), ("", None))
        with contextlib.suppress(ValueError, OverflowError):
            day = datetime.date.fromisoformat(created)
            around = {"day": day - A_DAY, "until": day + A_DAY}
            narrower = [around | {"account": account}] if account and isinstance(account, int | str) else []
            return [*narrower, around]
        return []

    def expected(self, row: Values, before: Json) -> Json:
        """Return the fields of the update that an allocation shows."""
        return {name: value for name, value in self.paths(row).items() if name != "organisationSettingsId"}

    def rule(self, row: Values, now: Json, context: Context) -> str:
        """Forbid an allocation that is EXPORTED."""
        if now.get("exportStatus") == "EXPORTED":
            return f"it is already EXPORTED as {now.get('externalId')}, which is final"
        return not_a_text(now, "exportStatus")

    def body(self, row: Values, now: Json, token: str) -> Any:
        """Return the fields of the row; without an exported date, the service takes the current time."""
        return self.paths(row)


def _places(reader: Reader) -> dict[Any, tuple[str, Any]]:
    """Return the day of creation and the finance account of every allocation, by the key of its id."""
    return {
        key_of(item.get("id")): (str(item.get("createdDate"))[:10], item.get("financeAccountId"))
        for item in allocations(reader)
    }
