"""A tenant whose service writes what the record dictionary says in another way: one build of it."""

from pathlib import Path
from typing import Any

import pytest
from building import Built

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
    known = {"roomStayId": number, "roomStayStatus": "CHECKED_OUT", "startDate": "2026-02-01", "endDate": "2026-02-03"}
    return known | {"netAmount": "100", "vatAmount": "", "unit": {"id": 1}} | more


TENANT += [("bookings", {"id": 1, "currencyCode": "", "roomStays": [stay(1, cancelledDate="", bookingReference="")]})]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    folder: Path = tmp_path_factory.mktemp("otherwise")
    return Built(folder, TENANT)


def test_an_empty_text_says_nothing(built: Built) -> None:
    assert [] == built.rows("from quality.fct_untyped_fields")
    assert () == built.report.warnings
    assert [("USD", 100)] == built.rows("select currency_code, net_amount from occupancy.fct_room_stays")
    assert [(1, "Flat 1")] == built.rows("select unit_id, unit_name from core.dim_units")
    assert [("GBP", True)] == built.rows("select currency_code, is_cash from receivables.fct_financial_allocations")
    assert 2 == built.one("select count(distinct contact_pseudonym) from core.dim_contacts")
