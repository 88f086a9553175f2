"""A folder whose records are of other types is refused when the sandbox starts, with file, line, record and field."""

import copy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.resources import (
    Availabilities,
    Bookings,
    Channels,
    Rates,
    SalesInvoices,
    Units,
    documented_operations,
    observed_operations,
)
from nightaudit.errors import UsageError
from nightaudit.sandbox import SandboxOptions, create_app
from nightaudit.sandbox.store.portfolio_types import READ, checked
from nightaudit.sandbox.store.tables import TABLES
from sandbox.sandbox_api import Api, refused, served, write_portfolio
from sandbox.sandbox_examples import example
from sandbox.small_portfolio import PORTFOLIO


def changed(collection: str, position: int, *path: Any, value: Any) -> dict[str, Any]:
    """The small portfolio with one value in one record changed."""
    portfolio = copy.deepcopy(PORTFOLIO)
    place = portfolio[collection][position]
    for part in path[:-1]:
        place = place[part]
    place[path[-1]] = value
    return portfolio


@pytest.mark.parametrize(
    ("collection", "position", "path", "value", "said"),
    [
        ("units", 1, ("availableTo",), 20261231, "line 2 (record 2): availableTo is 20261231, not a date"),
        ("units", 0, ("unitTypeId",), "one", 'unitTypeId is "one", not an integer'),
        ("unitTypes", 0, ("maxOccupancy",), "x", 'maxOccupancy is "x", not an integer'),
        ("unitAccessGroups", 0, ("accessGroup",), "staff", 'accessGroup is "staff", not an object'),
        ("unitTypes_featuresFacilities", 0, ("featureFacilityId",), [1], "featureFacilityId is [1], not an integer"),
        ("activities", 0, ("dueDate",), "2026-02-30", 'dueDate is "2026-02-30", not a date'),
        ("activities", 0, ("startDateTime",), "soon", 'startDateTime is "soon", not a date'),
        ("taxCodes", 0, ("rate",), "twenty", 'rate is "twenty", not a number'),
        ("tags", 0, ("name",), ["VIP"], 'name is ["VIP"], not text'),
        ("contacts", 0, ("customFields",), 7, "customFields is 7, not a list"),
        ("rates", 0, ("rates", 0, "amount"), True, "rates.amount is true, not a number"),
        ("rates", 0, ("minimumStay",), "2x", 'minimumStay is "2x", not an integer'),
        ("bookings", 2, ("roomStays", 0, "unit", "id"), "A1", 'line 3 (record 3): roomStays.unit.id is "A1"'),
        ("bookings", 0, ("roomStays", 0, "roomStayId"), None, "roomStays.roomStayId is null, not an integer that no"),
        ("bookings", 1, ("roomStays", 0, "roomStayId"), 11, "roomStays.roomStayId is 11, not an integer that no other"),
        ("bookings", 0, ("holdUntil",), 5, "holdUntil is 5, not a date"),
        ("salesInvoices", 3, ("outstandingAmount",), {"gross": 1}, "(record 4): outstandingAmount is"),
        ("salesInvoices", 1, ("id",), 1, "line 2 (record 1): id is 1, not an integer that no other record has"),
        ("financialAllocations_salesPayments", 0, ("amount",), "NaN", 'amount is "NaN", not a number'),
    ],
)
def test_a_value_of_another_type_is_refused_at_the_start(
    tmp_path: Path, collection: str, position: int, path: tuple[Any, ...], value: Any, said: str
) -> None:
    folder = write_portfolio(tmp_path / "p", changed(collection, position, *path, value=value))
    with pytest.raises(UsageError) as refusal:
        create_app(SandboxOptions(portfolio=folder, database=tmp_path / "x.sqlite"))
    assert f"{collection}.jsonl cannot be read as records: line " in str(refusal.value)
    assert said in str(refusal.value)
    assert [folder] == list(tmp_path.iterdir())


