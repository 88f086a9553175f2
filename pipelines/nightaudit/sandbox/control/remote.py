"""Talk to the admin routes of a running sandbox."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from nightaudit.errors import Unreachable, UsageError
from nightaudit.sandbox.control import ADMIN_PATH

TIMEOUT_SECONDS = 600  # living on for a month of a large portfolio takes a while


def ask(base_url: str, method: str, path: str, body: object = None, *, api_key: str = "") -> Any:
    """Send one admin request (`path` below `/_sandbox`) and return its JSON.

    Raises UsageError for an address that is no http address or a request the sandbox turns down, Unreachable when nothing
    answers there.
    """
    if urlsplit(base_url).scheme not in {"http", "https"}:
        raise UsageError(
            f"{base_url!r} is no address of a sandbox.", hint="Give --url, as `nightaudit sandbox` printed it."
        )
    content = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json", **({"X-Auth-Token": api_key} if api_key else {})}
    request = urllib.request.Request(  # noqa: S310 - the scheme is checked above
        f"{base_url}{ADMIN_PATH}{path}", data=content, headers=headers, method=method
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:  # noqa: S310 - checked above
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise UsageError(f"The sandbox turned it down: {_said(error.read())}") from None
    except (urllib.error.URLError, OSError, ValueError) as error:
        raise Unreachable(
            f"No sandbox answers at {base_url}: {error}.", hint="Start one: nightaudit sandbox."
        ) from None


def _said(body: bytes) -> str:
    """The message of an error's body, or how the body begins where it is none of the sandbox's."""
    try:
        return str(json.loads(body)["message"])
    except (ValueError, KeyError, TypeError):
        return body.decode(errors="replace")[:300]
