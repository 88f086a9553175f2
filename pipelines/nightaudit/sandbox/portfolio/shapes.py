"""Builds records in wire names: contacts, bookings with room stays, guest stays, invoice items and accounts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio import names
from nightaudit.sandbox.portfolio.amounts import money
from nightaudit.sandbox.portfolio.calendar_days import iso
from nightaudit.sandbox.portfolio.estate import MONTHLY, SHORT, TENANCY
from nightaudit.sandbox.portfolio.model import CONTACT_ACCOUNTS, Booking, Invoice, Json, Line, Person, Stay
from nightaudit.sandbox.stay_statuses import BOOKED

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.estate import TimeFrame, Unit


def contact(person: Person, frame: TimeFrame) -> Json:
    """Return the record of a contact."""
    return {
        "id": person.id,
        "firstName": person.first,
        "lastName": person.last,
        "primaryContactEmailAddress": {"email": person.email, "primary": True},
        "primaryContactTelephoneNumber": {"number": f"+999 555 {person.id:07d}", "primary": True},
        "type": "GUEST",
        "source": person.source,
        "status": "ACTIVE",
        "lifecycleStage": "CUSTOMER" if person.customer else "LEAD",
        "marketingOptOut": person.id % 3 == 0,
        "preferredContactMethod": "EMAIL" if person.id % 5 else "PHONE",
        "organisation": None,
        "nationalityId": person.id % 17 + 1,
        "customFields": [{"id": 3, "name": "newsletter", "type": "BOOLEAN", "value": "true"}]
        if person.id % 19 == 0
        else [],
        "createdDate": frame.stamp(person.created, 8),
        "lastModifiedDate": frame.stamp(person.created, 8),
    }


def price(net: int, tax: int) -> Json:
    """Return a price object: gross, net and vat."""
    return {"gross": money(net + tax), "net": money(net), "vat": money(tax)}


def stay_unit(unit: Unit, *, assigned: bool) -> Json:
    """Return the `unit` of a room stay."""
    return {
        "id": unit.id if assigned else None,
        "name": unit.name if assigned else None,
        "unitTypeId": unit.type.id,
        "unitTypeName": unit.type.name,
        "buildingId": unit.building.id,
        "buildingName": unit.building.name,
    }


def booking(item: Booking, frame: TimeFrame) -> Json:
    """Return the record of a booking with its room stays."""
    contact_id = item.contact.id
    stays = [room_stay(stay, item, frame) for stay in item.stays]
    return {
        "id": item.id,
        "bookingReference": item.reference,
        "bookingContactId": contact_id,
        "billingContactId": contact_id,
        "companyId": item.company,
        "channelId": item.channel,
        "marketSegmentId": item.segment,
        "bookingTypeId": {SHORT: 1, MONTHLY: 2, TENANCY: 3}[item.stays[0].use],
        "bookingTermsId": 3 if item.company else 2 if item.stays[0].use != SHORT else 1,
        "currencyCode": item.building.currency,
        "createdDate": frame.stamp(item.booked),
        "lastModifiedDate": max(stay["lastModifiedDate"] for stay in stays),
        "roomStays": stays,
        "salesInvoices": sorted(invoice.id for invoice in item.invoices),
        "notes": item.notes,
        "tags": item.tags,
        "customFields": [{"id": 4, "name": "arrivalBy", "type": "TEXT", "value": "train"}] if item.id % 23 == 0 else [],
    }


def room_stay(stay: Stay, item: Booking, frame: TimeFrame) -> Json:
    """Return a room stay; `netAmount` and `vatAmount` are for the room only, without extras."""
    net = sum(line.net for line in stay.lines if line.extra is None) + stay.adjusted_net
    tax = sum(line.tax for line in stay.lines if line.extra is None) + stay.adjusted_tax
    agreed = stay.status in BOOKED or stay.status == "NO_SHOW" or stay.refund
    confirmed = frame.stamp(min(stay.booked + 1, stay.start), 10) if agreed else None
    signed = min(stay.booked + 5, stay.start)
    changed = _changed(stay)
    nights = max(1, stay.end - stay.start)
    return {
        "roomStayId": stay.id,
        "bookingId": item.id,
        "bookingReference": item.reference,
        "roomStayStatus": stay.status,
        "startDate": iso(stay.start),
        "endDate": iso(stay.end),
        "netAmount": money(net),
        "vatAmount": money(tax),
        "bookingContact": {
            "id": item.contact.id,
            "firstName": item.contact.first,
            "lastName": item.contact.last,
            "emailAddress": item.contact.email,
        },
        "unit": stay_unit(stay.unit, assigned=stay.assigned),
        "numberOfAdults": stay.adults,
        "numberOfChildren": stay.children,
        "numberOfInfants": 0,
        "rate": {"id": stay.rate[0], "name": stay.rate[3], "rateCode": stay.rate[1], "rateType": stay.rate[2]},
        "originalRate": money(stay.original),
        "discountDailyRate": money(stay.nightly if stay.use == SHORT else net // nights),
        "conversionDate": None if stay.status == "ENQUIRY" else frame.stamp(stay.booked),
        "confirmedDate": confirmed,
        "contractSignedDate": frame.stamp(signed, 15)
        if agreed and stay.use != SHORT and signed <= frame.today
        else None,
        "lastStatusChangeDate": frame.stamp(changed, 11),
        "cancelledDate": iso(stay.cancelled) if stay.cancelled else None,
        "extras": _extras(stay),
        "createdDate": frame.stamp(stay.booked),
        "lastModifiedDate": frame.stamp(changed, 11),
    }


def _changed(stay: Stay) -> int:
    if stay.status == "CHECKED_OUT":
        return stay.end
    if stay.status in ("CHECKED_IN", "NO_SHOW"):
        return stay.start
    return stay.cancelled or stay.booked


def _extras(stay: Stay) -> list[Json]:
    result = []
    for position, extra in enumerate(stay.extras, 1):
        lines = [line for line in stay.lines if line.extra is extra]
        result.append(
            {
                "roomStayExtraId": stay.id * 10 + position,
                "extraId": extra.id,
                "description": extra.name,
                "billingFrequencyId": extra.frequency,
                "pricing": price(sum(line.net for line in lines), sum(line.tax for line in lines)),
            }
        )
    return result


def guest_stay(
    number: int, stay: Stay, item: Booking, person: tuple[str, str, str], dates: tuple[int, int], frame: TimeFrame
) -> Json:
    """Return the guest stay of one guest of a room stay; `dates` are the guest's check-in and check-out."""
    first, last, email = person
    return {
        "id": number,
        "roomStayId": stay.id,
        "bookingId": item.id,
        "bookingReference": item.reference,
        "contactId": item.contact.id,
        "unitId": stay.unit.id if stay.assigned else None,
        "status": stay.status,
        "checkInDate": iso(dates[0]),
        "checkOutDate": iso(dates[1]),
        "guest": {"firstName": first, "lastName": last, "email": email},
        "primary": email == item.contact.email,
        "createdDate": frame.stamp(stay.booked),
        "lastModifiedDate": frame.stamp(_changed(stay), 11),
    }


