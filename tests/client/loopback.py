"""A real HTTP server on loopback whose answers a test scripts, down to the bytes on the socket."""

import contextlib
import json
import socket
import ssl
import struct
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

Answer = TypeVar("Answer")


@dataclass
class Asked:
    """A request as the server saw it."""

    method: str
    path: str
    query: list[tuple[str, str]]
    headers: dict[str, str]
    body: bytes
    raw_path: str = ""


class Exchange(BaseHTTPRequestHandler):
    """One connection; a test's `respond(asked, exchange)` answers with `json`, `send` or raw bytes."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: "Loopback"

    def handle_any(self) -> None:
        split = urlsplit(self.path)
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        asked = Asked(self.command, split.path, parse_qsl(split.query), headers, body, self.path)
        with self.server.lock:
            self.server.asked.append(asked)
        self.server.respond(asked, self)

    def __getattr__(self, name: str) -> Callable[[], None]:
        """Answer every method alike: the base class looks for `do_GET`, `do_POST` ..."""
        if name.startswith("do_"):
            return self.handle_any
        raise AttributeError(name)

    def send(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name.replace("_", "-"), value)
        if "Content_Length" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def json(self, value: Any, status: int = 200, **headers: str) -> None:
        self.send(status, json.dumps(value).encode(), **headers)

    def cut(self) -> None:
        """Close after what was sent."""
        self.close_connection = True

    def reset(self) -> None:
        """Break the connection with a TCP reset."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True
        self.connection.close()

    def finish(self) -> None:
        with contextlib.suppress(OSError):  # the test has broken the connection
            super().finish()

    def log_message(self, *_: object) -> None:
        """Tests read `asked` instead."""


@dataclass
class Loopback(ThreadingHTTPServer):
    """Serves until closed, or until the block ends that it is opened for; `asked` lists what came."""

    respond: Callable[[Asked, Exchange], None]
    tls: ssl.SSLContext | None = None
    asked: list[Asked] = field(default_factory=list)
    handler: type[Exchange] = Exchange

    daemon_threads = True
    request_queue_size = 64

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        super().__init__(("127.0.0.1", 0), self.handler)
        if self.tls:
            self.socket = self.tls.wrap_socket(self.socket, server_side=True)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()

    __hash__ = ThreadingHTTPServer.__hash__

    def handle_error(self, *_: object) -> None:
        """Broken connections are part of the tests."""

    @property
    def url(self) -> str:
        return f"http{'s' if self.tls else ''}://127.0.0.1:{self.server_address[1]}"

    def calls(self, path_end: str = "") -> int:
        return sum(asked.path.endswith(path_end) for asked in self.asked)

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.shutdown()
        self.server_close()


def page_of(rows: list[Any], number: int = 0, total: int | None = None) -> dict[str, Any]:
    total = len(rows) if total is None else total
    size = max(1, len(rows))
    return {
        "content": rows,
        "page": {"size": size, "totalElements": total, "totalPages": -(-total // size), "number": number},
    }


def asked_page(rows: list[Any], query: Mapping[str, str], *, base: int = 0) -> dict[str, Any]:
    """Return the page of these rows that the query asks for; `base` is the number of the first page."""
    number, size = max(int(query["page"]) - base, 0), int(query["size"])
    numbers = {"number": number, "size": size, "totalElements": len(rows), "totalPages": -(-len(rows) // size)}
    return {"content": rows[number * size : (number + 1) * size], "page": numbers}


def in_order(rows: list[Any], query: Mapping[str, str]) -> list[Any]:
    """Return the rows as the query sorts them, by id where it does not say."""
    name, _, direction = query.get("sort", "id").partition(",")
    return sorted(rows, key=lambda row: row[name], reverse=direction == "desc")


def not_found(_: Asked, exchange: Exchange) -> None:
    exchange.json({}, 404)


def cut_headers(exchange: Exchange) -> None:
    """Break off in the middle of the headers."""
    exchange.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Ty")
    exchange.cut()


def in_threads(count: int, work: Callable[[int], Answer]) -> list[Answer]:
    """Answers of `work` to each number below `count`, each asked in a thread; raises what one of them raised."""
    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(work, range(count)))
