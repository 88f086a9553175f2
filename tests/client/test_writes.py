"""A write is sent once, and its fate is told."""

import gzip
import json
import threading
import time
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from client.conftest import ByToken, ClientOf, Serve
from client.loopback import Asked, Exchange, cut_headers, in_threads
from nightaudit.client.records.bookings import CustomField
from nightaudit.errors import (
    AmbiguousWrite,
    ApiError,
    Conflict,
    CredentialsError,
    Forbidden,
    NotFound,
    NotSent,
    Refused,
    UsageError,
)

INVOICE = b'{"id": 7, "status": "VOID", "totalNet": 10.10}'
PACKED = gzip.compress(INVOICE)


def announced(exchange: Exchange, status: int, body: bytes) -> None:
    exchange.send(status, body, Content_Length=str(len(body) + 50))
    exchange.cut()


FATES: dict[str, tuple[type[ApiError], Callable[[Exchange], None]]] = {
    "400": (Refused, lambda x: x.json({}, 400)),
    "403": (Forbidden, lambda x: x.json({}, 403)),
    "404": (NotFound, lambda x: x.json({}, 404)),
    "405": (Refused, lambda x: x.json({}, 405)),
    "409": (Conflict, lambda x: x.json({}, 409)),
    "412": (Conflict, lambda x: x.json({}, 412)),
    "422 whose body is cut": (Refused, lambda x: announced(x, 422, b"{")),
    "400 packed otherwise": (Refused, lambda x: x.send(400, b"\x0b\x02", Content_Encoding="br")),
    "400 in words": (Refused, lambda x: x.send(400, b"{}", Content_Encoding="UTF-8")),
    "429 packed otherwise": (NotSent, lambda x: x.send(429, b"\x0b\x02", Content_Encoding="br", Retry_After="0")),
    "200 packed otherwise": (AmbiguousWrite, lambda x: x.send(200, INVOICE, Content_Encoding="br")),
    "200 of an error": (AmbiguousWrite, lambda x: x.json({"status": 400, "title": "Bad Request"})),
    "429": (NotSent, lambda x: x.json({}, 429, Retry_After="0")),
    "limit as 403": (NotSent, lambda x: x.json({}, 403, Retry_After="0")),
    "500": (AmbiguousWrite, lambda x: x.json({}, 500)),
    "502": (AmbiguousWrite, lambda x: x.send(502, b"<html>", Content_Type="text/html")),
    "503 with a time": (AmbiguousWrite, lambda x: x.json({}, 503, Retry_After="0")),
    "408": (AmbiguousWrite, lambda x: x.json({}, 408)),
    "302": (AmbiguousWrite, lambda x: x.json({}, 302)),
    "303": (AmbiguousWrite, lambda x: x.json({}, 303)),
    "closed": (AmbiguousWrite, Exchange.cut),
    "reset": (AmbiguousWrite, Exchange.reset),
    "cut headers": (AmbiguousWrite, cut_headers),
    "cut body": (AmbiguousWrite, lambda x: announced(x, 200, INVOICE)),
    "cut gzip": (AmbiguousWrite, lambda x: x.send(200, PACKED[:-9], Content_Encoding="gzip")),
    "html": (AmbiguousWrite, lambda x: x.send(200, b"<html>", Content_Type="text/html")),
    "empty 200": (AmbiguousWrite, lambda x: x.send(200)),
    "NaN": (AmbiguousWrite, lambda x: x.send(200, b'{"totalNet": NaN}')),
    "repeated key": (AmbiguousWrite, lambda x: x.send(200, b'{"id": 7, "id": 8}')),
    "another type": (AmbiguousWrite, lambda x: x.send(200, b'{"id": "seven"}')),
    "silence": (AmbiguousWrite, lambda _: time.sleep(0.6)),
}


