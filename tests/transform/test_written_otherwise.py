"""A tenant whose service writes what the record dictionary says in another way: one build of it."""

import datetime
from pathlib import Path
from typing import Any

import pytest

from nightaudit.errors import DataCheckError
from transform import village
from transform.building import Built
from transform.kept import Kept

NEW_YORK = 1
TENANT: list[tuple[str, dict[str, Any]]] = [
    ("buildings", {"id": NEW_YORK, "name": "West", "timeZone": "America/New_York", "currencyCode": "USD"}),
    ("units", {"id": 1, "unitName": "", "name": "Flat 1", "buildingId": NEW_YORK, "availableTo": ""}),
    ("contacts", {"id": 1, "primaryContactEmailAddress": {"email": ""}}),
    ("contacts", {"id": 2, "primaryContactEmailAddress": {"email": ""}}),
    (
        "financialAllocations_salesPayments",
        {"id": 1, "importType": "", "date": "2026-02-03", "amount": "7", "sourceInvoiceId": "", "currencyCode": ""},
    ),
]


def stay(number: int, **more: Any) -> dict[str, Any]:
    known = {"roomStayId": number, "roomStayStatus": "Checked Out ", "startDate": "2026-02-01", "endDate": "2026-02-03"}
    return known | {"netAmount": "100", "vatAmount": "", "unit": {"id": 1}} | more


NEVER = {"roomStayStatus": "CANCELLED", "cancelledDate": "9999-12-31", "contractSignedDate": "1753-01-01T00:00:00Z"}
A_NIGHT = 547_000_000  # so the stay costs nearly as much as is believed
ENDLESS = {
    "endDate": "9999-12-31",
    "roomStayStatus": "confirmed ",
    "unit": {"id": 3},
    "netAmount": str(18_262 * A_NIGHT),
}
TENANT += [
    ("units", {"id": 3, "unitName": "", "name": "Flat 3", "buildingId": NEW_YORK}),
    ("bookings", {"id": 9, "roomStays": [stay(9, **ENDLESS)]}),
    ("guestStays", {"id": 9, "roomStayId": 9, "status": "Checked-in"}),
    ("bookings", {"id": 10, "createdDate": "0001-01-01T00:00:00Z", "roomStays": [stay(10, **NEVER)]}),
    (
        "bookings",
        {"id": 1, "currencyCode": "", "roomStays": [stay(1, cancelledDate="", bookingReference="", confirmedDate="")]},
    ),
    (
        "bookings",
        {
            "id": 2,
            "createdDate": "2026-01-10",
            "roomStays": [
                stay(2, confirmedDate="2026-01-11", contractSignedDate="2026-01-12T00:00:00.000"),
                stay(3, confirmedDate="2026-01-11T00:00:00Z", contractSignedDate="2026-01-12T03:00:00+0000"),
            ],
        },
    ),
    (
        "activities",
        {"id": 1, "unitId": 1, "blockAvailability": True, "startDateTime": "2026-03-05", "dueDate": "2026-03-06"},
    ),
    (
        "activities",
        {
            "id": 2,
            "unitId": 1,
            "blockAvailability": True,
            "startDateTime": "2026-03-08T22:00:00",
            "dueDate": "2026-03-09",
        },
    ),
    # Half past twelve at night in London, where it is the day after.
    (
        "financialAllocations_salesPayments",
        {"id": 2, "importType": "PAYMENT", "amount": "5", "createdDate": "2026-06-30T23:30:00Z"},
    ),
    (
        "financialAllocations_salesPayments",
        {
            "id": 3,
            "importType": "PAYMENT",
            "amount": "5",
            "date": "",
            "targetInvoiceId": 1,
            "exportedDate": "9999-12-31",
        },
    ),
    (
        "financialAllocations_salesPayments",
        {"id": 4, "importType": " Refund", "amount": "6", "date": "2026-02-03", "sourceInvoiceId": 3}
        | {"currencyCode": "usd ", "exportStatus": "Exported ", "exportDate": "2026-02-04T08:00:00Z"},
    ),
    (
        "bookings",
        {"id": 12, "channelId": 0, "marketSegmentId": "-1", "bookingContactId": -1}
        | {"roomStays": [stay(12, roomStayStatus="CANCELLED", unit={"id": 0, "buildingId": -1, "unitTypeId": 0})]},
    ),
    (
        "financialAllocations_salesPayments",
        {"id": 5, "importType": "PAYMENT", "amount": "5", "date": "2026-02-03", "sourceInvoiceId": 0}
        | {"targetInvoiceId": -1, "financeAccountId": 0},
    ),
    ("financialAllocations_salesInvoices", {"id": 6, "amount": "8", "date": "2026-02-03", "currencyCode": "USD"}),
    ("financialAllocations_salesPayments", {"id": 6, "amount": "6", "date": "2026-02-03", "currencyCode": "USD"}),
    ("contacts", {"id": 3, "createdDate": "2026-06-30T23:30:00"}),
    ("contacts", {"id": 4, "createdDate": "0001-01-01T00:00:00Z"}),
]


