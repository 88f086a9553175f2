"""The admin routes under `/_sandbox`: state, reset, faults, clock, and changes of rows that the API does not offer."""

from __future__ import annotations

import datetime
import sqlite3
from http import HTTPStatus
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool

from nightaudit.errors import UsageError
from nightaudit.sandbox.calls.call import json_text
from nightaudit.sandbox.clock import LAST_DAY
from nightaudit.sandbox.control import ADMIN_PATH
from nightaudit.sandbox.control.living import live_on
from nightaudit.sandbox.faults import Fault
from nightaudit.sandbox.problem import Problem, invalid, not_found
from nightaudit.sandbox.store.tables import LARGEST_INTEGER, TABLES
from nightaudit.sandbox.wire import decode_body, encode

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from fastapi import FastAPI
    from starlette.requests import Request
    from starlette.responses import Response

    from nightaudit.sandbox.calls.world import World
    from nightaudit.sandbox.store.records import Records
    from nightaudit.sandbox.wire import Json

_LOOPBACK = {"127.0.0.1", "::1", "testclient", None}
_LONGEST_DAYS = 3660
T = TypeVar("T")


class Admin:
    """The admin routes of one sandbox; open to callers on this machine, to others with the API key."""

    def __init__(self, world: World) -> None:
        self._world = world

    def add_routes(self, app: FastAPI) -> None:
        """Add the routes to the application."""
        paths: dict[str, dict[str, Callable[[Any], Any]]] = {
            "": {"GET": self.state},
            "/reset": {"POST": self.reset},
            "/faults": {"GET": self.list_faults, "POST": self.arm_faults, "DELETE": self.clear_faults},
            "/clock": {"GET": self.clock, "POST": self.move_clock},
            "/advance": {"POST": self.advance},
            "/rows/{collection}/{action}": {"POST": self.rows},
        }
        for path, functions in paths.items():
            app.add_route(ADMIN_PATH + path, self._guarded(functions), methods=sorted(functions))

    def _guarded(self, functions: dict[str, Callable[[Any], Any]]) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            host = request.client.host if request.client else None
            if host not in _LOOPBACK and not self._world.gate.is_key(request.headers):
                raise Problem(HTTPStatus.FORBIDDEN, "", "The admin routes need the API key, except from this machine.")
            content = decode_body(await request.body() or b"{}")
            if not isinstance(content, dict | list):
                raise invalid("body", "The body must be a JSON object.")
            given = {"path": request.path_params, "body": content}
            function = functions["GET" if request.method == "HEAD" else request.method]
            return json_text(encode(await run_in_threadpool(function, given)))

        return answer

    def state(self, _: Any) -> Any:
        """Return clock, version (changes with every write), faults, and the number of records by collection."""
        with self._world.store.read() as records:
            counts = {name: records.sql.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in TABLES}
            version = records.version
        faults = self._world.faults.report()
        return {"clock": self._world.clock.stamp(), "version": version, "faults": faults, "records": counts}

    def reset(self, _: Any) -> Any:
        """Restore the portfolio and the clock of the start, without faults and hidden rows.

        Raises Problem 400 for a portfolio folder that can no longer be read; nothing has changed then.
        """
        try:
            self._world.store.refill()
        except UsageError as error:
            raise invalid("portfolio", str(error)) from error
        self._world.faults.clear()
        self._world.clock.reset()
        return self.state(None)

    def list_faults(self, _: Any) -> Any:
        """Return the armed faults and how often each happened."""
        return self._world.faults.report()

    def arm_faults(self, given: Any) -> Any:
        """Arm one fault or a list of them; raises Problem 400."""
        rows = given["body"] if isinstance(given["body"], list) else [given["body"]]
        try:
            faults = [Fault.read(row) for row in rows]
        except UsageError as error:
            raise invalid("kind", str(error)) from error
        for fault in faults:
            self._world.faults.arm(fault)
        return self._world.faults.report()

    def clear_faults(self, _: Any) -> Any:
        """Disarm every fault."""
        self._world.faults.clear()
        return []

    def clock(self, _: Any) -> Any:
        """Return the sandbox's time, and the version of its records."""
        with self._world.store.read() as records:
            version = records.version
        return {"version": version, "now": self._world.clock.stamp(), "today": self._world.clock.today().isoformat()}

    def move_clock(self, given: Any) -> Any:
        """Move the clock by days, hours, minutes or seconds, or to the date `today`; raises Problem 400."""
        body = _read(dict[str, float | str], given)
        try:
            if "today" in body:
                by = datetime.date.fromisoformat(str(body["today"])) - self._world.clock.today()
            else:
                by = datetime.timedelta(**{name: float(value) for name, value in body.items()})
            with self._world.store.write() as records:
                self._world.move_clock(records, by)
        except (TypeError, ValueError, OverflowError) as error:
            raise invalid(
                "body", f"Give days, hours, minutes or seconds to move the clock, or today to set it: {error}."
            ) from error
        return self.clock(None)

    def advance(self, given: Any) -> Any:
        """Simulate `days` days: move the clock and write what happens; return the number of changed records by collection."""
        days = _read(dict[Literal["days"], int], given).get("days", 1)
        if not 1 <= days <= min(_LONGEST_DAYS, (LAST_DAY - self._world.clock.today()).days):
            raise invalid("days", f"days must be 1 to {_LONGEST_DAYS}, and must end before {LAST_DAY}.")
        return live_on(self._world, days)

    def rows(self, given: Any) -> Any:
        """Hide, show, delete or insert rows without an API request.

        Hidden rows are missing from lists, but are found by id. Body: `{"ids": [...]}`, or `{"records": [...]}` to insert.
        """
        collection, action = given["path"]["collection"], given["path"]["action"]
        if collection not in TABLES:
            raise not_found("collection", collection, "collection")
        body = _read(_Rows, given)
        ids = body.ids
        with self._world.store.write() as records:
            if action == "hide":
                records.sql.executemany("INSERT OR IGNORE INTO hidden VALUES (?, ?)", [(collection, i) for i in ids])
            elif action == "show":
                show = "DELETE FROM hidden WHERE collection = ? AND id = ?"
                records.sql.executemany(show, [(collection, i) for i in ids])
            elif action == "delete":
                for record_id in ids:
                    records.delete(collection, record_id)
            elif action == "insert":
                ids = [_insert(records, collection, row)["id"] for row in body.records]
            else:
                raise not_found("action", action, "action")
        return {"ids": ids}


class _Rows(msgspec.Struct):
    """The body of a request to change rows: their ids, or their records."""

    ids: list[Annotated[int, msgspec.Meta(ge=0, le=LARGEST_INTEGER)]] = []
    records: list[dict[str, Any]] = []


def _read(kind: type[T], given: Any) -> T:
    """Convert the body of a request to the given type; raises Problem 400."""
    try:
        return msgspec.convert(given["body"], kind)
    except msgspec.ValidationError as error:
        raise invalid("body", f"{error}.") from error


def _insert(records: Records, collection: str, row: Json) -> Json:
    try:
        return records.put(collection, row) if "id" in row else records.insert(collection, row)
    except (KeyError, TypeError, msgspec.MsgspecError, sqlite3.Error) as error:
        raise invalid("records", f"A record of {collection} cannot be stored: {error!r}.") from error