def account(company: int | None, contact: int, contact_name: str) -> Json:
    """Return the finance account of a company, or without one of a contact."""
    if company:
        return {
            "id": company,
            "type": "COMPANY",
            "accountNumber": f"C{company:05d}",
            "accountName": names.firm(company - 1),
        }
    number = CONTACT_ACCOUNTS + contact
    return {"id": number, "type": "CONTACT", "accountNumber": f"P{number:07d}", "accountName": contact_name}


def invoice_item(number: int, line: Line, invoice: Invoice) -> Json:
    """Return an invoice item for a line."""
    return {
        "id": number,
        "salesInvoiceId": invoice.id,
        "description": line.text,
        "quantity": line.quantity,
        "unitPriceNet": money(line.price),
        "totalNet": money(line.net),
        "totalTax": money(line.tax),
        "productCode": line.extra.code if line.extra else "ROOM",
        "taxType": line.code.code,
        "costCenter": f"B{line.stay.unit.building.id:03d}",
        "bookingReference": invoice.booking.reference,
        "chargeFrom": iso(line.start),
        "chargeTo": iso(line.end),
        "nominalCode": "4100" if line.extra else "4000",
        "taxCodeId": line.code.id,
        "roomStayId": line.stay.id,
        "unitId": line.stay.unit.id if line.stay.assigned else None,
        "extraId": line.extra.id if line.extra else None,
    }
