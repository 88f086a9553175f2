"""The sandbox as a server: in a thread for tests, or as a process that says where it answers."""

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


class _Protocol(H11Protocol):
    """HTTP whose connections a fault may end; the application finds the means in its scope."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        served = self.app

        def end(at_once: bool) -> None:  # noqa: FBT001 - called through the scope
            if at_once:
                # With a linger time of 0 the kernel sends a reset instead of a farewell.
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
        # No server header, no access log: an answer is the API's own, and stdout holds one line.
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


def serve(options: SandboxOptions) -> None:
    """Run until SIGTERM or SIGINT. When ready, print one line of JSON on stdout: the fields of Connection.

    Raises NightauditError when the port is taken, UsageError when the portfolio cannot be read.
    """
    listening = _listen(options)
    connection = _connection(options, listening)

    def say() -> None:
        sys.stdout.write(json.dumps(connection.as_dict()) + "\n")
        sys.stdout.flush()

    server = _Server(create_app(options), say)
    # uvicorn raises the signal again once it has shut down; by then it has nothing left to end.
    signal.signal(signal.SIGTERM, lambda *_: None)
    server.run(sockets=[listening])


@contextmanager
def running(options: SandboxOptions) -> Iterator[Connection]:
    """A sandbox on a free port for as long as the context lasts, served from a thread of this process."""
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
