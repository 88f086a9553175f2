"""Planted secrets show in nothing that a command prints, however it fails."""

from __future__ import annotations

import pytest

from cli.conftest import Command
from client.loopback import Asked, Exchange, Loopback, page_of
from nightaudit.sandbox.options import Connection
from nightaudit.settings import Settings

PLANTED = {"client_secret": "planted-client-secret-1", "api_key": "planted-api-key-2"}
CLOSED = "http://127.0.0.1:9"
COMMANDS = (("doctor",), ("doctor", "--json"), ("load", "units"), ("init", "--force"), ("call", "units.list"))


def plant(monkeypatch: pytest.MonkeyPatch, **others: str) -> None:
    for name, value in {**PLANTED, "log_level": "DEBUG", **others}.items():
        monkeypatch.setenv(f"NIGHTAUDIT_{name.upper()}", value)


def check(command: Command, code: int) -> None:
    for words in COMMANDS:
        ended = command(*words)
        said = ended.out + ended.err
        assert code == ended.code, (words, said)
        assert said.strip(), "a failure without a word"
        assert "Traceback" not in said
        for secret in PLANTED.values():
            assert secret not in said, words


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("client_id", ["me", ""], ids=["OAuth", "API key"])
def test_no_secret_is_shown_when_nobody_answers(
    client_id: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, base_url=CLOSED, token_url=CLOSED, client_id=client_id)
    assert PLANTED["client_secret"] == Settings.read().client_secret.get_secret_value()  # they are there to be shown
    check(command, 4)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("client_id", ["sandbox", ""], ids=["OAuth", "API key"])
def test_no_secret_is_shown_when_the_service_refuses_them(
    client_id: str, sandbox: Connection, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant(monkeypatch, base_url=sandbox.base_url, token_url=sandbox.token_url, client_id=client_id)
    check(command, 3)


@pytest.mark.parametrize("client_id", ["me", ""], ids=["OAuth", "API key"])
def test_no_secret_is_shown_that_the_service_repeats(
    client_id: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def repeat(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            exchange.json({"access_token": PLANTED["client_secret"]})
        else:
            exchange.json({"message": f'"{asked.headers}" were sent'}, 400)

    with Loopback(repeat) as server:
        plant(monkeypatch, base_url=server.url, token_url=f"{server.url}/token", client_id=client_id)
        check(command, 4)
        assert "<credential>" in command("call", "units.list").err


@pytest.mark.parametrize("address", ["me:{}@", "me:{}@pms.example.com", "pms.example.com?key={}", "pms.example.com#{}"])
def test_no_secret_is_shown_that_stands_in_an_address(
    address: str, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = f"https://{address.format(PLANTED['api_key'])}"
    plant(monkeypatch, base_url=address, client_id="me", token_url=CLOSED)
    check(command, 3)


def test_a_log_of_every_request_holds_no_header(
    command: Command, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Loopback(
        lambda _, exchange: exchange.json(page_of([{"id": 7}], total=1), Set_Cookie="planted-cookie=1")
    ) as server:
        plant(monkeypatch, base_url=server.url)
        caplog.set_level("DEBUG")
        assert 0 == command("call", "units.list").code
    assert "GET /api/v3/units" in caplog.text
    assert "planted" not in caplog.text
