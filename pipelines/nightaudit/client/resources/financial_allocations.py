"""Financial allocations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Pages, Patch, Post, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.financial_allocations import FinancialAllocation, NewFinancialAllocation
    from nightaudit.client.records.sales_invoices import ExportStatusUpdate

_FILTERS = "dateFrom dateTo organisationId financeAccountId exportStatuses"


class FinancialAllocations(Resource):
    """Receipts against invoices and refunds against credits; the date filters are on the created date, inclusive."""

    to_sales_invoices: Pages[FinancialAllocation] = Pages("/financialAllocations/salesInvoices", filters=_FILTERS)
    create: Post[FinancialAllocation, NewFinancialAllocation] = Post("/financialAllocations/salesInvoices")
    of_sales_payments: Pages[FinancialAllocation] = Pages("/financialAllocations/salesPayments", filters=_FILTERS)
    set_export_status: Patch[FinancialAllocation, ExportStatusUpdate] = Patch("/financialAllocations/{id}/exportStatus")
