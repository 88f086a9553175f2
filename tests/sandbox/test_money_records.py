"""What is written about money shows what every record of its kind shows, whoever wrote it."""

import re
import zlib
from typing import Any

from nightaudit.client.resources import Bookings, Contacts, FinancialAllocations, SalesInvoices
from sandbox.sandbox_api import Api, refused, served
from sandbox.sandbox_examples import ALLOCATION, NEW_INVOICE


def test_an_allocation_shows_every_field_whoever_made_it() -> None:
    """A client that reads `sourceInvoiceId` of a receipt reads it of every allocation."""
    with served(units=4, years=1, today=None) as api:
        receipts = api.rows(FinancialAllocations.of_sales_payments, size=500)
        fields = set(receipts[0])
        is_open = next(row for row in api.rows(SalesInvoices.list, size=500) if row["outstandingAmount"] > 1)
        given = {"importType": "PAYMENT", "nominalCode": "1200", "amount": 1, "targetInvoiceId": is_open["id"]}
        assert fields <= set(api.call(FinancialAllocations.create, body=given).json())
        paid = api.call(Bookings.pay, is_open["bookingId"], body={"amount": 0.5})
        assert 200 == paid.status_code, paid.text
        assert fields <= set(api.rows(FinancialAllocations.of_sales_payments, sort="id,desc", size=1)[0])
        numbers = {len(row["invoiceNumber"] or "INV0000000") for row in api.rows(SalesInvoices.list, size=500)}
        made = api.call(SalesInvoices.create, body={"organisationId": 1}).json()["id"]
        assert numbers - {9} == {len(api.call(SalesInvoices.post, made).json()["invoiceNumber"])}


def test_an_allocation_is_of_the_account_given_or_of_its_invoice(api: Api) -> None:
    without = {name: value for name, value in ALLOCATION.items() if name != "accountId"} | {"nominalCode": "1200"}
    made = [
        api.call(FinancialAllocations.create, body=body).json() for body in (without, ALLOCATION | {"accountId": 8})
    ]
    assert [7, 8] == [row["financeAccountId"] for row in made]
    assert not any("accountId" in row for row in made)


def test_a_new_invoice_is_of_the_account_of_who_pays_it(api: Api) -> None:
    """It had none, so the ageing and the filters by account left out whatever a client had invoiced."""
    known = api.get(SalesInvoices.get, 4)["financeAccount"]
    of_booking = api.call(SalesInvoices.create, body=NEW_INVOICE).json()
    assert (1, None, known) == tuple(of_booking[name] for name in ("contactId", "companyId", "financeAccount"))
    new = [
        api.call(SalesInvoices.create, body={"organisationId": 1} | payer).json()["financeAccount"]
        for payer in ({"contactId": 2}, {"companyId": 7}, {"contactId": 2, "companyId": 7}, {"contactId": 2})
    ]
    assert ["CONTACT", "COMPANY", "COMPANY", "CONTACT"] == [account["type"] for account in new]
    assert ("Bea Quill", new[0], new[1]) == (new[0]["accountName"], new[3], new[2])
    assert 3 == len({account["id"] for account in (known, *new)}), "company 7 is not contact 1, whose account is 7"
    own = {"id": 70, "type": "CONTACT", "accountNumber": "X", "accountName": "Given"}
    assert own == api.call(SalesInvoices.create, body=NEW_INVOICE | {"financeAccount": own}).json()["financeAccount"]
    for nobody in ({}, {"companyId": 2**70}):
        assert api.call(SalesInvoices.create, body={"organisationId": 1} | nobody).json()["financeAccount"] is None


def test_receipts_and_contacts_are_found_by_the_account_of_a_new_invoice(api: Api) -> None:
    body = {"organisationId": 1, "contactId": 2, "totalNet": 100}
    made = api.call(SalesInvoices.create, body=body).json()
    account = made["financeAccount"]["id"]
    api.call(SalesInvoices.post, made["id"])
    receipt = ALLOCATION | {"accountId": account, "targetInvoiceId": made["id"]}
    paid = api.call(FinancialAllocations.create, body=receipt).json()
    assert [paid] == api.rows(FinancialAllocations.to_sales_invoices, financeAccountId=account)
    assert [2] == [contact["id"] for contact in api.rows(Contacts.list, accountId=account)]


def test_the_items_of_a_new_invoice_name_it(api: Api) -> None:
    made = api.call(SalesInvoices.create, body=NEW_INVOICE).json()
    assert {made["id"]} == {item["salesInvoiceId"] for item in made["salesInvoiceItems"]}


