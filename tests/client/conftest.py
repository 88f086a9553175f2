"""Fixtures: servers on loopback and clients of them, closed at the end of each test."""

import ssl
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from client.loopback import Asked, Exchange, Loopback
from nightaudit.client.client import Client
from nightaudit.client.message import Origin, Request
from nightaudit.settings import Settings

Respond = Callable[[Asked, Exchange], None]
Serve = Callable[..., Loopback]
ClientOf = Callable[..., Client]
ByToken = Callable[[Loopback], dict[str, str]]
ASKED = Request("GET", Origin.of("http://localhost", "NIGHTAUDIT_BASE_URL"), "/", ())


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a server that answers as told."""
    servers: list[Loopback] = []

    def start(respond: Respond, tls: ssl.SSLContext | None = None) -> Loopback:
        servers.append(Loopback(respond, tls))
        return servers[-1]

    yield start
    for server in servers:
        server.close()


@pytest.fixture
def client_of(impatient: None) -> Iterator[ClientOf]:  # noqa: ARG001 - a fixture
    """Make a client of a server; it authenticates with an API key unless told otherwise, and waits next to nothing."""
    clients: list[Client] = []

    def connect(server: Loopback, **given: Any) -> Client:
        credentials = {} if "client_id" in given else {"api_key": "planted-api-key"}
        usual = {"base_url": server.url, "timeout_seconds": 8.0, "deadline_seconds": 10.0}
        clients.append(Client(Settings.read(**usual | credentials | given)))
        return clients[-1]

    yield connect
    for client in clients:
        client.close()


@pytest.fixture
def by_token() -> ByToken:
    """Settings that make a client ask `/token` of a server for tokens."""
    return lambda server: {
        "token_url": f"{server.url}/token",
        "client_id": "planted-id",
        "client_secret": "planted-secret",
    }
