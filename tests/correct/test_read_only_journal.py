"""A journal that cannot be written to, as in a backup, on a read-only mount or in another user's folder, can still be read."""

from __future__ import annotations

import resource
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from correct.desk import RECEIPT, Desk
from correct.ledger_server import Ledger
from correct.line import Line, planned
from correct.made_plan import made_plan
from modes import obey_modes
from nightaudit.correct.journal.events import broken_at
from nightaudit.correct.journal.journal import Journal
from nightaudit.correct.journal.read_only import connected
from nightaudit.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


def protect(folder: Path, of_folders: int, of_files: int) -> None:
    for path in (folder, *folder.rglob("*")):
        path.chmod(of_folders if path.is_dir() else of_files)


@pytest.fixture
def shelf(line: Line, tmp_path: Path) -> Iterator[Path]:
    """A copy of a data directory with one applied plan; nothing in it can be written to."""
    line("apply", planned(line), "--live")
    copy = Path(shutil.copytree(line.settings.data_dir, tmp_path / "shelf"))
    protect(copy, 0o555, 0o444)
    yield copy
    protect(copy, 0o755, 0o644)


def let_no_file_grow() -> None:
    """Let the process that is started next find the disk full."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def said(line: Line, folder: Path, *words: str, first: Callable[[], None] = obey_modes) -> tuple[int, str]:
    """Run a command on a data directory, `first` in its process; return exit code and output."""
    done = subprocess.run(
        [sys.executable, "-m", "nightaudit", "correct", *words],
        env=line.environment | {"NIGHTAUDIT_DATA_DIR": str(folder)},
        preexec_fn=first,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert "Traceback" not in done.stderr
    return done.returncode, " ".join((done.stdout + done.stderr).split())


def test_a_journal_is_shown_where_it_cannot_be_written(line: Line, shelf: Path) -> None:
    files = sorted(path.name for path in shelf.rglob("*"))
    code, text = said(line, shelf, "status")
    assert (0, True) == (code, "3 VERIFIED" in text), text
    assert "Sending is stopped: this journal is a copy" in text
    plan = line("status", "--json")["plans"][0]["plan_id"]
    for words in (["show", plan], ["export", plan]):
        code, text = said(line, shelf, *words)
        assert (0, True) == (code, "VERIFIED" in text), text
    assert files == sorted(path.name for path in shelf.rglob("*"))
    code, text = said(line, shelf, "cancel", plan)
    assert (3, True) == (code, "is not writable" in text), text


def test_a_journal_is_shown_while_the_disk_is_full(line: Line, shelf: Path) -> None:
    """What was sent before the disk filled up is what everybody wants to know then."""
    protect(shelf, 0o755, 0o644)
    code, text = said(line, shelf, "status", first=let_no_file_grow)
    assert (0, True) == (code, "3 VERIFIED" in text), text
    code, text = said(line, shelf, "stop", first=let_no_file_grow)
    assert (3, True) == (code, "cannot be used" in text), text
    assert "If its disk is full, make room" in text  # SQLite may only say "disk I/O error"


def test_a_folder_without_a_journal_has_no_plans(line: Line, shelf: Path) -> None:
    protect(shelf, 0o755, 0o644)
    for path in (shelf / "private").glob("corrections.*"):
        path.unlink()
    protect(shelf, 0o555, 0o444)
    assert (0, '{ "stopped": null, "plans": [] }') == said(line, shelf, "status", "--json")
    protect(shelf, 0o755, 0o644)
    (shelf / "private" / "corrections.lock").touch()
    protect(shelf, 0o555, 0o444)
    code, text = said(line, shelf, "status")
    assert (3, True) == (code, "is gone, so it is unknown what was sent before" in text), text


def test_what_was_committed_last_is_read_or_said_to_be_missing(line: Line, shelf: Path, ledger: Ledger) -> None:
    """While a run has the journal open, its last rows are in a log beside the file: without it, they would read as not sent."""
    desk = Desk(line.settings, line.settings.data_dir.parent)
    second = desk.approved("allocations-create", [RECEIPT | {"paymentReference": "SECOND"}])
    desk.apply(second)
    protect(shelf, 0o755, 0o644)
    for path in (line.settings.data_dir / "private").glob("corrections.*"):
        shutil.copy(path, shelf / "private")
    desk.close()
    protect(shelf, 0o555, 0o444)
    code, text = said(line, shelf, "show", second.plan_id)
    assert (0, True) == (code, "rows now: 1 VERIFIED" in text), text
    protect(shelf, 0o755, 0o644)
    (shelf / "private" / "corrections.sqlite-shm").unlink()
    protect(shelf, 0o555, 0o444)
    code, text = said(line, shelf, "status")
    assert (3, True) == (code, "cannot be read where it is" in text), text
    assert 4 == ledger.posts


def test_a_journal_that_is_open_elsewhere_is_read_with_what_is_added(settings: Settings) -> None:
    """The log of a journal that was just opened is empty."""
    Journal.open(settings).close()
    with Journal.open(settings) as journal, closing(connected(journal.path)) as reader:
        assert 0 == journal.path.with_name(f"{journal.path.name}-wal").stat().st_size
        for number in range(3):
            made_plan(journal, f"plan {number}", [f"salesInvoices/{row}" for row in range(300)])
        journal.sql.execute("pragma wal_checkpoint(truncate)")
        assert (900,) == reader.execute('select count(*) from "row"').fetchone()
        assert None is broken_at(reader)


def test_a_folder_that_may_not_be_entered_is_named(line: Line, shelf: Path) -> None:
    (shelf / "private").chmod(0o000)
    code, text = said(line, shelf, "status")
    (shelf / "private").chmod(0o555)
    assert (1, True) == (code, "corrections" in text and "Permission denied" in text), text
