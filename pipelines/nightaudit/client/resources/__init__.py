"""The operations: one file per heading of the API document, in its order, and one for operations only observed."""

from functools import cache
from typing import Any

from nightaudit.client.operation import Operation, Resource
from nightaudit.client.resources.access_groups import AccessGroups
from nightaudit.client.resources.activities import Activities
from nightaudit.client.resources.bookings import Bookings
from nightaudit.client.resources.classifications import (
    Availabilities,
    BillingFrequencies,
    BookingTermsList,
    BookingTypes,
    Channels,
    MarketSegments,
    Tags,
    TaxCodes,
    Teams,
)
from nightaudit.client.resources.contacts import Contacts
from nightaudit.client.resources.financial_allocations import FinancialAllocations
from nightaudit.client.resources.geography import Areas, Cities, Countries
from nightaudit.client.resources.guest_stays import GuestStays
from nightaudit.client.resources.observed import RoomStays
from nightaudit.client.resources.properties import (
    Buildings,
    Developments,
    UnitContracts,
    UnitLocations,
    Units,
    UnitTypes,
)
from nightaudit.client.resources.rates import Extras, Rates
from nightaudit.client.resources.sales_invoices import SalesInvoices
from nightaudit.client.resources.unit_access_groups import UnitAccessGroups

__all__ = [
    "DOCUMENTED",
    "OBSERVED",
    "AccessGroups",
    "Activities",
    "Areas",
    "Availabilities",
    "BillingFrequencies",
    "BookingTermsList",
    "BookingTypes",
    "Bookings",
    "Buildings",
    "Channels",
    "Cities",
    "Contacts",
    "Countries",
    "Developments",
    "Extras",
    "FinancialAllocations",
    "GuestStays",
    "MarketSegments",
    "Rates",
    "RoomStays",
    "SalesInvoices",
    "Tags",
    "TaxCodes",
    "Teams",
    "UnitAccessGroups",
    "UnitContracts",
    "UnitLocations",
    "UnitTypes",
    "Units",
    "documented_operations",
    "every_resource",
    "observed_operations",
    "operation_named",
]

DOCUMENTED: dict[str, tuple[type[Resource], ...]] = {
    "Access Groups": (AccessGroups,),
    "Unit Access Groups": (UnitAccessGroups,),
    "Activities": (Activities,),
    "Geography": (Areas, Cities, Countries),
    "Availability, billing and booking classifications": (
        Availabilities,
        BillingFrequencies,
        BookingTermsList,
        BookingTypes,
        MarketSegments,
        Tags,
        TaxCodes,
        Teams,
        Channels,
    ),
    "Bookings": (Bookings,),
    "Guest stays": (GuestStays,),
    "Buildings, developments, units, unit types": (
        Buildings,
        Developments,
        UnitTypes,
        Units,
        UnitContracts,
        UnitLocations,
    ),
    "Contacts": (Contacts,),
    "Rates and extras": (Rates, Extras),
    "Sales invoices": (SalesInvoices,),
    "Financial allocations": (FinancialAllocations,),
}
OBSERVED: tuple[type[Resource], ...] = (RoomStays,)


def every_resource() -> list[type[Resource]]:
    """The documented resources in the document's order, then those that are only observed."""
    return [resource for group in (*DOCUMENTED.values(), OBSERVED) for resource in group]


def documented_operations() -> list[Operation[Any]]:
    """The operations of the API document, in its order."""
    return [op for group in DOCUMENTED.values() for resource in group for op in resource.operations()]


def observed_operations() -> list[Operation[Any]]:
    """The operations seen live that the document does not list."""
    return [op for resource in OBSERVED for op in resource.operations()]


@cache
def operation_named(name: str) -> Operation[Any] | None:
    """The operation called `resource.attribute`, or None."""
    return next((op for resource in every_resource() for op in resource.operations() if op.name == name), None)
