"""A journal that is gone, emptied or damaged: nothing is planned or sent as if nothing had been written before."""

from __future__ import annotations

import pytest

from correct.ledger_server import Ledger
from correct.line import Line, planned


@pytest.mark.parametrize("left", ["empty", "gone"])
def test_a_journal_that_was_lost_is_not_begun_anew(line: Line, ledger: Ledger, left: str) -> None:
    plan = planned(line)
    line("apply", plan, "--live")
    folder = line.settings.data_dir / "private"
    copy = (folder / "corrections.sqlite").read_bytes()
    for path in folder.glob("corrections.sqlite*"):
        path.unlink()
    if left == "empty":
        (folder / "corrections.sqlite").touch()
    rows = folder / "rows.csv"
    rows.write_text("bookingId,amount\n1,5\n")
    commands = (
        ["status"],
        ["plan", "booking-payments", "--from", str(rows)],
        ["apply", plan, "--live"],
        ["stop"],
    )
    for words in commands:
        said = line(*words, code=3)
        assert f"is {left}, so it is unknown what was sent before" in said
        assert "If you remove " in said
    (folder / "corrections.sqlite").write_bytes(copy)
    assert {"VERIFIED": 3} == line("apply", plan, "--live", "--json")["states"]
    assert 3 == ledger.posts


def test_a_data_directory_without_a_journal_begins_one(line: Line) -> None:
    assert [] == line("status", "--json")["plans"]


def test_nothing_is_sent_from_a_damaged_journal(line: Line, ledger: Ledger) -> None:
    """Reading may go well for long: an index with a row too few would let that row be written twice."""
    plan = planned(line)
    file = line.settings.data_dir / "private" / "corrections.sqlite"
    pages = file.read_bytes()
    index = bytes([10])  # how a page begins that holds a leaf of an index
    page = next(
        at for at in range(4096, len(pages), 4096) if pages[at : at + 1] == index and pages[at + 4 : at + 5] != b"\0"
    )
    file.write_bytes(pages[: page + 3] + b"\0\0" + pages[page + 5 :])  # no cells
    said = line("apply", plan, "--live", code=3)
    assert "cannot be used: database disk image is malformed (" in said
    assert "Nothing is sent without the journal." in said
    assert 0 == ledger.posts
