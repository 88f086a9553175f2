"""The state of a simulated portfolio: live records, billed amounts, taken units, changed records."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from nightaudit.sandbox.portfolio.amounts import money
from nightaudit.sandbox.portfolio.calendar_days import iso, ordinal
from nightaudit.sandbox.portfolio.estate import Run, TimeFrame
from nightaudit.sandbox.portfolio.ledger_shapes import OF_PAYMENTS, TO_INVOICES, unused_number
from nightaudit.sandbox.portfolio.living import from_records
from nightaudit.sandbox.portfolio.living.calendar import BLOCK, Calendar
from nightaudit.sandbox.portfolio.living.from_records import days
from nightaudit.sandbox.portfolio.randomness import dice
from nightaudit.sandbox.stay_statuses import TAKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date
    from random import Random

    from nightaudit.sandbox.portfolio.estate import Unit
    from nightaudit.sandbox.portfolio.model import Json

LIVE_DAYS = 60
ALLOCATIONS = (OF_PAYMENTS, TO_INVOICES)
COUNTED = ("bookings", "roomStays", "contacts", "guestStays", "salesInvoices", "salesInvoiceItems", "activities")


class Portfolio(Protocol):
    """The records that `advance` reads from a store: bookings nested as documented, invoices with their items.

    Each call must return new copies of the records, because `advance` changes them in place.
    """

    @property
    def today(self) -> date:
        """The business date of the records."""

    def all(self, collection: str) -> Iterable[Json]:
        """Return every record of a collection by ascending id."""

    def get(self, collection: str, record_id: int) -> Json | None:
        """Return one record, or None."""

    def last_id(self, collection: str) -> int:
        """Return the highest id ever assigned in a collection (`roomStays`, `salesInvoiceItems` too); 0 for none."""


def payer(invoice: Json) -> str:
    """Return the company or contact that an invoice's finance account belongs to: the type of the account, and an id."""
    company = invoice.get("companyId")
    return f"COMPANY {company}" if company else f"CONTACT {invoice.get('contactId')}"


@dataclass(slots=True)
class Billed:
    """The invoiced amount of one stay's room, or of one of its extras: cents, last tax code, and end of the last period."""

    net: int = 0
    tax: int = 0
    code: int = 0
    until: int = 0


