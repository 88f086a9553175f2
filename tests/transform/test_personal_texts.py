"""What people typed where a number or a reference belongs does not reach the published file."""

from pathlib import Path
from typing import Any

import pytest

from transform.building import Built

PAYMENTS = "financial_allocations_sales_payments"
TOKEN = "na-0123456789abcdef"
GONE = [  # names, addresses, telephone and account numbers, as people and banks write them
    "Anna Smith 07700 900123 rent",
    "smith1984",
    "GB29NWBK60161331926819",
    "GB29 NWBK 6016 1331 9268 19",
    "Flat 3, 12 High St SW1A 1AA Anna",
    "Anna-Smith-4711",
    "(020)79460958 +447700900123 anna.smith84@x.org J.Smith-84",
    "07700-900123 555-123-4567 9123 4567",
    "+44 (0)20 7946 0958",
    "12-34-56 12345678",
    "4111-1111-1111-1111",
    "Kim84 QQ123456C",
]
KEPT = {
    f"Anna Smith [{TOKEN}]": f"[{TOKEN}]",
    f"RENT {TOKEN.upper()}": TOKEN.upper(),
    "RCPT00000012": "RCPT00000012",
    "INV0000123, CN0000124": "INV0000123, CN0000124",
    "RENT ANN LEE 4711": "4711",
    "Smith 20250101-00012 October": "20250101-00012",
    "SI/26/0042 (INV-2026-0042)": "SI/26/0042 (INV-2026-0042)",
    "07700 900123 INV0000123": "INV0000123",
}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    texts = [*GONE, *KEPT]
    receipts: list[tuple[str, Any]] = [
        (PAYMENTS, {"id": n, "paymentReference": text, "externalReference": text}) for n, text in enumerate(texts)
    ]
    wrong = [
        ("contacts", {"id": 1, "nationalityId": "British", "primaryContactEmailAddress": {"email": " "}}),
        ("contacts", {"id": 2, "createdDate": "born 4 May 1984, call 07700900123 or write"}),
        ("contacts", {"id": 3, "primaryContactEmailAddress": {"email": "  "}}),
        ("contacts", {"id": 4, "primaryContactEmailAddress": {"email": "Anna@X.org "}}),
        ("contacts", {"id": 5, "primaryContactEmailAddress": {"email": "anna@x.org"}}),
        ("guest_stays", {"id": 5, "roomStayId": "Zoë Smith", "contactId": "anna@x.org", "unitId": 1}),
    ]
    folder: Path = tmp_path_factory.mktemp("texts")
    models = "+fct_untyped_fields +fct_financial_allocations +dim_contacts"
    return Built(folder, [*receipts, *wrong], models=models, checked=False)


def test_of_a_reference_only_numbers_of_documents_and_tokens_are_published(built: Built) -> None:
    expected = [*[None] * len(GONE), *KEPT.values()]
    assert [(text, text) for text in expected] == built.rows(
        "select payment_reference, external_reference from receivables.fct_financial_allocations order by allocation_id"
    )


def test_of_a_value_that_cannot_be_read_only_its_shape_is_published(built: Built) -> None:
    assert [
        ("createdDate", "aaaa 9 aaa 9999, aaaa 99999999"),
        ("nationalityId", "aaaaaaa"),
        ("contactId", "aaaa@a.aaa"),
        ("roomStayId", "aaa aaaaa"),
    ] == built.rows("select field, raw_value from quality.fct_untyped_fields order by stream, field")


def test_a_blank_address_is_nobodys_and_one_in_capitals_is_the_same(built: Built) -> None:
    assert 5 == built.one("select count(*) from core.dim_contacts")
    assert 3 + 1 == built.one("select count(distinct contact_pseudonym) from core.dim_contacts")
