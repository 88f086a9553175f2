"""Reads a portfolio from records in wire names, in either booking shape, and leaves out excluded buildings."""

from __future__ import annotations

import dataclasses
import gzip
import json
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from oracle.model import Block, Json, Portfolio, Stay, Unit
from oracle.rules import cents, day, known_day, status_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from oracle.rules import Day, Rules

ALLOCATION_LISTS = ("financialAllocations_salesInvoices", "financialAllocations_salesPayments")


def read_folder(folder: Path) -> Iterator[tuple[str, Json]]:
    """The (collection, record) pairs of a folder of JSON lines, amounts as Decimal."""
    for path in sorted(folder.glob("*.jsonl*")):
        data = path.read_bytes()
        for line in (gzip.decompress(data) if path.suffix == ".gz" else data).split(b"\n"):
            if line.strip():
                yield path.name.split(".")[0], json.loads(line, parse_float=Decimal)


def read(
    records: Iterable[tuple[str, Json]],
    rules: Rules,
    earlier: Iterable[tuple[str, Json | None]] = (),
    called_off: Mapping[int, tuple[Json, Day]] = MappingProxyType({}),
    naming: Iterable[Json] | None = None,
) -> Portfolio:
    """The portfolio of the records; a later record of the same id replaces an earlier one. `earlier` is from earlier loads.

    `called_off` has cancelled activities in their last version before, with the date on which they were found cancelled.
    `naming` has the bookings whose stays say where a unit is that its list row does not place, if not those of the records.
    """
    kept: dict[str, dict[Any, Json]] = {}
    for collection, record in records:
        key = record.get("id") or f"stay/{record.get('roomStayId')}"
        name = "allocations" if collection in ALLOCATION_LISTS else collection
        kept.setdefault(name, {})[key] = record
    whole = Portfolio(rules, kept, buildings=kept.get("buildings", {}), types=kept.get("unitTypes", {}))
    excluded = {text.casefold() for text in rules.excluded_buildings}
    whole.excluded = {key for key, b in whole.buildings.items() if {str(key), str(b.get("name")).casefold()} & excluded}
    earlier = list(earlier)
    had = {record.get("name"): record["id"] for name, record in earlier if name == "buildings" and record}
    whole.building_names = had | {b.get("name"): key for key, b in whole.buildings.items()}
    whole.units = {key: _unit(record, whole) for key, record in kept.get("units", {}).items()}
    _place_from_stays(kept.get("bookings", {}).values() if naming is None else naming, whole)
    for unit in whole.units.values():
        _cut_to_contracts(unit, [c for c in kept.get("unitContracts", {}).values() if c.get("unitId") == unit.id])
    whole.building_of_unit = {key: unit.building for key, unit in whole.units.items()}
    for stay in sorted(stays_of(kept.get("bookings", {}).values(), whole), key=lambda s: s.id):
        whole.building_of_stay[stay.id], whole.reference_of_stay[stay.id] = stay.building, stay.reference
        if stay.booking and stay.building:
            whole.building_of_booking.setdefault(stay.booking, stay.building)
        if stay.building not in whole.excluded:
            whole.stays[stay.id] = stay
    versions = stays_of((record for name, record in earlier if name == "bookings" and record), whole)
    gone = {stay.id: stay for stay in versions if stay.id not in whole.building_of_stay}
    for key in sorted(gone):
        whole.building_of_gone_stay[key], whole.reference_of_stay[key] = gone[key].building, gone[key].reference
        booking, building = gone[key].booking, gone[key].building
        if booking and building:
            whole.building_of_booking.setdefault(booking, building)
    whole.blocks = [b for record in kept.get("activities", {}).values() for b in _block(record, whole)]
    whole.blocks += [
        dataclasses.replace(block, called_off=found_on)
        for record, found_on in called_off.values()
        for block in _block(record, whole)
    ]
    whole.invoices, whole.allocations = kept.get("salesInvoices", {}), kept.get("allocations", {})
    before = [record for name, record in earlier if name == "salesInvoices" and record]
    whole.stood = {record["id"]: record for record in before if record.get("status") != "VOID"}
    whole.gone_invoices = {record["id"]: record for record in before if record["id"] not in whole.invoices}
    whole.units = {key: unit for key, unit in whole.units.items() if unit.building not in whole.excluded}
    return whole


def _unit(record: Json, whole: Portfolio) -> Unit:
    names = whole.building_names
    building = record.get("buildingId") or names.get(record.get("buildingName"))
    kind = record.get("unitTypeId") or (record.get("unitType") or {}).get("id")
    first, last = day(record.get("availableFrom")), day(record.get("availableTo"))
    return Unit(record["id"], building, kind, record.get("bookable") is not False, first, last, record)


