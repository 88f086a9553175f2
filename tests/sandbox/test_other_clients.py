"""The sandbox as clients of other makes meet it: their addresses, queries, methods, headers and bodies."""

import json
import logging
import re
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from nightaudit.client.operation import Operation, Put
from nightaudit.client.resources import AccessGroups, Bookings, Contacts, GuestStays, SalesInvoices, Units, UnitTypes
from sandbox.sandbox_api import HTTP, Api, refused, served, write_portfolio
from sandbox.sandbox_examples import IMAGE, NEW_BOOKING, example, writes


@pytest.mark.parametrize(("method", "status"), [("GET", 200), ("HEAD", 200), ("POST", 400), ("OPTIONS", 204)])
def test_an_address_may_end_with_a_slash(api: Api, method: str, status: int) -> None:
    assert api.http.request(method, "/api/v3/units/").status_code == status
    assert api.http.request(method, "/api/v3/units").status_code == status


@pytest.mark.parametrize("system", ["tax/vat", "tax/", "/", "100%", "a%2Fb", "a b?c#d", "Bücher"])
def test_a_name_in_an_address_may_have_any_character(api: Api, system: str) -> None:
    """The slash of a name was taken for one between two values (404), or at its end for none: another system's was written."""
    written = api.call(SalesInvoices.set_integration_identifier, 4, system, body={"syncStatus": "DONE"})
    assert (200, system) == (written.status_code, written.json()["systemName"])
    names = [row["systemName"] for row in api.rows(SalesInvoices.integration_identifiers, 4)]
    assert ["ledger", system] == names
    path = SalesInvoices.set_integration_identifier.url_path(4, "tax")
    refused(api.http.put(f"{path}/vat", json={"syncStatus": "DONE"}), 404)


def test_a_parameter_left_empty_is_none(api: Api) -> None:
    empty = {"page": "", "size": "", "sort": "", "dateFrom": "", "dateTo": "", "status": "", "organisationId": ""}
    assert api.call(SalesInvoices.list, **empty).json() == api.call(SalesInvoices.list).json()
    assert api.call(GuestStays.list, status="", unitId="").json() == api.call(GuestStays.list).json()
    refused(
        api.http.get(f"{GuestStays.list.url_path()}?unitId=%0B"), 400
    )  # blank is not empty: the description has integers


@pytest.mark.parametrize(
    "query",
    [
        "statuses=PENDING,ENQUIRY",
        "statuses=PENDING,ENQUIRY,",
        "statuses[]=PENDING&statuses[]=ENQUIRY",
        "statuses[0]=PENDING&statuses[1]=ENQUIRY",
        "statuses%5B10%5D=PENDING&statuses%5B11%5D=ENQUIRY",
    ],
)
def test_a_list_of_values_is_written_in_several_ways(api: Api, query: str) -> None:
    rows = api.http.get(f"{Bookings.list.url_path()}?{query}").json()["content"]
    assert [4, 5] == [row["id"] for row in rows]


@pytest.mark.parametrize(("written", "expected"), [("False", [4]), ("true", [1, 2, 3]), ("TRUE", [1, 2, 3])])
def test_true_and_false_are_written_as_languages_write_them(api: Api, written: str, expected: list[int]) -> None:
    assert expected == [row["id"] for row in api.rows(Units.list, bookable=written)]


def test_an_address_tells_its_methods(api: Api) -> None:
    """Refused with a method that is known nowhere, a client was told that the address has all known ones."""
    answer = api.http.options(Units.get.url_path(1))
    assert (204, "DELETE, GET, HEAD, OPTIONS, PUT") == (answer.status_code, answer.headers["allow"])
    for method in ("PATCH", "PROPFIND", "get"):
        request = api.http.build_request("POST", Units.get.url_path(1))
        request.method = method
        refused(refusal := api.http.send(request), 405)
        assert refusal.headers["allow"] == answer.headers["allow"]
    head = api.http.head(Units.get.url_path(1))
    assert (b"", head.headers["content-length"]) == (head.content, api.call(Units.get, 1).headers["content-length"])


def test_a_reader_who_has_this_version_is_told_so(api: Api) -> None:
    path = Contacts.get.url_path(1)
    tag = api.http.get(path).headers["etag"]
    assert 304 == api.http.get(path, headers={"If-None-Match": tag}).status_code
    api.call(Contacts.update, 1, body={"lastName": "Reed"})
    assert 200 == api.http.get(path, headers={"If-None-Match": tag}).status_code


