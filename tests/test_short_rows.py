"""Lists whose rows have only the fields that were observed in them give the same marts as lists that show all fields."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.client import Client
from nightaudit.settings import Settings
from running import marts, published, run, tenant

pytestmark = pytest.mark.slow
PORTFOLIO: dict[str, Any] = {"units": 12, "years": 1, "seed": 4, "dialect": "observed"}
ALL, NONE = {"NIGHTAUDIT_CHILD_REQUESTS": "10000"}, {"NIGHTAUDIT_CHILD_REQUESTS": "0"}
STATED = "select count(booked_date), count(rate_type), count(channel_id) from occupancy.fct_room_stays"
DETAILS = "units_details", "room_stays_details"


def test_short_rows_give_the_marts_of_complete_rows(tmp_path: Path) -> None:
    with tenant(tmp_path / "complete", **PORTFOLIO) as environment:
        loaded = json.loads(run(environment | ALL, "nightly", "--json"))["load"]["streams"]
        assert {0} == {one["requests"] for one in loaded if one["stream"] in DETAILS}, "nothing is left out"
    with tenant(tmp_path / "short", **PORTFOLIO, short_rows=True) as environment:
        run(environment | NONE, "nightly")
        assert [(0, 0, 0)] == published(tmp_path / "short", STATED), "what the lists alone give"
        assert marts(tmp_path / "complete") != marts(tmp_path / "short")
        first = json.loads(run(environment | ALL, "nightly", "--json"))["load"]["streams"]
        assert marts(tmp_path / "complete") == marts(tmp_path / "short")
        again = json.loads(run(environment | ALL, "nightly", "--json"))["load"]["streams"]
        assert marts(tmp_path / "complete") == marts(tmp_path / "short")
    read = [{one["stream"]: one["rows"] for one in loaded if one["stream"] in DETAILS} for loaded in (first, again)]
    stays = published(tmp_path / "short", "select count(*) from occupancy.fct_room_stays")[0][0]
    assert [{"units_details": 0, "room_stays_details": stays}, dict.fromkeys(DETAILS, 0)] == read, "units came at once"


def test_a_changed_stay_is_asked_for_again(tmp_path: Path) -> None:
    with tenant(tmp_path / "data", **PORTFOLIO, short_rows=True) as environment:
        run(environment | ALL, "nightly")
        [(stay, booking)] = published(
            tmp_path / "data",
            "select room_stay_id, booking_id from occupancy.fct_room_stays"
            " where room_stay_status = 'PENDING' order by all limit 1",
        )
        names = ("base_url", "token_url", "client_id", "client_secret")
        given = {name: environment[f"NIGHTAUDIT_{name.upper()}"] for name in names}
        with Client(Settings.read(**given, data_dir=tmp_path / "client", scope="api/write")) as client:
            body = {"statusUpdates": [{"roomStayId": stay, "status": "CONFIRMED"}]}
            client.bookings.update_statuses(booking, body=body)
        loaded = json.loads(run(environment | ALL, "nightly", "--json"))["load"]["streams"]
        changed = {one["stream"]: one["changed"] for one in loaded if one["stream"] in {"bookings", DETAILS[1]}}
        assert {"bookings": 1, "room_stays_details": 1} == changed
        confirmed = f"select confirmed_date is not null from occupancy.fct_room_stays where room_stay_id = {stay}"
        assert [(True,)] == published(tmp_path / "data", confirmed)
