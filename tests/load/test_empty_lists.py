"""Child lists that are empty are believed only while other lists of their stream show rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, Loopback, asked_page
from load.reading_children import read
from nightaudit.load.children.pending import Pending
from nightaudit.load.pages.versions import payload_and_hash


@pytest.mark.parametrize("times", [0, 1])
def test_no_empty_list_is_believed_once_no_list_shows_rows(tmp_path: Path, times: int) -> None:
    """List 8 shows a row so many times. Rows of 7 are stored; those of 6, a new record, would not be asked for again."""
    known = {"7": {"7/1": payload_and_hash(b'{"id":1}', "7/1")[1]}}
    left = [times]

    def respond(asked: Asked, exchange: Exchange) -> None:
        left[0] -= (is_eight := "/8/" in asked.path)
        exchange.json(asked_page([{"id": 1}] if is_eight and left[0] >= 0 else [], dict(asked.query)))

    with Loopback(respond) as server:
        pending = [Pending(one, "v") for one in ("8", "7", "6")]
        reader, found = read(server, tmp_path, pending, known, concurrency=1)
    assert [] == [key for key, text in found if text is None]
    other = "v" if times else "v/again"
    assert {"8": other, "7": "v/again", "6": other} == {one.parent_key: one.token for one in reader.reads()}
    assert not reader.summary.complete
