"""The dlt source in another pipeline: it yields every record, and fails if a list cannot be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pytest

from load.conftest import serving
from load.faulty_reading import armed
from nightaudit.errors import NightauditError, ServiceFailed, UsageError
from nightaudit.load import pms_source
from nightaudit.settings import Settings

if TYPE_CHECKING:
    import dlt

SET_BY_IMPORT = """
import os, nightaudit.load
nightaudit.load.pms_source
print(sorted({"RUNTIME__LOG_LEVEL", "RUNTIME__INTERCEPT_SIGNALS"} & set(os.environ)))
"""


@pytest.fixture
def plain(tmp_path: Path) -> dlt.Pipeline:
    import dlt

    destination = dlt.destinations.duckdb(str(tmp_path / "plain.duckdb"))
    return dlt.pipeline("plain", destination=destination, dataset_name="raw", pipelines_dir=str(tmp_path / "dlt"))


def counted(tmp_path: Path, stream: str) -> tuple[int, int]:
    with duckdb.connect(str(tmp_path / "plain.duckdb"), read_only=True) as connection:
        query = f"select count(*), count(*) filter (where valid_to is null) from raw.{stream}"
        [found] = connection.execute(query).fetchall()
    return found


def test_two_runs_bring_every_record_once(
    folder: Path, tmp_path: Path, small_records: dict[str, list[object]], plain: dlt.Pipeline
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        for _ in range(2):
            plain.run(pms_source(settings, ["units", "bookings"]), loader_file_format="parquet")
    for stream in ("units", "bookings"):
        assert (len(small_records[stream]),) * 2 == counted(tmp_path, stream)


@pytest.mark.usefixtures("impatient")
def test_a_list_that_cannot_be_read_fails_the_pipeline(folder: Path, tmp_path: Path, plain: dlt.Pipeline) -> None:
    with serving(folder, tmp_path / "data") as settings:
        broken = {"kind": "status", "route": "/bookings", "status": 500, "count": None}
        with armed(settings, broken), pytest.raises(Exception, match="/bookings answered 500") as error:
            plain.run(pms_source(settings, ["units", "bookings"]), loader_file_format="parquet")
    cause: BaseException | None = error.value
    while cause and not isinstance(cause, NightauditError):
        cause = cause.__cause__
    assert isinstance(cause, ServiceFailed)


def test_a_list_that_the_tenant_has_not_is_said(
    folder: Path, tmp_path: Path, plain: dlt.Pipeline, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        missing = {"kind": "status", "route": "/teams", "status": 404, "count": None}
        with armed(settings, missing):
            plain.run(pms_source(settings, ["teams"]), loader_file_format="parquet")
    assert any("teams, skipped" in message for message in caplog.messages)


def test_a_run_leaves_no_file_of_persons(folder: Path, tmp_path: Path, plain: dlt.Pipeline) -> None:
    with serving(folder, tmp_path / "data") as settings:
        plain.run(pms_source(settings, ["contacts"]), loader_file_format="parquet")
    assert not [*(tmp_path / "dlt").rglob("contacts*")]


def test_the_messages_and_signals_of_other_pipelines_stay_as_they_are() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RUNTIME__")}
    ended = subprocess.run(
        [sys.executable, "-c", SET_BY_IMPORT], env=environment, capture_output=True, text=True, check=True
    )
    assert "[]" == ended.stdout.strip()


def test_a_list_below_records_is_refused(tmp_path: Path) -> None:
    settings = Settings.read(base_url="http://127.0.0.1:9", api_key="k", data_dir=tmp_path)
    with pytest.raises(UsageError, match="no list bookings_notes"):
        pms_source(settings, ["units", "bookings_notes"])
