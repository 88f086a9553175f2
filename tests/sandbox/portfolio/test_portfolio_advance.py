"""A portfolio that lives on keeps its books, and brings everything an incremental load must notice."""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any, cast

import pytest

from nightaudit.sandbox.portfolio import Change, advance, generate
from nightaudit.sandbox.portfolio.amounts import cents_of
from nightaudit.sandbox.rules.money import cents
from nightaudit.sandbox.stay_statuses import TAKING
from nightaudit.sandbox.wire import encode
from sandbox.portfolio.portfolio_books import Wrong, unplanted_faults
from sandbox.portfolio.portfolio_shelf import Shelf

TODAY = date(2026, 11, 20)
UNITS = 36


def shelf(units: int = UNITS, seed: int = 1, planted: Wrong | None = None) -> Shelf:
    return Shelf(generate(units=units, seed=seed, today=TODAY, planted=planted), TODAY)


@pytest.fixture(scope="module")
def month() -> tuple[Shelf, Shelf, list[Change]]:
    """The portfolio before, the portfolio thirty days on, and the changes between."""
    before, after = shelf(), shelf()
    changes = list(advance(after, 30))
    after.apply(changes, 30)
    return before, after, changes


def test_thirty_days_on_the_books_hold(month: tuple[Shelf, Shelf, list[Change]]) -> None:
    before, after, _ = month
    wrong: Wrong = {}
    shelf(planted=wrong)
    assert [] == unplanted_faults(before.books(), wrong)
    assert [] == unplanted_faults(after.books(), wrong)
    assert after.today == date(2026, 12, 20)


def test_a_month_brings_everything_a_load_must_notice(month: tuple[Shelf, Shelf, list[Change]]) -> None:
    before, after, changes = month
    seen: Counter[str] = Counter()
    for collection, key, record in changes:
        old = before.get(collection, key)
        if record is None:
            seen[f"{collection} removed"] += 1
        elif old is None:
            seen[f"{collection} new"] += 1
        else:
            assert old != record or collection == "bookings", (collection, key)
            seen[f"{collection} changed"] += 1
    for collection in ("bookings", "contacts", "guestStays", "salesInvoices", "financialAllocations_salesPayments"):
        assert seen[f"{collection} new"], collection
    for collection in ("bookings", "contacts", "guestStays", "salesInvoices", "financialAllocations_salesPayments"):
        assert seen[f"{collection} changed"], collection
    assert seen["guestStays removed"]
    moves = moves_of(before, after)
    for status in ("CHECKED_IN", "CHECKED_OUT", "CANCELLED"):
        assert moves["CONFIRMED", status], status
    assert moves["CHECKED_IN", "CHECKED_OUT"]
    assert moves[None, "CONFIRMED"]


def moves_of(before: Shelf, after: Shelf) -> Counter[tuple[Any, str]]:
    old = {stay["roomStayId"]: stay["roomStayStatus"] for stay in before.books().stays}
    new = {stay["roomStayId"]: stay["roomStayStatus"] for stay in after.books().stays}
    return Counter((old.get(key), status) for key, status in new.items() if old.get(key) != status)


def test_no_unit_is_sold_or_blocked_while_works_block_it(month: tuple[Shelf, Shelf, list[Change]]) -> None:
    before, after, _ = month
    blocks = [work for work in after.all("activities") if work["blockAvailability"] and work["status"] != "CANCELLED"]
    sold = [
        stay
        for booking in after.all("bookings")
        if booking["id"] > before.last_id("bookings")
        for stay in booking["roomStays"]
        if stay["roomStayStatus"] in TAKING
    ]
    assert len(sold) > 20
    new = [work for work in blocks if work["id"] > before.last_id("activities")]
    spans = [(stay["unit"]["id"], stay["startDate"], stay["endDate"], stay["roomStayId"]) for stay in sold]
    spans += [(work["unitId"], work["startDateTime"][:10], work["dueDate"], f"block {work['id']}") for work in new]
    assert [] == [
        (name, work["id"])
        for unit, start, end, name in spans
        for work in blocks
        if unit == work["unitId"] and start < work["dueDate"] and work["startDateTime"][:10] < end
        if name != f"block {work['id']}"
    ]


def stamps(record: Any) -> Iterator[tuple[str, str]]:
    """The stamps of a record and of what it contains; plans (`startDateTime`) and dates are none."""
    for name, value in record.items():
        if isinstance(value, str) and name.endswith("Date") and "T" in value:
            yield name, value
        for inner in value if isinstance(value, list) else ():
            yield from stamps(inner) if isinstance(inner, dict) else ()