def _place_from_stays(bookings: Iterable[Json], whole: Portfolio) -> None:
    """Give a unit whose list row names no building or type that of its latest stay; an id counts before a name."""
    names = whole.building_names
    said: dict[tuple[int, str], tuple[str, int, Any]] = {}
    for booking in bookings:
        for stay in [booking] if "roomStayId" in booking else booking.get("roomStays") or []:
            seen = stay.get("unit") or {}
            for name in ("unitTypeId", "buildingId", "buildingName"):
                if seen.get("id") and seen.get(name):
                    claim = (str(stay.get("startDate") or ""), stay["roomStayId"], seen[name])
                    said[seen["id"], name] = max(said.get((seen["id"], name), claim), claim)
    latest = {key: claim[2] for key, claim in said.items()}
    for unit in whole.units.values():
        if unit.type is None:
            unit.type = latest.get((unit.id, "unitTypeId"))
        if unit.building is None:
            named = names.get(latest.get((unit.id, "buildingName")))
            unit.building = latest.get((unit.id, "buildingId")) or named


def _cut_to_contracts(unit: Unit, contracts: list[Json]) -> None:
    """Limit a unit's supply to its contracts: from the first start to the last end, which is its last night; None = open."""
    starts = [start for c in contracts if (start := day(c.get("startDate")))]
    ends = [end for c in contracts if (end := day(c.get("endDate")))]
    if starts and len(starts) == len(contracts):
        unit.first = max(min(starts), unit.first or min(starts))
    if ends and len(ends) == len(contracts):
        unit.last = min(max(ends), unit.last or max(ends))


def stays_of(bookings: Iterable[Json], whole: Portfolio) -> Iterator[Stay]:
    """The stays with dates of these records of the booking list, of either shape."""
    names = whole.building_names
    for booking in bookings:
        for record in [booking] if "roomStayId" in booking else booking.get("roomStays") or []:
            start, end = day(record.get("startDate")), day(record.get("endDate"))
            status = status_of(record.get("roomStayStatus"))
            if start is None or end is None:
                continue
            seen = record.get("unit") or {}
            unit = whole.units.get(seen.get("id") or 0)
            building = unit.building if unit and unit.building else seen.get("buildingId")
            building = building or names.get(seen.get("buildingName"))
            contact = (record.get("bookingContact") or {}).get("id") or booking.get("bookingContactId")
            extras = [e["pricing"] for e in record.get("extras") or [] if e.get("pricing")]
            zone = whole.zone(building)
            yield Stay(
                id=record["roomStayId"],
                booking=record.get("bookingId") or booking.get("id"),
                status=status,
                start=start,
                end=end,
                net=cents(record.get("netAmount")),
                vat=cents(record.get("vatAmount")),
                extras_net=sum(_part(price, "net", "vat") for price in extras),
                extras_vat=sum(_part(price, "vat", "net") for price in extras),
                has_gross_alone=any(
                    cents(price.get("gross")) and price.get("net") is None and price.get("vat") is None
                    for price in extras
                ),
                unit=seen.get("id"),
                type=unit.type if unit and unit.type else seen.get("unitTypeId"),
                building=building,
                contact=contact,
                channel=booking.get("channelId"),
                segment=booking.get("marketSegmentId"),
                currency=booking.get("currencyCode") or whole.currency(building),
                reference=booking.get("bookingReference") or record.get("bookingReference"),
                rate=record.get("rate") or {},
                booked=known_day(record.get("createdDate") or booking.get("createdDate"), zone)
                or known_day(record.get("confirmedDate"), zone),
                cancelled=known_day(record.get("cancelledDate")),
                left=known_day(record.get("lastStatusChangeDate"), zone),
            )


def _part(price: Json, name: str, other: str) -> int:
    """Net or VAT of a price in cents; if missing, gross less the other of the two."""
    if price.get(name) is None and price.get("gross") is not None and price.get(other) is not None:
        return cents(price["gross"] - price[other])
    return cents(price.get(name))


def _block(record: Json, whole: Portfolio) -> Iterator[Block]:
    unit = whole.units.get(record.get("unitId") or 0)
    if record.get("blockAvailability") and unit and record.get("status") != "CANCELLED":
        start = known_day(record.get("startDateTime"), whole.zone(unit.building))
        end = day(record.get("dueDate"), whole.zone(unit.building))
        if start and end and end > start:
            yield Block(unit.id, start, end)
