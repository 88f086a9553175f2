"""Portfolios: read from a folder, exact to the digit, or made up and living on."""

import copy
import gzip
import tempfile
from codecs import BOM_UTF8
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.operation import Pages
from nightaudit.client.resources import (
    Availabilities,
    Bookings,
    Contacts,
    Extras,
    GuestStays,
    Rates,
    RoomStays,
    SalesInvoices,
    Tags,
    Units,
    documented_operations,
)
from nightaudit.errors import UsageError
from sandbox.sandbox_api import Api, served, write_portfolio
from sandbox.sandbox_examples import UNIT, example, named
from sandbox.small_portfolio import PORTFOLIO

SEARCH = Availabilities.search


def test_money_keeps_its_digits(api: Api) -> None:
    text = '{"lastName": "Rich", "creditLimit": 12345678901234567.89, "share": 0.10}'
    made = api.http.post("/api/v3/contacts", content=text).text
    assert '"creditLimit":12345678901234567.89' in made
    assert '"share":0.10' in made
    assert made == api.http.get("/api/v3/contacts/3").text


def test_the_clock_moves_and_the_portfolio_lives_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    with served(units=12, years=1, seed=4) as api:
        assert list(tmp_path.iterdir()), "a temporary file, as none was asked for"
        before = api.http.get("/_sandbox").json()
        counts = api.admin("advance", days=7)
        after = api.http.get("/_sandbox").json()
        assert counts["bookings"] > 0
        assert "2026-03-17" == after["clock"][:10]
        assert after["records"]["bookings"] > before["records"]["bookings"]
        assert 400 == api.http.post("/_sandbox/advance", json={"days": 0}).status_code
        assert "2026-04-01" == api.admin("clock", today="2026-04-01")["today"]
        assert api.admin("reset")["records"] == before["records"]
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"nonsense": []}, "no collection"),
        ({"units": [{"a": 1}]}, "cannot be read"),
    ],
)
def test_a_portfolio_that_cannot_be_read_says_why(tmp_path: Path, files: dict[str, Any], said: str) -> None:
    folder = write_portfolio(tmp_path / "p", files)
    database = tmp_path / "x.sqlite"
    with pytest.raises(UsageError, match=said), served(folder, database=database):
        pass
    assert not database.exists()


@pytest.mark.parametrize("name", ["units.json", "units.JSONL", "units.ndjson", "units.jsonl.zip", "units"])
def test_a_file_of_a_collection_that_would_not_be_read_is_named(tmp_path: Path, name: str) -> None:
    """The collection was served as one without records."""
    folder = write_portfolio(tmp_path / "p", {"tags": [{"id": 1}]})
    (folder / name).write_text('{"id": 1}\n')
    with pytest.raises(UsageError, match=f"not read: {name}"), served(folder):
        pass
    write_portfolio(folder, {"units": [UNIT | {"id": 5}]})
    with served(folder) as api:
        assert [5] == [row["id"] for row in api.rows(Units.list)], "another beside it is a copy"


def test_a_cut_archive_is_named(tmp_path: Path) -> None:
    whole = gzip.compress(b"".join(b'{"id":%d}\n' % number for number in range(5_000)))
    (tmp_path / "units.jsonl.gz").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(UsageError, match=r"units\.jsonl\.gz cannot be read"), served(tmp_path):
        pass


def test_an_empty_folder_is_a_portfolio_without_records(tmp_path: Path) -> None:
    with served(write_portfolio(tmp_path / "p", {})) as api:
        lists = [operation for operation in documented_operations() if isinstance(operation, Pages)]
        plain = [operation for operation in lists if not operation.path_parameters and operation is not SEARCH]
        assert [api.rows(operation) for operation in plain] == [[]] * len(plain)
        assert 1 == api.call(Contacts.create, body={"lastName": "First"}).json()["id"]


def test_files_written_on_windows_are_read(tmp_path: Path) -> None:
    """A byte order mark was no JSON; where one file was put behind another, the mark stands within."""
    write_portfolio(tmp_path, {"tags": [{"id": 1, "name": "Öl"}], "units": [UNIT | {"id": 5}]})
    one = (tmp_path / "tags.jsonl").read_bytes().replace(b"\n", b"\r\n")
    (tmp_path / "tags.jsonl").write_bytes(BOM_UTF8 + one + BOM_UTF8 + one.replace(b"1", b"2"))
    (tmp_path / "units.jsonl.gz").write_bytes(gzip.compress(BOM_UTF8 + (tmp_path / "units.jsonl").read_bytes()))
    (tmp_path / "units.jsonl").unlink()
    with served(tmp_path) as api:
        assert [(1, "Öl"), (2, "Öl")] == [(row["id"], row["name"]) for row in api.rows(Tags.list)]
        assert [5] == [row["id"] for row in api.rows(Units.list)]


def without(value: Any, *path: Any) -> None:
    """Take one field out of a record, and out of each row of a list on the way to it."""
    for part in value if isinstance(value, list) else [value]:
        if len(path) == 1:
            part.pop(path[0], None)
        elif part.get(path[0]):
            without(part[path[0]], *path[1:])