@pytest.mark.parametrize("part", [0, 1], ids=["generated", "a month later"])
def test_whatever_is_written_after_the_first_minute_of_today_is_newest(
    month: tuple[Shelf, Shelf, list[Change]], part: int
) -> None:
    portfolio = cast("Shelf", month[part])
    minute = f"{portfolio.today}T00:01"
    seen, late, young = 0, [], []
    for collection in portfolio.rows:
        for record in portfolio.all(collection):
            seen += sum(value.startswith(str(portfolio.today)) for _, value in stamps(record))
            late += [(collection, record["id"], *found) for found in stamps(record) if found[1] > minute]
            if record.get("lastModifiedDate", "9") < record.get("createdDate", "0"):
                young.append((collection, record["id"]))
    assert seen > 10, "something happened today"
    assert ([], []) == (late, young)


def test_old_records_are_corrected_and_receipts_back_dated(month: tuple[Shelf, Shelf, list[Change]]) -> None:
    before, after, _ = month
    old = {stay["roomStayId"]: stay for stay in before.books().stays}
    over = [s for s in after.books().stays if old.get(s["roomStayId"], {}).get("roomStayStatus") == "CHECKED_OUT"]
    assert any(stay["netAmount"] < old[stay["roomStayId"]]["netAmount"] for stay in over)
    receipts = [row for row in after.all("financialAllocations_salesPayments") if row["createdDate"][:10] > str(TODAY)]
    assert any(row["date"] < row["createdDate"][:10] for row in receipts)
    assert all(row["date"] <= row["createdDate"][:10] for row in receipts)


def test_posted_invoices_of_the_month_are_exported(month: tuple[Shelf, Shelf, list[Change]]) -> None:
    _, after, _ = month
    young = [i for i in after.all("salesInvoices") if str(TODAY) < (i["postedDate"] or "") < "2026-12-10"]
    assert len(young) > 20
    assert sum(invoice["exportStatus"] == "EXPORTED" for invoice in young) > len(young) * 0.9
    assert not [i for i in young if (i["exportStatus"] == "EXPORTED") != (i["externalId"] is not None)]


def test_ten_days_are_five_days_twice_and_repeat() -> None:
    one, two, three = shelf(12), shelf(12), shelf(12)
    one.apply(list(advance(one, 10)), 10)
    for _ in range(2):
        two.apply(list(advance(two, 5)), 5)
    three.apply(list(advance(three, 10)), 10)
    assert one.rows == three.rows
    assert {s["roomStayId"] for s in one.books().stays} == {s["roomStayId"] for s in two.books().stays}
    assert one.rows["salesInvoices"].keys() == two.rows["salesInvoices"].keys()


def test_no_days_bring_no_changes() -> None:
    assert [] == list(advance(shelf(6), 0))


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(20, 25))
def test_small_portfolios_keep_their_books_over_fifty_days(seed: int) -> None:
    wrong: Wrong = {}
    books = shelf(1 + seed % 9 * 2, seed, wrong)
    for days in (1, 9, 40):
        books.apply(list(advance(books, days, seed=seed)), days)
    assert [] == unplanted_faults(books.books(), wrong)


def test_an_invoice_credited_twice_names_both_credit_notes() -> None:
    """The list on the invoice held the later one alone: what balances it could not be found from it."""
    stock = shelf()
    stock.apply(list(advance(stock, 130)), 130)
    invoices = stock.books().rows["salesInvoices"]
    balanced = {v["invoiceNumber"]: (v["balancedInvoiceNumbers"] or "").split(", ") for v in invoices}
    pairs = {(one, other) for one, others in balanced.items() for other in others if other}
    assert any(len(others) > 1 for others in balanced.values())
    assert pairs == {(other, one) for one, other in pairs}


def test_a_foreign_portfolio_lives_on_too() -> None:
    """Records with only the fields a portfolio prepared outside may have: no custom fields, no stamps, no tax codes."""
    stay = {
        "roomStayId": 5,
        "roomStayStatus": "CHECKED_IN",
        "startDate": "2026-11-18",
        "endDate": "2026-11-22",
        "netAmount": 400,
        "vatAmount": 24,
        "unit": {"id": 1, "name": "A001"},
    }
    booking = {"id": 3, "bookingReference": "BK3", "bookingContactId": 9, "currencyCode": "EUR", "roomStays": [stay]}
    records: list[tuple[str, dict[str, Any]]] = [
        ("buildings", {"id": 1, "name": "Hotel"}),
        ("units", {"id": 1, "unitName": "A001", "buildingId": 1, "bookable": True}),
        ("contacts", {"id": 9, "lastName": "Guest"}),
        ("bookings", booking),
    ]
    books = Shelf(records, TODAY)
    books.apply(list(advance(books, 20)), 20)
    after = books.get("bookings", 3)
    assert after is not None
    assert "CHECKED_OUT" == after["roomStays"][0]["roomStayStatus"]
    invoices = [invoice for invoice in books.all("salesInvoices") if invoice["bookingId"] == 3]
    assert sum(invoice["totalNet"] for invoice in invoices) == after["roomStays"][0]["netAmount"]
    assert encode(after)


@pytest.mark.parametrize("amount", ["0.125", "10.005", "-0.005", "2.344"])
def test_days_that_pass_round_half_cents_as_requests_do(amount: str) -> None:
    assert 100 * cents(amount) == cents_of(amount)
