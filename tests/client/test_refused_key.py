"""A single 401 to an API key that the service accepts is an accident; a wrong or revoked key is found at once."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, page_of
from nightaudit.client.resources.properties import Units
from nightaudit.errors import CredentialsError, Forbidden


@pytest.mark.parametrize(("accidents", "answered"), [(1, True), (2, True), (3, False)])
def test_a_401_to_a_key_that_works_is_asked_again_twice(
    accidents: int, *, answered: bool, serve: Serve, client_of: ClientOf
) -> None:
    left = [accidents]

    def respond(asked: Asked, exchange: Exchange) -> None:
        left[0] -= asked.path.endswith("/units/2")
        exchange.json({"id": int(asked.path[-1])}, 401 if asked.path.endswith("/units/2") and left[0] >= 0 else 200)

    server = serve(respond)
    client = client_of(server)
    client.units.get(1)
    if answered:
        assert 2 == client.units.get(2).id
    else:
        with pytest.raises(Forbidden, match="401"):
            client.units.get(2)
    assert min(accidents + 1, 3) == server.calls("/units/2")


def test_a_401_to_the_first_requests_for_a_list_is_asked_again_where_another_was_answered(
    serve: Serve, client_of: ClientOf
) -> None:
    """As two pages of one list, asked for at once: no other path has shown yet that the key works."""
    refused = threading.Event()

    def respond(asked: Asked, exchange: Exchange) -> None:
        if ("page", "1") in asked.query and not refused.is_set():
            refused.set()
            exchange.json({}, 401)
        else:
            refused.wait(5)
            exchange.json(page_of([{"id": 1}]))

    client = client_of(serve(respond))
    with ThreadPoolExecutor(2) as pool:
        pages = [pool.submit(client.page, Units.list, page=number, size=1) for number in (0, 1)]
        assert [1, 1] == [len(page.result().rows) for page in pages]


def test_a_key_that_is_revoked_is_a_credentials_error(serve: Serve, client_of: ClientOf) -> None:
    valid = [True]
    server = serve(lambda _, exchange: exchange.json({"id": 1}, 200 if valid[0] else 401))
    client = client_of(server)
    client.units.get(1)
    valid[0] = False
    with pytest.raises(CredentialsError, match="NIGHTAUDIT_API_KEY"):
        client.units.get(2)
    assert (3, 2) == (server.calls("/units/2"), server.calls("/units/1"))


def test_a_key_that_was_never_accepted_is_tried_elsewhere_once(serve: Serve, client_of: ClientOf) -> None:
    server = serve(lambda _, exchange: exchange.json({}, 401))
    client = client_of(server)
    client.was_answered([Units.list])
    with pytest.raises(CredentialsError, match="NIGHTAUDIT_API_KEY"):
        client.units.get(2)
    assert (1, 1) == (server.calls("/units/2"), server.calls("/units"))
