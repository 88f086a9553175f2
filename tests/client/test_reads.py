import codecs
import contextlib
import gzip
import json
import socket
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import pydantic
import pytest
from loopback import Asked, Exchange, Loopback, cut_headers, in_threads, page_of

from nightaudit.client.auth import Credential
from nightaudit.client.records.bookings import Booking, BookingRow
from nightaudit.client.resources import Bookings, SalesInvoices, Units
from nightaudit.errors import (
    ApiError,
    Forbidden,
    NotFound,
    Refused,
    ServiceFailed,
    Unreachable,
    UnreadableAnswer,
    UsageError,
)

if TYPE_CHECKING:
    from nightaudit.client.client import Client

ROWS = [{"id": number, "unitName": f"Unit {number}"} for number in range(20)]
GOOD = json.dumps(page_of(ROWS)).encode()
PACKED = gzip.compress(GOOD)


def not_found(_: Asked, exchange: Exchange) -> None:
    exchange.json({}, 404)


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
    "500": lambda x: x.json({}, 500),
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
def test_a_fault_that_passes_costs_a_retry_and_nothing_else(fault: str, serve: Any, client_of: Any) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        if len(server.asked) <= 2:
            FAULTS[fault](exchange)
        else:
            exchange.send(200, GOOD)

    server: Loopback = serve(respond)
    client: Client = client_of(server)
    with client.statistics.measured() as figures:
        page = client.page(Units.list, page=0, size=20)
    assert [json.loads(row) for row in page.rows] == ROWS
    assert (figures.requests, figures.retries) == (3, 2)
    assert figures.throttled == (2 if fault.startswith("429") else 0)


def test_a_refusal_that_is_packed_otherwise_is_told_at_once(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.send(404, b"\x0b\x02", Content_Encoding="br"))
    with pytest.raises(NotFound):
        client_of(server).units.get(7)
    assert server.calls() == 1


@pytest.mark.parametrize("fault", sorted(FAULTS.keys() - {"204"}))
def test_a_fault_that_stays_ends_after_six_tries(fault: str, serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: FAULTS[fault](exchange))
    with pytest.raises((Unreachable, ServiceFailed, UnreadableAnswer), match="Tried 6 times") as caught:
        client_of(server).page(Units.list, page=0, size=20)
    assert server.calls() == 6
    assert caught.value.exit_code == 4
    assert "Traceback" not in str(caught.value)
    assert ".." not in str(caught.value), "two full stops"


def test_no_content_is_an_empty_list_when_it_is_said_three_times(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.send(204))
    page = client_of(server).page(Units.list, page=0, size=20)
    assert ((), 3) == (page.rows, server.calls())


@pytest.mark.parametrize("status", [203, 206])
def test_a_page_that_is_called_partial_or_changed_by_a_proxy_is_read(status: int, serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json(page_of([{"id": 7}]), status))
    client = client_of(server)
    assert [7] == [unit.id for unit in client.units.list()]
    assert client.statistics.total.retries == 0


def test_another_status_of_success_is_named(serve: Any, client_of: Any) -> None:
    with pytest.raises(UnreadableAnswer, match="The answer has status 202, which is not expected here"):
        client_of(serve(lambda _, exchange: exchange.json(page_of([{"id": 7}]), 202))).page(Units.list, page=0, size=1)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"cut \ud83d", "cut \ufffd"),
        (r"\uDE00 \uD83D\ude00", "\ufffd \U0001f600"),
        (r"\ud83d\ud83d\ude00\u00e9", "\ufffd\U0001f600é"),
        (r"C:\\\\ud83d \ud83d\"", 'C:\\\\ud83d \ufffd"'),
    ],
)
def test_half_a_character_fails_no_list(written: str, read: str, serve: Any, client_of: Any) -> None:
    """As a service writes a text that it has cut within an emoji."""
    body = b'[{"id": 7, "unitName": "%b"}]' % written.encode()
    client = client_of(
        serve(lambda asked, exchange: exchange.send(200, body if "page" in dict(asked.query) else body[1:-1]))
    )
    assert [read] == [unit.unit_name for unit in client.units.list()]
    assert read == client.units.get(7).unit_name


