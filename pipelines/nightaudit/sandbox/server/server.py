"""Runs the sandbox as a server: in a thread for tests, or as a process that prints its address when ready."""

from __future__ import annotations

import json
import signal
import socket
import struct
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from nightaudit.errors import NightauditError
from nightaudit.sandbox.calls.auth import TOKEN_PATH
from nightaudit.sandbox.options import Connection, SandboxOptions
from nightaudit.sandbox.server.app import create_app

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Callable, Iterator

    from fastapi import FastAPI

SIGNALLED = 128  # and the number of the signal: the exit code of what a signal ended


class _Protocol(H11Protocol):
    """HTTP protocol whose connections the application can end: the function to do so is in its scope (`nightaudit.end`)."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        served = self.app

        def end(at_once: bool) -> None:  # noqa: FBT001 - called through the scope
            if at_once:
                # With a linger time of 0 the kernel resets the connection (RST) instead of closing it (FIN).
                transport.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
                transport.abort()
            else:
                transport.close()

        async def with_end(scope: Any, receive: Any, send: Any) -> None:
            scope["extensions"] = {**(scope.get("extensions") or {}), "nightaudit.end": {"call": end}}
            await served(scope, receive, send)

        self.app = with_end


class _Server(uvicorn.Server):
    def __init__(self, app: FastAPI, ready: Callable[[], None]) -> None:
        # No server header, because it is not part of the API; no access log, because stdout holds only the line of `serve`.
        super().__init__(uvicorn.Config(app, log_level="error", access_log=False, server_header=False, http=_Protocol))
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()


def _listen(options: SandboxOptions) -> socket.socket:
    family = socket.AF_INET6 if ":" in options.host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((options.host, options.port))
    except OSError as error:
        listening.close()
        raise NightauditError(
            f"The sandbox cannot listen on {options.host} port {options.port}: {error.strerror}.",
            hint="Choose another --port, or leave it out for a free one.",
        ) from error
    return listening


def _connection(options: SandboxOptions, listening: socket.socket) -> Connection:
    host = f"[{options.host}]" if ":" in options.host else options.host
    base = f"http://{host}:{listening.getsockname()[1]}"
    return Connection(base, base + TOKEN_PATH, options.client_id, options.client_secret, options.api_key)


def _end(number: int, _: object) -> None:
    """End the process on a signal, with the exit code that a shell gives to it; what is open is closed on the way."""
    raise SystemExit(SIGNALLED + number)


def serve(options: SandboxOptions) -> None:
    """Run a sandbox until SIGTERM or SIGINT. When ready, print one line of JSON on stdout: the fields of Connection.

    Raises NightauditError when the port is taken, UsageError when the portfolio cannot be read.
    """
    listening = _listen(options)
    connection = _connection(options, listening)

    def print_connection() -> None:
        sys.stdout.write(json.dumps(connection.as_dict()) + "\n")
        sys.stdout.flush()

    signal.signal(signal.SIGTERM, _end)  # a portfolio takes seconds to generate, and leaves files if killed
    server = _Server(create_app(options), print_connection)

    def stop(*_: object) -> None:
        server.should_exit = True

    signal.signal(
        signal.SIGTERM, stop
    )  # until uvicorn handles signals, and when it raises them again after its shutdown
    server.run(sockets=[listening])


@contextmanager
def running(options: SandboxOptions) -> Iterator[Connection]:
    """Run a sandbox in a thread of this process for as long as the context lasts; yield its Connection."""
    listening = _listen(options)
    app = create_app(options)
    ready = threading.Event()
    server = _Server(app, ready.set)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True, name="sandbox")
    thread.start()
    try:
        while not ready.wait(0.05):
            if not thread.is_alive():
                raise NightauditError("The sandbox did not start.")
        yield _connection(options, listening)
    finally:
        server.should_exit = True
        thread.join(timeout=30)
        listening.close()
