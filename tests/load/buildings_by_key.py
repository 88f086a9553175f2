"""Buildings to which units refer: a service that lists some, and answers by key as a test says."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from client.loopback import Asked, Exchange, Loopback, asked_page, in_order
from load.conftest import TODAY, load_once
from nightaudit.sandbox.wire import Json
from nightaudit.settings import Settings

STREAMS = ("units", "buildings")
FORBIDDEN, NONE, THERE, NO_SUCH_METHOD = 403, 404, 200, 405


@contextmanager
def serving(
    listed: list[int], single: Mapping[int, int | Json | bytes], data_dir: Path
) -> Iterator[tuple[Settings, Loopback]]:
    """Units in buildings 1 to 9, of which some are listed; others answer with a status or a record of their own."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        *_, kind, last = asked.path.split("/")
        if kind == "buildings":
            one = int(last)
            answer = single.get(one, THERE if one in listed else NONE)
            if isinstance(answer, bytes):
                exchange.send(THERE, answer, **{"Content-Type": "text/html"})
            elif isinstance(answer, int):
                exchange.json({"id": one}, answer)
            else:
                exchange.json(answer)
            return
        found, query = listed if last == "buildings" else range(1, 10), dict(asked.query)
        exchange.json(asked_page(in_order([{"id": one, "buildingId": one} for one in found], query), query))

    with Loopback(respond) as server:
        yield Settings.read(base_url=server.url, api_key="sandbox-key", data_dir=data_dir, today=TODAY), server


def first_night(data_dir: Path) -> Settings:
    """Load nine buildings that are all listed; return the settings of that load."""
    with serving([*range(1, 10)], {}, data_dir) as (settings, _):
        load_once(settings, STREAMS)
    return settings


class Away(dict[int, "int | Json | bytes"]):
    """What single buildings answer until so many were asked for: from then on there is none, for good or for some answers."""

    def __init__(self, answers: int, *, absent: float = math.inf) -> None:
        super().__init__()
        self._answers, self._back = answers, -absent

    def get(self, key: int, default: Any = None) -> Any:
        del key, default
        self._answers -= 1
        return NONE if self._back <= self._answers < 0 else THERE
