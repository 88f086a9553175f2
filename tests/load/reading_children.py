"""Reads child lists from a server that a test scripts, without a work file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from client.loopback import Loopback
from load.conftest import TODAY
from load.faulty_reading import CHILD
from nightaudit.client.client import Client
from nightaudit.load.children.due import Due
from nightaudit.load.children.pending import Pending
from nightaudit.load.children.reader import ChildReader
from nightaudit.load.earlier.known import Known
from nightaudit.load.outage import Outage
from nightaudit.load.pages.behaviour import Behaviour
from nightaudit.settings import Settings

SEGMENTS, PRICING = "rates_rate_segments", "bookings_pricing"


class Committed(Known):
    """Parents of which these are the texts, whatever is asked for."""

    def __init__(self, records: Mapping[str, bytes]) -> None:
        self._records = dict(records)

    def payloads(self, _stream: str, _keys: Sequence[str], /) -> dict[str, bytes]:
        return self._records


def parents(count: int) -> list[Pending]:
    return [Pending(str(one), "") for one in range(count)]


def read(
    server: Loopback,
    folder: Path,
    pending: Sequence[Pending],
    known: Mapping[str, Mapping[str, str]] | None = None,
    *,
    stream: str = SEGMENTS,
    answered: bool = False,
    records: Mapping[str, bytes] | None = None,
    above: Behaviour | None = None,
    **given: Any,
) -> tuple[ChildReader, list[tuple[str, bytes | None]]]:
    """Read the child lists of these parents, of which `records` are the texts: the reader, and pairs of a key and its text."""
    settings = Settings.read(base_url=server.url, api_key="sandbox-key", data_dir=folder, today=TODAY, **given)
    with Client(settings) as client:
        due = Due(CHILD[stream], pending, known or {}, answered=answered)
        reader = ChildReader(client, due, Outage(), above=above, committed=Committed(records or {}))
        return reader, [pair for one in reader.batches() for pair in zip(one.keys, one.payloads, strict=True)]
