"""A lake in object storage: the loader writes to a bucket and looks up there what it knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import fsspec
import pyarrow as pa
import pytest

from nightaudit import schemas, warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.lake import Lake, rewriting, session
from nightaudit.lake.raw import append, make_raw_tables
from nightaudit.load.pipeline import load
from nightaudit.settings import Settings
from running import tenant
from spark.engines import in_lake, settings_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a bucket, in a service that speaks S3 on this machine."""
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    given = {"ACCESS_KEY_ID": "key", "SECRET_ACCESS_KEY": "secret", "ENDPOINT_URL": f"http://{host}:{port}"}
    for name, value in given.items():
        monkeypatch.setenv(f"AWS_{name}", value)
    fsspec.filesystem("s3").makedirs("a-bucket", exist_ok=True)  # buckets outlive their server
    yield "s3://a-bucket/lake"
    fsspec.get_filesystem_class("s3").clear_instance_cache()  # the next server has another port
    server.stop()


def test_two_loads_into_a_bucket_are_those_into_a_work_file(tmp_path: Path, catalog: str, bucket: str) -> None:
    from spark.same import compare_versions

    with tenant(tmp_path / "one", units=3, years=1, seed=3) as environment:
        ours = settings_of(environment)
        theirs = settings_of(environment | in_lake(catalog, tmp_path / "other") | {"NIGHTAUDIT_LAKE_LOCATION": bucket})
        fresh = [_new_records(settings) for settings in (ours, theirs, theirs)]
    assert fresh[0] == fresh[1] > 100
    assert 0 == fresh[2]
    lake = Lake.of(theirs)
    assert compare_versions(tmp_path / "one" / "private" / "work.duckdb", lake) > 100
    assert len(fsspec.filesystem("s3").find(f"{bucket}/raw/bookings")) > 3
    # Spark needs what no package brings, and says so before it begins.
    with pytest.raises(ConfigurationError, match="cannot read a bucket") as refused:
        session.begin(theirs)
    assert "iceberg-aws-bundle-1." in (refused.value.hint or "")


@pytest.mark.parametrize("is_bucket", [False, True], ids=["folder", "bucket"])
def test_what_no_table_refers_to_is_removed_and_nothing_else(
    tmp_path: Path, catalog: str, bucket: str, *, is_bucket: bool
) -> None:
    """Also where the address ends in a slash: all files of a folder were removed, and none of a bucket."""
    place = f"{bucket}/own" if is_bucket else f"file://{tmp_path}/lake"
    lake = Lake.of(settings_of(in_lake(catalog, tmp_path) | {"NIGHTAUDIT_LAKE_LOCATION": place + "/"}))
    make_raw_tables(lake, ["child_reads"])
    read = [{"stream": "units", "parent_key": "1"}]
    append(lake, "child_reads", pa.Table.from_pylist(read, schemas.arrow_schema(schemas.CHILD_READS)))
    files, folder = fsspec.url_to_fs(f"{place}/raw/child_reads")
    needed = files.find(folder)
    files.pipe_file(f"{folder}/data/killed.parquet", b"Zyxwina")
    rewriting.sweep(lake)
    files.invalidate_cache()
    assert needed == files.find(folder)
    with pytest.raises(ConfigurationError, match="no file was removed"):
        rewriting.sweep(Lake(f"{place}/moved", catalog))


def _new_records(settings: Settings) -> int:
    with warehouse.lock(settings, "test"):
        report = load(settings, ("units", "contacts", "bookings"))
    report.raise_for_failures()
    return sum(stream.new for stream in report.streams)


@pytest.mark.parametrize(
    ("location", "told"),
    [
        ("/srv/lake", "neither a folder nor a bucket"),
        ("gs://bucket/lake", "neither a folder nor a bucket"),
        ("bucket", "neither a folder nor a bucket"),
        ("file:///srv/hotel #1/lake", "has a # or a question mark"),
        ("", "has a # or a question mark"),
    ],
)
def test_a_place_that_is_neither_folder_nor_bucket_is_refused(tmp_path: Path, location: str, told: str) -> None:
    given = {"engine": "spark", "lake_catalog": "postgresql://user@localhost/lake", "lake_location": location}
    with pytest.raises(ConfigurationError, match=told):
        Lake.of(Settings.read(data_dir=tmp_path / "#1", **given))