@pytest.mark.parametrize("written", ["utf-8", "iso-8859-1"])
def test_a_declared_character_set_counts_where_the_text_is_not_utf_8(written: str, serve: Any, client_of: Any) -> None:
    body = json.dumps(page_of([{"id": 7, "unitName": "Zoë"}]), ensure_ascii=False).encode(written)
    server: Loopback = serve(
        lambda _, exchange: exchange.send(200, body, Content_Type='application/json; charset="ISO-8859-1"')
    )
    client = client_of(server)
    assert ["Zoë"] == [unit.unit_name for unit in client.units.list()]
    assert client.statistics.total.retries == 0


@pytest.mark.parametrize("empty", [(204, b""), (200, b" "), (200, b"null")])
@pytest.mark.parametrize("times", [1, 2, 3])
def test_a_record_that_may_not_be_there_yet_is_none_when_that_is_said_three_times(
    times: int, empty: tuple[int, bytes], serve: Any, client_of: Any
) -> None:
    server: Loopback = serve(lambda _, x: x.send(*(empty if server.calls() <= times else (200, b'{"net": 5}'))))
    none = times == 3
    assert client_of(server).raw_or_none(Bookings.pricing, 7) == (None if none else b'{"net": 5}')
    assert server.calls() == (3 if none else times + 1)


@pytest.mark.parametrize(("extra", "refused"), [({}, True), ({"due": 5}, False)], ids=["alone", "beside a field"])
def test_a_message_of_status_200_is_no_record(
    extra: dict[str, int], serve: Any, client_of: Any, *, refused: bool
) -> None:
    body = {"error": "prices are not available", **extra}
    server: Loopback = serve(lambda _, exchange: exchange.json(body))
    raises = pytest.raises(UnreadableAnswer, match="a message, not the record: prices are not available")
    with raises if refused else contextlib.nullcontext():
        assert body == json.loads(client_of(server).raw_or_none(Bookings.pricing, 7))


@pytest.mark.parametrize("kind", ["text/json; charset=utf-8", "application/problem+json", "Application/JSON", ""])
def test_json_by_another_name_or_after_a_byte_order_mark_is_json(kind: str, serve: Any, client_of: Any) -> None:
    body = codecs.BOM_UTF8 + json.dumps(page_of([{"id": 7}])).encode()
    server: Loopback = serve(lambda _, exchange: exchange.send(200, body, Content_Type=kind))
    client = client_of(server)
    assert [7] == [unit.id for unit in client.units.list()]
    assert client.statistics.total.retries == 0


@pytest.mark.parametrize("text", [b'{"id":' + b"[" * 50_000, b'{"id": 1, "x": 1e999999999999999999999}'])
@pytest.mark.parametrize("status", [200, 400])
def test_json_that_no_reader_can_hold_is_an_error_like_any_other(
    status: int, text: bytes, serve: Any, client_of: Any
) -> None:
    with pytest.raises(ApiError):
        client_of(serve(lambda _, exchange: exchange.send(status, text))).units.get(1)


