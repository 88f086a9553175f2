"""The resources as attributes of a client: `client.sales_invoices.get(7)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nightaudit.client import resources


class Catalog:
    """Declares for type checkers the attributes that the client sets: one per resource, in the document's order."""

    access_groups: resources.AccessGroups
    unit_access_groups: resources.UnitAccessGroups
    activities: resources.Activities
    areas: resources.Areas
    cities: resources.Cities
    countries: resources.Countries
    availabilities: resources.Availabilities
    billing_frequencies: resources.BillingFrequencies
    booking_terms: resources.BookingTermsList
    booking_types: resources.BookingTypes
    market_segments: resources.MarketSegments
    tags: resources.Tags
    tax_codes: resources.TaxCodes
    teams: resources.Teams
    channels: resources.Channels
    bookings: resources.Bookings
    guest_stays: resources.GuestStays
    buildings: resources.Buildings
    developments: resources.Developments
    unit_types: resources.UnitTypes
    units: resources.Units
    unit_contracts: resources.UnitContracts
    unit_locations: resources.UnitLocations
    contacts: resources.Contacts
    rates: resources.Rates
    extras: resources.Extras
    sales_invoices: resources.SalesInvoices
    financial_allocations: resources.FinancialAllocations
    room_stays: resources.RoomStays
