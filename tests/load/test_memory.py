"""A load keeps only a batch and the pages under way in memory, however long the list is."""

from __future__ import annotations

import tracemalloc

import duckdb

from load.drifting_list import DriftingList, Manners, key, walk_of
from nightaudit.load.batch import BATCH_ROWS
from nightaudit.load.changes.changed import ChangedRecords
from nightaudit.load.earlier.committed import CommittedRecords
from nightaudit.load.earlier.known import Known
from nightaudit.load.pages.probe import probe
from nightaudit.load.summary import StreamSummary

ROW = 4_000  # bytes
PAGE, CONCURRENCY = 500, 2


class WideList(DriftingList):
    """Records of several kilobytes each."""

    def _row(self, one: int) -> bytes:
        return b'{"id":%d,"content":"%s"}' % (one, b"x" * ROW)


def peak(count: int) -> int:
    """Most bytes held while a list of so many records goes by in batches."""
    listing = WideList(count, manners=Manners(cap=PAGE))
    walk = walk_of(listing, probe(listing, key, ceiling=PAGE), size=PAGE, concurrency=CONCURRENCY)
    changed = ChangedRecords(Known(), StreamSummary("contacts", walk_id="walk"))
    tracemalloc.start()
    passed = 0
    for batch in changed.batches(walk):
        passed += len(batch.keys)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert count == passed
    return most


def test_what_is_held_does_not_grow_with_the_list() -> None:
    short, long = peak(8 * BATCH_ROWS), peak(24 * BATCH_ROWS)
    whole = 24 * BATCH_ROWS * ROW  # the control: what all of it is
    print(f"{short / 1e6:.0f} MB held, of a list three times as long {long / 1e6:.0f} of {whole / 1e6:.0f}")
    assert long < 1.5 * short
    assert 2 * long < whole


def test_the_hashes_of_a_list_are_held_once(raw: duckdb.DuckDBPyConnection) -> None:
    rows = "select range as record_key, '{}' as payload, md5(range::varchar) as record_hash from range(50_000)"
    raw.execute(f"insert into raw.contacts by name {rows}")
    known = CommittedRecords(raw)
    tracemalloc.start()
    changed = ChangedRecords(known, StreamSummary("contacts", walk_id="walk"))
    held, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert 50_000 == len(changed.missing)
    print(f"{held / 1e6:.1f} MB of hashes, at most {most / 1e6:.1f} MB")
    assert most < 1.15 * held
