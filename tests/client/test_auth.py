"""What is sent to get a token, and what is told of credentials that are refused."""

import base64
import logging
import pickle
import time
import traceback
from collections.abc import Callable

import pytest

from client.conftest import ByToken, ClientOf, Serve
from client.loopback import Asked, Exchange, page_of
from client.token_service import BASIC, TokenService
from nightaudit.errors import CredentialsError, NightauditError, ServiceFailed, UnreadableAnswer


def test_the_secret_goes_as_basic_first_then_as_fields_and_that_is_remembered(
    serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    service = TokenService(style="form", reads=1)
    server = serve(service)
    client = client_of(server, **by_token(server))
    for _ in range(3):
        client.units.get(1)
    assert [False, True, True, True] == ["client_secret" in form for form in service.forms]
    basic = TokenService()
    server = serve(basic)
    client_of(server, **by_token(server)).units.get(1)
    assert [{"grant_type": ["client_credentials"], "scope": ["api/read"]}] == basic.forms


@pytest.mark.parametrize("by_basic", [True, False])
def test_a_token_that_was_created_is_a_token(
    serve: Serve, client_of: ClientOf, by_token: ByToken, *, by_basic: bool
) -> None:
    """Frameworks answer a POST with 201 unless told otherwise, also at the address for tokens."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path != "/token":
            exchange.json({"id": 1})
        elif ("authorization" in asked.headers) is by_basic:
            exchange.json({"access_token": "token"}, 201)
        else:
            exchange.json({"error": "invalid_client"}, 401)

    server = serve(respond)
    assert 1 == client_of(server, **by_token(server)).units.get(1).id
    assert (1 if by_basic else 2) == server.calls("/token")


@pytest.mark.parametrize("scope", ["", "api/read api/write"])
def test_the_scope_is_sent_if_set(scope: str, serve: Serve, client_of: ClientOf, by_token: ByToken) -> None:
    service = TokenService()
    server = serve(service)
    client_of(server, scope=scope, **by_token(server)).units.get(1)
    # an empty setting in the environment counts as unset; an empty argument does not
    assert service.forms[0].get("scope") == ([scope] if scope else None)


def test_a_wrong_secret_ends_at_once_with_help_and_without_the_secret(
    serve: Serve, client_of: ClientOf, by_token: ByToken, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server = serve(TokenService())
    client = client_of(server, **by_token(server) | {"client_secret": "planted-wrong"})
    with pytest.raises(CredentialsError) as caught:
        client.units.get(1)
    assert 3 == caught.value.exit_code
    assert "NIGHTAUDIT_CLIENT_SECRET" in str(caught.value)
    assert 2 == server.calls()
    told = "".join(traceback.format_exception(caught.value)) + repr(client) + repr(vars(client)) + caplog.text
    assert "planted-wrong" not in told
    assert base64.b64encode(b"planted-id:planted-wrong").decode() not in told


@pytest.mark.parametrize(("status", "told"), [(400, "401 invalid_client"), (401, "401 unauthorized_client")])
def test_the_answer_about_the_secret_is_told_where_the_endpoint_takes_no_form(
    status: int, told: str, serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    def respond(asked: Asked, exchange: Exchange) -> None:
        is_basic = "authorization" in asked.headers
        exchange.json({"error": "invalid_client" if is_basic else "unauthorized_client"}, 401 if is_basic else status)

    server = serve(respond)
    with pytest.raises(CredentialsError, match=rf"\({told}\)"):
        client_of(server, **by_token(server)).units.get(1)


def test_a_refusal_that_is_answered_with_200_is_one(serve: Serve, client_of: ClientOf, by_token: ByToken) -> None:
    server = serve(lambda _, exchange: exchange.json({"error": "invalid_client"}))
    with pytest.raises(CredentialsError, match=r"refused the client id and secret \(200 invalid_client\)"):
        client_of(server, **by_token(server)).units.get(1)
    assert 2 == server.calls()


def test_a_token_beside_an_error_of_another_shape_is_one(serve: Serve, client_of: ClientOf, by_token: ByToken) -> None:
    server = serve(lambda _, exchange: exchange.json({"id": 1, "access_token": "secret", "error": {}}))
    assert 1 == client_of(server, **by_token(server)).units.get(1).id


@pytest.mark.parametrize("status", [404, 405, 410])
def test_an_address_without_a_token_endpoint_is_no_matter_of_the_secret(
    status: int, serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    server = serve(lambda _, exchange: exchange.json({}, status))
    with pytest.raises(CredentialsError, match=rf"does not exist \({status}\)\. Check NIGHTAUDIT_TOKEN_URL\.$"):
        client_of(server, **by_token(server)).units.get(1)


def test_a_refused_api_key_ends_at_once(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.json({}, 401))
    with pytest.raises(CredentialsError, match="NIGHTAUDIT_API_KEY") as caught:
        client_of(server).units.get(1)
    sent = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - dumped here, as from a pool of processes
    assert (str(caught.value), caught.value.hint) == (str(sent), sent.hint)
    assert (1, "planted-api-key") == (server.calls(), server.asked[0].headers["x-auth-token"])
    assert "authorization" not in server.asked[0].headers


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (lambda x: x.json({}, 503), ServiceFailed),
        (lambda x: x.json({}, 429), ServiceFailed),
        (lambda x: x.send(200, b"<html>", Content_Type="text/html"), UnreadableAnswer),
        (lambda x: x.json({"access_token": ""}), UnreadableAnswer),
        (lambda x: x.json({"access_token": "a\r\nX-Planted: 1"}), UnreadableAnswer),
        (lambda x: x.json({"access_token": 7}), UnreadableAnswer),
        (lambda x: x.send(200, b"[" * 100_000), UnreadableAnswer),
        (lambda x: x.json({}, 408), ServiceFailed),
    ],
)
def test_a_token_endpoint_that_fails_is_tried_again(
    answer: Callable[[Exchange], None],
    kind: type[NightauditError],
    serve: Serve,
    client_of: ClientOf,
    by_token: ByToken,
) -> None:
    server = serve(lambda _, exchange: answer(exchange))
    with pytest.raises(kind, match="Tried 6 times"):
        client_of(server, **by_token(server)).units.get(1)
    assert server.calls() == server.calls("/token") == 6


@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_that_a_token_endpoint_asks_for_is_kept(
    status: int, serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    came: list[float] = []

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            came.append(time.monotonic())
            if len(came) == 1:
                exchange.send(status, Retry_After="1")
                return
        service(asked, exchange)

    service = TokenService()
    server = serve(respond)
    assert 1 == client_of(server, **by_token(server)).units.get(1).id
    assert 2 == len(came)
    assert came[1] - came[0] >= 1


def test_nothing_personal_or_secret_is_logged(
    serve: Serve, client_of: ClientOf, by_token: ByToken, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            exchange.json({"access_token": "planted-token"})
        else:
            exchange.json(page_of([]))

    server = serve(respond)
    client = client_of(server, **by_token(server))
    list(client.contacts.list(email_address="ann@planted.example", last_name="Planted-Name"))
    lines = [record.getMessage() for record in caplog.records if record.name == "nightaudit.client"]
    assert ["GET /api/v3/contacts 200"] == [line.rsplit(" ", 2)[0] for line in lines]
    for secret in ("planted.example", "Planted-Name", "planted-token", "planted-secret", BASIC):
        assert secret not in caplog.text
