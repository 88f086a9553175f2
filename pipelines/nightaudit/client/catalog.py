"""The resources as attributes of a client: `client.sales_invoices.get(7)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.resources import DOCUMENTED, OBSERVED

if TYPE_CHECKING:
    from nightaudit.client.operation import Resource
    from nightaudit.client.resources import classifications, geography, properties
    from nightaudit.client.resources.access_groups import AccessGroups
    from nightaudit.client.resources.activities import Activities
    from nightaudit.client.resources.bookings import Bookings
    from nightaudit.client.resources.contacts import Contacts
    from nightaudit.client.resources.financial_allocations import FinancialAllocations
    from nightaudit.client.resources.guest_stays import GuestStays
    from nightaudit.client.resources.observed import RoomStays
    from nightaudit.client.resources.rates import Extras, Rates
    from nightaudit.client.resources.sales_invoices import SalesInvoices
    from nightaudit.client.resources.unit_access_groups import UnitAccessGroups


def every_resource() -> list[type[Resource]]:
    """Return the documented resources in the document's order, then the resources that are only observed."""
    return [resource for group in DOCUMENTED.values() for resource in group] + list(OBSERVED)


class Catalog:
    """Declares for type checkers the attributes that the client sets: one per resource, in the document's order."""

    access_groups: AccessGroups
    unit_access_groups: UnitAccessGroups
    activities: Activities
    areas: geography.Areas
    cities: geography.Cities
    countries: geography.Countries
    availabilities: classifications.Availabilities
    billing_frequencies: classifications.BillingFrequencies
    booking_terms: classifications.BookingTermsList
    booking_types: classifications.BookingTypes
    market_segments: classifications.MarketSegments
    tags: classifications.Tags
    tax_codes: classifications.TaxCodes
    teams: classifications.Teams
    channels: classifications.Channels
    bookings: Bookings
    guest_stays: GuestStays
    buildings: properties.Buildings
    developments: properties.Developments
    unit_types: properties.UnitTypes
    units: properties.Units
    unit_contracts: properties.UnitContracts
    unit_locations: properties.UnitLocations
    contacts: Contacts
    rates: Rates
    extras: Extras
    sales_invoices: SalesInvoices
    financial_allocations: FinancialAllocations
    room_stays: RoomStays
