"""Servers with certificates of their own."""

import ssl
import subprocess
from pathlib import Path

from client.loopback import Asked, Exchange


def answer(asked: Asked, exchange: Exchange) -> None:
    exchange.json({"id": 7, "path": asked.path})


def certificate_for(name: str, alternative: str, folder: Path) -> Path:
    """A self-signed certificate with its key, in one file."""
    made = folder / "both.pem"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"),
            *("-days", "1", "-subj", f"/CN={name}", "-addext", f"subjectAltName={alternative}"),
            *("-keyout", str(folder / "key.pem"), "-out", str(folder / "cert.pem")),
        ],
        check=True,
        capture_output=True,
    )
    made.write_bytes((folder / "key.pem").read_bytes() + (folder / "cert.pem").read_bytes())
    return made


def context_of(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context
