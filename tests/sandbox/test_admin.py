"""The admin routes: what they refuse, and that a refusal changes nothing."""

from datetime import date
from typing import Any

import pytest

from nightaudit.errors import UsageError
from nightaudit.sandbox import SandboxOptions
from sandbox.sandbox_api import Api, refused


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("rows/units/hide", {"ids": ["x"]}),
        ("rows/units/hide", {"ids": 5}),
        ("rows/units/hide", []),
        ("rows/units/delete", {"ids": [{}]}),
        ("rows/units/insert", {"records": [{"id": "x"}]}),
        ("rows/units/insert", {"records": ["x"]}),
        ("rows/bookings/insert", {"records": [{"id": 900, "roomStays": [{"startDate": "2026-03-10"}]}]}),
        ("clock", []),
        ("clock", {"days": "x"}),
        ("clock", {"days": 1e300}),
        ("clock", {"today": "9999-12-31"}),
        ("clock", {"today": "1969-12-31"}),
        ("advance", []),
        ("advance", {"days": "x"}),
        ("advance", {"days": 3661}),
        ("faults", [5]),
        ("faults", {"kind": "status", "route": 5}),
        ("faults", {"kind": "status", "seed": []}),
        ("faults", {"kind": "tsunami"}),
        ("faults", "x"),
    ],
)
def test_a_body_that_makes_no_sense_is_400_and_changes_nothing(api: Api, path: str, body: Any) -> None:
    before = api.http.get("/_sandbox").json()
    assert refused(api.http.post(f"/_sandbox/{path}", json=body))["errors"][0]["field"]
    after = api.http.get("/_sandbox").json()
    assert before | {"clock": ""} == after | {"clock": ""}
    assert before["clock"][:10] == after["clock"][:10]
    assert 200 == api.http.get("/api/v3/units").status_code


def test_a_head_request_is_answered_as_a_get(api: Api) -> None:
    assert [200, 405] == [api.http.head(f"/_sandbox{path}").status_code for path in ("", "/reset")]


def test_the_portfolio_does_not_live_beyond_the_last_day(api: Api) -> None:
    api.admin("clock", today="2199-12-30")
    refused(api.http.post("/_sandbox/advance", json={"days": 2}))
    assert "2199-12-30" == api.http.get("/_sandbox/clock").json()["today"]


def test_a_day_that_no_calendar_of_ours_reaches_is_refused() -> None:
    with pytest.raises(UsageError, match="2199"):
        SandboxOptions(today=date(2200, 1, 1))