@pytest.mark.parametrize("fault", FATES)
def test_a_write_is_sent_once_and_its_fate_is_told(fault: str, serve: Serve, client_of: ClientOf) -> None:
    kind, answer = FATES[fault]
    server = serve(lambda _, exchange: answer(exchange))
    client = client_of(server, timeout_seconds=0.4)
    with pytest.raises(ApiError) as caught:
        client.sales_invoices.void(7)
    assert type(caught.value) is kind
    assert (1, 1, 0) == (server.calls(), client.statistics.total.requests, client.statistics.total.retries)
    assert ("POST", "/api/v3/salesInvoices/7/void") == (caught.value.method, caught.value.path)


def test_an_answer_with_a_field_that_does_not_fit_is_an_answer(serve: Serve, client_of: ClientOf) -> None:
    answer = {"id": 7, "status": "VOID", "invoiceDueDate": "2026-11-15T09:30:00Z", "salesInvoiceItems": [{"id": "A"}]}
    found = client_of(serve(lambda _, exchange: exchange.json(answer))).sales_invoices.void(7)
    assert (7, "VOID", None) == (found.id, found.status, found.invoice_due_date)


@pytest.mark.parametrize("fault", ["429", "500", "closed", "reset", "cut body", "html"])
def test_control_a_read_under_the_same_fault_is_tried_six_times(fault: str, serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: FATES[fault][1](exchange))
    with pytest.raises(ApiError):
        client_of(server).sales_invoices.get(7)
    assert 6 == server.calls()


def test_no_byte_left_when_nobody_listens(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.send(200, INVOICE))
    client = client_of(server)
    assert "VOID" == client.sales_invoices.void(7).status
    server.close()
    with pytest.raises(NotSent, match="was not sent"):
        client.sales_invoices.void(7)
    assert 1 == server.calls()


def test_an_idle_connection_that_the_service_closed_costs_no_write(serve: Serve, client_of: ClientOf) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        exchange.send(200, INVOICE)
        exchange.connection.shutdown(2)  # without a word: the client still believes the connection alive

    server = serve(respond)
    client = client_of(server)
    for _ in range(20):
        client.sales_invoices.get(7)
        assert 7 == client.sales_invoices.void(7).id
    assert 20 == sum(asked.method == "POST" for asked in server.asked)


def test_every_write_opens_a_connection_of_its_own(serve: Serve, client_of: ClientOf) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        peers[asked.method].append(exchange.client_address)
        exchange.send(200, INVOICE)

    peers: dict[str, list[object]] = {"GET": [], "POST": []}
    client = client_of(serve(respond))
    for _ in range(5):
        client.sales_invoices.get(7)
        client.sales_invoices.void(7)
    assert [5, 1] == [len(set(peers[method])) for method in ("POST", "GET")], "reads share one: the control"


def test_a_service_that_acts_and_then_fails_acts_once(serve: Serve, client_of: ClientOf) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.method == "POST":
            booked.append(asked.body)
            exchange.reset()

    booked: list[bytes] = []
    client = client_of(serve(respond))
    with pytest.raises(AmbiguousWrite, match="Read the record to see"):
        client.bookings.pay(7, body={"amount": Decimal("10.10")})
    assert [b'{"amount":10.10}'] == booked
    for _ in range(2):  # the control: blind repetition books again each time
        with pytest.raises(AmbiguousWrite):
            client.bookings.pay(7, body={"amount": Decimal("10.10")})
    assert 3 == len(booked)


@pytest.mark.parametrize("down", ["500", "closed", "html"])
def test_without_a_token_a_write_was_not_sent(down: str, serve: Serve, client_of: ClientOf, by_token: ByToken) -> None:
    server = serve(lambda _, exchange: FATES[down][1](exchange))
    with pytest.raises(NotSent, match="was not sent"):
        client_of(server, **by_token(server)).sales_invoices.void(7)
    assert {"/token"} == {asked.path for asked in server.asked}


