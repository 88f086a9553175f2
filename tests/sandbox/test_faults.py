"""Faults strike the request they are armed for, as often as asked, and the one after it is answered properly."""

import datetime
import json
import logging
import time
from email.utils import parsedate_to_datetime
from typing import Any

import httpx
import pytest

from nightaudit.client.resources import Bookings, FinancialAllocations, GuestStays, Rates, SalesInvoices, Units
from nightaudit.errors import UsageError
from nightaudit.sandbox.faults import Fault, Faults
from sandbox.sandbox_api import HTTP, Api


def units(api: Api) -> httpx.Response:
    return api.http.get("/api/v3/units")


@pytest.mark.parametrize("status", [429, 500, 502, 503])
def test_an_error_status_for_a_count_of_requests(api: Api, status: int) -> None:
    api.arm("status", status=status, count=2, skip=1, route="/units")
    assert [units(api).status_code for _ in range(5)] == [200, status, status, 200, 200]
    assert 2 == api.http.get("/_sandbox/faults").json()[0]["happened"]


def test_retry_after_comes_in_both_forms(api: Api) -> None:
    api.arm("status", status=429, retry_after="seconds", seconds=7)
    assert "7" == units(api).headers["retry-after"]
    api.arm("status", status=429, retry_after="seconds", seconds=0.5)
    assert "1" == units(api).headers["retry-after"]
    api.admin("faults", kind="status", status=503, retry_after="date", seconds=60)
    wait = parsedate_to_datetime(units(api).headers["retry-after"]) - datetime.datetime.now(datetime.UTC)
    assert 50 < wait.total_seconds() <= 60


@pytest.mark.parametrize("kind", ["reset", "drop-before", "drop-after", "truncate"])
def test_a_connection_that_ends_too_soon(api: Api, kind: str) -> None:
    api.arm(kind)
    with pytest.raises(httpx.TransportError):
        units(api)
    assert 200 == units(api).status_code


@pytest.mark.parametrize(("kind", "carried_out"), [("drop-before", False), ("drop-after", True)])
def test_a_dropped_write_is_or_is_not_carried_out(api: Api, kind: str, carried_out: bool) -> None:  # noqa: FBT001 - a parameter
    api.arm(kind, method="POST")
    with pytest.raises(httpx.TransportError):
        api.call(SalesInvoices.post, 1)
    assert (api.get(SalesInvoices.get, 1)["status"] == "POSTED") is carried_out


def test_a_late_commit_answers_an_error_and_acts_afterwards(api: Api) -> None:
    api.arm("late-commit", method="POST", status=504, seconds=0.3)
    assert 504 == api.call(SalesInvoices.post, 1).status_code
    assert "DRAFT" == api.get(SalesInvoices.get, 1)["status"]
    deadline = time.monotonic() + 10
    while api.get(SalesInvoices.get, 1)["status"] == "DRAFT" and time.monotonic() < deadline:
        time.sleep(0.05)
    assert "POSTED" == api.get(SalesInvoices.get, 1)["status"]


def test_answers_that_are_not_the_apis_json(api: Api) -> None:
    api.arm("html")
    page = units(api)
    assert (200, "text/html") == (page.status_code, page.headers["content-type"][:9])
    api.arm("empty")
    nothing = units(api)
    assert (200, b"") == (nothing.status_code, nothing.content)
    api.arm("nan")
    assert b":NaN" in units(api).content
    api.arm("cut-gzip")
    with pytest.raises((httpx.DecodingError, json.JSONDecodeError)):
        units(api).json()
    assert 4 == len(units(api).json()["content"])


