"""A fault that passes costs a retry; one that stays ends the read, with its cause."""

import contextlib
import gzip
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import format_datetime

import pydantic
import pytest

from client.conftest import ASKED, ClientOf, Serve
from client.loopback import Asked, Exchange, Loopback, cut_headers, not_found, page_of
from nightaudit.client.auth import Credential
from nightaudit.client.failures import detail
from nightaudit.client.message import Answer
from nightaudit.client.resources import Bookings, Units
from nightaudit.client.retry import TRIES
from nightaudit.errors import ApiError, Forbidden, NotFound, Refused, ServiceFailed, Unreachable, UnreadableAnswer

ROWS = [{"id": number, "unitName": f"Unit {number}"} for number in range(20)]
GOOD = json.dumps(page_of(ROWS)).encode()
PACKED = gzip.compress(GOOD)


def cut_body(exchange: Exchange) -> None:
    exchange.send(200, GOOD[:100], Content_Length=str(len(GOOD)))
    exchange.cut()


def cut_body_unannounced(exchange: Exchange) -> None:
    exchange.send(200, GOOD[:100], Connection="close", Content_Length="100")


FAULTS: dict[str, Callable[[Exchange], None]] = {
    "429 without a time": lambda x: x.json({}, 429),
    "429 with seconds": lambda x: x.json({}, 429, Retry_After="0"),
    "429 with a date": lambda x: x.json({}, 429, Retry_After=format_datetime(datetime.now(UTC), usegmt=True)),
    "429 with nonsense": lambda x: x.json({}, 429, Retry_After="soon"),
    "limit as 403": lambda x: x.json({}, 403, Retry_After="0"),
    "500": lambda x: x.json({}, 500),
    "304": lambda x: x.send(304),
    "502 html": lambda x: x.send(502, b"<html>", Content_Type="text/html"),
    "503": lambda x: x.json({}, 503, Retry_After="0"),
    "closed": Exchange.cut,
    "reset": Exchange.reset,
    "cut headers": cut_headers,
    "cut body": cut_body,
    "cut body, length agrees": cut_body_unannounced,
    "cut gzip": lambda x: x.send(200, PACKED[:-20], Content_Encoding="gzip"),
    "gzip without its trailer": lambda x: x.send(200, PACKED[:-8], Content_Encoding="gzip"),
    "damaged gzip": lambda x: x.send(200, PACKED[:30] + b"\0\0\0" + PACKED[33:], Content_Encoding="gzip"),
    "not gzip": lambda x: x.send(200, GOOD, Content_Encoding="gzip"),
    "unknown packing": lambda x: x.send(200, GOOD, Content_Encoding="br"),
    "html": lambda x: x.send(200, b"<html>Sign in</html>", Content_Type="text/html"),
    "json said to be html": lambda x: x.send(200, GOOD, Content_Type="text/html"),
    "empty": lambda x: x.send(200),
    "204": lambda x: x.send(204),
    "NaN": lambda x: x.send(200, GOOD.replace(b"3", b"NaN")),
    "repeated key": lambda x: x.send(200, GOOD.replace(b'"id": 3', b'"id": 3, "id": 4')),
    "wrong utf-8": lambda x: x.send(200, GOOD.replace(b"Unit 3", b"Unit \xff")),
    "unknown envelope": lambda x: x.json({"rows": ROWS}),
    "count contradicts rows": lambda x: x.json({"content": ROWS, "numberOfElements": 3}),
    "null": lambda x: x.json(None),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_passes_costs_a_retry_and_nothing_else(fault: str, serve: Serve, client_of: ClientOf) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        if len(server.asked) <= 2:
            FAULTS[fault](exchange)
        else:
            exchange.send(200, GOOD)

    server = serve(respond)
    client = client_of(server)
    with client.statistics.measured() as figures:
        page = client.page(Units.list, page=0, size=20)
    assert [json.loads(row) for row in page.rows] == ROWS
    assert (3, 2) == (figures.requests, figures.retries)
    assert figures.throttled == (2 if fault.startswith(("429", "limit")) else 0)


def test_a_refusal_that_is_packed_otherwise_is_told_at_once(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.send(404, b"\x0b\x02", Content_Encoding="br"))
    with pytest.raises(NotFound):
        client_of(server).units.get(7)
    assert 1 == server.calls()


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {"204"}))
def test_a_fault_that_stays_ends_after_six_tries(fault: str, serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: FAULTS[fault](exchange))
    with pytest.raises((Unreachable, ServiceFailed, UnreadableAnswer), match="Tried 6 times") as caught:
        client_of(server).page(Units.list, page=0, size=20)
    assert 6 == server.calls()
    assert 4 == caught.value.exit_code
    assert "Traceback" not in str(caught.value)
    assert ".." not in str(caught.value), "two full stops"


def test_no_content_is_an_empty_list_when_it_is_said_three_times(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.send(204))
    page = client_of(server).page(Units.list, page=0, size=20)
    assert ((), 3) == (page.rows, server.calls())


def test_another_status_of_success_is_named(serve: Serve, client_of: ClientOf) -> None:
    with pytest.raises(UnreadableAnswer, match="The answer has status 202, which is not expected here"):
        client_of(serve(lambda _, exchange: exchange.json(page_of([{"id": 7}]), 202))).page(Units.list, page=0, size=1)


