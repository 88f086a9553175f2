"""One list that is never answered costs itself; a service that answers nobody is not asked for every list."""

from __future__ import annotations

from pathlib import Path

import pytest

from load.conftest import Records, load_once, put, serving
from load.faulty_reading import armed
from nightaudit.errors import ApiError, ConfigurationError, CredentialsError, NotFound, Unreachable
from nightaudit.load.outage import Outage
from nightaudit.load.status import stream_status


@pytest.mark.usefixtures("impatient")
def test_a_list_whose_connection_always_breaks_ends_no_other(tmp_path: Path, small_records: Records) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        without_children = settings.model_copy(update={"child_requests": 0})
        with armed(settings, {"kind": "drop-before", "route": "/contacts", "count": None}):
            report = load_once(without_children, ("units", "contacts", "rates", "tags")).streams
    assert {"units": "loaded", "contacts": "failed", "rates": "loaded", "tags": "loaded"} == {
        summary.stream: summary.outcome for summary in report
    }


def ask(outage: Outage, error: Exception | None = None) -> None:
    with outage.asking():
        if error:
            raise error


def test_the_second_that_is_not_answered_ends_all() -> None:
    outage = Outage()
    dead = Unreachable("nothing")
    outage.note(dead)
    ask(outage)
    outage.note(dead)
    with pytest.raises(NotFound):
        ask(outage, NotFound("this one"))  # an answer, too
    outage.note(dead)
    with pytest.raises(Unreachable):
        ask(outage, dead)
    outage.note(dead)
    with pytest.raises(Unreachable, match="nothing"):
        ask(outage)


def test_credentials_that_are_not_accepted_end_all() -> None:
    outage = Outage()
    outage.note(CredentialsError("no"))
    with pytest.raises(CredentialsError):
        ask(outage)


@pytest.mark.usefixtures("impatient")
def test_status_says_why_a_list_was_not_read_until_it_is(tmp_path: Path, small_records: Records) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        without_children = settings.model_copy(update={"child_requests": 0})

        def why() -> dict[str, str]:
            return {row["stream"]: row["reason"] for row in stream_status(settings) if row["stream"] in asked}

        asked = ("units", "teams", "tags", "rates")
        load_once(without_children, ("units", "tags"))
        refused = {"kind": "status", "route": "/teams", "status": 403, "count": None}
        broken = {"kind": "status", "route": "/tags", "status": 500, "count": None}
        with armed(settings, refused, broken):
            load_once(without_children, ("units", "teams", "tags"))
        said = why()
        assert "" == said["units"]
        assert "not read by any load yet" == said["rates"]
        assert said["teams"].startswith("skipped: GET /api/v3/teams answered 403")
        assert said["tags"].startswith("failed: GET /api/v3/tags answered 500"), "although an earlier load has read it"
        load_once(without_children, asked)
        assert dict.fromkeys(asked, "") == why()


def test_a_service_without_a_single_list_is_a_wrong_address(tmp_path: Path, small_records: Records) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        astray = settings.model_copy(update={"base_url": f"{settings.base_url}/elsewhere"})
        with pytest.raises(ConfigurationError, match="404") as error:
            load_once(astray)
        assert "NIGHTAUDIT_BASE_URL" in error.value.hint
        assert {"tags": "skipped"} == {one.stream: one.outcome for one in load_once(astray, ("tags",)).streams}
        with (
            armed(settings, {"kind": "status", "status": 403, "route": "/*", "count": None}),
            pytest.raises(ConfigurationError, match="403"),
        ):
            load_once(settings)


def test_a_load_that_loads_nothing_is_not_partly_loaded(tmp_path: Path, small_records: Records) -> None:
    with serving(put(tmp_path / "portfolio", small_records), tmp_path / "data") as settings:
        load_once(settings, ("tags",)).raise_for_failures()
        with armed(settings, {"kind": "status", "status": 403, "route": "/t*", "count": None}):
            report = load_once(settings, ("tags", "teams"))
    assert ["failed", "skipped"] == [one.outcome for one in report.streams]
    with pytest.raises(ApiError, match="403"):
        report.raise_for_failures()
