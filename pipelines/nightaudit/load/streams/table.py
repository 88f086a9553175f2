"""The table of streams: one row per list to load (STREAMS, CHILDREN), and the lists that are left out, each with its reason."""

from __future__ import annotations

import re
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
from nightaudit.load.pages.rows import FLAT
from nightaudit.load.streams.stream import Child, Statuses, Stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nightaudit.client.operation import Operation

_STAY_STATUSES = ("ENQUIRY", "PENDING", "CONFIRMED", "CHECKED_IN", "CHECKED_OUT", "CANCELLED", "NO_SHOW")
_NOT_GUESTS = ("ENQUIRY", "PENDING", "CANCELLED", "NO_SHOW")

STREAMS: tuple[Stream, ...] = (
    Stream("countries", Countries.list, Countries.get),
    Stream("cities", Cities.list, Cities.get),
    Stream("areas", Areas.list, Areas.get),
    Stream("developments", Developments.list, Developments.get, essential=True),
    Stream("buildings", Buildings.list, Buildings.get, essential=True, of_one_account=True),
    Stream("unit_types", UnitTypes.list, UnitTypes.get, essential=True),
    Stream("units", Units.list, Units.get, essential=True, always_there=True, of_one_account=True),
    Stream("unit_contracts", UnitContracts.list, UnitContracts.get, essential=True, of_one_account=True),
    Stream("unit_locations", UnitLocations.list, UnitLocations.get),
    Stream("access_groups", AccessGroups.list, AccessGroups.get),
    Stream("unit_access_groups", UnitAccessGroups.list, UnitAccessGroups.get),
    Stream("activities", Activities.list, Activities.get, essential=True, of_one_account=True),
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
    Stream("contacts", Contacts.list, Contacts.get, of_one_account=True),
    Stream(
        "bookings",
        Bookings.list.with_filters("status"),
        Bookings.get,
        Statuses("statuses", _STAY_STATUSES, otherwise=("status",), unasked=("PENDING",)),
        essential=True,
        always_there=True,
        of_one_account=True,
    ),
    Stream(
        "guest_stays",
        GuestStays.list.with_filters("statuses"),
        GuestStays.get,
        Statuses("status", _STAY_STATUSES, otherwise=("statuses",), unasked=_NOT_GUESTS),
        of_one_account=True,
    ),
    Stream(
        "sales_invoices",
        SalesInvoices.list,
        SalesInvoices.get,
        Statuses("status", ("POSTED", "VOID", "DRAFT", "PENDING", "CREATED")),
        essential=True,
        of_one_account=True,
    ),
    Stream(
        "financial_allocations_sales_invoices",
        FinancialAllocations.to_sales_invoices,
        essential=True,
        of_one_account=True,
    ),
    Stream(
        "financial_allocations_sales_payments",
        FinancialAllocations.of_sales_payments,
        essential=True,
        of_one_account=True,
    ),
)

ROLLING_DAYS = 28

CHILDREN: tuple[Child, ...] = (
    Child(
        "units_details",
        Units.get,
        "units",
        adds=("unitType", "unitTypeId", "unitTypeName"),
        daily=True,
        at_once=True,
    ),
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
    Child(
        "room_stays_details",
        RoomStays.get,
        "bookings",
        adds=("rate", "confirmedDate", "contractSignedDate", "lastStatusChangeDate"),
        prefix=FLAT,
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
    Buildings.access_codes.name: "codes that open doors must not be stored in a warehouse",
    RoomStays.list.name: "the same room stays come with the bookings",
    SalesInvoices.balance_invoices.name: "the same invoices come with sales_invoices; each invoice contains the links",
    Units.contracts.name: "the same contracts come with unit_contracts",
    Units.locations.name: "the same locations come with unit_locations",
}


def path_name(operation: Operation[Any]) -> str:
    """Return the stream name of an operation: its path without placeholders, in snake case."""
    words = re.sub(r"/{\w+}", "", operation.path).strip("/").replace("/", "_")
    return to_snake(words)


def table_names(extra: Iterable[Stream] = ()) -> tuple[str, ...]:
    """Return the names of the raw tables of all streams, then of the `extra` streams, then of all children."""
    return (*(stream.name for stream in (*STREAMS, *extra)), *(child.name for child in CHILDREN))


def chosen(names: Iterable[str], extra: Iterable[Stream] = ()) -> tuple[tuple[Stream, ...], tuple[Child, ...]]:
    """Return the streams and children with these names, or all of them where `names` is empty.

    They come in the order of the table, `extra` streams after its own. Raises UsageError that lists unknown names.
    """
    wanted, extra = set(names), tuple(extra)
    streams, known = (*STREAMS, *extra), table_names(extra)
    unknown = sorted(wanted - set(known))
    if unknown:
        raise UsageError(f"No stream is called {', '.join(unknown)}.", hint=f"Streams: {' '.join(known)}.")
    return (
        tuple(stream for stream in streams if not wanted or stream.name in wanted),
        tuple(child for child in CHILDREN if not wanted or child.name in wanted),
    )
