"""What dbt has parsed is kept between processes and data directories, and never believed too far."""

import json
import shutil
import zlib
from pathlib import Path
from typing import Any

import pytest

import recorded
from nightaudit.settings import Settings
from nightaudit.transform import runner, script, user_cache
from transform import village
from transform.building import Built

SECRETIVE = "House that nobody may name"
STRANGE: dict[str, Any] = {
    "base_currency": "JPY",
    "time_zone": "Asia/Tokyo",
    "excluded_buildings": ("9",),
    "tenancy_gap_nights": 3,
    "residential_from_nights": 90,
    "publish_names": True,
}


def known_before_a_build(settings: Settings, folder: Path) -> dict[str, Any]:
    """Where each node stands, how it is made and what it reads, as dbt has parsed it for these settings."""
    outcome = runner.invoke(settings, folder / "work.duckdb", folder / "dbt", "parse")
    nodes = outcome.result.nodes | outcome.result.sources
    return {
        name: (node.relation_name, node.config.to_dict(), getattr(node, "depends_on", None), node.columns)
        for name, node in nodes.items()
    }


def parsed_files(scratch: Path) -> int:
    return int(json.loads((scratch / "perf_info.json").read_text())["parsed_path_count"])


def parse(folder: Path, **given: Any) -> int:
    """How many files dbt parses for these settings in a new process."""
    scratch = folder / "private" / "dbt"
    outcome = runner.invoke(Settings.read(**given), folder / "private" / "work.duckdb", scratch, "parse")
    assert outcome.success
    return parsed_files(scratch)


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The user's cache."""
    return tmp_path_factory.mktemp("user") / "cache"


@pytest.fixture
def _new_processes(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    """Every build finds the memory of its process empty."""

    class Forgetful(dict[str, object]):
        def get(self, *_: object) -> None:
            return None

    recorded.whole()  # whose script is in another cache
    monkeypatch.setattr(runner, "_parse_results", Forgetful())
    monkeypatch.setattr(script, "_in_memory", type(script._in_memory)())
    monkeypatch.setattr(user_cache, "cache_dir", lambda: cache)


@pytest.mark.long
@pytest.mark.usefixtures("_new_processes")
def test_a_new_data_directory_does_not_wait_for_the_project_to_be_parsed(tmp_path: Path, cache: Path) -> None:
    assert parse(tmp_path / "first", time_zone="Europe/London", excluded_buildings=(SECRETIVE,)) > 300
    built = Built(
        tmp_path / "second",
        village.records(),
        excluded_buildings=(SECRETIVE,),
        models="+fct_stay_nights",
        replayed=False,
    )
    assert 0 == parsed_files(tmp_path / "second" / "private" / "dbt")
    assert built.one("select count(*) from occupancy.fct_stay_nights") > 80
    sent = script.find(recorded.key_of(["+fct_stay_nights"], checked=True), built.work_file.parent / "dbt")
    whole = recorded.whole()
    assert sent
    assert whole
    cut = recorded.cut(whole, {"fct_stay_nights"}, checked=True)
    assert {step.node: step for step in sent} == {step.node: step for step in cut}, "what other tests build by"

    # Nor do other settings, of which what is kept tells nothing.
    assert 0 == parse(tmp_path / "third", time_zone="Asia/Tokyo", publish_names=True)
    texts = [
        zlib.decompress(file[64:]) if file[64:66] == b"\x78\x9c" else file
        for file in map(Path.read_bytes, cache.iterdir())
    ]
    assert 2 == len(texts), "what dbt has parsed, and the script of the build"
    assert not [text for text in texts if SECRETIVE.encode() in text]


@pytest.mark.long
@pytest.mark.usefixtures("_new_processes")
def test_no_setting_that_it_is_not_read_by_changes_how_the_project_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ordinary, strange = Settings.read(), Settings.read(**STRANGE)
    ours, theirs = runner.variables_of(ordinary), runner.variables_of(strange)
    assert {*runner.PARSE_VARIABLES} == {
        name for name in ours if ours[name] == theirs[name]
    }  # a new variable belongs to one or the other
    plainly = known_before_a_build(ordinary, tmp_path / "plainly")
    monkeypatch.setattr(runner, "PARSE_VARIABLES", tuple(runner.variables_of(strange)))
    assert plainly == known_before_a_build(strange, tmp_path / "strangely")
    assert len(plainly) > 150


@pytest.mark.long
@pytest.mark.usefixtures("_new_processes")
def test_a_spoilt_or_missing_cache_costs_time_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(user_cache, "cache_dir", lambda: tmp_path / "cache")
    (tmp_path / "cache").write_text("a file where the folder should be")
    spoilt = tmp_path / "private" / "dbt" / user_cache.PARSE_RESULT
    spoilt.parent.mkdir(parents=True)
    spoilt.write_bytes(b"\x00 half a file")
    assert parse(tmp_path) > 300


def test_what_was_used_last_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(user_cache, "cache_dir", lambda: tmp_path / "cache")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / user_cache.PARSE_RESULT).write_bytes(b"parsed")
    for number in range(user_cache.KEPT):
        user_cache.keep(f"project-{number}", scratch)
    shutil.rmtree(scratch)
    user_cache.bring("project-0", scratch)
    user_cache.keep("one more", scratch)
    kept = {path.name for path in (tmp_path / "cache").iterdir()}
    assert kept == {"project-0", *(f"project-{number}" for number in range(2, user_cache.KEPT)), "one more"}
