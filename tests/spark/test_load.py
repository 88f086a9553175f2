"""Two loads of one tenant, into a work file and into a lake: the same versions of the same records, and what tells of them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import duckdb
import httpx
import pyarrow as pa
import pytest
from pydantic import SecretStr

from load.conftest import load_once, put, serving
from load.test_versions import spooled
from nightaudit import schemas, warehouse
from nightaudit.doctor import examine
from nightaudit.errors import ConfigurationError
from nightaudit.lake import Lake, raw, rewriting
from nightaudit.lake.raw import PROPERTIES, append, catalog_of, make_raw_tables, of_tenant, show
from nightaudit.load.batch import RawBatch
from nightaudit.load.engine import LakeEngine
from nightaudit.load.fields import examined
from nightaudit.load.pipeline import load
from nightaudit.load.spool import spool_folder
from nightaudit.load.status import stream_status
from nightaudit.nightly import publish
from nightaudit.settings import Settings
from running import run, tenant
from spark.engines import in_lake, settings_of

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]


@pytest.mark.parametrize("odd", ["100%s", "O'Brien [1]* year=2026"], ids=["percent", "quote"])
def test_a_data_directory_may_be_called_nearly_anything(tmp_path: Path, catalog: str, odd: str) -> None:
    with tenant(tmp_path / "one", units=3, years=1, seed=3) as environment:
        there = in_lake(catalog, tmp_path / odd / "data") | {"NIGHTAUDIT_LAKE_LOCATION": f"file://{tmp_path / 'lake'}"}
        settings = settings_of(environment | there)
        load_once(settings, ("units",)).raise_for_failures()
        assert {"units": 3} == {one["stream"]: one["records"] for one in stream_status(settings) if one["records"]}
        assert not spool_folder(warehouse.private_dir(settings)).exists()  # its files hold personal data


def test_two_loads_are_the_same_in_work_file_and_lake(
    tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from spark.same import compare_versions

    with tenant(tmp_path / "one", units=3, years=1, seed=3) as environment:
        environment["NIGHTAUDIT_CHILD_REQUESTS"] = "100000"  # none put off
        ours = settings_of(environment)
        for name, value in (environment | in_lake(catalog, tmp_path / "other")).items():
            monkeypatch.setenv(name, value)
        theirs = Settings.read()
        with pytest.raises(ConfigurationError, match="Nothing has been loaded into the lake"):
            stream_status(theirs)
        for days in (0, 9):
            if days:
                url = environment["NIGHTAUDIT_BASE_URL"] + "/_sandbox/advance"
                httpx.post(url, json={"days": days}, timeout=120).raise_for_status()
            one, other = _load(ours), _load(theirs)
            assert one == other
        assert sum(stream["changed"] for stream in other)  # the control: versions were replaced
        assert _told(stream_status(ours)) == _told(stream_status(theirs))
        with pytest.raises(ConfigurationError, match="Nothing has been built yet"):
            publish(theirs)
        findings = {finding.check: finding for finding in examine()}
    assert "rows loaded" in findings["lake"].found
    assert "no tables are published yet" in findings["marts"].found
    assert [] == [finding for finding in findings.values() if finding.exit_code]
    assert compare_versions(tmp_path / "one" / "private" / "work.duckdb", Lake.of(theirs)) > 500


def test_a_version_follows_that_of_a_load_whose_clock_was_ahead(tmp_path: Path, catalog: str) -> None:
    """What is current is what came last, and versions of other records keep their time."""
    lake, now = Lake(f"file://{tmp_path / 'lake'}", catalog, "acme"), datetime.now(UTC)
    with duckdb.connect() as connection:
        connection.execute("set global TimeZone = 'UTC'")
        engine = LakeEngine(connection, lake, tmp_path / "load")
        engine.make(["units"])
        for number, days in enumerate((400, 0, 1)):
            batch = RawBatch(f"walk {number}", now + timedelta(days))
            batch.add("a", b"%d" % number, f"a{number}")
            batch.add(f"new {number}", b"0", "new")
            with spooled(tmp_path, batch) as rows:
                engine.commit({"units": rows})
        versions = "select payload, valid_to is null from raw.units where record_key = 'a' order by valid_from"
        assert [("0", False), ("1", False), ("2", True)] == connection.execute(versions).fetchall()
        others = "select valid_from from raw.units where record_key <> 'a' order by record_key"
        moments = [moment for (moment,) in connection.execute(others).fetchall()]
    assert [now + timedelta(days) for days in (400, 0, 1)] == moments


def test_strange_fields_of_a_lake_are_named(tmp_path: Path, catalog: str) -> None:
    records = {"channels": [{"id": 1, "name": "A"}, {"id": 2, "name": ["A"], "loyalty": {"tier": 3}}]}
    with serving(put(tmp_path / "portfolio", records), tmp_path / "Tom's flats") as served:
        settings = served.model_copy(update={"engine": "spark", "lake_catalog": SecretStr(catalog)})
        load_once(settings, ("channels",)).raise_for_failures()
    status = {row["stream"]: row["fields"] for row in stream_status(settings)}
    assert not any(status.values())
    with warehouse.lock(settings, "test"):
        found = [{remark.field: remark for remark in examined.examine(settings)} for _ in range(2)]
    assert {"loyalty", "loyalty.tier", "name"} == found[0].keys() == found[1].keys()
    assert [True, False] == [any(remark.new for remark in one.values()) for one in found]
    status = {row["stream"]: row["fields"] for row in stream_status(settings)}
    assert "loyalty not in our record dictionary" in status["channels"]


def test_what_a_correction_changed_is_loaded_into_the_lake_again(tmp_path: Path, catalog: str) -> None:
    file = tmp_path / "names.csv"
    with tenant(tmp_path / "data", units=3, years=1) as service:
        environment = service | in_lake(catalog, tmp_path / "data") | {"NIGHTAUDIT_SETTLE_SECONDS": "0.1"}
        run(environment, "load", "contacts")
        with duckdb.connect() as connection:
            show(connection, Lake.of(settings_of(environment)))
            [(contact,)] = connection.execute("select min(record_key) from raw.contacts").fetchall()
        file.write_text(f"contactId,lastName\n{contact},Zyxington\n", encoding="utf-8")
        plan = run(environment, "correct", "plan", "contact-details", "--from", str(file)).split()[1].rstrip(":")
        run(environment, "correct", "approve", plan, "--by", "controller")
        run(environment, "correct", "apply", plan, "--live")
    with duckdb.connect() as connection:
        show(connection, Lake.of(settings_of(environment)))
        names = connection.execute(
            "select payload like '%Zyxington%', valid_to is null from raw.contacts where record_key = $1 order by valid_from",
            [contact],
        ).fetchall()
    assert [(False, False), (True, True)] == names


def test_notes_of_an_older_release_get_their_new_columns(tmp_path: Path, catalog: str) -> None:
    lake = Lake(f"file://{tmp_path}", catalog, "acme")
    columns = schemas.arrow_schema({name: kind for name, kind in schemas.WALKS.items() if name != "business_date"})
    before = of_tenant(lake, columns.empty_table()).schema
    with catalog_of(lake) as tables:
        tables.create_namespace("acme_raw")
        tables.create_table(("acme_raw", "walks"), schema=before)
    make_raw_tables(lake, ["walks", "units"])
    with catalog_of(lake) as tables:
        table = tables.load_table(("acme_raw", "walks"))
        assert table.properties == PROPERTIES
        walks, units = (set(tables.load_table(("acme_raw", name)).schema().column_names) for name in ("walks", "units"))
    assert {*schemas.WALKS, "tenant"} == walks
    assert {*schemas.RECORDS, "tenant"} == units


def test_metadata_do_not_grow_with_each_load(tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lake = Lake(f"file://{tmp_path}", catalog)
    monkeypatch.setattr(raw, "MANY_SNAPSHOTS", 3)
    monkeypatch.setattr(raw, "EXPIRED_AFTER", timedelta())
    read = pa.Table.from_pylist([{"stream": "units"}], schemas.arrow_schema(schemas.CHILD_READS))
    for loads in range(1, 7):
        make_raw_tables(lake, ["child_reads"])
        append(lake, "child_reads", read)
        with catalog_of(lake) as tables:
            table = tables.load_table(("raw", "child_reads"))
            assert len(table.snapshots()) <= 4
            assert loads == table.scan().count()
    rewriting.sweep(lake)
    with duckdb.connect() as connection:
        show(connection, lake)
        assert [(1,)] == connection.execute("select count(*) from raw.child_reads").fetchall(), "the last of each key"


def test_files_that_the_catalog_does_not_know_are_not_buried_under_empty_tables(tmp_path: Path, catalog: str) -> None:
    from sqlalchemy import text

    lake = Lake(f"file://{tmp_path}/Tom's flats", catalog)
    make_raw_tables(lake, ["child_reads", "units"])
    make_raw_tables(lake, ["child_reads", "units"])  # as every load does
    read = [{"stream": "units", "parent_key": "1"}]
    append(lake, "child_reads", pa.Table.from_pylist(read, schemas.arrow_schema(schemas.CHILD_READS)))
    with catalog_of(lake) as tables, tables.engine.begin() as connection:
        connection.execute(text("delete from iceberg_tables"))
    with pytest.raises(ConfigurationError, match="that are not in the catalog"):
        make_raw_tables(lake, ["child_reads", "units"])


def _load(settings: Settings) -> list[dict[str, Any]]:
    with warehouse.lock(settings, "test"):
        report = load(settings)
    report.raise_for_failures()
    return _told(report.as_dict()["streams"])


def _told(streams: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What does not tell of the moment, of requests and of the work file's own books."""
    told = ("stream", "rows", "records", "new", "changed", "gone", "tier", "complete")
    return [{name: stream[name] for name in told if name in stream} for stream in streams]
