"""Where `status` looks: into the work file, or into the published file where that cannot be read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from nightaudit.load.status import stream_status
from nightaudit.settings import Settings
from report import made_up

HELD = "import duckdb, sys; held = duckdb.connect(sys.argv[1]); print(flush=True); sys.stdin.read()"


@pytest.fixture
def published(tmp_path: Path) -> Settings:
    """A data directory with a published file, and no work file."""
    made_up.build(tmp_path / "warehouse.duckdb")
    (tmp_path / "private").mkdir()
    return Settings.read(data_dir=tmp_path)


def units(settings: Settings) -> int | None:
    [found] = [row["rows"] for row in stream_status(settings) if row["stream"] == "units"]
    return found if found is None else int(found)


def test_the_published_file_is_read_where_the_work_file_is_missing_has_no_tables_or_is_being_written(
    published: Settings,
) -> None:
    work = published.data_dir / "private" / "work.duckdb"
    assert 24 == units(published)
    duckdb.connect(str(work)).close()
    assert 24 == units(published)
    holder = subprocess.Popen(
        [sys.executable, "-c", HELD, str(work)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout
    holder.stdout.readline()
    assert 24 == units(published)
    holder.communicate("")


def test_a_work_file_that_cannot_be_understood_is_not_taken_for_one_being_written(published: Settings) -> None:
    with duckdb.connect(str(published.data_dir / "private" / "work.duckdb")) as work:
        work.execute("create schema raw; create table raw.walks (stream varchar)")
    with pytest.raises(duckdb.BinderException, match="ended_at"):
        stream_status(published)