@pytest.mark.parametrize("empty", [(204, b""), (200, b" "), (200, b"null")])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_record_that_may_not_be_there_yet_is_none_when_that_is_said_three_times(
    times: int, empty: tuple[int, bytes], serve: Serve, client_of: ClientOf
) -> None:
    server: Loopback = serve(lambda _, x: x.send(*(empty if server.calls() <= times else (200, b'{"net": 5}'))))
    none = times == 3
    assert client_of(server).raw_or_none(Bookings.pricing, 7) == (None if none else b'{"net": 5}')
    assert server.calls() == (3 if none else times + 1)


@pytest.mark.parametrize(("extra", "refused"), [({}, True), ({"due": 5}, False)], ids=["alone", "beside a field"])
def test_a_message_of_status_200_is_no_record(
    extra: dict[str, int], serve: Serve, client_of: ClientOf, *, refused: bool
) -> None:
    body = {"error": "prices are not available", **extra}
    server = serve(lambda _, exchange: exchange.json(body))
    raises = pytest.raises(UnreadableAnswer, match=r'a message, not the record: "prices are not available"\.')
    with raises if refused else contextlib.nullcontext():
        assert body == json.loads(client_of(server).raw_or_none(Bookings.pricing, 7) or b"null")


@pytest.mark.parametrize(
    ("body", "reason"),
    [({"error": "busy"}, 'a message, not the record: "busy"'), ({"status": 503}, "not the record: it has only status")],
)
def test_an_error_of_status_200_is_no_record(
    body: dict[str, object], reason: str, serve: Serve, client_of: ClientOf
) -> None:
    """A correction sent such an answer back with its own field added, in place of the record."""
    server: Loopback = serve(lambda _, x: x.json(body if server.calls() <= TRIES else {"unitName": "7"}))
    with pytest.raises(UnreadableAnswer, match=reason):
        client_of(server).raw(Units.get, 7)
    assert b'{"unitName": "7"}' == client_of(server).raw(Units.get, 7)


@pytest.mark.parametrize("text", [b'{"id":' + b"[" * 50_000, b'{"id": 1, "x": 1e999999999999999999999}'])
@pytest.mark.parametrize("status", [200, 400])
def test_json_that_no_reader_can_hold_is_an_error_like_any_other(
    status: int, text: bytes, serve: Serve, client_of: ClientOf
) -> None:
    with pytest.raises(ApiError):
        client_of(serve(lambda _, exchange: exchange.send(status, text))).units.get(1)


def test_a_header_that_cannot_be_sent_is_not_repeated(serve: Serve, client_of: ClientOf) -> None:
    server = serve(not_found)
    client = client_of(server)
    key = pydantic.SecretStr("planted\nkey")
    client._session._authority._credential = Credential((b"X-Auth-Token", key), 1)
    with pytest.raises(Unreachable, match="cannot be sent") as told:
        client.units.get(1)
    assert "planted" not in str(told.value)


def test_without_faults_nothing_is_retried(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.send(200, PACKED, Content_Encoding="gzip"))
    client = client_of(server)
    page = client.page(Units.list, page=3, size=20, sort="id,asc")
    assert 20 == len(page.rows)
    assert {"page": "3", "size": "20", "sort": "id,asc"} == dict(server.asked[0].query)
    total = client.statistics.total
    assert (total.requests, total.retries, total.bytes) == (1, 0, len(GOOD))


@pytest.mark.parametrize(
    ("status", "kind"), [(400, Refused), (403, Forbidden), (404, NotFound), (410, NotFound), (302, Refused)]
)
def test_a_refusal_is_not_tried_again(status: int, kind: type[Refused], serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.json({"message": "no such ann@example.com"}, status))
    with pytest.raises(kind) as caught:
        client_of(server).units.get(7)
    assert type(caught.value) is kind
    assert (server.calls(), caught.value.status) == (1, status)
    assert "no such <e-mail>" in str(caught.value)
    assert "ann@" not in str(caught.value)


def test_an_answer_shows_nothing_of_what_was_sent() -> None:
    sent = ASKED._replace(target="/token?name=planted", content=b"client_secret=planted")
    assert "Answer(request=GET localhost/token, status=401, headers={}, body=b'')" == repr(Answer(sent, 401, {}, b""))


def test_a_long_message_of_the_service_is_quoted_in_no_time() -> None:
    began = time.process_time()
    assert 300 == len(detail(Answer(ASKED, 500, {}, json.dumps({"message": "a" * 60_000}).encode())))
    assert time.process_time() - began < 5, "seconds of CPU, which grew with the square of the length"


def test_the_check_of_a_record_runs_inside_the_tries(serve: Serve, client_of: ClientOf) -> None:
    def check(record: bytes) -> None:
        seen.append(record)
        if len(seen) < 3:
            raise UnreadableAnswer("Not yet.")

    seen: list[bytes] = []
    server = serve(lambda _, exchange: exchange.json({"id": 7}))
    assert [client_of(server).raw(Units.get, 7, check=check)] * 3 == seen
    assert 3 == server.calls()


def test_a_web_page_in_place_of_the_api_is_told_with_the_setting(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: FAULTS["html"](exchange))
    with pytest.raises(UnreadableAnswer, match=r"text/html, not JSON: a web page, .*NIGHTAUDIT_BASE_URL"):
        client_of(server).page(Units.list, page=0, size=20)
