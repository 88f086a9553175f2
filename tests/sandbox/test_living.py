"""The portfolio lives on from whatever records clients, or a folder, have left it."""

import copy
import itertools
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.resources import (
    Activities,
    Bookings,
    Buildings,
    FinancialAllocations,
    GuestStays,
    SalesInvoices,
    Units,
)
from sandbox.sandbox_api import Api, served, write_portfolio
from sandbox.sandbox_examples import ACTIVITY, UNIT
from sandbox.small_portfolio import PORTFOLIO, allocation, booking, stay

ITEM = {"description": "Nights", "quantity": 1, "unitPriceNet": 100}


def test_bookings_of_nobody_are_billed_and_money_comes_in_without_buildings() -> None:
    with served(units=4, years=1, today=date(2026, 11, 1)) as api:
        stay = {
            "startDate": "2027-12-01",
            "endDate": "2027-12-03",
            "netAmount": 100,
            "vatAmount": 20,
            "unit": {"id": 3},
        }
        made = api.call(Bookings.create, body={"roomStays": [stay]}).json()["id"]
        assert 200 == api.call(Bookings.update_statuses, made, body={"status": "CONFIRMED"}).status_code
        api.admin("clock", today="2027-11-30")
        for _ in range(6):
            api.admin("advance", days=1)
        billed = api.rows(Bookings.sales_invoices, made)
        assert [(120, None)] == [(invoice["totalGross"], invoice["contactId"]) for invoice in billed]
        for building in api.rows(Buildings.list):
            api.call(Buildings.delete, building["id"])
        owed = [invoice["id"] for invoice in api.rows(SalesInvoices.list, status="POSTED", size=500)]
        before = sum(api.get(SalesInvoices.get, number)["outstandingAmount"] for number in owed)
        api.admin("advance", days=60)
        assert before > sum(api.get(SalesInvoices.get, number)["outstandingAmount"] for number in owed)


@pytest.mark.parametrize("minutes", [30, 60 * 24 * 2, 60 * 24 * 30])
def test_nobody_sells_a_unit_that_is_held(api: Api, minutes: int) -> None:
    """Days passed, and the held unit was sold; a hold of half an hour or of two days has ended by then."""
    held = {"startDate": "2026-04-12", "endDate": "2026-12-31", "unitId": 1}
    made = api.call(Bookings.create, body={"reserveForMinutes": minutes, "roomStays": [held]}).json()["id"]
    api.admin("advance", days=20)
    others = {row["id"] for row in api.rows(Bookings.list, unitIds=1, dateFrom="2026-04-13")} - {made, 5}
    assert bool(others) == (minutes < 60 * 24 * 20)


def test_nobody_sells_the_unit_that_a_stay_without_one_needs() -> None:
    """Days passed, and every unit of the type was sold: guests who had booked by type stayed CONFIRMED, without a unit."""
    with served(units=8, years=1, seed=3, today=date(2026, 11, 1)) as api:
        made = []
        for day, kind in itertools.product(range(3, 29, 3), range(1, 7)):
            place = {"unitTypeId": kind, "netAmount": 100, "vatAmount": 20}
            stay = place | {"startDate": f"2026-11-{day:02}", "endDate": f"2026-11-{day + 2:02}"}
            number = api.call(Bookings.create, body={"roomStays": [stay]}).json()["id"]
            if api.call(Bookings.update_statuses, number, body={"status": "CONFIRMED"}).status_code == 200:
                made.append(number)
        api.admin("advance", days=35)
        stays = [api.get(Bookings.get, number)["roomStays"][0] for number in made]
        assert [] == [stay for stay in stays if stay["roomStayStatus"] == "CONFIRMED" and stay["unit"]["id"] is None]
        assert len(stays) > 15, "enough to have asked for the last units of types"


def test_guests_of_a_unit_that_was_deleted_are_given_another(api: Api) -> None:
    """They were checked in in a unit that was in no list, as a client cannot do."""
    api.call(Units.delete, 1)
    api.admin("advance", days=12)
    place = api.get(Bookings.get, 3)["roomStays"][0]["unit"]
    assert (2, "A2", 2) == (place["id"], place["name"], api.get(GuestStays.get, 31)["unitId"])


def test_a_guest_who_cancelled_does_not_arrive(api: Api) -> None:
    api.call(GuestStays.set_status, 31, body={"status": "CANCELLED"})
    api.admin("advance", days=11)
    assert "CHECKED_IN" == api.get(Bookings.get, 3)["roomStays"][0]["roomStayStatus"]
    assert "CANCELLED" == api.get(GuestStays.get, 31)["status"]


def test_a_unit_whose_works_are_cancelled_is_sold() -> None:
    """Its intervals showed it free, and later days sold it to nobody."""
    changes = []
    for is_cancelled in (False, True):
        with served(units=12, years=1, today=date(2026, 11, 1)) as api:
            works = {"startDateTime": "2026-11-02T08:00:00Z", "dueDate": "2027-10-01", "blockAvailability": True}
            for unit in api.rows(Units.list) if is_cancelled else ():
                made = api.call(Activities.create, body=ACTIVITY | works | {"unitId": unit["id"]}).json()["id"]
                assert 200 == api.call(Activities.set_status, made, body={"status": "CANCELLED"}).status_code
            changes.append(api.admin("advance", days=30))
    assert changes[0] == changes[1]


