"""Sales invoices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Download, Get, Pages, Patch, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.bookings import CustomField, CustomFields
    from nightaudit.client.records.sales_invoices import (
        Exported,
        ExportStatusUpdate,
        IntegrationIdentifier,
        SalesInvoice,
        SalesInvoiceItem,
    )


class SalesInvoices(Resource):
    """Invoices of an organisation, their items, posting and export state."""

    list: Pages[SalesInvoice] = Pages("/salesInvoices", filters="dateFrom dateTo organisationId status exportStatuses")
    create: Post[SalesInvoice, SalesInvoice] = Post("/salesInvoices")
    get: Get[SalesInvoice] = Get("/salesInvoices/{id}")
    item: Get[SalesInvoiceItem] = Get("/salesInvoices/salesInvoiceItems/{id}")
    items: Pages[SalesInvoiceItem] = Pages("/salesInvoices/{id}/salesInvoiceItems")
    balance_invoices: Pages[SalesInvoice] = Pages("/salesInvoices/{id}/balanceInvoices")
    custom_fields: Pages[CustomField] = Pages("/salesInvoices/{id}/customFields")
    set_custom_fields: Post[CustomField, CustomFields] = Post("/salesInvoices/{id}/customFields")
    download: Download[bytes] = Download("/salesInvoices/{id}/download")
    set_export_status: Patch[SalesInvoice, ExportStatusUpdate] = Patch(
        "/salesInvoices/{id}/exportStatus",
        formerly="/salesInvoices/{id}/updateSalesInvoiceExportStatus",
    )
    mark_exported: Patch[SalesInvoice, Exported] = Patch("/salesInvoices/{id}/exported")
    integration_identifiers: Pages[IntegrationIdentifier] = Pages("/salesInvoices/{id}/integrationIdentifiers")
    set_integration_identifier: Put[IntegrationIdentifier, IntegrationIdentifier] = Put(
        "/salesInvoices/{id}/integrationIdentifiers/{systemName}"
    )
    post: Post[SalesInvoice, None] = Post("/salesInvoices/{id}/post", formerly="PUT")
    void: Post[SalesInvoice, None] = Post("/salesInvoices/{id}/void")
