"""The portfolio lives on from whatever records clients, or a folder, have left it."""

import copy
from datetime import date
from pathlib import Path
from typing import Any

from sandbox_api import Api, write_portfolio
from small_portfolio import PORTFOLIO, TODAY

from nightaudit.client.resources import Bookings, Buildings, SalesInvoices
from nightaudit.sandbox import SandboxOptions, running


def test_bookings_of_nobody_are_billed_and_money_comes_in_without_buildings() -> None:
    with running(SandboxOptions(units=4, years=1, today=date(2026, 11, 1))) as connection:
        api = Api(connection)
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


def test_a_folder_may_leave_out_buildings_units_and_room_stays(tmp_path: Path) -> None:
    portfolio: dict[str, Any] = copy.deepcopy({name: PORTFOLIO[name] for name in PORTFOLIO if name != "buildings"})
    portfolio["bookings"][2]["roomStays"][0]["unit"] = None
    del portfolio["bookings"][1]["roomStays"], portfolio["bookings"][0]["bookingContactId"]
    with running(SandboxOptions(portfolio=write_portfolio(tmp_path / "p", portfolio), today=TODAY)) as connection:
        assert Api(connection).admin("advance", days=30)
