"""Decides which TLS certificates are trusted, and advises what to do about one that is not."""

from __future__ import annotations

import os
import ssl

FILE = "SSL_CERT_FILE"  # read by OpenSSL, from the environment only
WRONG_NAME = "mismatch"
ADVICE = {  # part of OpenSSL's message: hint; the first that matches
    "expired": "The certificate has run out: tell the operator of the service, and see whether this machine's clock is right.",
    "not yet valid": "See whether this machine's clock is right.",
    "WRONG_VERSION_NUMBER": "Nothing speaks TLS at that address: check its host and port.",
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
        return f"The certificate is for another name: set {setting} to the name that it was made for."
    found = next((hint for words, hint in ADVICE.items() if words in reason), "")
    return found or (_advice_on_authority() if UNKNOWN_AUTHORITY in reason else "")


def _advice_on_authority() -> str:
    """Return a hint on an unknown authority. Checks SSL_CERT_FILE, because OpenSSL silently ignores a missing or wrong file."""
    given = os.environ.get(FILE)
    try:
        if given:
            ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(given)
    except ssl.SSLError:
        return f"{FILE} is {given}, which holds no certificate in PEM form."
    except OSError as error:
        return f"{FILE} is {given}, which cannot be read: {error.strerror}."
    return (
        f"Set {FILE} in the environment, for which .env is not read, to a PEM file with the certificate of the authority that"
        " signs for this host (of a proxy that opens what is encrypted, its own), or with the host's where it signs itself."
    )
