"""Plain HTTP to a sandbox, as the tests speak it."""

import json
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx

from nightaudit.client.operation import Operation
from nightaudit.sandbox import Connection, SandboxOptions, running
from sandbox.small_stock import TODAY

CERTIFICATES = ssl.create_default_context()  # read once, which takes as long as ten requests
HTTP = httpx.Client(verify=CERTIFICATES)


class Api:
    """Plain HTTP to a sandbox, with a token of both scopes."""

    def __init__(self, connection: Connection, scope: str = "") -> None:
        self.connection = connection
        self.http = httpx.Client(base_url=connection.base_url, timeout=30, verify=CERTIFICATES)
        self.bearer = f"Bearer {self.token(scope)}"
        self.http.headers["Authorization"] = self.bearer
        self.touched = True
        self.version = -1

    def token(self, scope: str = "") -> str:
        form = {"grant_type": "client_credentials"} | ({"scope": scope} if scope else {})
        answer = HTTP.post(
            self.connection.token_url, data=form, auth=(self.connection.client_id, self.connection.client_secret)
        )
        return str(answer.json()["access_token"])

    def call(self, operation: Operation[Any], *ids: Any, body: Any = None, **query: Any) -> httpx.Response:
        files = {"file": body} if isinstance(body, tuple) else None
        return self.http.request(
            operation.method,
            operation.url_path(*ids),
            params=query,
            files=files,
            **({} if body is None or files else {"json": body}),
        )

    def rows(self, operation: Operation[Any], *ids: Any, **query: Any) -> list[Any]:
        answer = self.call(operation, *ids, **query)
        assert 200 == answer.status_code, answer.text
        return list(answer.json()["content"])

    def get(self, operation: Operation[Any], *ids: Any) -> Any:
        answer = self.call(operation, *ids)
        assert 200 == answer.status_code, answer.text
        return answer.json()

    def restore(self) -> None:
        """The portfolio, clock and faults as at the start, where anything was touched."""
        self.http.headers["Authorization"] = self.bearer
        if self.touched or self.http.get("/_sandbox/clock").json()["version"] != self.version:
            self.version = self.admin("reset")["version"]
            self.touched = False

    def admin(self, path: str, **body: Any) -> Any:
        self.touched = True
        answer = self.http.post(f"/_sandbox/{path}", json=body)
        assert 200 == answer.status_code, answer.text
        return answer.json()

    def arm(self, kind: str, **fault: Any) -> None:
        self.admin("faults", kind=kind, **fault)


@contextmanager
def served(portfolio: Path | None = None, **options: Any) -> Iterator[Api]:
    """A sandbox of its own with these options, by default on the day of the small portfolio."""
    with running(SandboxOptions(**{"portfolio": portfolio, "today": TODAY} | options)) as connection:
        yield Api(connection)


def write_portfolio(folder: Path, portfolio: dict[str, list[Any]]) -> Path:
    folder.mkdir(exist_ok=True)
    for collection, records in portfolio.items():
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{collection}.jsonl").write_text(text)
    return folder


def refused(answer: Any, status: int = 400) -> Any:
    """The error body of an answer that must have this status."""
    assert answer.status_code == status, (answer.status_code, answer.text)
    assert answer.json()["message"]
    return answer.json()


def ids(rows: list[Any]) -> list[int]:
    return [row["id"] for row in rows]


def money(value: Any) -> Decimal:
    """A JSON number as money."""
    return Decimal(str(value))