def test_a_dead_token_turns_the_write_down_unread_and_is_renewed(
    serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            issued.append(f"token-{len(issued)}")
            exchange.json({"access_token": issued[-1], "expires_in": 3600})
        elif asked.headers["authorization"] == f"Bearer {issued[-1]}" and issued[-1] not in dead:
            exchange.send(200, INVOICE)
        else:
            exchange.json({}, 401)

    issued: list[str] = []
    dead: set[str] = set()
    server = serve(respond)
    client = client_of(server, **by_token(server))
    client.sales_invoices.get(7)
    dead.add(issued[-1])
    with pytest.raises(NotSent, match="renewed"):
        client.sales_invoices.void(7)
    assert 7 == client.sales_invoices.void(7).id
    assert (2, 2) == (server.calls("/void"), len(issued))
    dead.update(f"token-{number}" for number in range(99))
    with pytest.raises(NotSent):
        client.sales_invoices.void(7)
    with pytest.raises(CredentialsError):
        client.sales_invoices.void(7)


@pytest.mark.parametrize("status", [200, 201, 202, 204])
def test_an_empty_success_is_done_but_for_a_200_to_other_than_a_deletion(
    status: int, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(lambda _, exchange: exchange.send(status))
    assert client_of(server).areas.delete(7) is None
    if status != 200:
        assert client_of(server).sales_invoices.void(7) is None
    assert (1 if status == 200 else 2) == server.calls()


def test_a_web_page_does_not_say_that_a_record_was_deleted(serve: Serve, client_of: ClientOf) -> None:
    """As a gateway answers in the place of the service: a sign-in page, with status 200."""
    kinds = iter(["text/html; charset=utf-8", "text/plain"])
    server = serve(lambda _, exchange: exchange.send(200, b"<html>Sign in</html>", Content_Type=next(kinds)))
    with pytest.raises(
        AmbiguousWrite, match=r"DELETE /api/v3/areas/7 may have been carried out: the answer is a web page"
    ):
        client_of(server).areas.delete(7)
    assert client_of(server).areas.delete(7) is None
    assert 2 == server.calls()


def test_bodies_go_out_exact(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.json([{"name": "a", "value": "b"}], 201))
    client = client_of(server)
    found: Any = client.sales_invoices.set_custom_fields(7, body=[CustomField(name="a", value="b")])  # rows in a list
    assert [type(field) for field in found] == [CustomField]
    assert ("POST", b'[{"name":"a","value":"b"}]') == (server.asked[0].method, server.asked[0].body)
    assert "application/json" == server.asked[0].headers["content-type"]
    with pytest.raises(UsageError):
        client.bookings.pay(7, body={"amount": Decimal("NaN")})
    assert 1 == server.calls()


def test_an_image_goes_out_as_multipart(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.json({"id": 1, "fileName": "a.png"}))
    client = client_of(server)
    assert "a.png" == client.unit_types.upload_image(7, body=b"\x89PNG\r\n\x1a\n--x--").file_name
    client.unit_types.upload_image(7, body={"fileName": 'pl"an.jpg', "content": b"abc", "type": "image/jpeg"})
    first, second = server.asked
    boundary = first.headers["content-type"].removeprefix("multipart/form-data; boundary=").encode()
    assert first.body.startswith(b"--" + boundary + b'\r\nContent-Disposition: form-data; name="file"; filename=')
    assert first.body.endswith(b"Content-Type: image/png\r\n\r\n\x89PNG\r\n\x1a\n--x--\r\n--" + boundary + b"--\r\n")
    assert b'filename="pl%22an.jpg"' in second.body
    with pytest.raises(UsageError):
        client.unit_types.upload_image(7, body={"content": ""})


def test_writes_of_many_threads_arrive_once_each(serve: Serve, client_of: ClientOf) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        with lock:
            seen.append(json.loads(asked.body)["content"])
            fails = len(seen) % 5 == 0
        exchange.reset() if fails else exchange.json({"id": 1, "content": "x"})

    def work(first: int) -> None:
        for number in range(first, 160, 8):
            try:
                client.bookings.add_note(7, body={"content": str(number)})
            except AmbiguousWrite:
                ambiguous.append(number)

    lock = threading.Lock()
    seen: list[str] = []
    ambiguous: list[int] = []
    client = client_of(serve(respond), concurrency=8)
    in_threads(8, work)
    assert sorted(seen, key=int) == [str(number) for number in range(160)]
    assert 32 == len(ambiguous)
