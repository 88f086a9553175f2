"""Two loads of one tenant, into a work file and into a lake: the same versions of the same records, and what tells of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from engines import in_lake, settings_of

from nightaudit import warehouse
from nightaudit.doctor import examine
from nightaudit.errors import ConfigurationError
from nightaudit.lake import Lake
from nightaudit.load.pipeline import load
from nightaudit.load.status import stream_status
from nightaudit.nightly import publish
from nightaudit.settings import Settings
from running import tenant

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = [pytest.mark.spark, pytest.mark.slow]


def test_two_loads_are_the_same_in_work_file_and_lake(
    tmp_path: Path, catalog: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from same import compare_versions

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
    assert "raw tables" in findings["lake"].found
    assert "none are published yet" in findings["marts"].found
    assert [] == [finding for finding in findings.values() if finding.exit_code]
    assert compare_versions(tmp_path / "one" / "private" / "work.duckdb", Lake.of(theirs)) > 500


def _load(settings: Settings) -> list[dict[str, Any]]:
    with warehouse.lock(settings, "test"):
        report = load(settings)
    report.raise_for_failures()
    return _told(report.as_dict()["streams"])


def _told(streams: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What does not tell of the moment, of requests and of the work file's own books."""
    told = ("stream", "rows", "records", "new", "changed", "gone", "tier", "complete")
    return [{name: stream[name] for name in told if name in stream} for stream in streams]