def invoice(number: int, kind: str, **more: Any) -> tuple[str, dict[str, Any]]:
    dated = {
        "id": number,
        "invoiceType": kind,
        "status": "Posted ",
        "invoiceDate": "2026-02-01",
        "currencyCode": "usd ",
    }
    return "salesInvoices", dated | more


TENANT += [
    invoice(1, "INVOICE", totalGross="120", totalTax="20"),
    invoice(2, "INVOICE", totalGross="120", totalNet="100", salesInvoiceItems=[{"id": 1, "unitId": 1}]),
    invoice(3, "CREDIT_NOTE", totalGross="60", totalTax="10"),
    invoice(4, "Credit Note", totalNet="50", totalTax="10"),
    invoice(
        5,
        "CREDIT_NOTE",
        totalNet="-50",
        totalTax="-10",
        salesInvoiceItems=[{"id": 2, "totalNet": "50", "totalTax": "10"}],
    ),
    invoice(
        6,
        "CREDIT_NOTE",
        totalNet="50",
        totalTax="10",
        salesInvoiceItems=[{"id": 3, "totalNet": "-50", "totalTax": "-10"}],
    ),
    invoice(7, "CREDIT_NOTE", totalGross="60"),
    invoice(8, "INVOICE", totalNet="70", status="PAID"),
    invoice(9, "INVOICE", totalNet="70", status=None),
    invoice(
        10, "INVOICE", totalNet="70", status="DRAFT", invoiceDueDate="0001-01-01", exportedDate="0001-01-01T00:00:00Z"
    ),
    invoice(11, "Sales-Credit", totalNet="30", status="DRAFT", exportStatus="Skipped"),
    (
        "salesInvoices",
        {"id": 12, "type": "CREDIT_NOTE", "status": "DRAFT", "totalNet": "30", "exportDate": "2026-02-05T08:00:00Z"}
        | {"salesInvoiceItems": [{"itemId": 120, "totalNet": "30"}]},
    ),
    ("buildings", {"id": 2, "name": None, "currencyCode": "chf "}),  # of which no rate is known
    ("units", {"id": 2, "buildingId": 2}),
    ("bookings", {"id": 3, "currencyCode": " gbp", "roomStays": [stay(4, unit={"id": 2})]}),
    ("bookings", {"id": 4, "currencyCode": "CHF", "roomStays": [stay(5, unit={"id": 2}, startDate="2026-02-02")]}),
]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder: Path = tmp_path_factory.mktemp("otherwise")
    return Built(folder, TENANT, excluded_buildings=("test house",))


