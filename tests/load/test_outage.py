"""A list that is never answered affects no other list; a service that answers none is not asked for every list."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any

import pytest

from client.loopback import Asked, Exchange
from load.conftest import answering, load_lists, load_once, serving
from load.faulty_reading import armed
from nightaudit.client.busy import Busy
from nightaudit.client.pace import NoTurn
from nightaudit.errors import ApiError, ConfigurationError, CredentialsError, NightauditError, NotFound, Unreachable
from nightaudit.load.outage import Outage
from nightaudit.load.status import stream_status


@pytest.mark.usefixtures("impatient")
def test_a_list_whose_connection_always_breaks_ends_no_other(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        without_children = settings.model_copy(update={"child_requests": 0})
        with armed(settings, {"kind": "drop-before", "route": "/contacts", "count": None}):
            report = load_once(without_children, ("units", "contacts", "rates", "tags")).streams
    assert {"units": "loaded", "contacts": "failed", "rates": "loaded", "tags": "loaded"} == {
        summary.stream: summary.outcome for summary in report
    }


@pytest.mark.usefixtures("impatient")
@pytest.mark.sampled
@pytest.mark.parametrize(("place", "in_flight"), [(0, 1), (0, 4), (1, 1), (3, 1)])
def test_a_list_that_answers_401_ends_no_other(place: int, in_flight: int, tmp_path: Path, few: Path) -> None:
    """Be it the first that is asked for, and nothing else at that time."""
    asked = ["units", "rates", "tags"]
    asked.insert(place, "contacts")
    with serving(few, tmp_path / "data") as settings:
        alone = settings.model_copy(update={"child_requests": 0, "concurrency": in_flight})
        with armed(settings, {"kind": "status", "route": "/contacts", "status": 401, "count": None}):
            report = load_lists(alone, *asked)
            assert {"units": "loaded", "contacts": "skipped", "rates": "loaded", "tags": "loaded"} == {
                name: one.outcome for name, one in report.items()
            }
        assert report["contacts"].reason.startswith('GET /api/v3/contacts answered 401: "This error was requested')
        with (
            armed(settings, {"kind": "status", "route": "/*", "status": 401, "count": None}),
            pytest.raises(CredentialsError, match="401"),
        ):
            load_once(alone, tuple(asked)).raise_for_failures()


@pytest.mark.usefixtures("impatient")
def test_lists_that_always_answer_401_end_no_other_on_any_night(tmp_path: Path, few: Path) -> None:
    """From the second night on they are asked for first, all others having been read before."""
    denied = {"contacts": "skipped", "tags": "skipped"}
    with serving(few, tmp_path / "data") as settings:
        alone = settings.model_copy(update={"child_requests": 0})
        faults = [{"kind": "status", "route": f"/{name}", "status": 401, "count": None} for name in denied]
        with armed(settings, *faults):
            for _ in range(3):
                report = load_once(alone, ("units", "rates", *denied)).streams
                assert {"units": "loaded", "rates": "loaded", **denied} == {one.stream: one.outcome for one in report}


def test_a_list_never_answered_is_skipped_though_its_records_are_read_by_id(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        patient = settings.model_copy(update={"child_requests": 0})
        with armed(settings, {"kind": "status", "route": "/bookings", "status": 403, "count": None}):
            for brought in (True, False):
                report = load_lists(patient, "guest_stays", "bookings")
                assert ("skipped", brought) == (report["bookings"].outcome, report["bookings"].new > 0)
        load_once(patient, ("bookings",)).raise_for_failures()
        with armed(settings, {"kind": "status", "route": "/bookings", "status": 403, "count": None}):
            (bookings,) = load_once(patient, ("bookings",)).streams
    assert "failed" == bookings.outcome
    assert bookings.reason.endswith("The list existed before.")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("routes", "fail"),
    [
        (["/countries", "/cities", "/contacts"], {"countries", "cities", "contacts"}),
        (["/tags", "/teams"], {"tags", "teams"}),
        (["/contacts/*/notes"], {"contacts_notes"}),
    ],
    ids=["the first lists", "others", "child lists"],
)
def test_lists_that_always_answer_429_end_no_other_on_any_night(
    routes: list[str], fail: set[str], tmp_path: Path, few: Path
) -> None:
    """They may have limits of their own."""
    faults = [{"kind": "status", "route": route, "status": 429, "count": None} for route in routes]
    with serving(few, tmp_path / "data") as settings, armed(settings, *faults):
        for _ in range(2):
            report = load_once(settings).streams
            assert fail == {one.stream for one in report if one.outcome == "failed"}


@pytest.mark.usefixtures("impatient")
def test_a_service_that_answers_nothing_but_429_is_asked_for_each_list_a_few_times_only(
    tmp_path: Path, few: Path
) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings).raise_for_failures()
        with armed(settings, {"kind": "status", "route": "/[!o]*", "status": 429, "count": None}) as faulty:
            report = load_once(settings).streams
            assert 3 * len(report) > faulty()[0]["happened"] >= len(report)
    assert {"failed"} == {one.outcome for one in report}


def ask(outage: Outage, error: Exception | None = None) -> None:
    with outage.asking():
        if error:
            raise error


@pytest.mark.parametrize("kind", [Unreachable, CredentialsError])
def test_the_second_that_is_not_answered_ends_all(kind: type[NightauditError]) -> None:
    outage = Outage()
    dead = kind("nothing")
    outage.note(dead)
    ask(outage)
    outage.note(dead)
    with pytest.raises(NotFound):
        ask(outage, NotFound("this one"))  # an answer, too
    outage.note(dead)
    with pytest.raises(kind):
        ask(outage, dead)
    outage.note(dead)
    with pytest.raises(kind, match="nothing"):
        ask(outage)


@pytest.mark.parametrize(
    ("status", "wait", "ends"), [(503, None, False), (503, 300.0, False), (503, 86_400.0, True), (429, None, False)]
)
def test_a_service_that_asks_to_be_left_alone_for_longer_than_a_load_waits_is_left_alone(
    status: int, wait: float | None, *, ends: bool
) -> None:
    outage, busy = Outage(300.0), Busy("busy", status=status)
    busy.wait = wait
    for _ in range(2):
        with pytest.raises(NoTurn):  # says nothing of the service
            ask(outage, NoTurn("others were in flight"))
        with pytest.raises(Busy):
            ask(outage, busy)
        outage.note(busy)
    with pytest.raises(Busy) if ends else contextlib.nullcontext():
        ask(outage)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("kind", [{"kind": "status", "status": 503}, {"kind": "html"}], ids=["busy", "a web page"])
def test_a_token_endpoint_that_gives_none_is_not_asked_for_every_list(
    kind: dict[str, Any], tmp_path: Path, few: Path
) -> None:
    with serving(few, tmp_path / "data") as settings:
        alone = settings.model_copy(update={"concurrency": 1})
        with armed(settings, {"route": "/oauth/token", "count": None, **kind}) as report:
            with pytest.raises(ApiError, match=r"token endpoint .* Tried 6 times") as error:
                load_once(alone).raise_for_failures()
            assert 4 == error.value.exit_code
            assert 100 > report()[0]["happened"], "six times for each of fifty lists"
        load_once(alone).raise_for_failures()


@pytest.mark.usefixtures("impatient")
def test_status_says_why_a_list_was_not_read_until_it_is(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
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


def test_a_service_without_a_single_list_is_a_wrong_address(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        astray = settings.model_copy(update={"base_url": f"{settings.base_url}/elsewhere"})
        with pytest.raises(ConfigurationError, match="404") as error:
            load_once(astray)
        assert "NIGHTAUDIT_BASE_URL" in error.value.hint
        only_tags = load_once(astray, ("tags",))
        assert {"tags": "skipped"} == {one.stream: one.outcome for one in only_tags.streams}
        with pytest.raises(ConfigurationError, match="can be read: GET /api/v3/tags answered 404") as error:
            only_tags.raise_for_failures()
        assert "NIGHTAUDIT_BASE_URL" in error.value.hint
        with (
            armed(settings, {"kind": "status", "status": 403, "route": "/*", "count": None}),
            pytest.raises(ConfigurationError, match="403"),
        ):
            load_once(settings)


def test_a_service_that_redirects_every_list_is_not_asked_for_every_list(tmp_path: Path) -> None:
    """As it does where the address is not the final one. A list that alone is redirected ends no other."""
    asked, moved = list[str](), [""]

    def respond(request: Asked, exchange: Exchange) -> None:
        asked.append(request.path)
        if request.path.endswith(tuple(moved)):
            exchange.json({}, 301, Location="https://pms.example.com/")
        else:
            exchange.json([])

    with answering(respond, tmp_path) as settings:
        alone = settings.model_copy(update={"concurrency": 1})
        with pytest.raises(ApiError, match="answered 301") as error:
            load_once(alone).raise_for_failures()
        assert "Redirects are not followed: set NIGHTAUDIT_BASE_URL" in error.value.hint
        assert 120 > len(asked), "fifty times for each of thirty lists"
        moved[:] = "channels", "extras"
        assert {*moved} == {one.stream for one in load_once(alone).failed}


def test_a_load_that_loads_nothing_is_not_partly_loaded(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings, ("tags",)).raise_for_failures()
        with armed(settings, {"kind": "status", "status": 403, "route": "/t*", "count": None}):
            report = load_once(settings, ("tags", "teams"))
    assert ["failed", "skipped"] == [one.outcome for one in report.streams]
    with pytest.raises(ApiError, match="403"):
        report.raise_for_failures()


def test_a_service_that_has_lost_all_its_lists_may_be_a_wrong_address(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings.model_copy(update={"child_requests": 0}))
        astray = settings.model_copy(update={"base_url": f"{settings.base_url}/elsewhere"})
        with pytest.raises(NotFound, match="404") as error:
            load_once(astray).raise_for_failures()
        assert "NIGHTAUDIT_BASE_URL" in error.value.hint
        assert 4 == error.value.exit_code, "it may be back tomorrow"
