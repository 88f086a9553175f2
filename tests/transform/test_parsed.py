"""What dbt has parsed is kept between processes and data directories, and never believed too far."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import village
from building import Built

from nightaudit.settings import Settings
from nightaudit.transform import parsed, runner

SECRETIVE = "House that nobody may name"


def parsed_files(scratch: Path) -> int:
    return int(json.loads((scratch / "perf_info.json").read_text())["parsed_path_count"])


def parse(folder: Path, **given: Any) -> int:
    """How many files dbt parses for these settings in a new process."""
    scratch = folder / "private" / "dbt"
    outcome = runner.invoke(Settings.read(**given), folder / "private" / "work.duckdb", scratch, "parse")
    assert outcome.success
    return parsed_files(scratch)


@pytest.fixture
def _new_processes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Every build finds the memory of its process empty, and the user's cache in `tmp_path`."""

    class Forgetful(dict[str, object]):
        def get(self, *_: object) -> None:
            return None

    monkeypatch.setattr(runner, "_read", Forgetful())
    monkeypatch.setattr(parsed, "cache_dir", lambda: tmp_path / "cache")


@pytest.mark.usefixtures("_new_processes")
def test_a_new_data_directory_does_not_wait_for_the_project_to_be_parsed(tmp_path: Path) -> None:
    assert parse(tmp_path / "first", time_zone="Europe/London", excluded_buildings=(SECRETIVE,)) > 300
    built = Built(tmp_path / "second", village.records(), excluded_buildings=(SECRETIVE,))
    assert parsed_files(tmp_path / "second" / "private" / "dbt") == 0
    assert built.one("select count(*) from occupancy.fct_stay_nights") > 80

    # Other settings are not built by what was parsed for these, and what is kept tells nothing of them.
    assert parse(tmp_path / "third", time_zone="Europe/London") > 300
    kept = list((tmp_path / "cache").iterdir())
    assert len(kept) == 2
    assert not any(SECRETIVE.encode() in file.read_bytes() for file in kept)


@pytest.mark.usefixtures("_new_processes")
def test_a_spoilt_or_missing_cache_costs_time_only(tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    spoilt = tmp_path / "private" / "dbt" / parsed.NAME
    spoilt.parent.mkdir(parents=True)
    spoilt.write_bytes(b"\x00 half a file")
    assert parse(tmp_path) > 300


def test_what_was_used_last_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parsed, "cache_dir", lambda: tmp_path / "cache")
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    (scratch / parsed.NAME).write_bytes(b"parsed")
    for number in range(parsed.KEPT):
        parsed.keep(f"project-{number}", scratch)
    shutil.rmtree(scratch)
    parsed.bring("project-0", scratch)
    parsed.keep("one more", scratch)
    kept = {path.name for path in (tmp_path / "cache").iterdir()}
    assert kept == {"project-0", *(f"project-{number}" for number in range(2, parsed.KEPT)), "one more"}
