"""THE table: one row per stream, and what is left out, and why."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from nightaudit.client.resources import (
    AccessGroups,
    Activities,
    Areas,
    Availabilities,
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

    from nightaudit.client.operation import Operation
    from nightaudit.load.windows import DateFilters


@dataclass(frozen=True, slots=True)
class Statuses:
    """The status filter of a list and the values to ask for by name.

    parameter  wire name of the filter
    values     the documented and observed ones; others are taken as the list shows them
    otherwise  names that the filter may have in its place: the document shows none
    unasked    the values that the document says are left out where none is asked for
    """

    parameter: str
    values: tuple[str, ...]
    otherwise: tuple[str, ...] = ()
    unasked: tuple[str, ...] = ()

    def named(self, parameter: str) -> Statuses:
        """The filter under that name, where it may have it."""
        names = (self.parameter, *self.otherwise)
        if parameter not in names:
            return self
        return replace(self, parameter=parameter, otherwise=tuple(name for name in names if name != parameter))


_STAY_STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED", "NO_SHOW")
_NOT_GUESTS = ("ENQUIRY", "PENDING", "CANCELLED", "NO_SHOW")


@dataclass(frozen=True, slots=True)
class Stream:
    """One list endpoint as a raw table.

    name       the collection's path in snake case; table and command-line name
    list       the list operation
    get        the operation that asks for one record by its key: the evidence of a deletion; None where there is none
    statuses   the status filter, where the list hides rows behind one
    essential  whether occupancy, revenue or receivables are counted from it: without it they would be wrong
    cut_by_dates  whether its date filters leave out parts of a record (not shown: assumed), so that no window shows it whole
    """

    name: str
    list: Operation[Any]
    get: Operation[Any] | None = None
    statuses: Statuses | None = None
    essential: bool = False
    cut_by_dates: bool = False

    def asking(self, status: str | None) -> dict[str, str]:
        """The filter that asks for a status by name; none for None."""
        return {self.statuses.parameter: status} if self.statuses and status else {}

    def asked_by(self, parameter: str) -> Stream:
        """The stream with its status filter under that name, where it may have it."""
        return replace(self, statuses=self.statuses.named(parameter)) if self.statuses else self

    @property
    def dates(self) -> DateFilters | None:
        """The filters from a date and to a date, where whole records are chosen by them; by which dates differs (overlap ...)."""
        names = ("dateFrom", "dateTo")
        return names if set(names) <= set(self.list.filters) and not self.cut_by_dates else None


@dataclass(frozen=True, slots=True)
class Child:
    """A list, or one record, below each record of another stream, as a raw table of its own.

    name       the operation's path in snake case; table and command-line name
    operation  what is asked, with the parent's key
    parent     the stream whose records it is read for
    embedded   a field that holds the same rows: a parent that carries it is not asked for them
    rolling    whether it may change while its parent does not: then it is read again every ROLLING_DAYS days
    daily      whether it is read every day, as a snapshot
    essential  whether the marts cannot do without it: then the budget of requests does not put it off
    """

    name: str
    operation: Operation[Any]
    parent: str
    embedded: str = ""
    rolling: bool = False
    daily: bool = False
    essential: bool = False


STREAMS: tuple[Stream, ...] = (
    Stream("countries", Countries.list, Countries.get),
    Stream("cities", Cities.list, Cities.get),
    Stream("areas", Areas.list, Areas.get),
    Stream("developments", Developments.list, Developments.get, essential=True),
    Stream("buildings", Buildings.list, Buildings.get, essential=True),
    Stream("unit_types", UnitTypes.list, UnitTypes.get, essential=True),
    Stream("units", Units.list, Units.get, essential=True),
    Stream("unit_contracts", UnitContracts.list, UnitContracts.get, essential=True),
    Stream("unit_locations", UnitLocations.list, UnitLocations.get),
    Stream("access_groups", AccessGroups.list, AccessGroups.get),
    Stream("unit_access_groups", UnitAccessGroups.list, UnitAccessGroups.get),
    Stream("activities", Activities.list, Activities.get, essential=True),
    Stream("billing_frequencies", BillingFrequencies.list, BillingFrequencies.get),
    Stream("booking_terms", BookingTermsList.list, BookingTermsList.get),
    Stream("booking_types", BookingTypes.list, BookingTypes.get),
    Stream("market_segments", MarketSegments.list, MarketSegments.get),
    Stream("tags", Tags.list, Tags.get),
    Stream("tax_codes", TaxCodes.list, TaxCodes.get),
    Stream("teams", Teams.list, Teams.get),
    Stream("channels", Channels.list),
    Stream("rates", Rates.list, Rates.get, cut_by_dates=True),
    Stream("extras", Extras.list),
    Stream("contacts", Contacts.list, Contacts.get),
    Stream(
        "bookings",
        Bookings.list.with_filters("status"),
        Bookings.get,
        Statuses("statuses", _STAY_STATUSES, otherwise=("status",)),
        essential=True,
    ),
    Stream(
        "guest_stays",
        GuestStays.list.with_filters("statuses"),
        GuestStays.get,
        Statuses("status", _STAY_STATUSES, otherwise=("statuses",), unasked=_NOT_GUESTS),
    ),
    Stream(
        "sales_invoices",
        SalesInvoices.list,
        SalesInvoices.get,
        Statuses("status", ("POSTED", "VOID", "DRAFT", "PENDING", "CREATED")),
        essential=True,
    ),
    Stream("financial_allocations_sales_invoices", FinancialAllocations.to_sales_invoices, essential=True),
    Stream("financial_allocations_sales_payments", FinancialAllocations.of_sales_payments, essential=True),
)

ROLLING_DAYS = 28

CHILDREN: tuple[Child, ...] = (
    Child("availabilities_unit_intervals", Availabilities.intervals, "units", daily=True),
    Child("units_access_groups", Units.access_groups, "units", embedded="accessGroups", rolling=True),
    Child("units_custom_fields", Units.custom_fields, "units", embedded="customFields", rolling=True),
    Child("unit_contracts_units", UnitContracts.units, "unit_contracts"),
    Child("buildings_custom_fields", Buildings.custom_fields, "buildings", embedded="customFields", rolling=True),
    Child("developments_features_facilities", Developments.features_facilities, "developments", rolling=True),
    Child("developments_images", Developments.images, "developments", rolling=True),
    Child("unit_types_features_facilities", UnitTypes.features_facilities, "unit_types", rolling=True),
    Child("unit_types_images", UnitTypes.images, "unit_types", rolling=True),
    Child("rates_rate_segments", Rates.rate_segments, "rates", rolling=True),
    Child("rates_segments", Rates.segments, "rates", rolling=True),
    Child("rates_unit_types", Rates.unit_types, "rates", rolling=True),
    Child("rates_compulsory_extras", Extras.compulsory, "rates", rolling=True),
    Child("activities_notes", Activities.notes, "activities", rolling=True),
    Child(
        "sales_invoices_sales_invoice_items",
        SalesInvoices.items,
        "sales_invoices",
        embedded="salesInvoiceItems",
        essential=True,
    ),
    Child(
        "sales_invoices_custom_fields",
        SalesInvoices.custom_fields,
        "sales_invoices",
        embedded="customFields",
        rolling=True,
    ),
    Child(
        "sales_invoices_integration_identifiers",
        SalesInvoices.integration_identifiers,
        "sales_invoices",
        embedded="integrationIdentifiers",
        rolling=True,
    ),
    Child("bookings_financial_summary", Bookings.financial_summary, "bookings", rolling=True),
    Child("bookings_pricing", Bookings.pricing, "bookings", rolling=True),
    Child("bookings_custom_fields", Bookings.custom_fields, "bookings", embedded="customFields", rolling=True),
    Child("bookings_notes", Bookings.notes, "bookings", embedded="notes", rolling=True),
    Child("bookings_tags", Bookings.tags, "bookings", embedded="tags", rolling=True),
    Child("contacts_custom_fields", Contacts.custom_fields, "contacts", embedded="customFields", rolling=True),
    Child("contacts_notes", Contacts.notes, "contacts", embedded="notes", rolling=True),
)

LEFT_OUT: dict[str, str] = {
    Availabilities.search.name: "a booking-engine search (lead time, minimum stay), never proof of vacancy",
    Bookings.room_stays.name: "the room stays come with the bookings, in either shape of the list",
    Bookings.sales_invoices.name: "the same invoices come with sales_invoices, which name their booking",
    Buildings.access_codes.name: "codes that open doors have no place in a warehouse",
    RoomStays.list.name: "the same room stays come with the bookings",
    SalesInvoices.balance_invoices.name: "the same invoices come with sales_invoices; the links stand on each invoice",
    Units.contracts.name: "the same contracts come with unit_contracts",
    Units.locations.name: "the same locations come with unit_locations",
}


def path_name(operation: Operation[Any]) -> str:
    """The name that the path alone gives a stream: the collection's path in snake case."""
    words = re.sub(r"/{\w+}", "", operation.path).strip("/").replace("/", "_")
    return to_snake(words)


def table_names(extra: Iterable[Stream] = ()) -> tuple[str, ...]:
    """The raw tables of all streams, `extra` ones among them, and of all children."""
    return (*(stream.name for stream in (*STREAMS, *extra)), *(child.name for child in CHILDREN))


def chosen(names: Iterable[str], extra: Iterable[Stream] = ()) -> tuple[tuple[Stream, ...], tuple[Child, ...]]:
    """The streams (`extra` ones behind the table's) and children of these names, all for none, in the order of the tables.

    Raises UsageError naming unknown ones.
    """
    wanted, extra = set(names), tuple(extra)
    streams, known = (*STREAMS, *extra), table_names(extra)
    unknown = sorted(wanted - set(known))
    if unknown:
        raise UsageError(f"No stream is called {', '.join(unknown)}.", hint=f"There are: {' '.join(known)}.")
    return (
        tuple(stream for stream in streams if not wanted or stream.name in wanted),
        tuple(child for child in CHILDREN if not wanted or child.name in wanted),
    )