def test_the_command_says_so_and_ends_with_2(tmp_path: Path) -> None:
    folder = write_portfolio(tmp_path / "p", changed("units", 0, "availableTo", value=[]))
    ended = subprocess.run(
        [sys.executable, "-m", "nightaudit", "sandbox", "--portfolio", str(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (2, "") == (ended.returncode, ended.stdout)
    assert "units.jsonl" in ended.stderr
    assert "Traceback" not in ended.stderr


@pytest.mark.parametrize(
    "line", [b"x", b'{"id": 1, "a": NaN}', b'{"id": 1', b"[]", b'"a"', b"1", b'{"id": 1, "a": "\xe9"}']
)
def test_a_line_that_is_no_object_is_named_by_its_number(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "units.jsonl").write_bytes(b'{"id": 7}\n\n' + line + b"\n")
    with pytest.raises(UsageError, match=r"units\.jsonl .*: line 3"):
        create_app(SandboxOptions(portfolio=tmp_path))


def test_a_folder_that_can_no_longer_be_read_leaves_the_sandbox_as_it_is(tmp_path: Path) -> None:
    folder = write_portfolio(tmp_path / "p", {"units": [{"id": 1}]})
    with served(folder) as api:
        api.admin("clock", days=2)
        before = api.http.get("/_sandbox").json()
        write_portfolio(folder, {"units": [{"id": 1, "availableTo": 5}]})
        answer = refused(api.http.post("/_sandbox/reset"))
        assert "units.jsonl" in answer["message"]
        after = api.http.get("/_sandbox").json()
        assert (before["clock"][:10], before["version"]) == (after["clock"][:10], after["version"])


def test_what_exports_write_for_nothing_and_without_quotes_is_served(tmp_path: Path) -> None:
    """Blank for nothing, amounts in quotes, postcodes and references as numbers, and fields that nobody knows."""
    units = [{"id": 1, "unitName": 101, "bookable": "", "availableTo": "", "maxOccupancy": "", "mood": {"a": [1]}}]
    codes = [{"id": 1, "rate": "20.00"}, {"id": 2, "rate": " "}]
    links = [{"id": 1, "unit": {"id": 1}, "accessGroup": {"name": "Staff"}}]
    amounts = [{"date": "2026-04-20", "amount": " "}, {"date": "", "amount": 1}, {"amount": 2}]
    rates = [
        {"id": 1, "unitTypeId": 1, "taxCodeId": 2, "rates": amounts},
        {"id": 2, "unitTypeId": 1, "taxCodeId": 2, "rates": [{"date": "2026-04-20", "amount": 0}]},
    ]
    stock: dict[str, list[Any]] = {
        "units": [*units, {"id": 2, "unitTypeId": 1}],
        "unitTypes": [{"id": 1}],
        "unitAccessGroups": links,
    }
    season = {"id": 1, "rateId": 1, "name": 2026, "dateFrom": "2026-01-01", "dateTo": "2026-12-31"}
    invoices = [{"id": 1, "balancedInvoiceNumbers": 7}, {"id": 2, "invoiceNumber": "7"}]
    stock |= {
        "unitAccessGroups": links,
        "taxCodes": codes,
        "rates": rates,
        "rateSegments": [season],
        "salesInvoices": invoices,
    }
    folder = write_portfolio(tmp_path / "p", stock)
    with served(folder) as api:
        assert units == api.rows(Units.list)[:1]
        assert ["Staff"] == [group["name"] for group in api.rows(Units.access_groups, 1)]
        assert [1, 2] == [rate["id"] for rate in api.rows(Rates.list, dateTo="2026-04-30")]
        assert ["2026"] == [row["name"] for row in api.rows(Rates.segments, 1)]
        assert [2] == [row["id"] for row in api.rows(SalesInvoices.balance_invoices, 1)]
        offers = api.rows(Availabilities.search, dateFrom="2026-04-20", dateTo="2026-04-21")
        assert [(2, 0)] == [(offer["rateId"], offer["grossAmount"]) for offer in offers], (
            "no price is none, and 0 is one"
        )


def spoiled(record: Any, value: Any, read: list[str], keys: set[str]) -> Any:
    """A record with the value in every field that no rule reads."""
    if isinstance(record, list):
        return [spoiled(item, value, read, keys) for item in record]
    if not isinstance(record, dict):
        return record
    after = {}
    for name, kept in record.items():
        below = [path.partition(".")[2] for path in read if path.partition(".")[0] == name]
        spoils = not below and name not in keys
        after[name] = (
            value if spoils else spoiled(kept, value, [path for path in below if path], keys) if any(below) else kept
        )
    return after


@pytest.mark.parametrize("value", ["x", 7, True, [1], {"a": 1}], ids=str)
def test_what_no_rule_reads_is_served_as_it_is_and_costs_no_answer(tmp_path: Path, value: Any) -> None:
    """With such folders a load is tried against services whose records are of types that nobody expects."""
    keys = {table.key for table in TABLES.values()}
    portfolio = {
        collection: [spoiled(record, value, READ.get(collection, "").split(), keys) for record in records]
        for collection, records in PORTFOLIO.items()
    }
    assert value == portfolio["channels"][0]["commission"] == portfolio["bookings"][0]["roomStays"][0]["numberOfAdults"]
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        assert portfolio["channels"] == api.rows(Channels.list)
        answers_everything(api)


def answers_everything(api: Api) -> None:
    for operation in (*documented_operations(), *observed_operations()):
        wanted = example(operation)
        answer = api.call(operation, *wanted.ids, body=wanted.body, **wanted.query)
        assert answer.status_code < 500, operation.name
    assert api.admin("advance", days=3)


def test_dates_of_other_forms_are_served_where_rules_compare_them_only(tmp_path: Path) -> None:
    portfolio = changed("bookings", 0, "roomStays", 0, "startDate", value="31/12/2026")
    portfolio["guestStays"][0]["checkInDate"] = "yesterday"
    portfolio["units"][0]["availableTo"] = "2030-12-31T00:00:00Z"
    portfolio["rates"][0]["rates"][0]["date"] += "T00:00:00Z"
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        assert api.rows(Rates.list, dateFrom="2026-04-20")
        answers_everything(api)


def test_what_rules_read_is_in_the_dictionary() -> None:
    assert READ.keys() <= TABLES.keys()
    for collection in TABLES:
        list(checked(collection, [f'{{"{TABLES[collection].key}": 1}}'.encode()]))


def test_a_record_that_lacks_what_rules_read_costs_no_answer(tmp_path: Path) -> None:
    """A block of no unit, a link to no feature, a receipt of no amount, a note without a word."""
    portfolio = copy.deepcopy(PORTFOLIO)
    lacking = {"activities": "unitId", "unitTypes_featuresFacilities": "featureFacilityId", "bookings_notes": "content"}
    lacking |= {"financialAllocations_salesPayments": "amount"}
    portfolio["bookings_notes"] = [{"id": 1, "bookingId": 1}]
    for collection, name in lacking.items():
        for record in portfolio[collection]:
            record.pop(name, None)
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        assert api.rows(Availabilities.search, dateFrom="2026-04-10", dateTo="2026-04-12")
        assert 200 == api.call(Bookings.update, 1, body={"notes": ["Cot"]}).status_code
        assert 10 == api.get(Bookings.financial_summary, 2)["payments"], "of the allocation in the other list"
        answers_everything(api)
