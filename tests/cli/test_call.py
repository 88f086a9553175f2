"""call: what a service answers, as it came."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator

import pytest

from cli.conftest import Command
from client.loopback import Asked, Exchange, Loopback

ROWS = [b'{"id": 1, "unitName": 7, "price": 12345678901234567.890}', b'{"id": "two", "since": "2026-01-01T00:00:00"}']
PDF = b"%PDF-1.7 \x00\xff%%EOF"


def respond(asked: Asked, exchange: Exchange) -> None:
    if asked.path.endswith("/download"):
        exchange.send(200, PDF, Content_Type="application/pdf")
    elif asked.path.endswith("/units"):
        page = int(dict(asked.query)["page"])
        exchange.send(200, b"[" + b",".join(ROWS[page : page + 1]) + b"]")
    else:
        exchange.send(200, ROWS[0])


@pytest.fixture(autouse=True)
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Loopback]:
    monkeypatch.setenv("NIGHTAUDIT_API_KEY", "planted-api-key")
    with Loopback(respond) as server:
        monkeypatch.setenv("NIGHTAUDIT_BASE_URL", server.url)
        yield server


def test_operations_are_listed_for_people_and_for_scripts(command: Command) -> None:
    heading, *lines = command("operations").out.splitlines()
    assert ["method", "path", "name"] == heading.split()
    assert ["GET", "/api/v3/units/{id}", "units.get"] in [line.split() for line in lines]
    listed = json.loads(command("operations", "--json").out)
    assert {"method": "GET", "path": "/api/v3/units/{id}", "name": "units.get"} in listed
    assert len(lines) == len(listed)


@pytest.mark.parametrize("words", [("units.list", "size=1"), ("units.get", "id=1")])
def test_records_are_printed_as_they_came_whatever_their_types(words: tuple[str, ...], command: Command) -> None:
    ended = command("call", *words)
    assert 0 == ended.code, ended.err
    assert '"price": 12345678901234567.890' in ended.out
    assert ('"id": "two"' in ended.out) == (words[0] == "units.list")


def test_a_list_begins_at_the_page_that_is_asked_for(command: Command, service: Loopback) -> None:
    ended = command("call", "units.list", "page=1", "size=1")
    assert 0 == ended.code, ended.err
    assert '"two"' in ended.out
    assert "12345678901234567" not in ended.out
    assert ["1", "2"] == [dict(asked.query)["page"] for asked in service.asked]


def test_a_download_is_written_as_it_is(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    written = io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stdout", io.TextIOWrapper(written))
        assert 0 == command("call", "sales_invoices.download", "id=1").code
        assert PDF == written.getvalue()
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert "cannot be shown on a terminal" in command("call", "sales_invoices.download", "id=1").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("sales_invoices.post", "id=1"), "sales_invoices.post writes to the PMS"),
        (("units.lists",), "No operation is called units.lists"),
        (("units.list", "page=x"), "page must be one whole number"),
        (("units.list", "page=\N{SUPERSCRIPT TWO}"), "page must be one whole number"),
        (("units.list", "size=1", "size=2"), "size must be one whole number"),
        (("units.get", "id=1", "id=2"), "needs one id"),
        (("units.get",), "needs one id"),
        (("units.get", "id"), "key=value"),
        (("units.list", "operation=1"), "units.list has no filter operation"),
        (("units.get", "id=1", "check=1"), "units.get has no filter check"),
    ],
)
def test_words_that_make_no_sense_are_a_usage_error(
    words: tuple[str, ...], said: str, command: Command, service: Loopback
) -> None:
    ended = command("call", *words)
    assert 2 == ended.code
    assert said in ended.err
    assert not service.asked