def test_the_pdf_names_the_account_and_every_item(api: Api) -> None:
    items = [{"description": f"Night {number}.", "quantity": 1, "unitPriceNet": 10} for number in range(250)]
    account = {"id": 7, "accountName": "Ada Quill"}
    body = NEW_INVOICE | {"salesInvoiceItems": items, "financeAccount": account}
    pdf = api.call(SalesInvoices.download, api.call(SalesInvoices.create, body=body).json()["id"]).content
    text = b"".join(zlib.decompress(part) for part in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL))
    assert b"Account: Ada Quill" in text
    assert [] == [number for number in range(250) if f"Night {number}.".encode() not in text]


def test_the_name_of_a_template_is_that_of_its_fields(api: Api) -> None:
    def put(**field: Any) -> list[tuple[int, str, str]]:
        fields = api.call(SalesInvoices.set_custom_fields, 2, body=[field]).json()
        assert fields == api.rows(SalesInvoices.custom_fields, 2)
        return [(row["id"], row["name"], row["value"]) for row in fields][1:]

    assert [(2, "order", "1")] == put(name="order", type="TEXT", value="1")
    assert [(2, "order", "2")] == put(templateName="order", value="2")
    assert [(2, "order", "2"), (3, "site", "N")] == put(templateName="site", value="N")
    assert [(2, "order", "2"), (3, "site", "S")] == put(name="site", value="S")
    unknown = api.call(SalesInvoices.set_custom_fields, 2, body=[{"id": 99, "value": "x"}])
    assert "id" == refused(unknown, 404)["errors"][0]["field"]


def test_the_custom_fields_of_a_new_invoice_are_told_by_their_ids(api: Api) -> None:
    """They had none, so that the first of them could not be updated by its id, and the next one was given the id 1."""
    named = [{"name": name, "type": "TEXT", "value": "1"} for name in ("order", "site")]
    made = api.call(SalesInvoices.create, body={"organisationId": 1, "customFields": named}).json()
    assert [1, 2] == [field["id"] for field in made["customFields"]]
    fields = api.call(
        SalesInvoices.set_custom_fields, made["id"], body=[{"id": 1, "value": "2"}, {"name": "new"}]
    ).json()
    assert [(1, "order", "2"), (2, "site", "1"), (3, "new", None)] == [
        (field["id"], field["name"], field["value"]) for field in fields
    ]


def test_what_a_client_leaves_null_takes_nothing_off_a_custom_field(api: Api) -> None:
    """An update by id from a generated client took name, template and type away: no name found the field again."""
    nulls = dict.fromkeys(("id", "templateId", "templateName", "name", "type"))
    before = api.rows(SalesInvoices.custom_fields, 2)
    fields = api.call(SalesInvoices.set_custom_fields, 2, body=[nulls | {"id": 1, "value": "b"}]).json()
    assert [before[0] | {"value": "b"}, *before[1:]] == fields
    fields = api.call(SalesInvoices.set_custom_fields, 2, body=[nulls | {"templateName": "site", "value": "N"}]).json()
    assert "site" == fields[-1]["name"]
    fields = api.call(SalesInvoices.set_custom_fields, 2, body=[nulls | {"name": "site", "value": None}]).json()
    assert (len(before) + 1, None) == (len(fields), fields[-1]["value"])


def test_money_of_two_currencies_is_not_put_together(api: Api) -> None:
    """A booking in pounds summed up an invoice in dollars as pounds, and took one payment over both."""
    wrong = api.call(SalesInvoices.create, body=NEW_INVOICE | {"currencyCode": "USD"})
    assert "currencyCode" == refused(wrong)["errors"][0]["field"]
    item = {"description": "Refund", "quantity": 1, "unitPriceNet": -50}
    credit = {"organisationId": 1, "invoiceType": "CREDIT_NOTE", "currencyCode": "EUR", "salesInvoiceItems": [item]}
    source = api.call(SalesInvoices.create, body=credit).json()["id"]
    api.call(SalesInvoices.post, source)
    body = {"accountId": 7, "importType": "ALLOCATION", "amount": 10, "sourceInvoiceId": source, "targetInvoiceId": 4}
    before = api.get(SalesInvoices.get, 4)
    assert "GBP" in refused(api.call(FinancialAllocations.create, body=body))["message"]
    assert (before, -50) == (api.get(SalesInvoices.get, 4), api.get(SalesInvoices.get, source)["outstandingAmount"])


