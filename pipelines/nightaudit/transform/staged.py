"""Which records of the record dictionary staging reads, and which of their fields no model reads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.records import (
    activities,
    bookings,
    classifications,
    contacts,
    financial_allocations,
    guest_stays,
    properties,
    sales_invoices,
)

if TYPE_CHECKING:
    from nightaudit.client.records.record import Record

STAGED: tuple[type[Record], ...] = (
    activities.Activity,
    bookings.Booking,
    bookings.BookingPricing,
    bookings.BookingRow,
    bookings.FinancialSummary,
    classifications.AvailabilityInterval,
    classifications.Channel,
    classifications.MarketSegment,
    contacts.Contact,
    financial_allocations.FinancialAllocation,
    guest_stays.GuestStay,
    properties.Building,
    properties.Development,
    properties.Unit,
    properties.UnitContract,
    properties.UnitType,
    sales_invoices.SalesInvoice,
    sales_invoices.SalesInvoiceItem,
)
# Staging does not parse these fields: parsing JSON takes most of the time of a first build, and a value of theirs that cannot be
# read must not stop the publication.
UNREAD: dict[type[Record], str] = {
    activities.Activity: "created_date last_modified_date activity_type_id assigned_user_id assigned_team_id"
    " assigned_company_id",
    bookings.Booking: "last_modified_date billing_contact_id company_id booking_type_id booking_terms_id sales_invoices"
    " notes tags custom_fields",
    bookings.BookingContact: "first_name last_name email_address",
    bookings.BookingRow: "last_modified_date number_of_adults number_of_children number_of_infants original_rate"
    " discount_daily_rate conversion_date",
    bookings.RoomStay: "last_modified_date number_of_adults number_of_children number_of_infants"
    " original_rate discount_daily_rate conversion_date",
    bookings.RoomStayExtra: "billing_frequency_id",
    bookings.StayRate: "id name",
    bookings.StayUnit: "name",
    contacts.Contact: "last_modified_date first_name last_name primary_contact_telephone_number marketing_opt_out"
    " preferred_contact_method organisation custom_fields",
    contacts.EmailAddress: "primary",
    classifications.MarketSegment: "description",
    financial_allocations.FinancialAllocation: "last_modified_date",
    guest_stays.GuestStay: "created_date last_modified_date booking_id booking_reference date_from date_to guest"
    " primary",
    properties.Address: "address_line1 address_line2 postcode",
    properties.Building: "created_date last_modified_date address_line1 address_line2 postcode facilities"
    " custom_fields",
    properties.Development: "created_date last_modified_date start_date end_date",
    properties.Unit: "created_date last_modified_date publish access_groups custom_fields",
    properties.UnitContract: "building_id party_name rent_amount rent_frequency break_date currency_code",
    properties.UnitType: "created_date last_modified_date bathrooms floor_space",
    sales_invoices.FinanceAccount: "account_number account_name",
    sales_invoices.SalesInvoice: "created_date last_modified_date balanced_invoice_numbers custom_fields"
    " integration_identifiers",
    sales_invoices.SalesInvoiceItem: "sales_invoice_id cost_center nominal_code",
}
# Fields that are multiplied with one another, so that their further decimals count.
FACTORS: dict[type[Record], str] = {sales_invoices.SalesInvoiceItem: "quantity unit_price_net"}
# Fields named like references that are the records' own ids.
OWN_IDS: dict[type[Record], str] = {
    bookings.BookingRow: "room_stay_id",
    bookings.RoomStay: "room_stay_id",
    bookings.RoomStayExtra: "room_stay_extra_id",
}