@pytest.mark.parametrize(
    "path",
    [
        ("bookings", "roomStays", "startDate"),
        ("bookings", "roomStays", "endDate"),
        ("bookings", "roomStays", "roomStayStatus"),
        ("salesInvoices", "status"),
        ("activities", "startDateTime"),
        ("taxCodes", "rate"),
        ("rates", "rates", "amount"),
        ("rates", "rates", "date"),
        ("rateSegments", "amount"),
        ("rateSegments", "dateFrom"),
        ("rateSegments", "dateTo"),
        ("unitAccessGroups", "accessGroup"),
    ],
)
def test_a_record_without_a_field_costs_no_answer(tmp_path: Path, path: tuple[str, ...]) -> None:
    """Each of these made an answer, or the days that pass, a 500."""
    portfolio = copy.deepcopy(PORTFOLIO)
    without(portfolio[path[0]], *path[1:])
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        for name in ("availabilities.search", "units.get", "sales_invoices.create", "bookings.update_statuses"):
            operation = named(name)
            wanted = example(operation)
            assert api.call(operation, *wanted.ids, body=wanted.body, **wanted.query).status_code in {200, 400}
        assert 200 == api.call(GuestStays.create, body={"roomStayId": 31, "contactId": 1}).status_code
        held = api.call(Bookings.update_statuses, 5, body={"status": "PENDING"})
        assert (400 if path[-1] == "roomStayStatus" else 200) == held.status_code
        assert api.admin("advance", days=12)


def test_an_amount_left_blank_is_none(tmp_path: Path) -> None:
    """Exports write `""` for no amount; what summed it up answered 500."""
    portfolio = copy.deepcopy(PORTFOLIO)
    for booking in portfolio["bookings"]:
        for stay in booking["roomStays"]:
            stay.update(netAmount="", vatAmount=" ")
    for invoice in portfolio["salesInvoices"]:
        invoice.update(totalNet="", totalTax="", totalGross="", outstandingAmount="")
    for row in (*portfolio["rateSegments"], *(row for rate in portfolio["rates"] for row in rate["rates"])):
        row["amount"] = ""
    with served(write_portfolio(tmp_path / "p", portfolio)) as api:
        assert 12 == api.get(Bookings.pricing, 1)["total"]["gross"], "of the extra alone"
        assert 0 == api.get(Bookings.financial_summary, 1)["charges"]
        assert 400 == api.call(Bookings.pay, 1, body={"amount": 1}).status_code
        assert api.call(SalesInvoices.download, 1).content.startswith(b"%PDF")
        assert {0} == {row["amount"] for row in api.rows(Rates.segments, 1)}
        assert [] == api.rows(SEARCH, dateFrom="2026-04-20", dateTo="2026-04-23")
        assert api.admin("advance", days=12)


def test_a_folder_of_room_stays_alone_is_written_to(tmp_path: Path) -> None:
    """As the list of a running service shows them, without bookings: a unit's new name, or a guest stay, was a 500."""
    portfolio = {name: records for name, records in PORTFOLIO.items() if name != "bookings"}
    stays = [stay for booking in PORTFOLIO["bookings"] for stay in booking["roomStays"]]
    portfolio["roomStays"] = [{name: stay[name] for name in stay if name != "bookingId"} for stay in stays]
    folder = write_portfolio(tmp_path / "p", portfolio)
    with served(folder, dialect="observed") as api:
        assert 200 == api.call(Units.update, 1, body=UNIT).status_code
        assert {"A9"} == {row["unit"]["name"] for row in api.rows(RoomStays.list) if row["unit"]["id"] == 1}
        assert len(stays) == len(api.rows(RoomStays.list))
        made = api.call(GuestStays.create, body={"roomStayId": 31})
        assert (200, stays[3]["bookingReference"]) == (made.status_code, made.json()["bookingReference"])


def test_an_extra_of_a_folder_is_paid_whatever_its_id(tmp_path: Path) -> None:
    """The first new stay is 62, and its first extra was 621: a payment meant for the folder's went astray."""
    portfolio = copy.deepcopy(PORTFOLIO)
    portfolio["bookings"][0]["roomStays"][0]["extras"][0]["roomStayExtraId"] = 621
    folder = write_portfolio(tmp_path / "p", portfolio)
    with served(folder) as api:
        stay = {"startDate": "2026-10-01", "endDate": "2026-10-03", "extras": [{"extraId": 1}]}
        for _ in range(2):
            made = api.call(Bookings.create, body={"roomStays": [stay]}).json()["roomStays"][0]["extras"][0]
            assert 621 != made["roomStayExtraId"]
            assert 2 == api.call(Extras.pay, 621, body={"amount": 1}).json()["invoiceId"]
        api.admin("reset")
        again = api.call(Bookings.create, body={"roomStays": [stay]}).json()["roomStays"][0]["extras"][0]
        assert 621 != again["roomStayExtraId"]
