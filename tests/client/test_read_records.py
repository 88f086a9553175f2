"""What is asked for is sent as given, and what is answered is read as it is: texts, numbers, files."""

import codecs
import json
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, in_threads, page_of
from nightaudit.client.records.bookings import Booking, BookingRow
from nightaudit.client.resources import SalesInvoices, Units
from nightaudit.client.retry import TRIES
from nightaudit.errors import UnreadableAnswer, UsageError


@pytest.mark.parametrize("status", [203, 206])
def test_a_page_that_is_called_partial_or_changed_by_a_proxy_is_read(
    status: int, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(lambda _, exchange: exchange.json(page_of([{"id": 7}]), status))
    client = client_of(server)
    assert [7] == [unit.id for unit in client.units.list()]
    assert 0 == client.statistics.total.retries


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r"cut \ud83d", "cut \ufffd"),
        (r"\uDE00 \uD83D\ude00", "\ufffd \U0001f600"),
        (r"\ud83d\ud83d\ude00\u00e9", "\ufffd\U0001f600é"),
        (r"C:\\\\ud83d \ud83d\"", 'C:\\\\ud83d \ufffd"'),
    ],
)
def test_half_a_character_fails_no_list(written: str, read: str, serve: Serve, client_of: ClientOf) -> None:
    """As a service writes a text that it has cut within an emoji."""
    body = b'[{"id": 7, "unitName": "%b"}]' % written.encode()
    client = client_of(
        serve(lambda asked, exchange: exchange.send(200, body if "page" in dict(asked.query) else body[1:-1]))
    )
    assert [read] == [unit.unit_name for unit in client.units.list()]
    assert read == client.units.get(7).unit_name


@pytest.mark.parametrize("written", ["utf-8", "iso-8859-1"])
def test_a_declared_character_set_counts_where_the_text_is_not_utf_8(
    written: str, serve: Serve, client_of: ClientOf
) -> None:
    body = json.dumps(page_of([{"id": 7, "unitName": "Zoë"}]), ensure_ascii=False).encode(written)
    server = serve(lambda _, exchange: exchange.send(200, body, Content_Type='application/json; charset="ISO-8859-1"'))
    client = client_of(server)
    assert ["Zoë"] == [unit.unit_name for unit in client.units.list()]
    assert 0 == client.statistics.total.retries


@pytest.mark.parametrize("kind", ["text/json; charset=utf-8", "application/problem+json", "Application/JSON", ""])
def test_json_by_another_name_or_after_a_byte_order_mark_is_json(kind: str, serve: Serve, client_of: ClientOf) -> None:
    body = codecs.BOM_UTF8 + json.dumps(page_of([{"id": 7}])).encode()
    server = serve(lambda _, exchange: exchange.send(200, body, Content_Type=kind))
    client = client_of(server)
    assert [7] == [unit.id for unit in client.units.list()]
    assert 0 == client.statistics.total.retries


def test_answers_that_a_cache_keeps_are_not_taken(serve: Serve, client_of: ClientOf) -> None:
    """What is read of a list a second time proves what was read of it first: a cache would repeat the first answer."""
    server = serve(lambda _, exchange: exchange.json(page_of([{"id": 1}])))
    client_of(server).page(Units.list, page=0, size=20)
    assert ["no-cache"] == [asked.headers["cache-control"] for asked in server.asked if asked.method == "GET"]


@pytest.mark.parametrize("status", [200, 404])
def test_an_answer_that_a_cache_kept_for_longer_than_a_write_may_take_is_refused(
    status: int, serve: Serve, client_of: ClientOf
) -> None:
    """An allocation was sent twice because a cache showed its list, and its invoice, as they were before the first."""
    answers = iter([(status, "61"), (status, "86400"), (200, "60"), *[(status, "61")] * TRIES])

    def respond(_: Asked, exchange: Exchange) -> None:
        code, age = next(answers)
        exchange.json({"id": 1}, code, Age=age)

    client = client_of(serve(respond), settle_seconds=60)
    assert b'{"id": 1}' == client.raw(Units.get, 1)
    with pytest.raises(UnreadableAnswer, match="is 61 seconds old: a cache"):
        client.raw(Units.get, 1)


