"""Lists that only some tenants have: one setting loads them, and the load reports a list that does not exist."""

from __future__ import annotations

from pathlib import Path

import pytest

from load.conftest import Records, current, load_lists, load_once, put, rows, serving
from nightaudit.errors import ConfigurationError
from nightaudit.load.status import stream_status
from nightaudit.load.streams.extra import extra_streams
from nightaudit.settings import Settings


def test_a_list_that_is_there_is_loaded_and_one_that_is_not_is_skipped(
    folder: Path, tmp_path: Path, small_records: Records, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NIGHTAUDIT_EXTRA_LISTS", "roomStays, companies, /promotions")
    with serving(folder, tmp_path / "data", dialect="observed", max_page_size=50) as settings:
        report = load_lists(settings, "room_stays", "companies")
        again = load_lists(settings, "room_stays", "promotions")
    stays = {f"stay/{stay['roomStayId']}" for booking in small_records["bookings"] for stay in booking["roomStays"]}
    assert stays == set(current(settings, "room_stays"))
    assert ("loaded", True) == (report["room_stays"].outcome, report["room_stays"].complete)
    assert 0 == again["room_stays"].new + again["room_stays"].changed
    assert ("skipped", "skipped") == (report["companies"].outcome, again["promotions"].outcome)
    assert "404" in report["companies"].reason
    status = {row["stream"]: row for row in stream_status(settings)}
    assert status["room_stays"]["last_complete"]
    assert {"companies", "promotions"} <= set(status)


def test_what_an_extra_list_refers_to_is_closed(folder: Path, tmp_path: Path) -> None:
    with serving(folder, tmp_path / "data", dialect="observed") as settings:
        with_extra = settings.model_copy(update={"extra_lists": ("room_stays",)})
        load_once(with_extra, ("room_stays", "units"))
    stays = "select distinct json_extract_string(payload, '$.unit.id') from raw.room_stays where payload like '%unit%'"
    assert {unit for (unit,) in rows(settings, stays) if unit} <= set(current(settings, "units"))


def test_no_record_is_asked_for_of_a_list_that_is_not_there(tmp_path: Path, small_records: Records) -> None:
    bookings = [record | {"companyId": number} for number, record in enumerate(small_records["bookings"], 1)]
    with serving(put(tmp_path / "portfolio", small_records | {"bookings": bookings}), tmp_path / "data") as settings:
        report = load_once(settings.model_copy(update={"extra_lists": ("companies",)}), ("bookings", "companies"))
    [companies] = [summary for summary in report.streams if summary.stream == "companies"]
    assert "skipped" == companies.outcome
    assert 4 >= companies.requests, "the list, as it may be asked for, and no company"
    assert [] == rows(settings, "from raw.companies"), "404 to everything is no evidence of any record"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("compnies", "not a known list"),
        ("/bookings", "every load reads"),
        ("/units/customFields", "every load reads"),
        ("/childReads", "for other data"),
        ("/../oauth", "not a known list"),
    ],
)
def test_a_wrong_name_is_a_wrong_setting(tmp_path: Path, name: str, said: str) -> None:
    settings = Settings.read(base_url="http://127.0.0.1:9", api_key="k", data_dir=tmp_path, extra_lists=(name,))
    with pytest.raises(ConfigurationError, match=said) as error:
        load_once(settings)
    assert "NIGHTAUDIT_EXTRA_LISTS" in error.value.message


def test_a_list_is_named_as_the_service_or_as_we_write_it() -> None:
    assert ["room_stays", "companies"] == [
        stream.name for stream in extra_streams(("roomStays", "companies", "room_stays"))
    ]
