"""A service that answers to statuses otherwise than on the night before."""

from __future__ import annotations

import pytest

from load.changing_service import ChangingService, stamp, stays_of
from load.conftest import current, load_list, load_lists, load_once
from nightaudit import warehouse
from nightaudit.load.changes import recent
from nightaudit.settings import Settings


@pytest.fixture
def service() -> ChangingService:
    return ChangingService()


@pytest.mark.parametrize("stamped", [False, True])
def test_a_hidden_status_that_is_refused_is_not_proven_gone(
    service: ChangingService,
    settings: Settings,
    stamped: bool,  # noqa: FBT001
) -> None:
    service.hides = "PENDING"
    service.lists["/bookings"] = stays = stays_of(100, stamped=stamped)
    assert load_list(settings, "bookings").complete
    service.refuses = "PENDING"
    stays[3]["note"] = stays[4]["note"] = "changed"
    if stamped:
        stays[3]["lastModifiedDate"] = stays[4]["lastModifiedDate"] = stamp(5)
    later = load_list(settings, "bookings")
    assert "PENDING: hidden before, but the filter is now refused or ignored" in later.reason
    assert (False, 0, 100) == (later.complete, later.gone, len(current(settings, "bookings")))
    assert "changed" in current(settings, "bookings")["stay/5"]
    service.refuses = ""
    assert load_list(settings, "bookings").complete
    assert "changed" in current(settings, "bookings")["stay/4"]


@pytest.mark.parametrize("odd", [{"id": 1, "name": "Active"}, 7, True, ["ACTIVE"]])
def test_a_status_that_is_no_text_is_none(service: ChangingService, settings: Settings, odd: object) -> None:
    service.lists["/contacts"] = [
        {"id": one, "status": odd, "roomStays": [805], "lastModifiedDate": stamp(-one)} for one in range(1, 61)
    ]
    load_list(settings, "contacts")
    service.lists["/contacts"][30] |= {"note": "changed", "lastModifiedDate": stamp(5)}
    later = load_list(settings, "contacts")
    assert ("loaded", True) == (later.outcome, later.complete)
    assert "changed" in current(settings, "contacts")["31"]


@pytest.mark.parametrize(("stamped", "pending"), [(False, 4), (True, 4), (True, 2)])
def test_a_status_filter_that_is_ignored_since_is_a_doubt(
    service: ChangingService, settings: Settings, pending: int, *, stamped: bool
) -> None:
    """Also where as many are shown without the filter as have the status."""
    service.hides = "PENDING"
    service.lists["/bookings"] = stays_of(100, stamped=stamped, pending=pending)
    assert load_list(settings, "bookings").complete
    service.ignores_statuses = True
    later = load_list(settings, "bookings")
    assert "PENDING: hidden before, but the filter is now refused or ignored" in later.reason
    assert (False, 0, 100) == (later.complete, later.gone, len(current(settings, "bookings")))
    service.hides = ""
    assert load_list(settings, "bookings").complete


@pytest.mark.parametrize("stamped", [False, True])
def test_a_hidden_status_that_is_taken_for_none_since_is_a_doubt(
    service: ChangingService, settings: Settings, *, stamped: bool
) -> None:
    service.hides = "PENDING"
    service.lists["/bookings"] = stays_of(100, stamped=stamped)
    assert load_list(settings, "bookings").complete
    service.takes_for_none = "PENDING"
    service.lists["/bookings"] = stays_of(104, stamped=stamped)  # the last of which nobody can see
    for _ in range(2):
        later = load_list(settings, "bookings")
        assert "PENDING: hidden before, but the filter is now refused or ignored" in later.reason
        assert (False, 0, 103) == (later.complete, later.gone, len(current(settings, "bookings")))
    service.takes_for_none = ""
    assert load_list(settings, "bookings").complete
    assert 104 == len(current(settings, "bookings"))


def test_a_stored_status_that_is_no_longer_counted_leads_to_a_full_walk(
    service: ChangingService, settings: Settings
) -> None:
    """Read newest first, one that vanished is found by the counts of each status: PENDING is hidden, and no count is of all."""
    service.hides = "PENDING"
    service.lists["/bookings"] = stays = stays_of(100, stamped=True)
    assert load_list(settings, "bookings").complete
    service.refuses = "CONFIRMED"
    del stays[60]
    tiers = []
    for _ in range(2):
        certificate = load_list(settings, "bookings").certificate
        tiers.append(certificate.tier if certificate else "")
    assert ["statuses"] * 2 == tiers
    assert 99 == len(current(settings, "bookings"))


def test_a_status_that_was_never_known_is_no_doubt_where_it_was_forgotten_what_is_hidden(
    service: ChangingService, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    audited_every = 3
    monkeypatch.setattr(recent, "WHOLE_EVERY", audited_every)
    service.refuses = "NO_SHOW"
    service.lists["/bookings"] = stays_of(100, stamped=True)
    assert load_list(settings, "bookings").complete
    (warehouse.private_dir(settings) / "behaviours.json").unlink()
    tiers = []
    for _ in range(audited_every):
        later = load_list(settings, "bookings")
        assert (True, "") == (later.complete, later.reason)
        tiers.append(later.certificate.tier if later.certificate else "")
    assert ["newest first"] * (audited_every - 1) + ["statuses"] == tiers


def test_a_full_load_of_one_list_forgets_nothing_of_another(service: ChangingService, settings: Settings) -> None:
    service.hides = "PENDING"
    service.lists["/tags"] = [{"id": 1}]
    service.lists["/bookings"] = stays_of(30)
    load_lists(settings, "bookings", "tags")
    service.refuses = "PENDING"
    load_once(settings, ("tags",), full=True)
    assert not load_list(settings, "bookings").complete
    load_once(settings, ("bookings",), full=True)
    assert load_list(settings, "bookings").complete


def test_what_a_list_that_shows_nothing_hides_is_found_though_its_pages_count_from_one(
    service: ChangingService, settings: Settings
) -> None:
    """Page 0 is answered, with nothing: where the pages begin is not to be seen of the list unasked."""
    service.first_page, service.before_the_first_is_nothing, service.hides = 1, True, "PENDING"
    service.lists["/bookings"] = [{"id": one, "roomStayStatus": "PENDING"} for one in range(1, 4)]
    found = load_list(settings, "bookings")
    assert found.complete, found.reason
    assert {"1", "2", "3"} == set(current(settings, "bookings"))


def test_guest_stays_whose_filter_is_named_as_that_of_bookings_are_read_completely(
    service: ChangingService, settings: Settings
) -> None:
    """How the wire names the status of guest stays is not shown; the name that was found is kept for the next load."""
    stays = [{"id": one, "roomStayStatus": "CONFIRMED" if one % 3 else "CANCELLED"} for one in range(1, 301)]
    service.hides, service.lists["/guestStays"] = "CANCELLED", stays
    assert load_list(settings, "guest_stays").complete
    assert {str(stay["id"]) for stay in stays} == set(current(settings, "guest_stays"))
    stays.append({"id": 301, "roomStayStatus": "CANCELLED"})
    service.asked_by.clear()
    assert load_list(settings, "guest_stays").complete
    assert "301" in current(settings, "guest_stays")
    assert {"statuses"} == service.asked_by
