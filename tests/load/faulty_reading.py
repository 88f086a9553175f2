"""Reads one class of endpoint from a sandbox while a fault occurs, for comparison with a reading without faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import httpx

from nightaudit.client.client import Client
from nightaudit.errors import NightauditError
from nightaudit.load.children.due import Due
from nightaudit.load.children.pending import Pending
from nightaudit.load.children.reader import ChildReader
from nightaudit.load.missing.unlisted import Unlisted, UnlistedReader
from nightaudit.load.outage import Outage
from nightaudit.load.reader import StreamReader
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.load.summary import StreamSummary
from nightaudit.settings import Settings

STREAM = {stream.name: stream for stream in STREAMS}
CHILD = {child.name: child for child in CHILDREN}
HTTP = httpx.Client()  # one, because each reads all certificates, which takes as long as ten requests
Reading = Callable[[Client], Any]


@dataclass
class Outcome:
    """The keys that were read, whether the reading is complete, and if not, why."""

    keys: set[str]
    summary: StreamSummary


@dataclass(frozen=True)
class Endpoint:
    """An example of a class of endpoints: how to read it, and the paths on which a fault may occur."""

    read: Reading
    route: str


def reading_list(name: str) -> Reading:
    return lambda client: StreamReader(client, STREAM[name])


def reading_child(name: str, parents: int) -> Reading:
    def reader(client: Client) -> ChildReader:
        pending = [Pending(str(one), "") for one in range(1, parents + 1)]
        return ChildReader(client, Due(CHILD[name], pending, {}), Outage())

    return reader


def reading_records(name: str, count: int) -> Reading:
    def reader(client: Client) -> UnlistedReader:
        get = STREAM[name].get
        assert get is not None
        return UnlistedReader(client, STREAM[name], get, Unlisted([str(one) for one in range(1, count + 1)]), Outage())

    return reader


ENDPOINTS = {
    "a list of one page": Endpoint(reading_list("unit_types"), "/unitTypes"),
    "a list of many pages": Endpoint(reading_list("contacts"), "/contacts"),
    "a list that hides statuses": Endpoint(reading_list("bookings"), "/bookings"),
    "a list without single records": Endpoint(
        reading_list("financial_allocations_sales_payments"), "/financialAllocations/salesPayments"
    ),
    "lists below records": Endpoint(reading_child("rates_rate_segments", 8), "/rates/*/rateSegments"),
    "records below records": Endpoint(reading_child("bookings_pricing", 12), "/bookings/*/pricing"),
    "records by key": Endpoint(reading_records("contacts", 12), "/contacts/*"),
    "the token": Endpoint(reading_list("unit_types"), "/oauth/token"),
}


@contextmanager
def armed(settings: Settings, *faults: dict[str, Any]) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """Arm faults while the block runs; yield a function that returns the faults with their counts."""
    address = f"{settings.base_url}/_sandbox/faults"
    HTTP.delete(address)
    assert 200 == HTTP.post(address, json=list(faults)).status_code
    try:
        yield lambda: list(HTTP.get(address).json())
    finally:
        HTTP.delete(address)


_undisturbed: dict[tuple[str, str, int], Outcome] = {}


def undisturbed(settings: Settings, where: str) -> Outcome:
    """The outcome of a reading without faults, cached until the sandbox's records change."""
    version = HTTP.get(f"{settings.base_url}/_sandbox/clock").json()["version"]
    known = settings.base_url, where, version
    if known not in _undisturbed:
        _undisturbed[known] = read(settings, ENDPOINTS[where])
    return _undisturbed[known]


def read(settings: Settings, endpoint: Endpoint) -> Outcome:
    """Read the endpoint completely; an error that ends the reader counts as a refusal, too."""
    keys: set[str] = set()
    with Client(settings) as client:
        reader = endpoint.read(client)
        try:
            for batch in reader.batches():
                keys.update(key for key, payload in zip(batch.keys, batch.payloads, strict=True) if payload is not None)
        except NightauditError as error:
            reader.summary.end("failed", error)
    return Outcome(keys, replace(reader.summary))
