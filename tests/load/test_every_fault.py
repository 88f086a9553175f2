"""Every fault of the sandbox on every class of endpoint: the load survives it or fails with an error, and loses no record.

NIGHTAUDIT_TEST_FAULTS=all tries every pair, and turns down every single request of a reading; without it every other one.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from load.conftest import Records, put, serving
from load.faulty_reading import ENDPOINTS, armed, read, undisturbed
from nightaudit.sandbox.faults import Kind
from nightaudit.settings import Settings

pytestmark = [pytest.mark.chaos, pytest.mark.usefixtures("impatient")]
ALL = os.environ.get("NIGHTAUDIT_TEST_FAULTS") == "all"
SOMETIMES: dict[Kind, dict[str, Any]] = {
    "status": {"status": 503},
    "reset": {},
    "truncate": {},
    "cut-gzip": {},
    "html": {},
    "empty": {},
    "nan": {},
    "drip": {"seconds": 0.2},
    "late-commit": {"status": 504, "seconds": 0.05},
    "drop-before": {},
    "drop-after": {},
    "revoke": {},
    "insert-row": {},
    "delete-row": {},
    "wrong-total": {"amount": -3},
}
CHANGES_ROWS = {"insert-row", "delete-row"}
HARMLESS_FOR_EVER = {"drip", "insert-row", "delete-row", "wrong-total"}
NO_FAULT_OF_TOKENS = {"nan", "wrong-total"}  # a token answer has no totals or figures of records
NO_LISTS = {"records below records", "records by key", "the token"}
PAIRS = [
    (kind, where)
    for first, kind in enumerate(SOMETIMES)
    for second, where in enumerate(ENDPOINTS)
    if (ALL or (first + second) % 2 == 0) and not (where == "the token" and kind in NO_FAULT_OF_TOKENS)
    if not (where in NO_LISTS and kind in CHANGES_ROWS)
]


@pytest.fixture(scope="module")
def service(small_records: Records, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Settings]:
    folder = put(tmp_path_factory.mktemp("faults") / "portfolio", small_records)
    with serving(folder, folder.parent / "data") as settings:
        yield settings.model_copy(update={"page_size": 60 if ALL else 120, "deadline_seconds": 20.0})


def test_every_fault_of_the_sandbox_is_tried() -> None:
    assert set(get_args(Kind)) == set(SOMETIMES)


@pytest.mark.sampled
@pytest.mark.parametrize(("kind", "where"), PAIRS)
def test_a_fault_that_passes_is_survived(service: Settings, kind: Kind, where: str) -> None:
    endpoint = ENDPOINTS[where]
    before = undisturbed(service, where).keys
    fault = {"kind": kind, "route": endpoint.route, "skip": 0 if where == "the token" else 1, "count": 2}
    with armed(service, fault | SOMETIMES[kind]) as report:
        found = read(service, endpoint)
        assert 0 < report()[0]["happened"], "the fault never struck"
    after = undisturbed(service, where).keys
    assert before
    assert ("loaded", set()) == (found.summary.outcome, (before & after) - found.keys), found.summary.reason
    assert set() == found.keys - before - after


@pytest.mark.sampled
@pytest.mark.parametrize("where", ["a list of many pages", "a list that hides statuses", "lists below records"])
@pytest.mark.parametrize("kind", SOMETIMES)
def test_a_fault_that_stays_is_refused_or_survived(service: Settings, kind: Kind, where: str) -> None:
    endpoint = ENDPOINTS[where]
    before = undisturbed(service, where).keys
    fault = {"kind": kind, "route": endpoint.route, "skip": 2, "count": None}
    seconds = {"seconds": 0.02} if kind == "drip" else {}
    with armed(service, fault | SOMETIMES[kind] | seconds) as report:
        found = read(service, endpoint)
        assert 0 < report()[0]["happened"], "the fault never struck"
    if kind in HARMLESS_FOR_EVER:
        lost = before - found.keys
        assert "loaded" == found.summary.outcome or found.summary.reason
        assert kind in CHANGES_ROWS or set() == lost
    else:
        assert "failed" == found.summary.outcome, "short, and nobody told"
        assert found.summary.reason
        assert not found.summary.complete


@pytest.mark.sampled
@pytest.mark.parametrize("status", [400, 403, 404, 409] if ALL else [404])
@pytest.mark.parametrize("where", ["a list of one page", "a list of many pages", "a list that hides statuses"])
def test_one_refusal_at_any_request_shortens_nothing(service: Settings, where: str, status: int) -> None:
    """A gateway that turns down one request, whichever: all is read, or the stream is not called loaded."""
    endpoint = ENDPOINTS[where]
    whole = undisturbed(service, where)
    said: Counter[str] = Counter()
    requests = whole.summary.requests
    for skip in range(requests) if ALL else sorted({*range(6), *range(6, requests, -(-requests // 6))}):
        with armed(service, {"kind": "status", "status": status, "route": endpoint.route, "skip": skip}):
            found = read(service, endpoint)
        said[found.summary.outcome] += 1
        assert set() == whole.keys - found.keys or "failed" == found.summary.outcome, f"short after request {skip}"
    print(f"{where}, one {status}: {dict(said)}")
    assert 0 == said["skipped"]


@pytest.mark.parametrize("form", ["seconds", "date"])
def test_a_throttling_service_slows_everything_and_loses_nothing(service: Settings, form: str) -> None:
    where = "a list of many pages"
    endpoint = ENDPOINTS[where]
    before = undisturbed(service, where).keys
    fault = {"kind": "status", "status": 429, "retry_after": form, "seconds": 1, "count": 2, "skip": 2}
    with armed(service, fault | {"route": endpoint.route}):
        found = read(service, endpoint)
    assert ("loaded", before) == (found.summary.outcome, found.keys), found.summary.reason
    assert 1 <= found.summary.seconds