@pytest.mark.parametrize("kind", ["truncate", "cut-gzip", "nan", "drip", "wrong-total"])
def test_an_answer_without_content_is_not_spoilt(
    api: Api, kind: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
    api.arm(kind, seconds=0.01)
    assert (204, b"") == ((answer := api.call(GuestStays.delete, 31)).status_code, answer.content)
    assert 404 == api.call(GuestStays.get, 31).status_code
    assert [] == caplog.records


def test_a_slow_answer_is_whole_in_the_end(api: Api) -> None:
    plain = units(api).content
    api.arm("drip", seconds=0.4)
    started = time.monotonic()
    assert units(api).content == plain
    assert time.monotonic() - started >= 0.35


def test_a_wrong_total_is_answered_once(api: Api) -> None:
    api.arm("wrong-total", amount=-3)
    assert 1 == units(api).json()["totalElements"]
    assert 4 == units(api).json()["totalElements"]


def test_a_token_revoked_in_the_middle_is_401_until_a_new_one(api: Api) -> None:
    api.arm("revoke", skip=1)
    assert [200, 401, 401] == [units(api).status_code for _ in range(3)]
    api.bearer = api.http.headers["Authorization"] = f"Bearer {api.token()}"
    assert 200 == units(api).status_code


def test_rows_come_and_go_between_pages(api: Api) -> None:
    api.arm("insert-row", route="/units", count=2)
    assert [5, 6, 6] == [units(api).json()["totalElements"] for _ in range(3)]
    api.arm("delete-row", route="/bookings", seed=3)
    assert 5 == len(api.rows(Bookings.list))
    api.arm("insert-row", route="/bookings")
    copied = api.rows(Bookings.list)[-1]
    assert 7 == copied["id"]
    assert copied["roomStays"]
    assert all(stay["roomStayId"] > 61 for stay in copied["roomStays"])
    assert {7} == {stay["bookingId"] for stay in copied["roomStays"]}
    api.arm("insert-row", route="/salesInvoices")
    invoice = api.rows(SalesInvoices.list, size=100)[-1]
    assert (6, None) == (invoice["id"], invoice["invoiceNumber"])
    assert {6} == {item["salesInvoiceId"] for item in invoice["salesInvoiceItems"]}


def test_rows_come_and_go_below_a_record_and_count_only_if_they_do(api: Api) -> None:
    """Nothing came into the list of a record, and the fault counted as happened."""
    before = api.rows(Rates.rate_segments, 1)
    api.arm("insert-row", route="/rates/*")
    assert len(before) + 1 == len(api.rows(Rates.rate_segments, 1))
    api.arm("insert-row", route="/*")
    for path in ("/rates/1", "/rates/1/unitTypes", "/nothing"):
        api.http.get(f"/api/v3{path}")
    assert [1, 0] == [row["happened"] for row in api.http.get("/_sandbox/faults").json()]


def test_hidden_rows_are_missing_from_lists_and_there_by_id(api: Api) -> None:
    api.admin("rows/units/hide", ids=[2])
    assert [1, 3, 4] == [row["id"] for row in api.rows(Units.list)]
    assert 2 == api.get(Units.get, 2)["id"]
    api.admin("rows/units/show", ids=[2])
    assert 4 == len(api.rows(Units.list))
    api.admin("rows/units/delete", ids=[2])
    assert 404 == api.call(Units.get, 2).status_code
    assert {"ids": [5]} == api.admin("rows/units/insert", records=[{"unitName": "new"}])


@pytest.mark.chaos
def test_money_adds_up_whatever_happens_to_the_answers(api: Api) -> None:
    kinds = ("drop-before", "drop-after", "late-commit", "reset", "status", "truncate")
    for seed, kind in enumerate(kinds):
        api.arm(kind, method="POST", count=None, probability=0.08, seed=seed, seconds=0.05)
    answered = 0
    for number in range(150):
        try:
            answer = api.call(Bookings.pay, 2, body={"amount": 1, "paymentReference": f"P{number}"})
            answered += answer.status_code == 200
        except httpx.TransportError:
            continue
    assert sum(row["happened"] for row in api.http.get("/_sandbox/faults").json()) > 30
    time.sleep(0.5)
    rows = [row for row in api.rows(FinancialAllocations.of_sales_payments, size=500) if row["id"] > 3]
    references = [row["paymentReference"] for row in rows]
    assert len(set(references)) == len(references) > answered > 50
    assert api.get(SalesInvoices.get, 4)["outstandingAmount"] == 240 - len(rows)
    assert api.get(Bookings.financial_summary, 2)["payments"] == 30 + len(rows)


def test_probability_is_drawn_from_the_seed() -> None:
    def strikes(seed: int) -> list[bool]:
        faults = Faults()
        faults.arm(Fault("status", probability=0.3, count=None, seed=seed))
        return [faults.strike("GET", "/api/v3/units") is not None for _ in range(400)]

    assert strikes(1) == strikes(1) != strikes(2)
    assert 80 < sum(strikes(1)) < 160


def test_a_fault_of_the_token_endpoint(api: Api) -> None:
    api.arm("status", route="/oauth/token", count=1)
    form: dict[str, Any] = {"grant_type": "client_credentials"}
    credentials = (api.connection.client_id, api.connection.client_secret)
    assert 503 == HTTP.post(api.connection.token_url, data=form, auth=credentials).status_code
    assert api.token()


@pytest.mark.parametrize(
    "wrong", [{"kind": "gremlins"}, {"kind": "status", "status": 200}, {"kind": "nan", "colour": 1}, {}, []]
)
def test_a_fault_that_makes_no_sense_is_refused(api: Api, wrong: Any) -> None:
    with pytest.raises(UsageError):
        Fault.read(wrong)
    assert 400 == api.http.post("/_sandbox/faults", json=[wrong]).status_code