def test_guests_of_some_hours_arrive_leave_and_are_billed(api: Api) -> None:
    """None ever arrived: half of them were no-shows, the others stood as confirmed for ever."""
    day = {"startDate": "2026-03-12", "endDate": "2026-03-12", "unitId": 1, "netAmount": 50, "vatAmount": 10}
    made = [api.call(Bookings.create, body={"roomStays": [day]}).json()["id"] for _ in range(8)]
    for number in made:
        api.call(Bookings.update_statuses, number, body={"status": "CONFIRMED"})
    api.admin("advance", days=5)
    left = [
        number for number in made if api.get(Bookings.get, number)["roomStays"][0]["roomStayStatus"] == "CHECKED_OUT"
    ]
    assert len(made) - 2 <= len(left)
    assert {(60, "2026-03-12")} == {
        (row["totalGross"], row["salesInvoiceItems"][0]["chargeTo"])
        for number in left
        for row in api.rows(Bookings.sales_invoices, number)
    }


def test_who_has_an_account_is_billed_on_it(api: Api) -> None:
    """The invoices of a folder name account 7 of contact 1; later ones named another, as if they were two customers."""
    api.admin("advance", days=40)
    made = [invoice for invoice in api.rows(SalesInvoices.list, size=500) if invoice["id"] > 5]
    ours = {(invoice["financeAccount"]["id"], invoice["contactId"]) for invoice in made if invoice["contactId"] == 1}
    assert {(7, 1)} == ours


def test_a_folder_may_leave_out_buildings_units_and_room_stays(tmp_path: Path) -> None:
    portfolio: dict[str, Any] = copy.deepcopy({name: PORTFOLIO[name] for name in PORTFOLIO if name != "buildings"})
    portfolio["bookings"][2]["roomStays"][0]["unit"] = None
    del portfolio["bookings"][1]["roomStays"], portfolio["bookings"][0]["bookingContactId"]
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        assert api.admin("advance", days=30)


def test_an_allocation_without_a_date_waits_for_nothing(tmp_path: Path) -> None:
    folder = write_portfolio(tmp_path / "p", {"financialAllocations_salesPayments": [{"id": 1, "amount": 5}]})
    with served(folder) as api:
        assert {} == api.admin("advance", days=10)
        (row,) = api.rows(FinancialAllocations.of_sales_payments)
    assert "exportStatus" not in row


def test_a_clients_draft_is_posted_under_a_number(api: Api) -> None:
    """Without one, a credit note could not name the invoice it balances, and the portfolio lived no further."""
    body = {"organisationId": 1, "bookingId": 3, "salesInvoiceItems": [ITEM | {"roomStayId": 31}]}
    made = [api.call(SalesInvoices.create, body=body).json()["id"] for _ in range(3)]
    api.admin("advance", days=20)
    shown = [api.get(SalesInvoices.get, number) for number in made]
    assert [("POSTED", f"INV{number:07d}") for number in made] == [(v["status"], v["invoiceNumber"]) for v in shown]


def test_no_invoice_of_later_days_has_the_number_of_a_clients() -> None:
    """A client numbered its invoice as later ones are numbered by their ids: two invoices had one number."""
    with served(units=4, years=1, today=date(2026, 11, 1)) as api:
        last = max(row["id"] for row in api.rows(SalesInvoices.list, size=500, sort="id,desc"))
        for later in (3, 5):
            body = {"organisationId": 1, "invoiceNumber": f"INV{last + later:07d}"}
            assert 200 == api.call(SalesInvoices.create, body=body).status_code
        api.admin("advance", days=30)
        rows = api.rows(SalesInvoices.list, size=500, sort="id,desc")
        numbers = [row["invoiceNumber"] for row in rows if row["invoiceNumber"]]
        assert max(row["id"] for row in rows) > last + 5
        assert len(numbers) == len(set(numbers))


def test_bookings_are_billed_in_their_own_currency(api: Api) -> None:
    """A booking in dollars, in a building in pounds, was billed in pounds, amount for amount."""
    stay = {"startDate": "2026-03-11", "endDate": "2026-03-14", "netAmount": 90, "vatAmount": 9, "unit": {"id": 2}}
    made = api.call(Bookings.create, body={"currencyCode": "USD", "roomStays": [stay]}).json()["id"]
    api.call(Bookings.update_statuses, made, body={"status": "CHECKED_IN"})
    api.admin("advance", days=10)
    assert ["USD"] == [invoice["currencyCode"] for invoice in api.rows(Bookings.sales_invoices, made)]


def test_a_receipt_pays_no_invoice_in_another_currency(tmp_path: Path) -> None:
    loose = [allocation(n, "2026-03-01T00:00:00Z", currencyCode="EUR", targetInvoiceId=None) for n in range(50, 90)]
    portfolio = PORTFOLIO | {"financialAllocations_salesPayments": loose}
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        api.admin("advance", days=5)
        receipts = api.rows(FinancialAllocations.of_sales_payments, size=500)
    assert {None} == {row["targetInvoiceId"] for row in receipts if row["currencyCode"] == "EUR"}


def test_stays_are_credited_whose_invoices_have_no_number(tmp_path: Path) -> None:
    stays = [stay(number, number, "CONFIRMED", "2026-09-01", "2026-09-05", number) for number in range(100, 160)]
    units = [UNIT | {"id": one["roomStayId"], "bookable": True} for one in stays]
    bookings = [booking(one["bookingId"], one) for one in stays]
    invoices = [
        {"id": number, "status": "POSTED", "bookingId": number, "totalNet": 100, "totalTax": 20, "totalGross": 120}
        | {"outstandingAmount": 120, "salesInvoiceItems": [line | {"id": number, "roomStayId": number}]}
        for number in range(100, 160)
        for line in [ITEM | {"totalNet": 100, "totalTax": 20}]
    ]
    portfolio = PORTFOLIO | {"units": units, "bookings": bookings, "salesInvoices": invoices}
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        api.admin("advance", days=30)
        assert any(row["invoiceType"] == "CREDIT_NOTE" for row in api.rows(SalesInvoices.list, sort="id,desc"))
