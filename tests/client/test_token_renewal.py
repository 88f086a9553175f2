"""A token is renewed before it expires and when it is refused, once for all threads."""

import contextlib
import time
from types import SimpleNamespace

import pytest

from client.conftest import ByToken, ClientOf, Serve
from client.loopback import Asked, Exchange, in_threads
from client.token_service import TokenService
from nightaudit.errors import CredentialsError, Forbidden


def test_960_of_960_calls_are_answered_while_tokens_are_revoked(
    serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    service = TokenService(reads=120)
    server = serve(service)
    client = client_of(server, concurrency=16, **by_token(server))
    in_threads(16, lambda _: [client.units.get(1) for _ in range(60)])
    again = service.issued - 960 // 120  # a starved machine may break a connection, and lose an answer
    assert 0 <= again <= client.statistics.total.retries
    assert client.statistics.total.tokens == service.issued
    refused = server.calls("/units/1") - 960
    assert 0 < refused <= 16 * service.issued


def test_a_403_renews_an_old_token_and_a_missing_right_costs_one_token(
    serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    def issue(*, old: bool) -> None:
        monkeypatch.setattr("nightaudit.client.auth.OLD", 0.0 if old else 60.0)

    service = TokenService(reads=2)

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path != "/token" and (service.left <= 0 or asked.path.endswith("/2")):
            exchange.json({"message": "Forbidden"}, 403)
        else:
            service(asked, exchange)

    server = serve(respond)
    client = client_of(server, **by_token(server))
    issue(old=True)
    client.units.get(1)
    client.units.get(1)
    client.units.get(1)
    assert 2 == service.issued
    issue(old=False)
    for _ in range(2):
        with pytest.raises(Forbidden):
            client.units.get(2)
    assert 3 == service.issued
    assert 3 == server.calls("/units/2")


def test_a_403_that_means_a_limit_costs_no_token(
    serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nightaudit.client.auth.OLD", 0.0)
    service, refused = TokenService(), list[Asked]()

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path != "/token" and not refused:
            refused.append(asked)
            exchange.json({"message": "Slow down"}, 403, Retry_After="0")
        else:
            service(asked, exchange)

    server = serve(respond)
    client_of(server, **by_token(server)).units.get(1)
    assert (1, 2) == (service.issued, server.calls("/units/1"))


def test_a_token_that_is_accepted_only_a_moment_after_it_was_issued_is_sent_again(
    serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where several machines share the tokens, or where the clock of the service is behind that of the token endpoint."""
    monkeypatch.setattr("nightaudit.client.session.REFUSED_WAIT", 0.4)
    service, valid_from = TokenService(), 0.0

    def respond(asked: Asked, exchange: Exchange) -> None:
        nonlocal valid_from
        if asked.path == "/token":
            valid_from = time.monotonic() + 0.2
        elif time.monotonic() < valid_from:
            exchange.json({"error": "invalid_token"}, 401)
            return
        service(asked, exchange)

    server = serve(respond)
    client = client_of(server, **by_token(server))
    assert 1 == client.units.get(1).id
    assert 3 == server.calls("/units/1")


def test_the_last_request_of_a_read_is_sent_with_the_token_of_that_moment(
    serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While the read waits before it, other reads may use up the token that it holds, and renew it."""
    service = TokenService(reads=0)
    server = serve(service)
    client = client_of(server, **by_token(server))

    def others_read(_: float) -> None:
        service.reads = float("inf")
        assert 1 == client.units.get(2).id

    monkeypatch.setattr("nightaudit.client.session.time.sleep", others_read)
    assert 1 == client.units.get(1).id
    assert 3 == server.calls("/units/1")


def test_control_without_renewal_calls_fail(
    serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nightaudit.client.auth._usable", lambda credential, _: credential.generation > 0)
    server = serve(TokenService(reads=10))
    client = client_of(server, **by_token(server))
    for _ in range(10):
        client.units.get(1)
    with pytest.raises(CredentialsError, match="401"):
        client.units.get(1)


def test_threads_that_begin_together_share_one_token(serve: Serve, client_of: ClientOf, by_token: ByToken) -> None:
    service = TokenService()
    server = serve(service)
    client = client_of(server, concurrency=16, **by_token(server))
    in_threads(16, lambda _: client.units.get(1))
    assert 1 == service.issued


@pytest.mark.parametrize(
    ("status", "lasting"), [(400, False), (401, False), (403, False), (404, False), (302, False), (401, True)]
)
def test_credentials_that_gave_a_token_before_are_refused_only_when_that_lasts(
    status: int, serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch, *, lasting: bool
) -> None:
    """One machine of a token endpoint may not know the secret, or not answer tokens at all."""
    monkeypatch.setattr("nightaudit.client.auth.PATIENCE", 0.2 if lasting else 2.0)
    service = TokenService(reads=1)

    def respond(asked: Asked, exchange: Exchange) -> None:
        refused = asked.path == "/token" and service.issued and (lasting or server.calls("/token") == 2)
        exchange.json({"error": "invalid_client"}, status) if refused else service(asked, exchange)

    server = serve(respond)
    client = client_of(server, **by_token(server))
    client.units.get(1)
    with pytest.raises(CredentialsError, match="401 invalid_client") if lasting else contextlib.nullcontext():
        client.units.get(1)


def test_refusals_long_apart_are_accidents_each(
    serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nightaudit.client.auth.PATIENCE", 0.05)
    service = TokenService(reads=1)

    def respond(asked: Asked, exchange: Exchange) -> None:
        refused = asked.path == "/token" and server.calls("/token") in {2, 4}
        exchange.json({}, 403) if refused else service(asked, exchange)

    server = serve(respond)
    client = client_of(server, **by_token(server))
    for _ in range(3):
        client.units.get(1)
        time.sleep(0.06)
    assert 5 == server.calls("/token")


@pytest.mark.parametrize(("lifetime", "kept"), [(3600, 3540), (100, 90)])
def test_a_token_is_renewed_before_it_expires(
    lifetime: int, kept: int, serve: Serve, client_of: ClientOf, by_token: ByToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(passed=0)
    clock.monotonic = lambda: time.monotonic() + clock.passed
    monkeypatch.setattr("nightaudit.client.auth.time", clock)
    server = serve(service := TokenService(expires_in=lifetime))
    client = client_of(server, **by_token(server))
    for clock.passed, issued in ((0, 1), (kept - 9, 1), (kept, 2)):
        client.units.get(1)
        assert issued == service.issued
    assert 3 == server.calls("/units/1"), "no call was refused"


@pytest.mark.parametrize("lifetime", ["soon", "nan", -1, 0, [], 10**400, None, "3600"])
def test_a_lifetime_that_cannot_be_read_costs_no_token(
    lifetime: object, serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    server = serve(TokenService(expires_in=lifetime))
    client = client_of(server, **by_token(server))
    assert [1, 1, 1] == [client.units.get(1).id for _ in range(3)]
    assert 1 == server.calls("/token")


def test_a_service_that_takes_no_token_at_all_is_a_credentials_error(
    serve: Serve, client_of: ClientOf, by_token: ByToken
) -> None:
    service = TokenService(reads=0)
    server = serve(service)
    with pytest.raises(CredentialsError, match="NIGHTAUDIT_TOKEN_URL"):
        client_of(server, **by_token(server)).units.get(1)
    assert 3 == server.calls("/units/1")
