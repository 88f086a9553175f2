"""Turns stays into bookings: contact, channel, market segment, and the status on the business date; adds lost business."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import names
from nightaudit.sandbox.portfolio.estate import MONTHLY, SHORT, TENANCY, Building, Run, TimeFrame
from nightaudit.sandbox.portfolio.model import Booking, Person, Stay
from nightaudit.sandbox.portfolio.randomness import chance, fate, pick, spread
from nightaudit.sandbox.portfolio.reference import NAMED
from nightaudit.sandbox.portfolio.timeline import LEISURE_NIGHTS, lead
from nightaudit.sandbox.stay_statuses import BOOKED

if TYPE_CHECKING:
    from random import Random

# Ids of the channels and market segments, in the order of `reference`.
WEB, DIRECT, OTA, OTA_TWO, AGENT, RELOCATION, PORTAL = range(1, 8)
LEISURE, CORPORATE, MOVING, STUDENT, RESIDENT, GROUP, COMPLIMENTARY = range(1, 8)
SHORT_CHANNELS = (WEB, WEB, WEB, DIRECT, DIRECT, OTA, OTA, OTA, OTA_TWO, AGENT)
LONG_CHANNELS = (PORTAL, PORTAL, PORTAL, WEB, DIRECT, RELOCATION)
LOST_SHORT = {"NO_SHOW": 0.06, "CANCELLED": 0.69}
LOST_LONG = {"CANCELLED": 0.3}
REMARKS = ("Arrives late", "Asked for a high floor", "Needs a cot", "Invoice to the company", "Second set of keys")


def with_lost_stays(stays: list[Stay], frame: TimeFrame, rng: Random) -> list[Stay]:
    """Set the status of each stay; return the stays, and lost ones besides: enquiries, cancellations, no-shows."""
    result = []
    for stay in stays:
        stay.status = status_today(stay, frame, rng)
        result.append(stay)
        if (stay.use == SHORT and chance(rng, 0.26)) or (stay.use != SHORT and not stay.follows and chance(rng, 0.45)):
            result.extend(_lost(stay, frame, rng))
    return result


def status_today(stay: Stay, frame: TimeFrame, rng: Random) -> str:
    """Return the status of a stay on the business date, if nothing unusual happened to the stay."""
    today = frame.today
    if stay.start > today:
        fresh = stay.booked >= today - (6 if stay.use == SHORT else 14)
        return "PENDING" if fresh and not stay.follows and chance(rng, 0.35) else "CONFIRMED"
    if stay.end < today:
        return "CHECKED_OUT"
    if stay.start == today:
        return "CHECKED_IN" if chance(rng, 0.5) else "CONFIRMED"
    return "CHECKED_OUT" if stay.end == today and chance(rng, 0.6) else "CHECKED_IN"


def _lost(like: Stay, frame: TimeFrame, rng: Random) -> list[Stay]:
    start = max(frame.start, like.start + spread(rng, -12, 12))
    nights = pick(rng, LEISURE_NIGHTS) if like.use == SHORT else like.end - like.start
    ahead = 1 + (lead(rng) if like.use == SHORT else spread(rng, 5, 50))
    stay = Stay(like.unit, start, start + nights, like.use, start - ahead, assigned=chance(rng, 0.5))
    if stay.booked > frame.today:
        return []
    stay.status = fate(rng, LOST_SHORT if like.use == SHORT else LOST_LONG) or "ENQUIRY"
    if stay.status == "NO_SHOW" and start >= frame.today:
        stay.status = "CANCELLED"
    if stay.status == "CANCELLED":
        stay.cancelled = stay.booked + spread(rng, 0, ahead)
        stay.refund = like.use == SHORT and chance(rng, 0.08)
        if stay.cancelled > frame.today:
            return []
    return [stay]


def group(stays: list[Stay], rng: Random) -> None:
    """Join some short stays that begin on the same day into one booking of several rooms."""
    short = sorted((s for s in stays if s.use == SHORT and s.status in BOOKED), key=lambda s: (s.start, s.unit.id))
    for stay, after in itertools.pairwise(short):
        if after.start == stay.start and chance(rng, 0.09):
            leader = stay.joins or stay
            after.joins = leader
            leader.booked = min(leader.booked, after.booked)
            after.booked = leader.booked


def book(building: Building, stays: list[Stay], run: Run, rng: Random) -> list[Booking]:
    """Return the bookings in the order of booking, with contacts; give every stay its booking and id."""
    bookings: list[Booking] = []
    people: list[Person] = []
    for stay in sorted(stays, key=lambda s: (s.booked, s.joins is not None, s.start, s.unit.id)):
        origin = stay.joins or (stay.follows if stay.follows and chance(rng, 0.6) else None)
        if origin and origin.booking:
            stay.booking = origin.booking
        else:
            stay.booking = _booking(building, stay, people, run, rng)
            bookings.append(stay.booking)
        stay.booking.stays.append(stay)
    for booking in bookings:
        for stay in booking.stays:
            stay.id = run.next("roomStays")
        booking.contact.customer |= any(stay.status in BOOKED for stay in booking.stays)
    return bookings


def _booking(building: Building, stay: Stay, people: list[Person], run: Run, rng: Random) -> Booking:
    if stay.follows and stay.follows.booking:
        before = stay.follows.booking
        return Booking(
            run.next("bookings"), building, before.contact, stay.booked, DIRECT, before.segment, before.company
        )
    if people and stay.use == SHORT and chance(rng, 0.1):
        contact = people[int(rng.random() ** 2 * len(people))]
    else:
        first, last = names.person(rng)
        contact = Person(run.next("contacts"), first, last, stay.booked - int(rng.random() * 3), "")
        people.append(contact)
    channel, segment = _market(stay, building, rng)
    contact.source = contact.source or ("PORTAL" if channel in (OTA, OTA_TWO, PORTAL) else "WEBSITE")
    company = spread(rng, 1, names.COMPANIES) if segment == CORPORATE and chance(rng, 0.8) else None
    booking = Booking(run.next("bookings"), building, contact, stay.booked, channel, segment, company)
    if chance(rng, 0.06):
        booking.notes.append(pick(rng, REMARKS))
    if chance(rng, 0.05):
        booking.tags.append(pick(rng, NAMED["tags"]))
    stay.free = stay.use == SHORT and chance(rng, 0.004)
    if stay.free:
        booking.segment = COMPLIMENTARY
    return booking


def _market(stay: Stay, building: Building, rng: Random) -> tuple[int, int]:
    if stay.use == TENANCY:
        return pick(rng, LONG_CHANNELS), STUDENT if building.kind.label == "co-living" and chance(
            rng, 0.4
        ) else RESIDENT
    if stay.use == MONTHLY:
        return pick(rng, (*LONG_CHANNELS, RELOCATION, RELOCATION)), MOVING if chance(rng, 0.5) else CORPORATE
    channel = pick(rng, SHORT_CHANNELS)
    business = 0.2 if building.kind.leisure else 0.55
    if channel in (DIRECT, AGENT) and chance(rng, business + 0.2):
        return channel, CORPORATE
    return channel, CORPORATE if chance(rng, business / 3) else LEISURE
