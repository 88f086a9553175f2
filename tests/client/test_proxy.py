"""Requests through the proxy of the environment, which passes encrypted connections on."""

import base64
import shutil
import socket
import threading
from pathlib import Path

import pytest

from client.certificates import answer, certificate_for, context_of
from client.conftest import ClientOf, Serve
from client.loopback import Asked, Exchange, Loopback
from nightaudit.errors import ConfigurationError, NotSent, Unreachable

pytestmark = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")
HOST = "pms.example"  # only the proxy can find it


class Passing:
    """What a proxy does with CONNECT: it passes everything on to `server`, or answers `refusal`."""

    def __init__(self, server: Loopback, refusal: int = 0) -> None:
        self.server, self.refusal = server, refusal

    def __call__(self, _: Asked, exchange: Exchange) -> None:
        if self.refusal:
            exchange.send(self.refusal)
            return
        exchange.send_response(200)
        exchange.end_headers()
        exchange.close_connection = True
        with socket.create_connection(("127.0.0.1", self.server.server_address[1])) as there:
            back = threading.Thread(target=pass_on, args=(there, exchange.connection))
            back.start()
            pass_on(exchange.connection, there)
            back.join()


def pass_on(source: socket.socket, target: socket.socket) -> None:
    try:
        while part := source.recv(65536):
            target.sendall(part)
        target.shutdown(socket.SHUT_WR)
    except OSError:
        pass


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate_for(HOST, f"DNS:{HOST}", tmp_path_factory.mktemp("tls"))


@pytest.fixture
def service(certificate: Path, serve: Serve, monkeypatch: pytest.MonkeyPatch) -> Loopback:
    """A service that has the certificate of HOST, which is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    return serve(answer, context_of(certificate))


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "https_proxy", "ALL_PROXY"])
@pytest.mark.parametrize("scheme", ["http://", ""])
def test_reads_and_writes_go_through_the_proxy(
    scheme: str, variable: str, service: Loopback, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve(Passing(service))
    monkeypatch.setenv(variable, scheme + "user:planted%21@" + proxy.url.removeprefix("http://"))
    client = client_of(service, base_url=f"https://{HOST}")
    assert [7, 7] == [client.units.get(number).id for number in (7, 8)]
    assert 7 == client.sales_invoices.void(7).id
    assert [("CONNECT", f"{HOST}:443")] * 2 == [(asked.method, asked.raw_path) for asked in proxy.asked], (
        "reads share one"
    )
    expected = "Basic " + base64.b64encode(b"user:planted!").decode()
    assert {expected} == {asked.headers["proxy-authorization"] for asked in proxy.asked}
    assert not any("proxy-authorization" in asked.headers for asked in service.asked)


@pytest.mark.parametrize("named", [HOST, ".example", "*", f"{HOST}:443"])
def test_what_no_proxy_names_is_asked_directly(
    named: str, service: Loopback, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve(Passing(service))
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    monkeypatch.setenv("NO_PROXY", named)
    with pytest.raises(Unreachable, match=rf"^{HOST} gave no complete answer"):
        client_of(service, base_url=f"https://{HOST}").units.get(7)
    assert not proxy.asked


@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"])
def test_this_machine_is_asked_directly(
    variable: str, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    server, proxy = serve(answer), serve(answer)
    monkeypatch.setenv(variable, proxy.url)
    assert 7 == client_of(server).units.get(7).id
    assert (1, 0) == (server.calls(), proxy.calls())


def test_this_machine_is_asked_directly_under_a_certificate_too(
    serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    certificate = certificate_for("127.0.0.1", "IP:127.0.0.1", tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    server, proxy = serve(answer, context_of(certificate)), serve(answer)
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    assert 7 == client_of(server).units.get(7).id
    assert (1, 0) == (server.calls(), proxy.calls())


def test_a_proxy_that_refuses_is_named_without_its_password_and_nothing_was_sent(
    service: Loopback, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    proxy = serve(Passing(service, refusal=407))
    place = proxy.url.removeprefix("http://")
    monkeypatch.setenv("HTTPS_PROXY", f"http://user:planted@{place}")
    client = client_of(service, base_url=f"https://{HOST}")
    with pytest.raises(Unreachable, match=rf"{HOST} through the proxy {place} \(HTTPS_PROXY\) .*: 407") as told:
        client.units.get(7)
    assert "planted" not in f"{told.value} {told.value.hint}"
    assert told.value.hint.startswith(
        "Check HTTPS_PROXY, user and password in it included, and NIGHTAUDIT_BASE_URL; or"
    )
    with pytest.raises(NotSent):
        client.sales_invoices.void(7)
    assert not service.asked


def test_a_proxy_that_decrypts_with_its_own_authority_is_told_at_each_try(
    certificate: Path, serve: Serve, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each try used to keep its connection, so that a later one waited for a free one until the timeout."""
    proxy = serve(Passing(serve(answer, context_of(certificate))))
    monkeypatch.setenv("HTTPS_PROXY", proxy.url)
    client = client_of(proxy, base_url=f"https://{HOST}", concurrency=1)
    with pytest.raises(
        Unreachable, match=r"CERTIFICATE_VERIFY_FAILED.* Tried 6 times\. .* of the proxy if a proxy decrypts"
    ):
        client.units.get(7)
    for _ in range(3):
        with pytest.raises(NotSent, match="CERTIFICATE_VERIFY_FAILED"):
            client.sales_invoices.void(7)


@pytest.mark.parametrize("variable", ["HTTPS_PROXY", "ALL_PROXY"])
@pytest.mark.parametrize(
    "address", ["socks5://proxy.example:1080", "http://", "http://proxy.example:http", "http://p:0"]
)
def test_what_is_no_address_of_a_proxy_is_said(
    address: str, variable: str, service: Loopback, client_of: ClientOf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(variable, address)
    with pytest.raises(ConfigurationError, match=f"{variable} is not the address of an http") as told:
        client_of(service, base_url=f"https://{HOST}")
    assert HOST in told.value.hint
