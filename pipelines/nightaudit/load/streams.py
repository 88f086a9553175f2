"""THE table: one row per stream, and what is left out, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nightaudit.client.resources import (
    AccessGroups,
    Activities,
    Areas,
    BillingFrequencies,
    Bookings,
    BookingTermsList,
    BookingTypes,
    Buildings,
    Channels,
    Cities,
    Contacts,
    Countries,
    Developments,
    Extras,
    FinancialAllocations,
    GuestStays,
    MarketSegments,
    Rates,
    RoomStays,
    SalesInvoices,
    Tags,
    TaxCodes,
    Teams,
    UnitAccessGroups,
    UnitContracts,
    UnitLocations,
    Units,
    UnitTypes,
)
from nightaudit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.client.operation import Get, Pages


@dataclass(frozen=True, slots=True)
class Statuses:
    """The status filter of a list and the values to ask for by name.

    parameter  wire name of the filter      field   wire name of the status in a row (room stays of a row are looked into)
    values     the documented and observed ones; others are taken as the list shows them
    """

    parameter: str
    field: str
    values: tuple[str, ...]


_STAY_STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED", "NO_SHOW")


@dataclass(frozen=True, slots=True)
class Stream:
    """One list endpoint as a raw table.

    name      the collection's path in snake case; table and command-line name
    list      the list operation
    get       the operation that asks for one record by its key: the evidence of a deletion; None where there is none
    statuses  the status filter, where the list hides rows behind one
    """

    name: str
    list: Pages[Any]
    get: Get[Any] | None = None
    statuses: Statuses | None = None

    @property
    def path_name(self) -> str:
        """The name that the path alone gives."""
        words = re.sub(r"/{\w+}", "", self.list.path).strip("/").replace("/", "_")
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", words).lower()


STREAMS: tuple[Stream, ...] = (
    Stream("countries", Countries.list, Countries.get),
    Stream("cities", Cities.list, Cities.get),
    Stream("areas", Areas.list, Areas.get),
    Stream("developments", Developments.list, Developments.get),
    Stream("buildings", Buildings.list, Buildings.get),
    Stream("unit_types", UnitTypes.list, UnitTypes.get),
    Stream("units", Units.list, Units.get),
    Stream("unit_contracts", UnitContracts.list, UnitContracts.get),
    Stream("unit_locations", UnitLocations.list, UnitLocations.get),
    Stream("access_groups", AccessGroups.list, AccessGroups.get),
    Stream("unit_access_groups", UnitAccessGroups.list, UnitAccessGroups.get),
    Stream("activities", Activities.list, Activities.get),
    Stream("billing_frequencies", BillingFrequencies.list, BillingFrequencies.get),
    Stream("booking_terms", BookingTermsList.list, BookingTermsList.get),
    Stream("booking_types", BookingTypes.list, BookingTypes.get),
    Stream("market_segments", MarketSegments.list, MarketSegments.get),
    Stream("tags", Tags.list, Tags.get),
    Stream("tax_codes", TaxCodes.list, TaxCodes.get),
    Stream("teams", Teams.list, Teams.get),
    Stream("channels", Channels.list),
    Stream("rates", Rates.list, Rates.get),
    Stream("extras", Extras.list),
    Stream("contacts", Contacts.list, Contacts.get),
    Stream("bookings", Bookings.list, Bookings.get, Statuses("statuses", "roomStayStatus", _STAY_STATUSES)),
    Stream("guest_stays", GuestStays.list, GuestStays.get, Statuses("status", "status", _STAY_STATUSES)),
    Stream(
        "sales_invoices",
        SalesInvoices.list,
        SalesInvoices.get,
        Statuses("status", "status", ("POSTED", "VOID", "DRAFT", "PENDING", "CREATED")),
    ),
    Stream("financial_allocations_sales_invoices", FinancialAllocations.to_sales_invoices),
    Stream("financial_allocations_sales_payments", FinancialAllocations.of_sales_payments),
)

LEFT_OUT: dict[str, str] = {
    "availabilities.search": "a booking-engine search (lead time, minimum stay), never proof of vacancy",
    RoomStays.list.name: "the same room stays come with the bookings, in either shape",
}


def chosen(names: Iterable[str]) -> tuple[Stream, ...]:
    """The streams of these names, all for none, in the order of the table. Raises UsageError naming unknown ones."""
    wanted = set(names)
    unknown = sorted(wanted - {stream.name for stream in STREAMS})
    if unknown:
        known = " ".join(stream.name for stream in STREAMS)
        raise UsageError(f"No stream is called {', '.join(unknown)}.", hint=f"There are: {known}.")
    return tuple(stream for stream in STREAMS if not wanted or stream.name in wanted)
