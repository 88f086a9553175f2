"""Nothing is published before the lists that figures need have been read: the only sign would be 0 % occupancy."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from load import invoicing_service
from load.conftest import answering, load_lists, load_once, serving
from load.faulty_reading import armed
from nightaudit import schemas, warehouse
from nightaudit.errors import ConfigurationError, NightauditError, PartlyLoaded
from nightaudit.load import publishable
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.settings import Settings
from nightaudit.transform.lineage import marts
from running import published, run, tenant


def test_essential_are_the_lists_that_facts_are_counted_from(settings: Settings) -> None:
    behind: dict[str, frozenset[str]] = {}
    for name, mart in marts(settings).items():
        behind[name] = mart.raw.union(*(behind[inner] for inner in mart.marts))
    facts = [raw for name, raw in behind.items() if ".fct_" in name and not name.startswith("quality.")]
    additions = {one.name for one in CHILDREN if one.adds}  # they give figures a place or a date, and no figure
    counted = frozenset().union(*facts) - schemas.NOTES.keys() - additions
    assert {*ESSENTIAL, *(one.name for one in CHILDREN if one.essential)} == counted


ESSENTIAL = tuple(one.name for one in STREAMS if one.essential)


def status(route: str, answer: int) -> dict[str, Any]:
    return {"kind": "status", "route": route, "status": answer, "count": None}


@pytest.fixture
def loaded_under(tmp_path: Path, few: Path) -> Any:
    """Why the marts are not published after a first load during these faults, and after one more without.

    Of the lists that no figure needs these are loaded, too.
    """

    def why(*faults: dict[str, Any], others: tuple[str, ...] = ()) -> tuple[NightauditError | None, ...]:
        with serving(few, tmp_path / "data") as settings:
            with armed(settings, *faults):
                load_once(settings, (*ESSENTIAL, *others))
            first = publishable.why_not_publish(settings)
            load_once(settings, (*ESSENTIAL, *others))
            return first, publishable.why_not_publish(settings)

    return why


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("answer", "route"), [(401, "/bookings"), (403, "/units")])
def test_a_list_that_may_not_be_read_keeps_the_marts_back_until_it_is(
    answer: int, route: str, loaded_under: Any
) -> None:
    first, second = loaded_under(status(route, answer))
    assert isinstance(first, ConfigurationError)
    assert f"GET /api/v3{route} answered {answer}" in first.message
    assert "right to read" in first.hint
    assert second is None


@pytest.mark.usefixtures("impatient")
def test_a_list_that_fails_may_be_there_next_time(loaded_under: Any) -> None:
    first, second = loaded_under(status("/bookings", 500))
    assert isinstance(first, PartlyLoaded)
    assert "bookings (failed: GET /api/v3/bookings answered 500" in first.message
    assert second is None


def test_lists_that_the_tenant_has_not_or_that_only_name_things_are_not_waited_for(loaded_under: Any) -> None:
    absent = (status("/developments", 404), status("/financialAllocations/*", 404))
    barred = (status("/tags", 403), status("/contacts", 403))
    assert (None, None) == loaded_under(*absent, *barred, others=("tags", "contacts"))


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("answer", [401, 403])
def test_figures_that_the_key_may_not_be_counted_from_are_said_to_be_empty_or_incomplete(
    answer: int, loaded_under: Any, caplog: pytest.LogCaptureFixture
) -> None:
    assert (None, None) == loaded_under(status("/salesInvoices", answer))
    [warning] = [record.getMessage() for record in caplog.records if "are empty or incomplete" in record.getMessage()]
    assert f"sales_invoices (skipped: GET /api/v3/salesInvoices answered {answer}" in warning


def test_there_is_no_service_without_bookings(loaded_under: Any) -> None:
    first, _ = loaded_under(status("/bookings", 404))
    assert isinstance(first, ConfigurationError)
    assert "NIGHTAUDIT_BASE_URL" in first.hint


def test_what_was_never_asked_for_is_not_waited_for(
    tmp_path: Path, few: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings.model_copy(update={"child_requests": 0}), ("units", "bookings"))
        assert publishable.why_not_publish(settings) is None
    assert "buildings (not read by any load yet)" in caplog.text


def test_units_alone_are_not_published(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings, ("units",))
        first = publishable.why_not_publish(settings)
        load_once(settings, ("bookings",))
        second = publishable.why_not_publish(settings)
    assert isinstance(first, PartlyLoaded)
    assert "bookings (not read by any load yet)" in first.message
    assert second is None


@pytest.mark.parametrize("answer", [404, 403])
def test_items_that_the_tenant_has_not_or_the_key_may_not_read_are_not_waited_for(
    tmp_path: Path, answer: int, caplog: pytest.LogCaptureFixture
) -> None:
    service = invoicing_service.Service()
    for path in ("buildings", "developments", "unitTypes", "units", "unitContracts", "activities", "bookings"):
        service.lists[f"/{path}"] = [{"id": 1}]
    invoicing_service.invoiced(service, 1, 2)
    service.answers = {invoicing_service.path_of(one): answer for one in (1, 2)}
    with answering(service.respond, tmp_path / "data") as settings:
        items = load_lists(settings)[invoicing_service.ITEMS]
        assert ("skipped", answer) == (items.outcome, getattr(items.error, "status", None))
        assert publishable.why_not_publish(settings) is None
    assert (answer == 403) is (f"{invoicing_service.ITEMS} (skipped: 2 of 2 lists may not be read" in caplog.text)


STAY: dict[str, Any] = {"roomStayId": 1}


@pytest.mark.parametrize(
    ("bookings", "shown"),
    [
        ([{"id": one} for one in range(1, 11)], False),
        ([{"id": one, "roomStays": []} for one in range(1, 11)], False),
        ([{"id": one, "roomStays": [STAY] if one == 1 else []} for one in range(1, 12)], False),
        ([{"id": one, "roomStays": []} for one in range(1, 10)], True),
        ([{"id": one, "roomStays": [STAY] if one > 1200 else []} for one in range(1, 1500)], True),
        ([{"roomStayId": one, "roomStayStatus": "CONFIRMED", "bookingId": 1} for one in range(1, 31)], True),
    ],
    ids=["no field", "none", "one", "few bookings", "those of the last years", "flat"],
)
def test_bookings_that_show_no_room_stays_are_not_published(
    tmp_path: Path, bookings: list[Any], *, shown: bool
) -> None:
    """As where only the operation that answers for one booking shows its stays: the marts would tell of empty houses."""
    service = invoicing_service.Service()
    service.lists |= {f"/{name}": [{"id": 1}] for name in ("units", "buildings")}
    service.lists["/bookings"] = bookings
    with answering(service.respond, tmp_path / "data") as settings:
        load_lists(settings, "units", "bookings")
        why_not = publishable.why_not_publish(settings)
    assert shown is (why_not is None)
    assert shown or (isinstance(why_not, ConfigurationError) and "show no room stays" in why_not.message)


def test_what_an_older_release_loaded_is_published_before_another_load(tmp_path: Path, few: Path) -> None:
    with serving(few, tmp_path / "data") as settings:
        load_once(settings, ("units", "bookings"))
    with warehouse.work_connection(settings) as work:
        work.execute("drop table raw.child_unanswered")  # which came later
    assert publishable.why_not_publish(settings) is None


@pytest.mark.slow
def test_a_first_night_without_a_list_publishes_nothing_and_names_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with tenant(data, units=4, years=1, seed=4) as environment:
        given = {name.removeprefix("NIGHTAUDIT_").lower(): value for name, value in environment.items()}
        settings = Settings.read(
            **{name: given[name] for name in ("base_url", "token_url", "client_id", "client_secret")}
        )
        with armed(settings, status("/bookings", 403)):
            said = run(environment, "nightly", exit_code=3)
            assert "bookings (skipped: GET /api/v3/bookings answered 403" in said
            assert not (data / "warehouse.duckdb").exists()
            run(environment, "publish", exit_code=3)
        assert json.loads(run(environment, "nightly", "--json"))["unpublished"] is None
        with armed(settings, status("/bookings", 403)):
            assert "The list existed before" in run(environment, "nightly", exit_code=6)
    assert [(True,)] == published(data, "select sum(occupied_nights) > 0 from occupancy.fct_occupancy_daily")
