import shutil
import ssl
from collections.abc import Callable
from pathlib import Path

import pytest

from client.certificates import answer, certificate_for, context_of
from client.conftest import ClientOf, Serve
from nightaudit.errors import NotSent, Unreachable

needs_openssl = pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the certificates")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate for 127.0.0.1 with its key, in one file."""
    return certificate_for("127.0.0.1", "IP:127.0.0.1", tmp_path_factory.mktemp("tls"))


@needs_openssl
def test_a_trusted_certificate_carries_reads_and_writes(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, serve: Serve, client_of: ClientOf
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    server = serve(answer, context_of(certificate))
    client = client_of(server)
    assert 7 == client.units.get(7).id
    assert 7 == client.sales_invoices.void(7).id
    assert 2 == server.calls()


@needs_openssl
def test_an_unknown_certificate_is_told_and_nothing_was_sent(
    certificate: Path, serve: Serve, client_of: ClientOf
) -> None:
    server = serve(answer, context_of(certificate))
    client = client_of(server)
    with pytest.raises(Unreachable, match="Set SSL_CERT_FILE in the environment") as told:
        client.units.get(7)
    assert "not in .env" in told.value.hint
    with pytest.raises(NotSent):
        client.sales_invoices.void(7)
    assert 0 == server.calls()


@needs_openssl
def test_a_file_of_certificates_that_is_none_is_told(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, serve: Serve, client_of: ClientOf
) -> None:
    """OpenSSL passes over it without a word."""
    server = serve(answer, context_of(certificate))
    given = tmp_path / "authorities.pem"
    monkeypatch.setenv("SSL_CERT_FILE", str(given))
    with pytest.raises(Unreachable, match=r"authorities.pem, which cannot be read: No such file"):
        client_of(server).units.get(7)
    given.write_bytes(ssl.PEM_cert_to_DER_cert(certificate.with_name("cert.pem").read_text()))
    with pytest.raises(Unreachable, match=r"authorities.pem, which contains no certificate in PEM format"):
        client_of(server).units.get(7)


@needs_openssl
def test_a_certificate_of_another_name_is_refused(
    certificate: Path, monkeypatch: pytest.MonkeyPatch, serve: Serve, client_of: ClientOf
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    server = serve(answer, context_of(certificate))
    client = client_of(server, base_url=server.url.replace("127.0.0.1", "localhost"))
    with pytest.raises(Unreachable, match="for another host name: set NIGHTAUDIT_BASE_URL to the name"):
        client.units.get(7)
    assert 0 == server.calls()


def of_clients_with_a_certificate(context: ssl.SSLContext) -> None:
    context.verify_mode = ssl.CERT_REQUIRED


def with_no_cipher_that_is_safe(context: ssl.SSLContext) -> None:
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    context.set_ciphers("aNULL:@SECLEVEL=0")


@needs_openssl
@pytest.mark.parametrize(
    ("demand", "told"),
    [
        (
            of_clients_with_a_certificate,
            "The server asks for a certificate of this machine, which nightaudit cannot send",
        ),
        (with_no_cipher_that_is_safe, "have no kind of TLS in common, or the server asks for a certificate"),
    ],
)
def test_a_server_that_demands_other_tls_is_told(
    demand: Callable[[ssl.SSLContext], None],
    told: str,
    certificate: Path,
    monkeypatch: pytest.MonkeyPatch,
    serve: Serve,
    client_of: ClientOf,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = context_of(certificate)
    demand(context)
    server = serve(answer, context)
    with pytest.raises(Unreachable, match=told):
        client_of(server).units.get(7)
    assert 0 == server.calls()


def test_a_service_without_tls_gets_nothing(serve: Serve, client_of: ClientOf) -> None:
    server = serve(answer)
    client = client_of(server, base_url=server.url.replace("http:", "https:"))
    with pytest.raises(Unreachable, match="does not use TLS"):
        client.units.get(7)
    with pytest.raises(NotSent):
        client.sales_invoices.void(7)
    assert 0 == server.calls()
