"""The rows that reach dlt; a list without rows makes no table."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightaudit.load.batch import RAW_SCHEMA, RawBatch
from nightaudit.load.reader_pool import masked_tables
from nightaudit.load.source import raw_resource
from nightaudit.load.summary import StreamSummary
from nightaudit.privacy.forgotten import Forgotten
from nightaudit.settings import Settings

SEEN = datetime(2026, 11, 1, 6, tzinfo=UTC)


class Read:
    """A reader of given rows."""

    name = "countries"

    def __init__(self, *keys: str) -> None:
        self._keys = keys
        self.summary = StreamSummary(self.name)

    def batches(self) -> Iterator[RawBatch]:
        if self._keys:
            batch = RawBatch("walk", SEEN)
            for key in self._keys:
                batch.add(key, f'{{"id":{key}}}'.encode(), f"hash {key}")
            yield batch


@pytest.mark.parametrize(("keys", "tables"), [((), []), (("1", "2"), [2])])
def test_rows_are_sent_and_no_table_without_any(settings: Settings, keys: tuple[str, ...], tables: list[int]) -> None:
    reader = Read(*keys)
    sent = list(raw_resource(reader.name, masked_tables(reader, Forgotten.read(settings))))
    assert tables == [len(table) for table in sent]
    assert all(table.schema == RAW_SCHEMA for table in sent)
    assert all({"walk"} == set(table["walk_id"].to_pylist()) for table in sent if len(table))
    assert all({SEEN} == set(table["seen_at"].to_pylist()) for table in sent if len(table))


@given(st.lists(st.none() | st.text().map(str.encode)))
def test_payloads_arrive_as_they_are(payloads: list[bytes | None]) -> None:
    batch = RawBatch("walk", SEEN)
    for number, payload in enumerate(payloads):
        batch.add(str(number), payload, f"hash {number}")
    table = batch.table(payloads)
    table.validate(full=True)
    assert RAW_SCHEMA == table.schema
    assert [None if one is None else one.decode() for one in payloads] == table["payload"].to_pylist()
