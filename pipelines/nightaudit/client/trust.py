"""Decides which TLS certificates are trusted, and advises what to do about one that is not."""

from __future__ import annotations

import os
import ssl

FILE = "SSL_CERT_FILE"  # read by OpenSSL, from the environment only
WRONG_NAME = "mismatch"
NO_CERTIFICATE = (
    "for a certificate of this machine, which nightaudit cannot send: ask the operator of the service for access by"
    " credentials alone"
)
ADVICE = {  # part of OpenSSL's message: hint; the first that matches
    "expired": "The certificate has expired: check this machine's clock, then inform the operator of the service.",
    "not yet valid": "Check this machine's clock.",
    "WRONG_VERSION_NUMBER": "The server at that address does not use TLS: check host and port.",
    "PROTOCOL_VERSION": "The server has no version of TLS that is still safe: inform the operator of the service.",
    "CERTIFICATE_REQUIRED": f"The server asks {NO_CERTIFICATE}.",
    "HANDSHAKE_FAILURE": f"The server and this machine have no kind of TLS in common, or the server asks {NO_CERTIFICATE}.",
    "no application protocol": "The server does not speak HTTP/1.1: inform the operator of the service.",
}
UNKNOWN_AUTHORITY = "CERTIFICATE_VERIFY_FAILED"


def context() -> ssl.SSLContext:
    """Return a TLS context that trusts certifi's public authorities and those of the machine, or of SSL_CERT_FILE instead."""
    import certifi

    trusting = ssl.create_default_context()
    trusting.load_verify_locations(certifi.where())
    return trusting


def advice(reason: str, setting: str) -> str:
    """Return a hint what to do about an exchange that failed for this reason, "" where the reason is not TLS.

    setting  name of the setting with the address of the server
    """
    if WRONG_NAME in reason:
        return f"The certificate is for another host name: set {setting} to the name in the certificate."
    found = next((hint for words, hint in ADVICE.items() if words in reason), "")
    return found or (_advice_on_authority() if UNKNOWN_AUTHORITY in reason else "")


def _advice_on_authority() -> str:
    """Return a hint on an unknown authority. Checks SSL_CERT_FILE, because OpenSSL silently ignores a missing or wrong file."""
    given = os.environ.get(FILE)
    try:
        if given:
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(given)
    except ssl.SSLError:
        return f"{FILE} is {given}, which contains no certificate in PEM format."
    except OSError as error:
        return f"{FILE} is {given}, which cannot be read: {error.strerror}."
    return (
        f"Set {FILE} in the environment (not in .env) to a PEM file. The file must have the certificate of the"
        " authority that signed this host's certificate, of the proxy if a proxy decrypts the traffic, or of the"
        " host if its certificate is self-signed."
    )