def test_an_invoice_that_no_ledger_would_take_is_refused(api: Api) -> None:
    item = NEW_INVOICE["salesInvoiceItems"][0]
    backwards = item | {"chargeFrom": "2026-04-02", "chargeTo": "2026-04-01"}
    for field, wrong in (
        ("invoiceNumber", {"invoiceNumber": api.get(SalesInvoices.get, 4)["invoiceNumber"]}),
        ("invoiceNumber", {"invoiceNumber": f" {api.get(SalesInvoices.get, 4)['invoiceNumber']} "}),
        ("invoiceNumber", {"invoiceNumber": "2026,1"}),
        ("salesInvoiceItems", {"invoiceType": "CREDIT_NOTE"}),
        ("salesInvoiceItems.chargeTo", {"salesInvoiceItems": [backwards]}),
        ("salesInvoiceItems.unitPriceNet", {"salesInvoiceItems": [item | {"unitPriceNet": 1e12}]}),
        ("salesInvoiceItems.totalTax", {"salesInvoiceItems": [item | {"totalTax": 1e12}]}),
        ("totalNet", {"salesInvoiceItems": [item | {"totalNet": 9e11}] * 2}),
        ("totalGross", {"salesInvoiceItems": [item | {"totalNet": 9e11, "totalTax": 9e11}]}),
    ):
        answer = refused(api.call(SalesInvoices.create, body=NEW_INVOICE | wrong))
        assert (field, []) == (answer["errors"][0]["field"], api.get(Bookings.get, 3)["salesInvoices"])
    one_day = item | {"chargeFrom": "2026-04-01", "chargeTo": "2026-04-01", "unitPriceNet": -1}
    body = NEW_INVOICE | {"invoiceNumber": "A-1", "invoiceType": "CREDIT_NOTE", "salesInvoiceItems": [one_day]}
    made = api.call(SalesInvoices.create, body=body).json()
    assert ("A-1", -3.6) == (api.call(SalesInvoices.post, made["id"]).json()["invoiceNumber"], made["totalGross"])


def test_a_number_left_blank_is_none_and_no_number_stands_twice(api: Api) -> None:
    """The second blank one was refused; an invoice numbered by its id took the number that another was given."""
    made = [api.call(SalesInvoices.create, body={"organisationId": 1, "invoiceNumber": text}) for text in ("", " ", "")]
    first, second, third = (answer.json()["id"] for answer in made)
    given = {"organisationId": 1, "invoiceNumber": f"INV{second:07d}"}
    taken = api.call(SalesInvoices.create, body=given).json()
    numbers = [api.call(SalesInvoices.post, number).json()["invoiceNumber"] for number in (first, second, third)]
    assert [f"INV{first:07d}", f"{taken['invoiceNumber']}-2", f"INV{third:07d}"] == numbers


def test_an_invoice_is_balanced_whatever_its_number_looks_like(api: Api) -> None:
    """The list of balanced numbers is read without blanks around each: a number with blanks was never found."""
    item = {"description": "Refund", "quantity": 1, "unitPriceNet": -50}
    credit = {"organisationId": 1, "invoiceType": "CREDIT_NOTE", "invoiceNumber": " C 7 ", "salesInvoiceItems": [item]}
    source = api.call(SalesInvoices.create, body=credit).json()["id"]
    assert "C 7" == api.call(SalesInvoices.post, source).json()["invoiceNumber"]
    body = {"accountId": 7, "importType": "ALLOCATION", "amount": 10, "sourceInvoiceId": source, "targetInvoiceId": 4}
    assert 200 == api.call(FinancialAllocations.create, body=body).status_code
    assert source in [row["id"] for row in api.rows(SalesInvoices.balance_invoices, 4)]


def test_an_identifier_that_is_updated_keeps_its_place(api: Api) -> None:
    """What is written in another order reads as a change of every identifier after it."""
    for system in ("tax", "archive", "ledger", "tax"):
        api.call(SalesInvoices.set_integration_identifier, 4, system, body={"syncStatus": "DONE"})
    rows = api.rows(SalesInvoices.integration_identifiers, 4)
    assert [("ledger", "L1"), ("tax", None), ("archive", None)] == [
        (row["systemName"], row.get("externalId")) for row in rows
    ]
    assert {"DONE"} == {row["syncStatus"] for row in rows}
