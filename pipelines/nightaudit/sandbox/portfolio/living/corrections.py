"""Simulates late corrections: shortened stays, lowered prices, receipts entered late, removed guest stays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.amounts import money
from nightaudit.sandbox.portfolio.calendar_days import iso, ordinal
from nightaudit.sandbox.portfolio.living import desk, ledger
from nightaudit.sandbox.portfolio.living.from_records import RESIDENTIAL_FROM, amount, days
from nightaudit.sandbox.portfolio.randomness import chance, spread

if TYPE_CHECKING:
    from nightaudit.sandbox.portfolio.living.life import Life
    from nightaudit.sandbox.portfolio.model import Json

BACK = (3, 30)


def correct(life: Life) -> None:
    """Correct about one in 250 settled stays of the last month per day, and some other records."""
    for booking, stay, start, end in life.live_stays():
        recent = BACK[0] <= life.day - end <= BACK[1] and 1 < end - start < RESIDENTIAL_FROM
        billed = life.billed[stay["roomStayId"]][0]
        settled = stay["roomStayStatus"] == "CHECKED_OUT" and amount(stay, "netAmount") == billed.net > 0
        if recent and settled and amount(stay, "vatAmount") == billed.tax and chance(life.rng, 0.004):
            if chance(life.rng, 0.5):
                _shorten(life, booking, stay)
            else:
                _adjust(life, booking, stay, spread(life.rng, 2, 5) * 5)
    for invoice in list(life.invoices.values()):
        left = amount(invoice, "outstandingAmount")
        posted = ordinal(invoice.get("postedDate") or iso(life.day))
        if left > 0 and invoice["status"] == "POSTED" and life.day - posted > BACK[0] and chance(life.rng, 0.01):
            ledger.allocate(life, invoice, left, day=max(posted, life.day - spread(life.rng, 3, 40)))
    _remove_guest(life)
    _change_telephone(life)


def _shorten(life: Life, booking: Json, stay: Json) -> None:
    """Shorten a stay by one night: change its dates and amounts, and credit the night."""
    start, end = days(stay)
    nights = end - start
    _adjust(life, booking, stay, 100 // nights, start=end - 1)
    stay["endDate"] = iso(end - 1)
    life.calendar.take(stay["unit"].get("id"), start, end - 1, stay["roomStayId"])
    life.change_guests(stay, checkOutDate=stay["endDate"])


def _adjust(life: Life, booking: Json, stay: Json, percent: int, start: int | None = None) -> None:
    """Credit a share of a stay, and lower its amounts by exactly the credited amount."""
    billed = life.billed[stay["roomStayId"]][0]
    desk.credit(life, booking, stay, percent, start)
    stay["netAmount"], stay["vatAmount"] = money(billed.net), money(billed.tax)
    life.save_stay(booking, stay)


def _remove_guest(life: Life) -> None:
    """On some days, remove a guest stay: that of a second guest, or of a cancelled stay."""
    if not chance(life.rng, 0.4):
        return
    for stay_id, guests in life.guests.items():
        cancelled = stay_id in life.stays and life.stays[stay_id][1]["roomStayStatus"] == "CANCELLED"
        if guests and (len(guests) > 1 or cancelled) and chance(life.rng, 0.1):
            life.remove("guestStays", guests.pop()["id"])
            return


def _change_telephone(life: Life) -> None:
    """On some days, change the telephone number of a contact."""
    if chance(life.rng, 0.3):
        contact = life.portfolio.get("contacts", spread(life.rng, 1, life.run.ids["contacts"]))
        if contact and ("contacts", contact["id"]) not in life.changed:
            contact["primaryContactTelephoneNumber"] = {"number": f"+999 556 {contact['id']:07d}", "primary": True}
            life.save("contacts", contact)
