"""Middleware around the application that produces the armed faults."""

from __future__ import annotations

import asyncio
import datetime
import gzip
import math
import re
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any, assert_never

from starlette.concurrency import run_in_threadpool
from starlette.responses import JSONResponse, Response

from nightaudit.sandbox.control import ADMIN_PATH
from nightaudit.sandbox.control.churn import churn
from nightaudit.sandbox.problem import body

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.faults import Armed, Fault

_NUMBER = re.compile(rb":-?\d+(\.\d+)?(?=[,}\]])")
_PIECES = 20


class FaultMiddleware:
    """ASGI middleware: produces a fault for each request that one strikes, and passes all other requests on."""

    def __init__(self, app: ASGIApp, world: World) -> None:
        self._app = app
        self._world = world
        self._later: set[asyncio.Task[None]] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or produce the fault that strikes it."""
        path = scope.get("path", "")
        armed = None
        if scope["type"] == "http" and not path.startswith(ADMIN_PATH):
            armed = self._world.faults.strike(scope["method"], path)
        if armed is None:
            await self._app(scope, receive, send)
            return
        match armed.fault.kind:
            case "revoke" | "insert-row" | "delete-row":
                await self._disturb(armed, path)
                await self._app(scope, receive, send)
            case "reset" | "drop-before" | "drop-after":
                await self._drop(armed.fault, scope, receive)
            case "status" | "late-commit" | "html" | "empty":
                await self._replace(armed.fault, scope, receive, send)
            case "truncate" | "cut-gzip" | "nan" | "drip" | "wrong-total":
                await self._spoil(armed.fault, scope, receive, send)
            case unknown:
                assert_never(unknown)

    async def _disturb(self, armed: Armed, path: str) -> None:
        if armed.fault.kind == "revoke":
            self._world.gate.revoke_all()
        else:
            insert = armed.fault.kind == "insert-row"
            if not await run_in_threadpool(churn, self._world, path, armed.random, insert=insert):
                self._world.faults.take_back(armed)

    async def _drop(self, fault: Fault, scope: Scope, receive: Receive) -> None:
        if fault.kind != "reset":
            request = await _read_request(receive)
            if fault.kind == "drop-after":
                await self._carry_out(scope, request)
        _end(scope, at_once=True)
        await _wait_for_disconnect(receive)

    async def _replace(self, fault: Fault, scope: Scope, receive: Receive, send: Send) -> None:
        request = await _read_request(receive)
        answer: Response
        if fault.kind == "html":
            answer = Response("<html><body><h1>Please sign in</h1></body></html>", media_type="text/html")
        elif fault.kind == "empty":
            answer = Response(b"", media_type="application/json")
        else:
            reason = "This error was requested from the sandbox."
            answer = JSONResponse(body(fault.status, "", reason, scope["path"]), fault.status, _retry_after(fault))
        await answer(scope, _replay(request), send)
        if fault.kind == "late-commit":
            task = asyncio.get_running_loop().create_task(self._act_later(fault.seconds, scope, request))
            self._later.add(task)
            task.add_done_callback(self._later.discard)

    async def _act_later(self, seconds: float, scope: Scope, request: bytes) -> None:
        await asyncio.sleep(seconds)
        await self._carry_out(scope, request)

    async def _carry_out(self, scope: Scope, request: bytes) -> tuple[Message, bytes]:
        sent: list[Message] = []

        async def keep(message: Message) -> None:
            sent.append(message)

        await self._app(dict(scope), _replay(request), keep)
        return sent[0], b"".join(message.get("body", b"") for message in sent[1:])

    async def _spoil(self, fault: Fault, scope: Scope, receive: Receive, send: Send) -> None:
        start, content = await self._carry_out(scope, await _read_request(receive))
        headers = [(name, value) for name, value in start["headers"] if name.lower() != b"content-length"]
        whole = len(content)
        if fault.kind == "nan":
            content = _NUMBER.sub(b":NaN", content, count=1)
        elif fault.kind == "wrong-total":
            wrong = rb'"totalElements":%d' % max(_total(content) + fault.amount, 0)
            content = re.sub(rb'"totalElements":\d+', wrong, content)
        elif fault.kind == "cut-gzip" and content:
            packed = gzip.compress(content, 1)
            content = packed[: max(len(packed) // 2, 12)]
            headers.append((b"content-encoding", b"gzip"))
        length = whole if fault.kind == "truncate" else len(content)
        await send({**start, "headers": [*headers, (b"content-length", b"%d" % length)]})
        if fault.kind == "truncate" and content:
            await send({"type": "http.response.body", "body": content[: whole // 2], "more_body": True})
            _end(scope, at_once=False)
            await _wait_for_disconnect(receive)
        elif fault.kind == "drip":
            step = -(-len(content) // _PIECES) or 1
            for place in range(0, len(content), step):
                await send({"type": "http.response.body", "body": content[place : place + step], "more_body": True})
                await asyncio.sleep(fault.seconds / _PIECES)
            await send({"type": "http.response.body", "body": b""})
        else:
            await send({"type": "http.response.body", "body": content})


def _total(content: bytes) -> int:
    found = re.search(rb'"totalElements":(\d+)', content)
    return int(found[1]) if found else 0


def _retry_after(fault: Fault) -> dict[str, str]:
    if fault.retry_after == "seconds":
        return {"Retry-After": str(math.ceil(fault.seconds))}
    if fault.retry_after == "date":
        when = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=fault.seconds)
        return {"Retry-After": format_datetime(when, usegmt=True)}
    return {}


async def _read_request(receive: Receive) -> bytes:
    parts = []
    while True:
        message = await receive()
        parts.append(message.get("body", b""))
        if message["type"] == "http.disconnect" or not message.get("more_body"):
            return b"".join(parts)


def _replay(request: bytes) -> Receive:
    messages: list[dict[str, Any]] = [{"type": "http.request", "body": request, "more_body": False}]

    async def receive() -> Message:
        return messages.pop() if messages else {"type": "http.disconnect"}

    return receive


async def _wait_for_disconnect(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _end(scope: Scope, *, at_once: bool) -> None:
    """End the connection: with a reset if `at_once`, otherwise after the bytes written so far."""
    end = scope.get("extensions", {}).get("nightaudit.end")
    if end is None:
        raise ConnectionResetError("The sandbox closed the connection, as requested.")
    end["call"](at_once)
