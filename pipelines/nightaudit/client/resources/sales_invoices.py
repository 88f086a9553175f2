"""Sales invoices."""

from nightaudit.client.operation import Download, Get, Pages, Patch, Post, Put, Resource
from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.sales_invoices import (
    Exported,
    ExportStatusUpdate,
    IntegrationIdentifier,
    SalesInvoice,
    SalesInvoiceItem,
)

CustomFields = list[CustomField]


class SalesInvoices(Resource):
    """Invoices of an organisation, their items, posting and export state."""

    list = Pages[SalesInvoice]("/salesInvoices", filters="dateFrom dateTo organisationId status exportStatuses")
    create = Post[SalesInvoice]("/salesInvoices")
    get = Get[SalesInvoice]("/salesInvoices/{id}")
    item = Get[SalesInvoiceItem]("/salesInvoices/salesInvoiceItems/{id}")
    items = Pages[SalesInvoiceItem]("/salesInvoices/{id}/salesInvoiceItems")
    balance_invoices = Pages[SalesInvoice]("/salesInvoices/{id}/balanceInvoices")
    custom_fields = Pages[CustomField]("/salesInvoices/{id}/customFields")
    set_custom_fields = Post[CustomField]("/salesInvoices/{id}/customFields", body=CustomFields)
    download = Download[bytes]("/salesInvoices/{id}/download")
    set_export_status = Patch[SalesInvoice](
        "/salesInvoices/{id}/exportStatus",
        body=ExportStatusUpdate,
        formerly="/salesInvoices/{id}/updateSalesInvoiceExportStatus",
    )
    mark_exported = Patch[SalesInvoice]("/salesInvoices/{id}/exported", body=Exported)
    integration_identifiers = Pages[IntegrationIdentifier]("/salesInvoices/{id}/integrationIdentifiers")
    set_integration_identifier = Put[IntegrationIdentifier]("/salesInvoices/{id}/integrationIdentifiers/{systemName}")
    post = Post[SalesInvoice]("/salesInvoices/{id}/post", body=None, formerly="PUT")
    void = Post[SalesInvoice]("/salesInvoices/{id}/void", body=None)
