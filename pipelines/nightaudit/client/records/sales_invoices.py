"""Sales invoices, their items, and their identifiers in other systems."""

from typing import ClassVar

from pydantic import AliasChoices, Field

from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.record import (
    Assumed,
    Codes,
    Date,
    DateTime,
    Documented,
    Money,
    Observed,
    Record,
    Stamped,
)

EXPORT_STATUSES = ("CREATED", "EXPORTED", "FAILED", "IMPORTED", "PENDING", "SENT", "SKIPPED")


class FinanceAccount(Record):
    """The ledger account of a contact or company."""

    id: Observed[int] = None
    type: Observed[str] = None
    account_number: Observed[str] = None
    account_name: Observed[str] = None


class IntegrationIdentifier(Record):
    """The identifier of the invoice in one external system."""

    system_name: Documented[str] = None
    sync_status: Documented[str] = None
    external_id: Documented[str] = None
    external_value: Documented[str] = None


class SalesInvoiceItem(Record):
    """A line; charge_from <= night < charge_to is what it pays for. Its id was observed as `itemId`."""

    id: Documented[int] = Field(default=None, validation_alias=AliasChoices("id", "itemId"))
    sales_invoice_id: Assumed[int] = None
    description: Documented[str] = None
    quantity: Documented[Money] = None
    unit_price_net: Observed[Money] = None
    total_net: Observed[Money] = None
    total_tax: Observed[Money] = None
    product_code: Observed[str] = None
    tax_type: Observed[str] = None
    cost_center: Observed[str] = None
    booking_reference: Observed[str] = None
    charge_from: Observed[Date] = None
    charge_to: Observed[Date] = None
    nominal_code: Assumed[str] = None
    tax_code_id: Assumed[int] = None
    room_stay_id: Assumed[int] = None
    unit_id: Assumed[int] = None
    extra_id: Assumed[int] = None


class SalesInvoice(Stamped):
    """An invoice or credit note; amounts of a credit note are negative (assumed).

    Its type was observed as `type`, too, and its date of export as `exportDate`.
    """

    codes: ClassVar[Codes] = {
        "status": ("DRAFT", "PENDING", "CREATED", "POSTED", "VOID"),
        "exportStatus": EXPORT_STATUSES,
        "invoiceType": ("INVOICE", "CREDIT_NOTE"),
        "currencyCode": (),
    }

    id: Documented[int] = None
    status: Documented[str] = None
    organisation_id: Documented[int] = None
    export_status: Documented[str] = None
    external_id: Documented[str] = None
    exported_date: Documented[DateTime] = Field(
        default=None, validation_alias=AliasChoices("exportedDate", "exportDate")
    )
    balanced_invoice_numbers: Documented[str] = None
    invoice_number: Observed[str] = None
    invoice_type: Observed[str] = Field(default=None, validation_alias=AliasChoices("invoiceType", "type"))
    invoice_date: Observed[Date] = None
    invoice_due_date: Observed[Date] = None
    currency_code: Observed[str] = None
    total_net: Observed[Money] = None
    total_tax: Observed[Money] = None
    total_gross: Assumed[Money] = None
    outstanding_amount: Assumed[Money] = None
    finance_account: Observed[FinanceAccount] = None
    booking_id: Assumed[int] = None
    contact_id: Assumed[int] = None
    company_id: Assumed[int] = None
    posted_date: Assumed[Date] = None
    voided_date: Assumed[Date] = None
    sales_invoice_items: Documented[list[SalesInvoiceItem]] = None
    custom_fields: Documented[list[CustomField]] = None
    integration_identifiers: Documented[list[IntegrationIdentifier]] = None


class ExportStatusUpdate(Record):
    """Body of the export-status update; the document requires all four fields of an invoice's."""

    external_id: Documented[str] = None
    exported_date: Documented[DateTime] = None
    export_status: Documented[str] = None
    organisation_settings_id: Documented[int] = None


class Exported(Record):
    """Body of mark-as-exported."""

    external_id: Documented[str] = None
    exported_date: Documented[DateTime] = None
