"""Generates the portfolio one building at a time, so that only one building is in memory."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from nightaudit.errors import UsageError
from nightaudit.sandbox.portfolio import (
    anomalies,
    billing,
    ledger_shapes,
    moves,
    names,
    pricing,
    properties,
    receipts,
    sales,
    shapes,
    stock,
    tasks,
    timeline,
)
from nightaudit.sandbox.portfolio.calendar_days import add_months, month_start
from nightaudit.sandbox.portfolio.estate import Building, Run, TimeFrame
from nightaudit.sandbox.portfolio.randomness import chance, dice
from nightaudit.sandbox.portfolio.reference import reference
from nightaudit.sandbox.stay_statuses import BOOKED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    from nightaudit.sandbox.portfolio.model import Booking, Invoice, Json, Receipt, Stay

AHEAD = 365
NOTED_EVERY = 40
Planted = dict[str, list[tuple[int, ...]]]


def frame_of(years: int, seed: int, today: date) -> TimeFrame:
    """Return the time frame: first of the month `years` years ago to a year ahead; a tax rate changes seven months ago."""
    day = today.toordinal()
    change = add_months(month_start(day), -7)
    return TimeFrame(seed, day, add_months(month_start(day), -12 * years), day + AHEAD, change)


def generate(
    units: int = 300, years: int = 2, seed: int = 1, today: date | None = None, planted: Planted | None = None
) -> Iterator[tuple[str, Json]]:
    """Yield (collection, record) in wire names, ids ascending within a collection; one seed and day give one portfolio.

    units    number of units, including the three of the Test Building (1 or more)
    years    years of history
    today    the business date; the current date when left out
    planted  gets the ids of the planted anomalies by name (see anomalies.py), complete once all records are consumed

    Raises UsageError when units or years are below 1.
    """
    frame, run = (
        frame_of(years, seed, today or datetime.now(UTC).date()),
        Run(planted={} if planted is None else planted),
    )
    if units < 1 or frame.start >= month_start(frame.today):
        raise UsageError("A portfolio needs at least one unit and one year.")
    yield from reference(frame, units, run)
    for number, row in enumerate(stock.plan(units, frame.seed), 1):
        building = stock.build(number, row, frame, run)
        yield from _building(building, frame, run, dice(frame.seed, "stays", number))


def _building(building: Building, frame: TimeFrame, run: Run, rng: Random) -> Iterator[tuple[str, Json]]:
    rows = [(unit, timeline.fill(unit, frame, rng)) for unit in building.units if unit.bookable]
    moves.move(rows, rng)
    stays = sales.with_lost_stays([stay for _, row in rows for stay in row], frame, rng)
    sales.group(stays, rng)
    wrong = anomalies.plant_stays(building, stays, frame, rng)
    bookings = sales.book(building, stays, run, rng)
    anomalies.note(wrong, run)
    paid = _money(bookings, wrong, frame, run, rng)
    yield from properties.records(building, frame, run)
    yield from tasks.records(building, frame, run, rng)
    yield from _people(bookings, frame, run)
    for booking in bookings:
        yield "bookings", shapes.booking(booking, frame)
        for text in booking.notes:
            note = {"id": run.next("bookings_notes"), "bookingId": booking.id, "content": text}
            note |= {"createdDate": frame.stamp(booking.booked, 12), "author": "user1", "tags": []}
            yield "bookings_notes", note
    yield from _guests(bookings, frame, run, rng)
    for invoice in sorted((i for b in bookings for i in b.invoices), key=lambda i: i.id):
        ids = iter(lambda: run.next("salesInvoiceItems"), 0)
        yield "salesInvoices", ledger_shapes.sales_invoice(invoice, ids, frame)
    for receipt in paid:
        yield ledger_shapes.list_of(receipt.source), ledger_shapes.allocation(receipt, frame)


def _money(
    bookings: list[Booking], wrong: dict[str, tuple[Stay, ...]], frame: TimeFrame, run: Run, rng: Random
) -> list[Receipt]:
    negative, never = wrong.get("negative_rate", ()), wrong.get("never_invoiced", ())
    paid: list[Receipt] = []
    for booking in bookings:
        for stay in sorted(booking.stays, key=lambda s: s.start):
            pricing.price(stay, frame, rng)
            if stay in negative:
                stay.nightly, stay.extras = -2500, []
                stay.lines = pricing.room_lines(stay, frame.tax_change)
        if not any(stay in never for stay in booking.stays):
            booking.invoices = billing.bill(booking, frame, rng)
        paid.extend(receipts.settle(booking.invoices, frame, rng))
    spoiled = anomalies.plant_receipts(bookings, paid, frame)
    invoices: list[Invoice] = sorted((i for b in bookings for i in b.invoices), key=lambda i: (i.day, i.booking.id))
    for invoice in invoices:
        invoice.id = run.next("salesInvoices")
    paid.sort(key=lambda receipt: (receipt.day, receipt.booking.id))
    for receipt in paid:
        receipt.id = run.next("financialAllocations")
    anomalies.note(spoiled, run)
    return paid


def _people(bookings: list[Booking], frame: TimeFrame, run: Run) -> Iterator[tuple[str, Json]]:
    people = {booking.contact.id: booking.contact for booking in bookings}
    for number in sorted(people):
        person = people[number]
        yield "contacts", shapes.contact(person, frame)
        if number % NOTED_EVERY == 0:
            note = {"id": run.next("contacts_notes"), "contactId": number, "content": "Asked to be called back."}
            note |= {"createdDate": frame.stamp(person.created, 10), "author": "user2", "tags": ["sales"]}
            yield "contacts_notes", note


def _guests(bookings: list[Booking], frame: TimeFrame, run: Run, rng: Random) -> Iterator[tuple[str, Json]]:
    for booking in bookings:
        contact = booking.contact
        for stay in booking.stays:
            if stay.status not in BOOKED and not (stay.status == "CANCELLED" and chance(rng, 0.3)):
                continue
            guests = [(contact.first, contact.last, contact.email)]
            if stay.adults > 1 and chance(rng, 0.3):
                first, last = names.person(rng)
                guests.append((first, last, f"{first}.{last}.{stay.id}@example.invalid".lower()))
            for guest in guests:
                left = stay.end
                if stay.status == "CHECKED_OUT" and stay.end > stay.start + 1 and chance(rng, 0.02):
                    left -= 1
                dates = (stay.start, left)
                yield "guestStays", shapes.guest_stay(run.next("guestStays"), stay, booking, guest, dates, frame)