def test_an_empty_text_says_nothing(built: Built) -> None:
    assert [] == built.rows("from quality.fct_untyped_fields")
    assert (
        (
            "excluded_buildings_are_known (1 row: setting NIGHTAUDIT_EXCLUDED_BUILDINGS, building test house,"
            " which is the name or id of none)"
        ),
    ) == built.report.warnings, "nothing here is called test house"
    assert [("USD", 100)] == built.rows(
        "select currency_code, net_amount from occupancy.fct_room_stays where room_stay_id = 1"
    )
    assert [(1, "Flat 1")] == built.rows("select unit_id, unit_name from core.dim_units where unit_id = 1")
    assert [("GBP", True)] == built.rows(
        "select currency_code, is_cash from receivables.fct_financial_allocations where allocation_id = 1"
    )
    assert 2 == built.one("select count(distinct contact_pseudonym) from core.dim_contacts where contact_id < 3")


def test_codes_are_in_capitals_however_they_are_written(built: Built) -> None:
    assert [("SKIPPED", "USD")] == built.rows(
        "select export_status, currency_code from receivables.fct_sales_invoices where invoice_id = 11"
    )
    assert [("EXPORTED", "USD")] == built.rows(
        "select export_status, currency_code from receivables.fct_financial_allocations where allocation_id = 4"
    )


def test_a_guest_has_checked_in_however_that_is_written(built: Built) -> None:
    assert [(9, 9, "CHECKED_IN")] == built.rows("from corrections.room_stay_status")


def test_the_observed_names_of_money_are_read(built: Built) -> None:
    assert [("CREDIT_NOTE", 120, 5), (None, None, 4)] == built.rows(
        """select invoice_type, invoice_item_id, day(exported_at) from receivables.fct_sales_invoices
           inner join revenue.fct_invoice_items using (invoice_id, invoice_type) where invoice_id = 12
           union all
           select null, null, day(exported_at) from receivables.fct_financial_allocations where allocation_id = 4"""
    )


def test_of_an_id_that_two_lists_show_at_one_time_the_receipt_is_right(built: Built) -> None:
    assert [(6, True)] == built.rows(
        "select amount, is_cash from receivables.fct_financial_allocations where allocation_id = 6"
    )


def test_an_id_that_services_write_for_no_record_is_none(built: Built) -> None:
    """Stays without a unit stood in a `Unit 0` that the marts made up for them."""
    assert [(None, None, None, None)] == built.rows(
        "select unit_id, contact_id, channel_id, market_segment_id from occupancy.fct_room_stays where room_stay_id = 12"
    )
    assert [(None, None, None)] == built.rows(
        """select source_invoice_id, target_invoice_id, finance_account_id from receivables.fct_financial_allocations
           where allocation_id = 5"""
    )
    assert 0 == built.one("select count(*) from core.dim_units where unit_id in (0, -1)")


def test_a_record_of_such_an_id_is_told(tmp_path: Path) -> None:
    records = [("channels", {"id": one, "name": "Direct"}) for one in (-1, 0, 1)]
    records += [("bookings", {"id": one, "roomStays": [stay(one)]}) for one in (0, 1)]
    built = Built(tmp_path, records, models="+ids_of_none_are_unused", replayed=False)
    assert 1 == len(built.report.warnings)
    assert "ids_of_none_are_unused (4 rows, for example: " in built.report.warnings[0]


def test_a_date_time_without_an_offset_has_the_date_it_was_written_with(built: Built) -> None:
    day = datetime.date
    assert [
        (1, None, None, None),
        (2, day(2026, 1, 10), day(2026, 1, 11), day(2026, 1, 12)),
        (3, day(2026, 1, 10), day(2026, 1, 10), day(2026, 1, 11)),  # a control: these name one, and are evenings there
    ] == built.rows(
        """select room_stay_id, booked_date, confirmed_date, signed_date from occupancy.fct_room_stays
           where room_stay_id < 4 order by 1"""
    )
    assert [(day(2026, 3, 5),), (day(2026, 3, 8),)] == built.rows(
        "select night_date from occupancy.fct_unit_nights where state = 'out_of_order' order by 1"
    )
    assert [(day(2026, 6, 30),)] == built.rows("select created_date from core.dim_contacts where contact_id = 3")


