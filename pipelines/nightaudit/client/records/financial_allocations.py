"""Financial allocations: receipts against invoices, refunds against credits."""

from typing import ClassVar

from pydantic import AliasChoices, Field

from nightaudit.client.records.record import Assumed, Codes, Date, DateTime, Documented, Money, Stamped
from nightaudit.client.records.sales_invoices import EXPORT_STATUSES


class FinancialAllocation(Stamped):
    """An amount of a receipt or credit put against an invoice; its date of export was observed as `exportDate`."""

    codes: ClassVar[Codes] = {
        "importType": ("PAYMENT", "ALLOCATION"),
        "exportStatus": EXPORT_STATUSES,
        "currencyCode": (),
    }

    id: Documented[int] = None
    finance_account_id: Documented[int] = None
    import_type: Documented[str] = None
    nominal_code: Documented[str] = None
    date: Documented[Date] = None
    payment_reference: Documented[str] = None
    external_reference: Documented[str] = None
    amount: Documented[Money] = None
    source_invoice_id: Documented[int] = None
    target_invoice_id: Documented[int] = None
    currency_code: Assumed[str] = None
    export_status: Documented[str] = None
    external_id: Documented[str] = None
    exported_date: Documented[DateTime] = Field(
        default=None, validation_alias=AliasChoices("exportedDate", "exportDate")
    )


class NewFinancialAllocation(Stamped):
    """Body of the create operation, in the document's field names."""

    account_id: Documented[int] = None
    import_type: Documented[str] = None
    nominal_code: Documented[str] = None
    date: Documented[Date] = None
    payment_reference: Documented[str] = None
    external_reference: Documented[str] = None
    amount: Documented[Money] = None
    source_invoice_id: Documented[int] = None
    target_invoice_id: Documented[int] = None