class Life:
    """A portfolio on one day; `step` moves to the next day, `changed` collects the changes."""

    def __init__(self, portfolio: Portfolio, seed: int) -> None:
        self.portfolio, self.seed = portfolio, seed
        self.day = portfolio.today.toordinal()
        self.rng: Random = dice(seed, "advance", self.day)
        self.changed: dict[tuple[str, int], Json | None] = {}
        self.run = Run()
        for collection in COUNTED:
            self.run.ids[collection] = portfolio.last_id(collection)
        self.ids_at_start = dict(self.run.ids)
        self.run.ids["financialAllocations"] = max(portfolio.last_id(collection) for collection in ALLOCATIONS)
        self.nightly: dict[int, tuple[int, int, int]] = {}
        self.kept: dict[int, int] = {}  # unit, by stay without one
        self._holds: dict[int, tuple[str, int]] = {}  # end and unit, by stay
        self._read_stock()
        self._read_bookings()
        self._read_money()

    def step(self) -> None:
        """Move to the next day, with a random generator for that day. Holds that ended before it are given up."""
        self.day += 1
        self.rng = dice(self.seed, "advance", self.day)
        for stay_id, (end, unit_id) in [*self._holds.items()]:
            if end <= iso(self.day):
                del self._holds[stay_id]
                if self.stays[stay_id][1]["roomStayStatus"] not in TAKING:
                    self.calendar.leave(unit_id, stay_id)

    @property
    def frame(self) -> TimeFrame:
        """The time frame for building records on this day."""
        return TimeFrame(self.seed, self.day, self.day, self.day, 0)

    def stamp(self, hour: int) -> str:
        """Return when a change of this day is entered, as an ISO date-time in UTC."""
        return self.frame.stamp(self.day, hour)

    def save(self, collection: str, record: Json) -> None:
        """Note a record as changed on this day."""
        if "lastModifiedDate" in record:
            record["lastModifiedDate"] = self.stamp(12)
        self.changed[collection, record["id"]] = record

    def save_stay(self, booking: Json, stay: Json) -> None:
        """Note a booking as changed through one of its stays."""
        if "lastModifiedDate" in stay:
            stay["lastModifiedDate"] = self.stamp(12)
        self.save("bookings", booking)

    def live_stays(self) -> list[tuple[Json, Json, int, int]]:
        """Return booking, stay, first and last day of every live stay at this moment: events add more."""
        return [(booking, stay, *days(stay)) for booking, stay in self.stays.values()]

    def change_guests(self, stay: Json, **change: object) -> None:
        """Change all guest stays of a room stay."""
        for guest in self.guests[stay["roomStayId"]]:
            guest.update(change)
            self.save("guestStays", guest)

    def remove(self, collection: str, record_id: int) -> None:
        """Note a record as removed; a record created during the simulation is dropped from the changes."""
        if record_id > self.ids_at_start.get(collection, 0):
            self.changed.pop((collection, record_id), None)
        else:
            self.changed[collection, record_id] = None

    def room(self, stay: Json) -> Unit | None:
        """Return the unit of a room stay; without one, any unit of its building; None where the building has no units."""
        unit, home = self.units.get(stay["unit"].get("id") or 0), stay["unit"].get("buildingId")
        return unit or next((unit for unit in self.units.values() if unit.building.id == home), None)

    def _read_stock(self) -> None:
        read = self.portfolio.all
        buildings = list(read("buildings"))
        organisations: dict[str, int] = {}
        for invoice in read("salesInvoices"):
            organisations.setdefault(invoice.get("currencyCode") or "", invoice.get("organisationId") or 1)
            if len(organisations) == len({record.get("currencyCode") for record in buildings}):
                break
        self.codes = {record["id"]: from_records.tax_code(record) for record in read("taxCodes")}
        self.extras = {record["id"]: from_records.add_on(record, self.codes) for record in read("extras")}
        names = {record["id"]: record.get("name") or "" for record in read("unitTypes")}
        homes = {
            record["id"]: from_records.building(record, organisations.get(record.get("currencyCode") or "", 1))
            for record in buildings
        }
        self.units: dict[int, Unit] = {}
        self.units_by_type: dict[int, list[Unit]] = defaultdict(list)
        for record in read("units"):
            if home := homes.get(record.get("buildingId") or 0):
                room = from_records.unit(record, home, names.get(record.get("unitTypeId") or 0, ""))
                self.units[record["id"]] = room
                self.units_by_type[room.type.id].append(room)
        self.calendar = Calendar(self.units)
        rates = ((record.get("unitTypeId") or 0, from_records.rate(record)) for record in read("rates"))
        self.rates = {(kind, rate[2]): rate for kind, rate in rates}
        for record in read("activities"):
            dated = record.get("startDateTime") and record.get("dueDate") and record.get("status") != "CANCELLED"
            if dated and record.get("blockAvailability") and record.get("unitId") in self.units:
                self.calendar.take(
                    record["unitId"], ordinal(record["startDateTime"]), ordinal(record["dueDate"]), BLOCK
                )

    def _read_bookings(self) -> None:
        self.stays: dict[int, tuple[Json, Json]] = {}
        oldest = self.day - LIVE_DAYS
        for booking in self.portfolio.all("bookings"):
            held_until = booking.get("holdUntil") or ""
            for stay in booking.get("roomStays") or []:
                stay["unit"] = stay.get("unit") or {}
                if not from_records.is_dated(stay):
                    continue
                start, end = days(stay)
                unit_id = stay["unit"].get("id")
                if end > start and stay["roomStayStatus"] in TAKING:
                    net, tax = from_records.amount(stay, "netAmount"), from_records.amount(stay, "vatAmount")
                    if net > 0:
                        self.nightly[unit_id or 0] = (net // (end - start), tax // (end - start), start)
                if end < oldest:
                    continue
                self.stays[stay["roomStayId"]] = (booking, stay)
                is_held = stay["roomStayStatus"] == "ENQUIRY" and held_until > iso(self.day)
                if unit_id in self.units and (is_held or stay["roomStayStatus"] in TAKING):
                    self.calendar.take(unit_id, start, end, stay["roomStayId"])
                    if is_held:
                        self._holds[stay["roomStayId"]] = held_until, unit_id

    def _read_money(self) -> None:
        self.guests: dict[int, list[Json]] = defaultdict(list)
        for guest in self.portfolio.all("guestStays"):
            if guest.get("roomStayId") in self.stays:
                self.guests[guest["roomStayId"]].append(guest)
        self.invoices: dict[int, Json] = {}
        self.billed: dict[int, dict[int, Billed]] = defaultdict(lambda: defaultdict(Billed))
        self.invoices_of: dict[int, set[int]] = defaultdict(set)
        self.accounts: dict[str, Json] = {}
        self.numbers: set[str] = set()
        live = {booking["id"] for booking, _ in self.stays.values()}
        for invoice in self.portfolio.all("salesInvoices"):
            self.accounts[payer(invoice)] = invoice.get("financeAccount") or {}
            self.numbers.add(invoice.get("invoiceNumber") or "")
            if not invoice.get("status"):
                continue
            done = invoice["status"] != "DRAFT" and invoice.get("exportStatus") in ("EXPORTED", "SKIPPED")
            if not done or from_records.amount(invoice, "outstandingAmount") or invoice.get("bookingId") in live:
                self.invoices[invoice["id"]] = invoice
                self.count(invoice)
        self.allocations: dict[int, tuple[str, Json]] = {}
        for collection in ALLOCATIONS:
            for allocation in self.portfolio.all(collection):
                if allocation.get("exportStatus") != "EXPORTED" or not allocation.get("targetInvoiceId"):
                    self.allocations[allocation["id"]] = (collection, allocation)

    def number(self, wanted: str) -> str:
        """Return a number for an invoice that no other invoice has, if possible the one wanted, and count it as taken."""
        number = unused_number(wanted, self.numbers.__contains__)
        self.numbers.add(number)
        return number

    def count(self, invoice: Json) -> None:
        """Add the lines of an invoice to the billed amounts of the live stays, unless the invoice is VOID."""
        for item in invoice.get("salesInvoiceItems") or []:
            if invoice["status"] == "VOID" or item.get("roomStayId") not in self.stays:
                continue
            self.invoices_of[item["roomStayId"]].add(invoice["id"])
            billed = self.billed[item["roomStayId"]][item.get("extraId") or 0]
            billed.net += from_records.amount(item, "totalNet")
            billed.tax += from_records.amount(item, "totalTax")
            billed.code = item.get("taxCodeId") or 0
            if item.get("chargeTo"):
                billed.until = max(billed.until, ordinal(item["chargeTo"]))

    def owe(self, invoice: Json, allocated: int) -> None:
        """Reduce the outstanding amount of an invoice by an allocated amount."""
        invoice["outstandingAmount"] = money(from_records.amount(invoice, "outstandingAmount") - allocated)
        self.save("salesInvoices", invoice)
