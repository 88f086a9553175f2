import base64
import logging
import pickle
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest
from loopback import Asked, Exchange, Loopback, in_threads, page_of

from nightaudit.errors import CredentialsError, NightauditError, ServiceFailed, UnreadableAnswer

if TYPE_CHECKING:
    from nightaudit.client.client import Client

BASIC = "Basic " + base64.b64encode(b"planted-id:planted-secret").decode()


class Service:
    """Issues tokens and takes only the last; a token lives for `reads` calls; `style` is how the secret must come."""

    def __init__(self, *, reads: float = float("inf"), style: str = "basic", expires_in: object = 3600) -> None:
        self.reads, self.style, self.expires_in = reads, style, expires_in
        self.lock = threading.Lock()
        self.issued = 0
        self.left = reads
        self.forms: list[dict[str, list[str]]] = []

    def __call__(self, asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            self.issue(asked, exchange)
            return
        with self.lock:
            good = asked.headers.get("authorization") == f"Bearer token-{self.issued}" and self.left > 0
            self.left -= good
        exchange.json({"id": 1} if good else {"error": "invalid_token"}, 200 if good else 401)

    def issue(self, asked: Asked, exchange: Exchange) -> None:
        form = parse_qs(asked.body.decode())
        self.forms.append(form)
        basic = asked.headers.get("authorization") == BASIC
        fields = form.get("client_secret") == ["planted-secret"] and form.get("client_id") == ["planted-id"]
        if (self.style == "basic" and not basic) or (self.style == "form" and not (fields and not basic)):
            exchange.json({"error": "invalid_client", "error_description": f"not {asked.body.decode()}"}, 401)
            return
        with self.lock:
            self.issued += 1
            self.left = self.reads
            token = f"token-{self.issued}"
        exchange.json({"access_token": token, "token_type": "Bearer", "expires_in": self.expires_in})


def test_960_of_960_calls_are_answered_while_tokens_are_revoked(serve: Any, client_of: Any, by_token: Any) -> None:
    service = Service(reads=120)
    server: Loopback = serve(service)
    client: Client = client_of(server, concurrency=16, **by_token(server))
    in_threads(16, lambda _: [client.units.get(1) for _ in range(60)])
    again = service.issued - 960 // 120  # a starved machine may break a connection, and lose an answer
    assert 0 <= again <= client.statistics.total.retries
    assert client.statistics.total.tokens == service.issued
    refused = server.calls("/units/1") - 960
    assert 0 < refused <= 16 * service.issued


def test_a_token_that_is_accepted_only_a_moment_after_it_was_issued_is_sent_again(
    serve: Any, client_of: Any, by_token: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where several machines share the tokens, or where the clock of the service is behind that of the token endpoint."""
    monkeypatch.setattr("nightaudit.client.session.REFUSED_WAIT", 0.4)
    service, valid_from = Service(), 0.0

    def respond(asked: Asked, exchange: Exchange) -> None:
        nonlocal valid_from
        if asked.path == "/token":
            valid_from = time.monotonic() + 0.2
        elif time.monotonic() < valid_from:
            exchange.json({"error": "invalid_token"}, 401)
            return
        service(asked, exchange)

    server: Loopback = serve(respond)
    client: Client = client_of(server, **by_token(server))
    assert 1 == client.units.get(1).id
    assert 3 == server.calls("/units/1")


def test_the_last_request_of_a_read_is_sent_with_the_token_of_that_moment(
    serve: Any, client_of: Any, by_token: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the read waits before it, other reads may use up the token that it holds, and renew it."""
    service = Service(reads=0)
    server: Loopback = serve(service)
    client: Client = client_of(server, **by_token(server))

    def others_read(_: float) -> None:
        service.reads = float("inf")
        assert 1 == client.units.get(2).id

    monkeypatch.setattr("nightaudit.client.session.time.sleep", others_read)
    assert 1 == client.units.get(1).id
    assert 3 == server.calls("/units/1")


def test_control_without_renewal_calls_fail(
    serve: Any, client_of: Any, by_token: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nightaudit.client.auth._usable", lambda credential, _: credential.generation > 0)
    server: Loopback = serve(Service(reads=10))
    client: Client = client_of(server, **by_token(server))
    for _ in range(10):
        client.units.get(1)
    with pytest.raises(CredentialsError, match="401"):
        client.units.get(1)


def test_threads_that_begin_together_share_one_token(serve: Any, client_of: Any, by_token: Any) -> None:
    service = Service()
    server: Loopback = serve(service)
    client: Client = client_of(server, concurrency=16, **by_token(server))
    in_threads(16, lambda _: client.units.get(1))
    assert service.issued == 1


def test_a_token_is_renewed_before_it_expires(serve: Any, client_of: Any, by_token: Any) -> None:
    service = Service(expires_in=0.4)
    server: Loopback = serve(service)
    client: Client = client_of(server, **by_token(server))
    for _ in range(5):
        client.units.get(1)
    assert service.issued == 1
    time.sleep(0.4)
    client.units.get(1)
    assert service.issued == 2
    assert server.calls("/units/1") == 6, "no call was refused"


def test_the_secret_goes_as_basic_first_then_as_fields_and_that_is_remembered(
    serve: Any, client_of: Any, by_token: Any
) -> None:
    service = Service(style="form", reads=1)
    server: Loopback = serve(service)
    client: Client = client_of(server, **by_token(server))
    for _ in range(3):
        client.units.get(1)
    assert ["client_secret" in form for form in service.forms] == [False, True, True, True]
    basic = Service()
    server = serve(basic)
    client_of(server, **by_token(server)).units.get(1)
    assert basic.forms == [{"grant_type": ["client_credentials"], "scope": ["api/read"]}]


@pytest.mark.parametrize("by_basic", [True, False])
def test_a_token_that_was_created_is_a_token(serve: Any, client_of: Any, by_token: Any, *, by_basic: bool) -> None:
    """Frameworks answer a POST with 201 unless told otherwise, also at the address for tokens."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path != "/token":
            exchange.json({"id": 1})
        elif ("authorization" in asked.headers) is by_basic:
            exchange.json({"access_token": "token"}, 201)
        else:
            exchange.json({"error": "invalid_client"}, 401)

    server: Loopback = serve(respond)
    assert 1 == client_of(server, **by_token(server)).units.get(1).id
    assert (1 if by_basic else 2) == server.calls("/token")


@pytest.mark.parametrize("scope", ["", "api/read api/write"])
def test_the_scope_is_sent_if_set(scope: str, serve: Any, client_of: Any, by_token: Any) -> None:
    service = Service()
    server: Loopback = serve(service)
    client_of(server, scope=scope, **by_token(server)).units.get(1)
    # an empty setting in the environment counts as unset; an empty argument does not
    assert service.forms[0].get("scope") == ([scope] if scope else None)


def test_a_wrong_secret_ends_at_once_with_help_and_without_the_secret(
    serve: Any, client_of: Any, by_token: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    server: Loopback = serve(Service())
    client: Client = client_of(server, **by_token(server) | {"client_secret": "planted-wrong"})
    with pytest.raises(CredentialsError) as caught:
        client.units.get(1)
    assert caught.value.exit_code == 3
    assert "NIGHTAUDIT_CLIENT_SECRET" in str(caught.value)
    assert server.calls() == 2
    told = "".join(traceback.format_exception(caught.value)) + repr(client) + repr(vars(client)) + caplog.text
    assert "planted-wrong" not in told
    assert base64.b64encode(b"planted-id:planted-wrong").decode() not in told


@pytest.mark.parametrize("status", [404, 405, 410])
def test_an_address_without_a_token_endpoint_is_no_matter_of_the_secret(
    status: int, serve: Any, client_of: Any, by_token: Any
) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json({}, status))
    with pytest.raises(CredentialsError, match=rf"does not exist \({status}\)\. Check NIGHTAUDIT_TOKEN_URL\.$"):
        client_of(server, **by_token(server)).units.get(1)


def test_a_refused_api_key_ends_at_once(serve: Any, client_of: Any) -> None:
    server: Loopback = serve(lambda _, exchange: exchange.json({}, 401))
    with pytest.raises(CredentialsError, match="NIGHTAUDIT_API_KEY") as caught:
        client_of(server).units.get(1)
    sent = pickle.loads(pickle.dumps(caught.value))  # noqa: S301 - dumped here, as from a pool of processes
    assert (str(caught.value), caught.value.hint) == (str(sent), sent.hint)
    assert (server.calls(), server.asked[0].headers["x-auth-token"]) == (1, "planted-api-key")
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
    answer: Callable[[Exchange], None], kind: type[NightauditError], serve: Any, client_of: Any, by_token: Any
) -> None:
    server: Loopback = serve(lambda _, exchange: answer(exchange))
    with pytest.raises(kind, match="Tried 6 times"):
        client_of(server, **by_token(server)).units.get(1)
    assert server.calls() == server.calls("/token") == 6


@pytest.mark.parametrize("lifetime", ["soon", "nan", -1, 0, [], 10**400, None, "3600"])
def test_a_lifetime_that_cannot_be_read_costs_no_token(
    lifetime: object, serve: Any, client_of: Any, by_token: Any
) -> None:
    server: Loopback = serve(Service(expires_in=lifetime))
    client: Client = client_of(server, **by_token(server))
    assert [1, 1, 1] == [client.units.get(1).id for _ in range(3)]
    assert 1 == server.calls("/token")


@pytest.mark.parametrize("status", [429, 503])
def test_the_wait_that_a_token_endpoint_asks_for_is_kept(
    status: int, serve: Any, client_of: Any, by_token: Any
) -> None:
    came: list[float] = []

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            came.append(time.monotonic())
            if len(came) == 1:
                exchange.send(status, Retry_After="1")
                return
        service(asked, exchange)

    service = Service()
    server: Loopback = serve(respond)
    assert 1 == client_of(server, **by_token(server)).units.get(1).id
    assert 2 == len(came)
    assert came[1] - came[0] >= 1


def test_a_service_that_takes_no_token_at_all_is_a_credentials_error(serve: Any, client_of: Any, by_token: Any) -> None:
    service = Service(reads=0)
    server: Loopback = serve(service)
    with pytest.raises(CredentialsError, match="NIGHTAUDIT_TOKEN_URL"):
        client_of(server, **by_token(server)).units.get(1)
    assert server.calls("/units/1") == 3


def test_nothing_personal_or_secret_is_logged(
    serve: Any, client_of: Any, by_token: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path == "/token":
            exchange.json({"access_token": "planted-token"})
        else:
            exchange.json(page_of([]))

    server: Loopback = serve(respond)
    client: Client = client_of(server, **by_token(server))
    list(client.contacts.list(email_address="ann@planted.example", last_name="Planted-Name"))
    lines = [record.getMessage() for record in caplog.records if record.name == "nightaudit.client"]
    assert [line.rsplit(" ", 2)[0] for line in lines] == ["GET /api/v3/contacts 200"]
    for secret in ("planted.example", "Planted-Name", "planted-token", "planted-secret", BASIC):
        assert secret not in caplog.text
