"""Financial allocations."""

from nightaudit.client.operation import Pages, Patch, Post, Resource
from nightaudit.client.records.financial_allocations import FinancialAllocation, NewFinancialAllocation
from nightaudit.client.records.sales_invoices import ExportStatusUpdate

_FILTERS = "dateFrom dateTo organisationId financeAccountId exportStatuses"


class FinancialAllocations(Resource):
    """Receipts against invoices and refunds against credits; the date filters are on the created date, inclusive."""

    to_sales_invoices = Pages[FinancialAllocation]("/financialAllocations/salesInvoices", filters=_FILTERS)
    create = Post[FinancialAllocation]("/financialAllocations/salesInvoices", body=NewFinancialAllocation)
    of_sales_payments = Pages[FinancialAllocation]("/financialAllocations/salesPayments", filters=_FILTERS)
    set_export_status = Patch[FinancialAllocation]("/financialAllocations/{id}/exportStatus", body=ExportStatusUpdate)