def test_raw_is_the_text_byte_for_byte_and_record_is_exact(serve: Serve, client_of: ClientOf) -> None:
    text = b'{"id": 7,  "totalNet": 12345678901234.10, "unknown": {"x": 0.30}}'
    client = client_of(serve(lambda _, exchange: exchange.send(200, text)))
    assert client.raw(SalesInvoices.get, 7) == text
    invoice = client.sales_invoices.get(7)
    assert "12345678901234.10" == str(invoice.total_net)
    assert invoice.model_extra == {"unknown": {"x": Decimal("0.30")}}


def test_a_booking_comes_as_documented_or_as_a_flat_row_by_its_shape(serve: Serve, client_of: ClientOf) -> None:
    flat = {"roomStayId": 805, "bookingReference": "R1", "startDate": "2026-01-02", "netAmount": 10.10}
    whole = {"id": 7, "bookingReference": "R1", "roomStays": [flat]}
    server = serve(lambda _, exchange: exchange.json(page_of([flat, whole, {"id": 8}])))
    row, booking, bare = client_of(server).bookings.list()
    assert type(booking) is type(bare) is Booking
    assert isinstance(row, BookingRow)
    assert (row.room_stay_id, row.start_date, row.net_amount) == (805, date(2026, 1, 2), Decimal("10.1"))
    assert [805] == [stay.room_stay_id for stay in booking.room_stays or ()]
    assert not row.model_extra


def test_a_field_of_another_type_is_named_without_its_value(serve: Serve, client_of: ClientOf) -> None:
    client = client_of(serve(lambda _, exchange: exchange.json({"id": "planted-value"})))
    with pytest.raises(
        UnreadableAnswer, match=r"sales_invoices\.get returned a record that does not fit its type: id"
    ) as caught:
        client.sales_invoices.get(7)
    assert "planted-value" not in str(caught.value)


def test_a_download_is_a_pdf_or_an_error(serve: Serve, client_of: ClientOf) -> None:
    pdf = b"%PDF-1.7\n" + bytes(range(256)) * 100 + b"%%EOF\n" + bytes(2000)
    good = serve(lambda _, exchange: exchange.send(200, pdf, Content_Type="application/pdf"))
    bad = serve(lambda _, exchange: exchange.send(200, b"<html>", Content_Type="text/html"))
    cut = serve(lambda _, exchange: exchange.send(200, pdf[:-2009], Content_Type="application/pdf"))
    assert client_of(good).sales_invoices.download(7) == pdf
    for server in (bad, cut):
        with pytest.raises(UnreadableAnswer, match="not a complete PDF file"):
            client_of(server).sales_invoices.download(7)


def test_ids_and_filters_are_encoded(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.json(page_of([])))
    client = client_of(server)
    list(client.units.contracts("1/../2?x=1#y\r\nX: 1"))
    assert server.asked[0].raw_path.startswith("/api/v3/units/1%2F..%2F2%3Fx%3D1%23y%0D%0AX%3A%201/unitContracts?")
    list(client.bookings.list(statuses=["PENDING", "CONFIRMED"], date_from=datetime(2026, 1, 2, tzinfo=UTC).date()))
    pairs = [("statuses", "PENDING"), ("statuses", "CONFIRMED"), ("dateFrom", "2026-01-02")]
    assert [pair for pair in server.asked[1].query if pair[0] not in {"page", "size"}] == pairs
    with pytest.raises(UsageError, match="no filter colour"):
        list(client.units.list(colour="red"))


def test_many_threads_share_a_client(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda asked, exchange: exchange.json({"id": int(asked.path.rpartition("/")[2])}))
    client = client_of(server, concurrency=8)
    read = in_threads(16, lambda first: [client.units.get(number).id for number in range(first, 400, 16)])
    assert read == [[*range(first, 400, 16)] for first in range(16)]
    figures = client.statistics.total
    assert 400 == figures.requests - figures.retries  # a starved machine may break a connection
    assert 400 <= server.calls() <= figures.requests
