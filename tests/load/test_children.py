"""Child lists that cannot all be read: what was answered is kept, and only that is held to be read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import duckdb
import pytest

from client.loopback import Asked, Exchange, Loopback
from load.conftest import TODAY, Records, current, load_once, put, serving
from load.faulty_reading import CHILD, armed
from nightaudit import warehouse
from nightaudit.client.client import Client
from nightaudit.load.children import ChildReader, Pending
from nightaudit.load.outage import Outage
from nightaudit.load.rows import payload_and_hash
from nightaudit.settings import Settings

SEGMENTS = "rates_rate_segments"
BROKEN = {"kind": "status", "status": 500, "count": None}


@pytest.mark.parametrize(
    ("fault", "unread"),
    [
        ({"route": "/rates/*/rateSegments", "skip": 3}, "Tried"),
        ({"route": "/rates/17/rateSegments"}, "1 of 18 lists failed"),
    ],
    ids=["all but three", "one"],
)
def test_lists_that_were_answered_are_kept_and_the_others_are_due(
    tmp_path: Path, small_records: Records, fault: dict[str, Any], unread: str
) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        hurried = settings.model_copy(update={"child_requests": 100, "deadline_seconds": 0.5, "concurrency": 1})
        with armed(settings, BROKEN | fault):
            report = {one.stream: one for one in load_once(hurried, ("rates", SEGMENTS)).streams}
        assert ("loaded", "failed") == (report["rates"].outcome, report[SEGMENTS].outcome)
        assert unread in report[SEGMENTS].reason
        before = current(settings, SEGMENTS)
        load_once(hurried, ("rates", SEGMENTS)).raise_for_failures()
        assert len(small_records["rateSegments"]) == len(current(settings, SEGMENTS))
    parents = {key.partition("/")[0] for key in before}
    assert len(parents) >= 3
    assert "17" not in parents or "skip" in fault


def test_a_list_that_is_not_proven_whole_lets_nothing_vanish(tmp_path: Path) -> None:
    """Its total says two more than ever come, in no known order; the control is the same list with its true total."""
    known = {"7": {f"7/{one}": payload_and_hash(b'{"id":%d}' % one, f"7/{one}")[1] for one in (1, 2, 3)}}
    gone = {}
    for total in (2, 4):

        def respond(asked: Asked, exchange: Exchange, total: int = total) -> None:
            page = int(dict(asked.query)["page"])
            rows = [] if page else [{"id": 2}, {"id": 1}]
            exchange.json({"content": rows, "page": {"size": 500, "totalElements": total, "number": page}})

        server = Loopback(respond)
        try:
            settings = Settings.read(base_url=server.url, api_key="a key", data_dir=tmp_path, today=TODAY)
            with Client(settings) as client:
                reader = ChildReader(client, CHILD[SEGMENTS], [Pending("7", "")], known, Outage())
                batches = list(reader.batches())
        finally:
            server.close()
        gone[total] = [
            key for batch in batches for key, text in zip(batch.keys, batch.payloads, strict=True) if not text
        ]
        assert (total == 2) is reader.summary.complete
    assert {2: ["7/3"], 4: []} == gone


def test_children_are_read_where_a_kill_left_no_notes(tmp_path: Path, small_records: Records) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        load_once(settings, ("rates",)).raise_for_failures()
        with duckdb.connect(str(warehouse.work_file(settings))) as work:
            work.execute("drop table raw.walks")
            work.execute("drop table raw.child_reads")
        load_once(settings.model_copy(update={"child_requests": 100}), (SEGMENTS,)).raise_for_failures()
        assert current(settings, SEGMENTS)