def test_a_client_may_name_several_versions(api: Api) -> None:
    """A cache that has two versions sends both; its update was a conflict though one of them was the present one."""
    path = Contacts.get.url_path(1)
    tag = api.http.get(path).headers["etag"]
    for known, status in ((f'"x", W/{tag}', 304), ("*", 304), ('"x"', 200), (f"{tag[:-2]}", 200)):
        assert status == api.http.get(path, headers={"If-None-Match": known}).status_code
    body = {"lastName": "Reed"}
    for named, status in (('"x"', 409), (f"W/{tag}", 409), (f'"x",{tag}', 200), ("*", 200)):
        assert status == api.http.put(path, json=body, headers={"If-Match": named}).status_code


def test_a_body_may_begin_with_a_byte_order_mark_and_come_in_chunks(api: Api) -> None:
    made = api.http.post(Contacts.create.url_path(), content=iter([b'\xef\xbb\xbf{"last', b'Name": "Reed"}']))
    assert (200, "Reed") == (made.status_code, made.json()["lastName"])


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content-Type": "Application/JSON; charset=UTF-8"}, 200),
        ({"Content-Type": "application/vnd.pms+json"}, 200),
        ({"Content-Type": "application/x-www-form-urlencoded"}, 415),
        ({"Content-Type": "text/plain"}, 415),
        ({"Content-Type": "application/json", "Content-Encoding": "gzip"}, 415),
    ],
)
def test_a_body_is_said_to_be_json(api: Api, headers: dict[str, str], status: int) -> None:
    """What `curl -d` sends by itself is called a form: taken here, it would fail at every real service."""
    before = len(api.rows(AccessGroups.list))
    answer = api.http.post(AccessGroups.create.url_path(), content=b'{"name": "Guests"}', headers=headers)
    assert (status, before + (status == 200)) == (answer.status_code, len(api.rows(AccessGroups.list)))
    posted = api.http.post(SalesInvoices.post.url_path(1), headers=headers)
    assert 200 == posted.status_code, "an operation without a body takes none amiss"


def test_the_name_of_a_media_type_has_no_case(api: Api) -> None:
    name, content, kind = IMAGE
    sent = api.http.build_request("POST", UnitTypes.upload_image.url_path(1), files={"photo": (name, content, kind)})
    sent.headers["content-type"] = sent.headers["content-type"].replace("multipart/form-data", "Multipart/Form-Data")
    assert "plan.png" == api.http.send(sent).json()["fileName"]


@pytest.mark.parametrize("names", [("file", "file"), ("photo", "plan")])
def test_a_form_has_one_file(api: Api, names: tuple[str, str]) -> None:
    """Of two files one was stored, and the client was told that all went well."""
    before = api.rows(UnitTypes.images, 1)
    answer = api.http.post(UnitTypes.upload_image.url_path(1), files=[(name, IMAGE) for name in names])
    assert ("file", before) == (refused(answer)["errors"][0]["field"], api.rows(UnitTypes.images, 1))


def test_the_token_endpoint_says_what_it_misses(api: Api) -> None:
    connection = api.connection
    answer = HTTP.post(connection.token_url, json={"grant_type": "client_credentials"})
    assert (400, "invalid_request") == (answer.status_code, answer.json()["error"])
    assert "form" in answer.json()["error_description"]
    refusal = HTTP.post(connection.token_url, data={"grant_type": "client_credentials"}, auth=("sandbox", "wrong"))
    assert (401, "invalid_client") == (refusal.status_code, refusal.json()["error"])
    assert refusal.headers["www-authenticate"].startswith("Basic ")


def test_a_client_that_leaves_in_the_middle_of_its_body_is_no_failure(
    api: Api, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("uvicorn.error"), "handlers", [caplog.handler])
    address = httpx.URL(api.connection.base_url)
    for path, kind in (
        ("contacts", "application/json"),
        ("unitTypes/1/images/upload", "multipart/form-data; boundary=x"),
    ):
        with socket.create_connection((address.host, address.port or 0)) as connection:
            head = (
                f"POST /api/v3/{path} HTTP/1.1\r\nHost: sandbox\r\nContent-Type: {kind}\r\nContent-Length: 99\r\n\r\n"
            )
            connection.sendall(f"{head}--x\r\n".encode())
            time.sleep(0.1)
    refused(api.http.get(Units.get.url_path(99)), 404)
    assert [] == caplog.records