def test_a_date_that_services_write_for_none_is_none(built: Built) -> None:
    """The zero of Go and .NET, 0001-01-01, was in New York the last day before Christ."""
    assert [(None, None, None, None)] == built.rows(
        """select booked_date, lead_days, signed_date, cancelled_date from occupancy.fct_room_stays
           where room_stay_id = 10"""
    )
    assert [(None,)] == built.rows("select created_date from core.dim_contacts where contact_id = 4")
    assert [(None, None)] == built.rows(
        "select due_date, exported_at from receivables.fct_sales_invoices where invoice_id = 10"
    )
    assert [(None,)] == built.rows(
        "select exported_at from receivables.fct_financial_allocations where allocation_id = 3"
    )
    assert datetime.date(9999, 12, 31) == built.one(
        "select end_date from occupancy.fct_room_stays where room_stay_id = 9"
    )


def test_an_allocation_without_a_date_is_of_the_local_day_it_was_entered_on(built: Built) -> None:
    dates = "select allocation_date from receivables.fct_financial_allocation{} where allocation_id = 2"
    assert datetime.date(2026, 7, 1) == built.one(dates.format("s"))
    assert datetime.date(2026, 7, 1) == built.one(dates.format("_versions"))


def test_of_gross_net_and_vat_the_third_follows_and_a_credit_is_negative_whatever_states_it(built: Built) -> None:
    assert [
        (1, 100, 20, 120),
        (2, 100, 20, 120),
        *((number, -50, -10, -60) for number in (3, 4, 5, 6)),
        (7, 0, 0, -60),  # nothing says how much of it is VAT
    ] == built.rows(
        """select invoice_id, total_net, total_tax, total_gross from receivables.fct_sales_invoices
           where invoice_id < 8 order by 1"""
    )
    assert [(2, 0), (5, -50), (6, -50), (12, -30)] == built.rows(
        "select invoice_id, net_amount from revenue.fct_invoice_items order by 1"
    )
    # The credit of 60 states no net: 100 + 100 and four credits of 50.
    assert [(0, 0)] == built.rows("select sum(invoiced_net), sum(invoiced_vat) from revenue.fct_revenue_monthly")
    assert [(1, 100)] == built.rows(
        "select building_id, sum(invoiced_net) from revenue.fct_revenue_monthly where building_id = 1 group by 1"
    )
    assert 0 == built.one("select count(*) from quality.fct_exceptions where kind = 'invoice differs from its items'")


def test_a_building_without_a_name_is_not_one_that_is_left_out(built: Built) -> None:
    assert [("Building 2", "CHF")] == built.rows(
        "select building_name, currency_code from core.dim_buildings where building_id = 2"
    )


def test_what_is_left_out_for_its_status_or_for_want_of_a_rate_is_listed(built: Built) -> None:
    assert 0 == built.one("select count(*) from receivables.fct_open_items where invoice_id > 7")
    assert 100 == built.one("select sum(room_revenue_net) from occupancy.fct_occupancy_daily where building_id = 2")
    assert [
        ("invoice of an unknown status, not counted", 8, "Status PAID, neither POSTED nor VOID"),
        ("invoice of an unknown status, not counted", 9, "No status, neither POSTED nor VOID"),
        ("no rate for the currency", 4, "GBP has no rate into CHF: its amounts are missing there"),
        ("no rate for the currency", 5, "CHF has no rate into GBP: its amounts are missing there"),
    ] == built.rows(
        """select kind, record_id, detail from quality.fct_exceptions
           where kind in ('invoice of an unknown status, not counted', 'no rate for the currency') order by all"""
    )


def test_what_is_of_no_known_type_and_what_states_a_gross_alone_is_listed(built: Built) -> None:
    kinds = (
        "allocation of an unknown type, no cash",
        "invoice of an unknown type, taken as an invoice",
        "net and VAT are not the gross",
    )
    assert [
        (kinds[0], 4, "6.00 USD of type REFUND"),
        (kinds[1], 11, "Type SALES_CREDIT, gross 30.00"),
        (kinds[2], 7, "Net 0.00, VAT 0.00, gross -60.00"),
    ] == built.rows(f"select kind, record_id, detail from quality.fct_exceptions where kind in {kinds} order by all")
    assert [(False, -60)] == built.rows(
        """select is_cash, open_amount from receivables.fct_financial_allocations
           join receivables.fct_open_items on source_invoice_id = invoice_id where allocation_id = 4"""
    )


