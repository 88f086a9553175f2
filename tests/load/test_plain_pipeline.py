"""The dlt source in another pipeline: it yields every record and every deletion, and fails if a list cannot be read."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import duckdb
import pyarrow as pa
import pytest

from load.conftest import serving
from load.faulty_reading import HTTP, armed
from nightaudit.errors import Forbidden, NightauditError, ServiceFailed, UsageError
from nightaudit.load import pms_source
from nightaudit.settings import Settings

if TYPE_CHECKING:
    import dlt

SET_BY_IMPORT = """
import os, sys
import pyarrow, nightaudit.load
before = pyarrow.default_memory_pool().backend_name
nightaudit.load.pms_source
print(sorted({"RUNTIME__LOG_LEVEL", "RUNTIME__INTERCEPT_SIGNALS"} & set(os.environ)))
assert before == pyarrow.default_memory_pool().backend_name
assert None not in sys.modules.values()
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


def caused(error: BaseException | None) -> BaseException | None:
    """The error of ours that made a step of the pipeline fail."""
    while error and not isinstance(error, NightauditError):
        error = error.__cause__
    return error


def test_every_record_is_there_once_until_it_is_deleted(
    folder: Path, tmp_path: Path, small_records: dict[str, list[object]], plain: dlt.Pipeline
) -> None:
    """A record that its list only hides is found by its key."""
    with serving(folder, tmp_path / "data") as settings:
        for _ in range(2):
            plain.run(pms_source(settings, ["units", "bookings"]), loader_file_format="parquet")
        for stream in ("units", "bookings"):
            assert (len(small_records[stream]),) * 2 == counted(tmp_path, stream)
        for action, unit in (("hide", 1), ("delete", 2)):
            HTTP.post(f"{settings.base_url}/_sandbox/rows/units/{action}", json={"ids": [unit]}).raise_for_status()
        plain.run(pms_source(settings, ["units", "bookings"]))
    found = plain.dataset()(
        "select record_key, payload is null, record_hash from units where valid_to is null"
    ).fetchall()
    assert [("2", True, "gone: GET /units/2 answered 404")] == [row for row in found if row[1]]
    assert {str(unit) for unit in range(1, 13)} == {key for key, *_ in found}


@pytest.mark.usefixtures("impatient")
def test_a_list_that_cannot_be_read_fails_the_pipeline(folder: Path, tmp_path: Path, plain: dlt.Pipeline) -> None:
    with serving(folder, tmp_path / "data") as settings:
        broken = {"kind": "status", "route": "/bookings", "status": 500, "count": None}
        with armed(settings, broken), pytest.raises(Exception, match="/bookings answered 500") as error:
            plain.run(pms_source(settings, ["units", "bookings"]), loader_file_format="parquet")
    assert isinstance(caused(error.value), ServiceFailed)


def test_a_list_that_the_tenant_has_not_is_said(
    folder: Path, tmp_path: Path, plain: dlt.Pipeline, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        missing = {"kind": "status", "route": "/teams", "status": 404, "count": None}
        with armed(settings, missing):
            plain.run(pms_source(settings, ["teams"]), loader_file_format="parquet")
    assert any("teams, skipped" in message for message in caplog.messages)


def test_a_list_that_was_read_before_fails_the_pipeline_when_it_is_forbidden(
    folder: Path, tmp_path: Path, plain: dlt.Pipeline
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        plain.run(pms_source(settings, "teams"))
        forbidden = {"kind": "status", "route": "/teams", "status": 403, "count": None}
        with armed(settings, forbidden), pytest.raises(Exception, match="was read before") as error:
            plain.run(pms_source(settings, "teams"))
    assert isinstance(caused(error.value), Forbidden)


def test_a_destination_that_cannot_keep_versions_holds_the_last_run(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """dlt would append every record again in each run."""
    import dlt

    files = dlt.destinations.filesystem((tmp_path / "files").as_uri())
    pipeline = dlt.pipeline("files", destination=files, dataset_name="raw", pipelines_dir=str(tmp_path / "dlt"))
    with serving(folder, tmp_path / "data") as settings:
        for _ in range(2):
            pipeline.run(pms_source(settings, ["units"]))
        assert any("units: the destination cannot keep versions" in message for message in caplog.messages)
        assert [(12,)] == pipeline.dataset()("select count(*) from units").fetchall()
        pipeline.run(pms_source(settings, ["units"]), write_disposition="append")
    assert [(24,)] == pipeline.dataset()("select count(*) from units").fetchall()


def test_a_first_look_at_a_list_brings_records_and_leaves_no_file_of_them(
    folder: Path, tmp_path: Path, small_records: dict[str, list[object]], plain: dlt.Pipeline
) -> None:
    with serving(folder, tmp_path / "data") as settings:
        plain.run(pms_source(settings, ["contacts"]).add_limit(1), loader_file_format="parquet")
    assert (len(small_records["contacts"]),) * 2 == counted(tmp_path, "contacts")
    assert not [*(tmp_path / "dlt").rglob("contacts*")]


def test_a_transformer_may_take_the_name_of_its_list(folder: Path, tmp_path: Path, plain: dlt.Pipeline) -> None:
    import dlt

    @dlt.transformer(write_disposition="replace")
    def teams(table: pa.Table) -> list[dict[str, str]]:
        return [{"key": key} for key in table["record_key"].to_pylist()]

    with serving(folder, tmp_path / "data") as settings:
        for _ in range(2):
            plain.run(pms_source(settings, "teams").teams | teams)
    assert [(3,)] == plain.dataset()("select count(*) from teams").fetchall()


def test_the_messages_signals_and_memory_of_other_pipelines_stay_as_they_are() -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("RUNTIME__")}
    ended = subprocess.run(
        [sys.executable, "-c", SET_BY_IMPORT], env=environment, capture_output=True, text=True, check=True
    )
    assert "[]" == ended.stdout.strip()


def test_a_list_below_records_is_refused(tmp_path: Path) -> None:
    settings = Settings.read(base_url="http://127.0.0.1:9", api_key="k", data_dir=tmp_path)
    with pytest.raises(UsageError, match="no list bookings_notes"):
        pms_source(settings, ["units", "bookings_notes"])
