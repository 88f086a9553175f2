"""What was owed on a day as known on another: back-dated money, voids, corrections and what is gone, over four evenings."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from nightaudit import publishing, warehouse
from transform import raw_tables, village
from transform.building import Built

BUILDINGS = [
    ("buildings", {"id": 1, "name": "Quay House", "timeZone": "Europe/London", "currencyCode": "GBP"}),
    ("buildings", {"id": 9, "name": "Test House", "timeZone": "Europe/London", "currencyCode": "GBP"}),
    *[("units", {"id": unit, "unitName": f"U{unit}", "buildingId": unit, "bookable": True}) for unit in (1, 9)],
]


def invoice(number: int, dated: str, net: str, **more: Any) -> Any:
    """A posted invoice without VAT over an item in the unit of building 1, due in fourteen days."""
    items = [{"id": number, "totalNet": net, "totalTax": "0", "unitId": more.pop("unit", 1)}]
    due = f"{dated[:8]}{int(dated[8:]) + 14:02d}"
    status = more.pop("status", "POSTED")
    return village.invoice(
        number,
        status,
        dated,
        net,
        "0",
        room_stay=None,
        due=due,
        **{"postedDate": dated, "salesInvoiceItems": items} | more,
    )


def credited(number: int, dated: str, amount: str, target: int | None, source: int) -> Any:
    """A credit note put against an invoice, or against nothing yet."""
    fields = {"id": number, "importType": "ALLOCATION", "date": dated, "amount": amount}
    return "financialAllocations_salesInvoices", fields | {"targetInvoiceId": target, "sourceInvoiceId": source}


receipt = village.receipt
FIRST, SECOND, THIRD, FOURTH = "2026-01-20", "2026-02-02", "2026-02-05", "2026-02-10"
EVENINGS: dict[str, dict[str, Any]] = {
    FIRST: {
        "records": [
            *BUILDINGS,
            invoice(1, "2026-01-05", "100.00"),
            invoice(2, "2026-01-06", "50.00"),
            invoice(3, "2026-01-07", "70.00"),
            invoice(4, "2026-01-08", "30.00"),
            invoice(5, "2026-01-09", "40.00", postedDate=None, status="DRAFT"),
            invoice(6, "2026-01-10", "-25.00", invoiceType="CREDIT_NOTE"),
            invoice(7, "2026-01-11", "100.00"),
            invoice(9, "2026-01-10", "99.00", unit=9),
            # Of the 15th, but entered on the 18th.
            receipt(1, "2026-01-15", "10.00", 1, createdDate="2026-01-18T10:00:00Z"),
            receipt(2, "2026-01-16", "20.00", 2),
            receipt(8, "2026-01-15", "10.00", 7),
            receipt(10, "2026-01-15", "9.00", 9),
            credited(11, "2026-01-12", "10.00", None, 6),
            # Cash that no invoice takes: one of them by the second evening, by when another is of another amount.
            *(receipt(at, "2026-01-15", f"{at}.00", None) for at in (12, 13, 14)),
            receipt(15, "2026-01-15", "-15.00", None, sourceInvoiceId=98),
            # A credit put against the test invoice. It is gone by the last evening.
            invoice(16, "2026-01-12", "-8.00", invoiceType="CREDIT_NOTE"),
            credited(17, "2026-01-13", "3.00", 9, 16),
        ],
    },
    # After month end: money dated back, a void dated back, an invoice corrected, a draft posted with an old date. A receipt
    # stands in the other list too: of the two the one seen last is right, as long as it is told.
    SECOND: {
        "records": [
            receipt(3, "2026-01-30", "60.00", 1),
            invoice(3, "2026-01-07", "70.00", status="VOID", voidedDate="2026-01-31"),
            invoice(4, "2026-01-08", "33.00"),
            invoice(5, "2026-01-09", "40.00", postedDate="2026-01-29"),
            ("financialAllocations_salesInvoices", receipt(8, "2026-01-15", "15.00", 7)[1]),
            receipt(12, "2026-01-15", "12.00", 99),
            receipt(13, "2026-01-15", "3.00", None),
        ],
    },
    # A receipt is gone; a credit is used; the one building's test invoice is corrected.
    THIRD: {
        "records": [
            credited(7, "2026-01-25", "25.00", 4, 6),
            invoice(9, "2026-01-10", "98.00", unit=9),
            receipt(8, "2026-01-15", "20.00", 7),
        ],
        "gone": [("financialAllocations_salesPayments", "2")],
    },
    # An invoice is gone, the test invoice too; the receipt of the 30th is of another amount; another export status changes
    # nothing.
    FOURTH: {
        "records": [receipt(3, "2026-01-30", "65.00", 1), invoice(4, "2026-01-08", "33.00", exportStatus="EXPORTED")],
        "gone": [
            *(("salesInvoices", "2"), ("salesInvoices", "9"), ("salesInvoices", "16")),
            ("financialAllocations_salesPayments", "8"),
            ("financialAllocations_salesPayments", "14"),
        ],
    },
}
STREAMS = ("sales_invoices", "financial_allocations_sales_payments", "financial_allocations_sales_invoices")
DAYS = ("2026-01-09", "2026-01-14", "2026-01-24", "2026-01-30", "2026-01-31", "2026-02-05", "2026-02-10", "2026-03-31")

MODELS = """+fct_sales_invoices +fct_invoice_balance_intervals +fct_sales_invoice_versions
    +fct_financial_allocations +fct_financial_allocation_versions"""
UNAPPLIED = (
    "select allocation_id, amount, currency_code from receivables.{} where is_cash and is_unapplied {} order by 1"
)


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> tuple[Built, dict[tuple[str, str], list[Any]]]:
    """All evenings, all but the third built on top of each other with tables kept, and what the ageing of some days said then."""
    folder = tmp_path_factory.mktemp("known")
    said: dict[tuple[str, str], list[Any]] = {}
    for evening, news in EVENINGS.items():
        day = date.fromisoformat(evening)
        raw_tables.load(folder, day, *STREAMS, **news, seen=f"{day + timedelta(1)}T03:30:00Z")
        if evening == THIRD:
            continue
        built = Built(
            folder,
            [],
            today=day,
            excluded_buildings=("9",),
            incremental_from_units=0,
            checked=False,
            models=MODELS,
        )
        said |= {(as_of, evening): ageing(built, f"ageing('{as_of}')") for as_of in DAYS}
        said["unapplied", evening] = built.rows(UNAPPLIED.format("fct_financial_allocations", ""))
    return built, said


def ageing(built: Built, macro: str) -> list[Any]:
    return built.rows(f"from receivables.{macro} order by all")


@pytest.fixture(scope="module")
def built(reported: tuple[Built, Any]) -> Built:
    """After the last evening."""
    return reported[0]


def owed(built: Built, as_of: str, known_at: str) -> dict[int, str]:
    query = f"select invoice_id, open_amount from receivables.ageing_as_known('{as_of}', date '{known_at}') order by 1"
    return {key: str(amount) for key, amount in built.rows(query)}


END = "2026-01-31"


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("as_of", "known_at", "expected"),
    [
        # Before the first load its records tell: an invoice from its posting, a receipt from its entry.
        (END, "2026-01-04", {}),
        ("2026-01-15", "2026-01-06", {1: "100.00", 2: "50.00"}),
        ("2026-01-15", "2026-01-17", {1: "100.00", 2: "50.00", 3: "70.00", 4: "30.00", 6: "-25.00", 7: "90.00", 16: "-5.00"}),
        ("2026-01-15", "2026-01-18", {1: "90.00", 2: "50.00", 3: "70.00", 4: "30.00", 6: "-25.00", 7: "90.00", 16: "-5.00"}),
        # Month end as it was reported.
        (END, FIRST, {1: "90.00", 2: "30.00", 3: "70.00", 4: "30.00", 6: "-25.00", 7: "90.00", 16: "-5.00"}),
        (END, "2026-02-01", {1: "90.00", 2: "30.00", 3: "70.00", 4: "30.00", 6: "-25.00", 7: "90.00", 16: "-5.00"}),
        # The same day as it looked later.
        (END, SECOND, {1: "30.00", 2: "30.00", 4: "33.00", 5: "40.00", 6: "-25.00", 7: "85.00", 16: "-5.00"}),
        (END, THIRD, {1: "30.00", 2: "50.00", 4: "8.00", 5: "40.00", 7: "80.00", 16: "-5.00"}),
        (END, FOURTH, {1: "25.00", 4: "8.00", 5: "40.00", 7: "85.00"}),
        (END, "2030-01-01", {1: "25.00", 4: "8.00", 5: "40.00", 7: "85.00"}),
        # Another day as known then.
        ("2026-01-30", SECOND, {1: "30.00", 2: "30.00", 3: "70.00", 4: "33.00", 5: "40.00", 6: "-25.00", 7: "85.00",
                                16: "-5.00"}),
        ("2026-01-24", THIRD, {1: "90.00", 2: "50.00", 3: "70.00", 4: "33.00", 6: "-25.00", 7: "80.00", 16: "-5.00"}),
    ],
)  # fmt: skip
def test_owed_on_a_day_as_known_on_another(built: Built, as_of: str, known_at: str, expected: dict[int, str]) -> None:
    assert expected == owed(built, as_of, known_at)


def test_as_known_on_an_evening_it_is_what_the_ageing_said_that_evening(
    reported: tuple[Built, dict[tuple[str, str], list[Any]]],
) -> None:
    built, said = reported
    for (as_of, evening), rows in said.items():
        if as_of == "unapplied":
            continue
        assert rows == ageing(built, f"ageing_as_known('{as_of}', '{evening}')"), (as_of, evening)
        if evening == FOURTH:
            assert (
                rows
                == ageing(built, f"ageing('{as_of}')")
                == ageing(built, f"ageing_as_known('{as_of}', '2030-01-01')")
            )
    # A control: the evenings differ, of every day.
    assert all(said[day, FIRST] != said[day, SECOND] != said[day, FOURTH] for day in DAYS[3:])
    assert sum(map(len, said.values())) > 100


def test_cash_that_no_invoice_had_taken_on_an_evening_is_what_was_said_that_evening(
    reported: tuple[Built, dict[tuple[str, str], list[Any]]],
) -> None:
    built, said = reported
    known = "and known_from <= date '{0}' and (known_to is null or known_to > date '{0}')"
    told = {
        evening: built.rows(UNAPPLIED.format("fct_financial_allocation_versions", known.format(evening)))
        for evening in (FIRST, SECOND, FOURTH)
    }
    assert told == {evening: said["unapplied", evening] for evening in told}
    assert [{12: 12, 13: 13, 14: 14}, {13: 3, 14: 14}, {13: 3}] == [
        {key: amount for key, amount, _ in rows} for rows in told.values()
    ]


def test_versions_tell_what_changed_and_leave_out_what_does_not_count(built: Built) -> None:
    versions = "select known_from, known_to, status, total_gross from receivables.fct_sales_invoice_versions"
    assert [
        (date(2026, 1, 8), date(2026, 2, 2), "POSTED", Decimal("30.00")),
        (date(2026, 2, 2), None, "POSTED", Decimal("33.00")),
    ] == built.rows(f"{versions} where invoice_id = 4 order by all")
    assert [(date(2026, 1, 6), date(2026, 2, 10), "POSTED", Decimal("50.00"))] == built.rows(
        f"{versions} where invoice_id = 2"
    )
    assert [] == built.rows(f"{versions} where building_id = 9 or invoice_id = 9")
    allocations = "select known_from, known_to, amount from receivables.fct_financial_allocation_versions"
    assert [
        (date(2026, 2, 2), date(2026, 2, 10), Decimal("60.00")),
        (date(2026, 2, 10), None, Decimal("65.00")),
    ] == built.rows(f"{allocations} where allocation_id = 3 order by all")
    # What was put against an invoice of an excluded building stays out, when that is gone, too.
    assert [] == built.rows(f"{allocations} where allocation_id = 10")
    assert [] == built.rows("from intermediate.int_allocations where allocation_id = 10")
    assert [(Decimal("9.00"),)] == built.rows(
        "select amount from staging.stg_pms__financial_allocations where allocation_id = 10"
    )


def test_the_macro_is_published(built: Built) -> None:
    publishing.publish(built.settings)
    with warehouse.read_only(built.settings) as connection:
        rows = connection.execute(f"select sum(open_amount) from receivables.ageing_as_known('{END}', '{FIRST}')")
        assert [(Decimal("280.00"),)] == rows.fetchall()
