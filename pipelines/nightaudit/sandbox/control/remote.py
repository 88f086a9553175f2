"""Sends requests to the admin routes of a running sandbox."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from nightaudit.addresses import LOOPBACK, checked
from nightaudit.errors import Unreachable, UsageError
from nightaudit.sandbox.control import ADMIN_PATH

EVERYWHERE = {"0.0.0.0", "::"}  # noqa: S104 - a sandbox that listens on all addresses of this machine gives one of these
TIMEOUT_SECONDS = 600  # simulating a month of a large portfolio takes a while


def ask(base_url: str, method: str, path: str, body: object = None, *, api_key: str = "") -> Any:
    """Send one admin request (`path` below `/_sandbox`) and return its JSON.

    No proxy is used for a sandbox on this machine. Raises UsageError for an address to which no load would send a key either, or
    a request that the sandbox refuses, Unreachable when no sandbox answers.
    """
    try:
        parts = urlsplit(base_url or "-")
        is_here = parts.hostname in LOOPBACK | EVERYWHERE
        checked(parts._replace(netloc="localhost").geturl() if is_here else parts.geturl())
    except ValueError as error:
        raise UsageError(
            f"The address of the sandbox {error}.", hint="Give --url the base_url that `nightaudit sandbox` printed."
        ) from None
    content = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"X-Auth-Token": api_key} if api_key else {})}
    request = urllib.request.Request(  # noqa: S310 - the scheme is checked above
        f"{base_url}{ADMIN_PATH}{path}", data=content, headers=headers, method=method
    )
    try:
        opener = urllib.request.build_opener(*[urllib.request.ProxyHandler({})] * is_here)
        with opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise UsageError(f"The sandbox refused the request: {_message_of(error.read())}") from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "reason", error)  # urllib wraps an error of the connection
        raise Unreachable(
            f"No sandbox answers at {base_url}: {reason}.", hint="Start one with `nightaudit sandbox`."
        ) from None


def _message_of(body: bytes) -> str:
    """Return the message in the body of an error, or the beginning of a body that the sandbox did not write."""
    try:
        return str(json.loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")[:300]
