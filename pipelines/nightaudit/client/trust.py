"""Which certificates are believed, and what to do about one that is not."""

from __future__ import annotations

import os
import ssl

FILE = "SSL_CERT_FILE"  # OpenSSL reads it itself, from the environment alone
NAME_OF_ANOTHER = "mismatch"
OTHERWISE = {  # words of OpenSSL; the first that fit
    "expired": "The certificate has run out: tell the operator of the service, and see whether this machine's clock is right.",
    "not yet valid": "See whether this machine's clock is right.",
    "WRONG_VERSION_NUMBER": "Nothing speaks TLS at that address: check its host and port.",
}
UNKNOWN = "CERTIFICATE_VERIFY_FAILED"


def context() -> ssl.SSLContext:
    """Believe the machine's certificate authorities (those of SSL_CERT_FILE in their place) and the public ones certifi knows."""
    import certifi

    made = ssl.create_default_context()
    made.load_verify_locations(certifi.where())
    return made


def advice(reason: str, setting: str) -> str:
    """What to do about an exchange that failed for this reason, "" where it is no matter of TLS.

    setting  names the address that was asked
    """
    if NAME_OF_ANOTHER in reason:
        return f"The certificate is for another name: set {setting} to the name that it was made for."
    found = next((hint for words, hint in OTHERWISE.items() if words in reason), "")
    return found or (_of_an_unknown_authority() if UNKNOWN in reason else "")


def _of_an_unknown_authority() -> str:
    """OpenSSL passes over a file that is not there, or holds no certificate, without a word."""
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