def test_a_time_written_anew_is_the_time_that_was_read(api: Api) -> None:
    """A client with types reads `Z` and sends `+00:00`: what it sent back unchanged was a conflict, or not updatable."""

    def anew(value: Any) -> Any:
        return json.loads(re.sub(r'(T[0-9:.]+)Z"', r'\1+00:00"', json.dumps(value)))

    contact = anew(api.get(Contacts.get, 1))
    assert "+00:00" in contact["lastModifiedDate"]
    assert 200 == api.call(Contacts.update, 1, body=contact | {"firstName": "Eve"}).status_code
    refused(api.call(Contacts.update, 1, body=contact), 409)
    booking = anew(api.get(Bookings.get, 1))
    assert 200 == api.call(Bookings.update, 1, body=booking | {"marketSegmentId": None}).status_code
    later = booking["createdDate"].replace("+00:00", "+01:00")
    assert "createdDate" in refused(api.call(Bookings.update, 1, body={"createdDate": later}))["message"]
    booking["roomStays"][0]["startDate"] = "2026-03-02"
    assert "roomStays" in refused(api.call(Bookings.update, 1, body={"roomStays": booking["roomStays"]}))["message"]


def test_a_time_in_milliseconds_is_the_time_that_was_read(api: Api) -> None:
    """A client in JavaScript reads times into dates, which have milliseconds: each of its updates was a conflict."""

    def in_milliseconds(value: Any) -> Any:
        return json.loads(re.sub(r"([.][0-9]{3})[0-9]{3}Z", r"\1Z", json.dumps(value)))

    contact = api.call(Contacts.create, body={"lastName": "Reed"}).json()
    read = in_milliseconds(contact)
    assert re.fullmatch(".{19}[.][0-9]{3}Z", read["lastModifiedDate"])
    assert 200 == api.call(Contacts.update, contact["id"], body=read | {"firstName": "Eve"}).status_code
    earlier = "2026-01-01T00:00:00.000Z"
    refused(api.call(Contacts.update, contact["id"], body=read | {"lastModifiedDate": earlier}), 409)
    booking = in_milliseconds(api.call(Bookings.create, body=NEW_BOOKING).json())
    assert 200 == api.call(Bookings.update, booking["id"], body=booking | {"tags": ["VIP"]}).status_code
    assert "createdDate" in refused(api.call(Bookings.update, booking["id"], body={"createdDate": earlier}))["message"]


def test_a_record_that_is_sent_back_may_have_null_for_what_it_lacks(tmp_path: Path) -> None:
    """A typed client writes null for each field that it did not read: its update was refused, as a change of `roomStays`."""
    stays = [{"roomStayId": 11, "startDate": "2026-03-01", "endDate": "2026-03-05", "unit": {"id": None}}]
    folder = write_portfolio(tmp_path / "p", {"bookings": [{"id": 1, "roomStays": stays}]})
    nulls = {"netAmount": None, "extras": None, "createdDate": None, "unit": {"id": None, "name": None}}
    with served(folder) as api:
        body: dict[str, Any] = {"tags": ["VIP"], "roomStays": [stays[0] | nulls]}
        assert ["VIP"] == api.call(Bookings.update, 1, body=body).json()["tags"]
        body["roomStays"][0]["netAmount"] = 5
        assert "roomStays" in refused(api.call(Bookings.update, 1, body=body))["message"]


def test_an_update_leaves_the_time_of_creation_as_it_was(api: Api) -> None:
    """A client in JavaScript that sent a booking back cut the microseconds off the time at which it was created."""
    made = api.call(Bookings.create, body=NEW_BOOKING).json()
    rounded = made["createdDate"][:23] + "Z"
    assert 200 == api.call(Bookings.update, made["id"], body={"createdDate": rounded, "tags": ["VIP"]}).status_code
    after = api.get(Bookings.get, made["id"])
    assert (made["createdDate"], ["VIP"]) == (after["createdDate"], after["tags"])


PUTS = [
    one
    for one in writes()
    if isinstance(one, Put) and one.path_parameters == ("id",) and isinstance(example(one).body, dict)
]


@pytest.mark.parametrize("operation", PUTS)
def test_an_update_is_of_the_record_in_its_address(api: Api, operation: Operation[Any]) -> None:
    """The record of a row above, sent to the address of the row below, replaced the wrong record without a word."""
    wanted = example(operation)
    number = wanted.ids[0]
    before = api.http.get(operation.url_path(number)).json()
    refusal = refused(api.call(operation, number, body=wanted.body | {"id": number + 1}))
    assert "id" == refusal["errors"][0]["field"]
    assert before == api.http.get(operation.url_path(number)).json()
    for same in (number, None):
        assert number == api.call(operation, number, body=wanted.body | {"id": same}).json()["id"]