def test_where_no_item_names_a_stay_nothing_of_stays_is_held_against_invoices(built: Built) -> None:
    assert 5 == built.one("select count(*) from occupancy.fct_room_stays where room_stay_status = 'CHECKED_OUT'")
    assert ["net of invoices"] == [
        row[0] for row in built.rows("select distinct measure from quality.fct_reconciliations")
    ]


def test_an_allocation_without_any_date_pays_its_invoice_and_is_listed(built: Built) -> None:
    assert [(1, 115)] == built.rows(
        "select invoice_id, open_amount from receivables.fct_open_items where invoice_id = 1"
    )
    assert 115 == built.one("select open_amount from receivables.ageing('2026-02-01') where invoice_id = 1")
    kind = "allocation without a date, no cash of any month"
    assert [(3, "5.00 USD")] == built.rows(
        f"select record_id, detail from quality.fct_exceptions where kind = '{kind}'"
    )


def test_of_a_stay_without_an_end_fifty_years_are_counted(built: Built) -> None:
    assert [(18_262, datetime.date(2026, 2, 1), datetime.date(2076, 1, 31), 18_262 * A_NIGHT)] == built.rows(
        """select count(*), min(night_date), max(night_date), sum(net_amount) from occupancy.fct_stay_nights
           where room_stay_id = 9"""
    )
    assert [(600, 18_262, 18_262 * A_NIGHT)] == built.rows(
        """select count(*), sum(nights), sum(net_amount) from occupancy.fct_on_the_books_changes
           where room_stay_id = 9"""
    )
    assert ["occupied"] == [
        state
        for (state,) in built.rows(
            "select distinct state from occupancy.fct_unit_nights where unit_id = 3 and night_date >= '2026-02-01'"
        )
    ]
    assert [(9, "CONFIRMED from 2026-02-01 to 9999-12-31 in unit 3")] == built.rows(
        """select record_id, detail from quality.fct_exceptions
           where kind = 'stay of more than fifty years, counted for fifty'"""
    )


def test_a_field_that_most_records_state_no_more_fails_the_build(tmp_path: Path) -> None:
    """The control: half of them, or a field that none ever stated, may lack it; and records that are gone do not count."""
    work = Kept(tmp_path)
    (tmp_path / "private").mkdir()
    booked = [("bookings", {"id": number, "roomStays": [stay(number)]}) for number in range(1, 21)]
    renamed = [("bookings", {"id": number, "roomStays": [stay(number, netAmount=None)]}) for number in range(1, 12)]
    check = {"models": "+fields_of_room_stays_are_still_stated +fields_of_sales_invoices_are_still_stated"}
    work.load(records=booked)
    work.load(records=renamed[:10])
    work.mend(**check)
    work.load(records=renamed[10:])
    lacking = "field net_amount, records_with 9, records_without 11, which may have another name now"
    with pytest.raises(DataCheckError, match=rf"fields_of_room_stays_are_still_stated \(1 row: {lacking}\)"):
        work.mend(**check)
    work.load(records=[], gone=[("bookings", str(number)) for number in range(1, 12)])
    work.mend(**check)
    invoices = [
        village.invoice(number, "POSTED", "2026-02-05", "9", "0", room_stay=number, financeAccount=None)
        for number in range(1, 21)
    ]
    work.load(records=invoices)
    work.load(records=[(name, invoice | {"status": None}) for name, invoice in invoices[:11]])
    with pytest.raises(
        DataCheckError, match=r"fields_of_sales_invoices_are_still_stated \(1 row: field invoice_status, records_with 9"
    ):
        work.mend(**check)
