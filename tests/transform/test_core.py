"""Where units were by the loads that saw them, who was invoiced, and the dates on which stays were confirmed and signed."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from transform import raw_tables, village
from transform.building import Built

if TYPE_CHECKING:
    from pathlib import Path

LOADS = [date(2026, 1, 10), date(2026, 1, 20), date(2026, 2, 1), date(2026, 2, 5)]


def unit(building: int, key: int = 101, **more: Any) -> Any:
    return "units", {"id": key, "unitName": "U101", "buildingId": building, "unitTypeId": 1} | more


def test_units_that_move_companies_and_the_dates_of_a_stay(tmp_path: Path) -> None:
    stay = village.stay(1, "CONFIRMED", "2026-02-01", "2026-03-05", "100.00", unit=101)
    stay |= {"confirmedDate": "2026-01-05T23:30:00Z", "contractSignedDate": "2026-01-06T10:00:00Z"}
    first = [
        *(("buildings", {"id": n, "name": name, "timeZone": "Asia/Hong_Kong"}) for n, name in ((1, "One"), (2, "Two"))),
        ("bookings", {"id": 1, "roomStays": [stay], "currencyCode": "GBP"}),
        village.invoice(1, "POSTED", "2026-02-01", "100.00", "0.00", room_stay=1, companyId=7),
        village.invoice(2, "DRAFT", "2026-02-03", "10.00", "0.00", room_stay=1, companyId=7),
        village.invoice(3, "POSTED", "2026-02-03", "10.00", "0.00", room_stay=1),
    ]
    # A renumbered floor is no move; the unit moves on 1 February and is gone on the 5th.
    steps: tuple[list[Any], ...] = ([*first, unit(1)], [unit(1, floor=3)], [unit(2)], [])
    work_file = tmp_path / "private" / "work.duckdb"
    killed = "2026-01-22T20:00:00Z"  # of a load for the 20th that was run again
    for day, records in zip(LOADS, steps, strict=True):
        ended = killed if day == LOADS[1] else f"{day}T20:00:00Z"
        walk = {"walk_id": str(day), "stream": "units", "ended_at": ended, "business_date": day}
        gone = [] if records else [("units", "101")]
        raw_tables.fill(work_file, records, seen=f"{day}T20:00:00Z", walk_id=str(day), walks=[walk], gone=gone)
    raw_tables.fill(work_file, [unit(1, 102)], seen=killed, walk_id="killed")
    built = Built(tmp_path, [], checked=False, models="+dim_units_history +dim_companies +fct_room_stays")
    assert [(101, LOADS[0], LOADS[2], 1), (101, LOADS[2], LOADS[3], 2)] == built.rows(
        "select unit_id, valid_from, valid_to, building_id from core.dim_units_history where unit_id = 101 order by 2"
    )
    assert [(LOADS[1], None)] == built.rows(
        "select valid_from, valid_to from core.dim_units_history where unit_id = 102"
    )
    # The next load is looked up for the killed one alone, not for each load of years of nights.
    assert [*((str(day), None) for day in LOADS), ("killed", LOADS[1])] == built.rows(
        "select walk_id, next_business_date from staging.stg_pms__unit_walks order by 1"
    )
    assert [(7, 2, date(2026, 2, 1), date(2026, 2, 3))] == built.rows("from core.dim_companies")
    # In Hong Kong it was the next morning.
    assert [(date(2026, 1, 6), date(2026, 1, 6))] == built.rows(
        "select confirmed_date, signed_date from occupancy.fct_room_stays"
    )


def billed(number: int, account: int | None, **more: Any) -> Any:
    known = {"financeAccount": {"id": account, "type": "CONTACT", "accountName": "Ann Lee"}, "room_stay": number}
    return village.invoice(number, more.pop("state", "POSTED"), "2026-02-01", "100.00", "0.00", **(known | more))


def paid(number: int, account: int, target: int | None = None, reference: str | None = None) -> Any:
    return village.receipt(number, "2026-02-03", "9.00", target, financeAccountId=account, paymentReference=reference)


def test_whose_an_account_is_that_has_only_a_receipt(tmp_path: Path) -> None:
    let = village.stay(1, "CONFIRMED", "2026-02-01", "2026-03-05", "100.00", unit=101, contact=11)
    other = village.stay(2, "CONFIRMED", "2026-02-01", "2026-03-05", "100.00", unit=102, contact=20)
    company = {"financeAccount": {"id": 503, "type": "COMPANY", "accountName": "Lee & Sons"}, "companyId": 7}
    first = [
        ("bookings", {"id": 1, "roomStays": [let], "currencyCode": "GBP"}),
        billed(0, 501, contactId=12, financeAccount={"id": 501, "type": "CONTACT", "accountName": "Bo Lee"}),
        billed(1, 501, contactId=12, invoiceNumber="INV00001"),
        billed(2, 502, bookingId=1),
        billed(3, 503, contactId=13, **company),
        billed(4, 503, contactId=14, **company),
        billed(5, 504, contactId=15, state="DRAFT"),
        billed(6, 505, contactId=16),
        billed(7, None, contactId=17),
        billed(8, 513, salesInvoiceItems=[{"id": 80, "totalNet": "100.00", "bookingReference": "20260101-00001/2"}]),
        *(paid(number, number) for number in (501, 504, 505, 511)),
        paid(506, 506, target=7),
        paid(507, 507, reference="INV00001"),
        paid(508, 508, reference="with thanks 20260101-00001/2"),
        paid(509, 509, reference="20260101-00077"),
        paid(510, 503, reference="INV00001"),
        *(paid(520 + target, 512, target=target) for target in (1, 7)),
        billed(9, None, contactId=18),
        billed(10, None, companyId=9),
        paid(514, 514, target=9),
        *(paid(530 + target, 515, target=target) for target in (7, 10)),
        ("bookings", {"id": 2, "roomStays": [other], "currencyCode": "GBP"}),
    ]
    raw_tables.fill(tmp_path / "private" / "work.duckdb", first)
    later, gone = "2026-02-20T20:00:00Z", [("salesInvoices", "6")]
    corrected = [
        billed(9, None, contactId=19),
        billed(8, 516, salesInvoiceItems=[{"id": 80, "totalNet": "100.00", "bookingReference": "20260101-00002/1"}]),
    ]
    raw_tables.fill(tmp_path / "private" / "work.duckdb", corrected, seen=later, walk_id="later", gone=gone)
    built = Built(tmp_path, [], models="+dim_finance_accounts")
    assert 0 == built.one("select count(account_name) from core.dim_finance_accounts")
    assert [
        (501, "CONTACT", 12, None, "invoice"),
        (502, "CONTACT", 11, None, "invoice"),  # that of the invoice's booking
        (503, "COMPANY", 14, 7, "invoice"),  # of several contacts, the one of the latest invoice
        (504, "CONTACT", 15, None, "invoice"),
        (505, "CONTACT", 16, None, "invoice"),  # which is deleted
        (506, None, 17, None, "paid invoice"),
        (507, None, 12, None, "payment reference"),
        (508, None, 11, None, "payment reference"),
        (509, None, None, None, None),
        (511, None, None, None, None),
        (512, None, None, None, None),  # which pays for several, as a bank does
        (513, "CONTACT", 11, None, "invoice"),  # that of the booking which the items named
        (514, None, 19, None, "paid invoice"),  # as the invoice was corrected
        (515, None, None, None, None),  # which pays for a contact and a company
        (516, "CONTACT", 20, None, "invoice"),  # that of the booking which the items name now
    ] == built.rows("select * exclude (account_name) from core.dim_finance_accounts order by 1")
    named = Built(tmp_path, [], models="+dim_finance_accounts", publish_names=True)
    assert [(501, "Ann Lee"), (502, "Ann Lee"), (503, "Lee & Sons"), (504, "Ann Lee"), (516, "Ann Lee")] == named.rows(
        "select finance_account_id, account_name from core.dim_finance_accounts where account_name is not null order by 1"
    )