def test_a_header_that_cannot_be_sent_is_not_repeated(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(not_found)
    client: Client = client_of(server)
    key = pydantic.SecretStr("planted\nkey")
    client._session._authority._credential = Credential(b"X-Auth-Token", key, 1)
    with pytest.raises(Unreachable, match="cannot be sent") as told:
        client.units.get(1)
    assert "planted" not in str(told.value)


def test_answers_that_a_cache_keeps_are_not_taken(serve: Any, client_of: Any) -> None:
    """What is read of a list a second time proves what was read of it first: a cache would repeat the first answer."""
    server = serve(lambda _, exchange: exchange.json(page_of([{"id": 1}])))
    client_of(server).page(Units.list, page=0, size=20)
    assert ["no-cache"] == [asked.headers["cache-control"] for asked in server.asked if asked.method == "GET"]


def test_without_faults_nothing_is_retried(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.send(200, PACKED, Content_Encoding="gzip"))
    client: Client = client_of(server)
    page = client.page(Units.list, page=3, size=20, sort="id,asc")
    assert len(page.rows) == 20
    assert dict(server.asked[0].query) == {"page": "3", "size": "20", "sort": "id,asc"}
    total = client.statistics.total
    assert (total.requests, total.retries, total.bytes) == (1, 0, len(GOOD))


@pytest.mark.parametrize(
    ("status", "kind"), [(400, Refused), (403, Forbidden), (404, NotFound), (410, NotFound), (302, Refused)]
)
def test_a_refusal_is_not_tried_again(status: int, kind: type[Refused], serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json({"message": "no such ann@example.com"}, status))
    with pytest.raises(kind) as caught:
        client_of(server).units.get(7)
    assert type(caught.value) is kind
    assert (server.calls(), caught.value.status) == (1, status)
    assert "no such <e-mail>" in str(caught.value)
    assert "ann@" not in str(caught.value)


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_retry_after_is_waited_for(form: str, serve: Any, client_of: Any) -> None:
    def respond(_: Asked, exchange: Exchange) -> None:
        times.append(time.time())
        if len(times) > 1:
            exchange.json({"id": 7})
        elif form == "seconds":
            exchange.json({}, 429, Retry_After="1")
        else:
            exchange.json({}, 503, Retry_After=format_datetime(datetime.now(UTC) + timedelta(seconds=2), usegmt=True))

    times: list[float] = []
    client_of(serve(respond)).units.get(7)
    assert 0.95 <= times[1] - times[0] < 4


@pytest.mark.parametrize("form", ["none", "seconds", "date"])
def test_a_429_that_asks_for_no_wait_is_waited_for(
    form: str, serve: Any, client_of: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Six tries without a wait are used up before a limit by the second lets go."""

    def respond(_: Asked, exchange: Exchange) -> None:
        times.append(time.monotonic())
        if times[-1] - times[0] > 0.6:
            exchange.json({"id": 7})
            return
        now = format_datetime(datetime.now(UTC), usegmt=True)
        exchange.json({}, 429, **{"none": {}, "seconds": {"Retry_After": "0"}, "date": {"Retry_After": now}}[form])

    monkeypatch.setattr("nightaudit.client.session.THROTTLED_WAIT", 0.2)
    times: list[float] = []
    assert 7 == client_of(serve(respond)).units.get(7).id
    assert 4 <= len(times) <= 6


def test_a_wait_beyond_the_deadline_is_not_begun(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json({}, 503, Retry_After="60"))
    began = time.monotonic()
    with pytest.raises(ServiceFailed, match=r"answered 503: \{\}\. The answer asks to wait 60 seconds\.$"):
        client_of(server, deadline_seconds=5).units.get(7)
    assert time.monotonic() - began < 1
    assert server.calls() == 1


def drip_body(exchange: Exchange) -> None:
    exchange.send(200, b"", Content_Length="1000")
    for _ in range(60):
        exchange.wfile.write(b" ")
        time.sleep(0.05)


def drip_headers(exchange: Exchange) -> None:
    exchange.wfile.write(b"HTTP/1.1 200 OK\r\n")
    for number in range(60):
        exchange.wfile.write(b"X-%d: 1\r\n" % number)
        time.sleep(0.05)


@pytest.mark.parametrize("drip", [drip_body, drip_headers])
def test_a_slow_drip_ends_at_the_deadline(drip: Callable[[Exchange], None], serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: drip(exchange))
    began = time.monotonic()
    with pytest.raises(Unreachable):
        client_of(server, timeout_seconds=0.3, deadline_seconds=0.9).units.get(7)
    assert time.monotonic() - began < 1.2
    assert server.calls() >= 2


def test_nobody_listening_is_unreachable(client_of: Any, serve: Any) -> None:
    server: Loopback = serve(not_found)
    client: Client = client_of(server)
    server.close()
    with pytest.raises(Unreachable, match="Tried 6 times"):
        client.units.get(7)


def test_a_server_that_never_answers_is_unreachable_in_time(client_of: Any, serve: Any) -> None:
    silent = socket.create_server(("127.0.0.1", 0))
    server: Loopback = serve(not_found)
    client: Client = client_of(server, base_url=f"http://127.0.0.1:{silent.getsockname()[1]}", timeout_seconds=0.2)
    began = time.monotonic()
    with pytest.raises(Unreachable):
        client.units.get(7)
    assert time.monotonic() - began < 3
    silent.close()


def test_raw_is_the_text_byte_for_byte_and_record_is_exact(serve: Any, client_of: Any) -> None:
    text = b'{"id": 7,  "totalNet": 12345678901234.10, "unknown": {"x": 0.30}}'
    client: Client = client_of(serve(lambda _, exchange: exchange.send(200, text)))
    assert client.raw(SalesInvoices.get, 7) == text
    invoice = client.sales_invoices.get(7)
    assert str(invoice.total_net) == "12345678901234.10"
    assert invoice.model_extra == {"unknown": {"x": Decimal("0.30")}}


def test_a_booking_comes_as_documented_or_as_a_flat_row_by_its_shape(serve: Any, client_of: Any) -> None:
    flat = {"roomStayId": 805, "bookingReference": "R1", "startDate": "2026-01-02", "netAmount": 10.10}
    whole = {"id": 7, "bookingReference": "R1", "roomStays": [flat]}
    server: Loopback = serve(lambda _, exchange: exchange.json(page_of([flat, whole, {"id": 8}])))
    row, booking, bare = client_of(server).bookings.list()
    assert [type(record) for record in (row, booking, bare)] == [BookingRow, Booking, Booking]
    assert (row.room_stay_id, row.start_date, row.net_amount) == (805, date(2026, 1, 2), Decimal("10.1"))
    assert [stay.room_stay_id for stay in booking.room_stays] == [805]
    assert not row.model_extra


def test_a_field_of_another_type_is_named_without_its_value(serve: Any, client_of: Any) -> None:
    client: Client = client_of(serve(lambda _, exchange: exchange.json({"id": "planted-value"})))
    with pytest.raises(
        UnreadableAnswer, match=r"sales_invoices\.get returned a record that does not fit its type: id"
    ) as caught:
        client.sales_invoices.get(7)
    assert "planted-value" not in str(caught.value)


def test_a_download_is_a_pdf_or_an_error(serve: Any, client_of: Any) -> None:
    pdf = b"%PDF-1.7\n" + bytes(range(256)) * 100
    good: Loopback = serve(lambda _, exchange: exchange.send(200, pdf, Content_Type="application/pdf"))
    bad: Loopback = serve(lambda _, exchange: exchange.send(200, b"<html>", Content_Type="text/html"))
    assert client_of(good).sales_invoices.download(7) == pdf
    with pytest.raises(UnreadableAnswer):
        client_of(bad).sales_invoices.download(7)


def test_the_check_of_a_record_runs_inside_the_tries(serve: Any, client_of: Any) -> None:
    def check(record: bytes) -> None:
        seen.append(record)
        if len(seen) < 3:
            raise UnreadableAnswer("Not yet.")

    seen: list[bytes] = []
    server: Loopback = serve(lambda _, exchange: exchange.json({"id": 7}))
    assert [client_of(server).raw(Units.get, 7, check=check)] * 3 == seen
    assert server.calls() == 3


def test_a_web_page_in_place_of_the_api_is_told_with_the_setting(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: FAULTS["html"](exchange))
    with pytest.raises(UnreadableAnswer, match=r"text/html, not JSON: a web page, .*NIGHTAUDIT_BASE_URL"):
        client_of(server).page(Units.list, page=0, size=20)


@pytest.mark.parametrize("identifier", ["", ".", "..", " .. "])
def test_an_id_that_leads_elsewhere_is_a_usage_error(identifier: str, serve: Any, client_of: Any) -> None:
    server: Loopback = serve(not_found)
    with pytest.raises(UsageError):
        client_of(server).units.get(identifier)
    assert server.calls() == 0


def test_ids_and_filters_are_encoded(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json(page_of([])))
    client: Client = client_of(server)
    list(client.units.contracts("1/../2?x=1#y\r\nX: 1"))
    assert server.asked[0].raw_path.startswith("/api/v3/units/1%2F..%2F2%3Fx%3D1%23y%0D%0AX%3A%201/unitContracts?")
    list(client.bookings.list(statuses=["PENDING", "CONFIRMED"], date_from=datetime(2026, 1, 2, tzinfo=UTC).date()))
    pairs = [("statuses", "PENDING"), ("statuses", "CONFIRMED"), ("dateFrom", "2026-01-02")]
    assert [pair for pair in server.asked[1].query if pair[0] not in {"page", "size"}] == pairs
    with pytest.raises(UsageError, match="no filter colour"):
        list(client.units.list(colour="red"))


def test_many_threads_share_a_client(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda asked, exchange: exchange.json({"id": int(asked.path.rpartition("/")[2])}))
    client: Client = client_of(server, concurrency=8)
    read = in_threads(16, lambda first: [client.units.get(number).id for number in range(first, 400, 16)])
    assert read == [[*range(first, 400, 16)] for first in range(16)]
    figures = client.statistics.total
    assert 400 == figures.requests - figures.retries  # a starved machine may break a connection
    assert 400 <= server.calls() <= figures.requests
