"""A service that shows fewer records, or older ones, than on the night before, for a night or for good."""

from __future__ import annotations

from pathlib import Path

import pytest

from client.loopback import Asked, Exchange, asked_page
from load.changing_service import ChangingService, contacts_of, stamp
from load.conftest import answering, current, load_list, load_lists, load_once
from nightaudit.settings import Settings


@pytest.fixture
def service() -> ChangingService:
    return ChangingService()


@pytest.mark.parametrize("others", ["show rows", "are away", "are away at last"])
def test_a_list_below_a_record_that_answers_404_is_empty_when_two_loads_say_so_and_others_show_rows(
    service: ChangingService, settings: Settings, others: str
) -> None:
    """The control: where it counts without others that show rows, a service that is away for two nights loses rows."""
    service.lists["/activities"] = [{"id": one, "note": ""} for one in (1, 2, 3)]
    for one in (1, 2, 3):
        service.lists[f"/activities/{one}/notes"] = [{"id": one * 10 + place} for place in range(2)]
    assert load_lists(settings, "activities", "activities_notes")["activities_notes"].complete
    service.lists["/activities"][0]["note"] = "changed"
    kept = {path: service.lists.pop(path) for path in list(service.lists) if path == "/activities/1/notes"}
    for night in range(3):
        if others == "are away" or (others == "are away at last" and night):
            kept |= {path: service.lists.pop(path) for path in list(service.lists) if path.endswith("notes")}
        later = load_lists(settings, "activities", "activities_notes")["activities_notes"]
        gone = 2 if night == 1 and others == "show rows" else 0
        assert (night > 0 and others == "show rows", gone) == (later.complete, later.gone)
        assert later.complete or "1 lists could not be proven complete" in later.reason
    assert (4 if others == "show rows" else 6) == len(current(settings, "activities_notes"))
    service.lists |= kept
    service.lists["/activities/1/notes"] = kept["/activities/1/notes"][:1]
    service.lists["/activities"][0]["note"] = "changed again"
    assert load_lists(settings, "activities", "activities_notes")["activities_notes"].complete
    assert 5 == len(current(settings, "activities_notes"))


def test_a_list_below_a_record_that_comes_back_after_two_nights_is_read_by_the_next_load(
    service: ChangingService, settings: Settings
) -> None:
    service.lists["/activities"] = [{"id": one} for one in (1, 2)]
    service.lists |= {f"/activities/{one}/notes": [{"id": one}] for one in (1, 2)}
    load_lists(settings, "activities", "activities_notes")
    service.lists["/activities"][0]["note"] = "changed"
    kept = service.lists.pop("/activities/1/notes")
    assert [0, 1] == [load_lists(settings, "activities", "activities_notes")["activities_notes"].gone for _ in range(2)]
    service.lists["/activities/1/notes"] = kept
    assert 1 == load_lists(settings, "activities", "activities_notes")["activities_notes"].new


@pytest.mark.parametrize(("status", "answers"), [(404, 2), (200, 3)])
def test_rows_that_were_not_proven_are_not_gone_for_what_one_load_would_not_believe_of_others(
    tmp_path: Path, status: int, answers: int
) -> None:
    """The doubt whether they are all rows was taken for a first answer that there are none."""
    below = {one: [{"id": one}] for one in (1, 2)}
    missing, more = [0], [0]

    def respond(asked: Asked, exchange: Exchange) -> None:
        if asked.path.endswith("/activities"):
            exchange.json(asked_page([{"id": one, "note": more[0] * (one == 1)} for one in below], dict(asked.query)))
            return
        is_first = "/1/" in asked.path
        missing[0] -= is_first
        is_missing = is_first and missing[0] >= 0
        told = asked_page([] if is_missing else below[1 if is_first else 2], dict(asked.query))
        told["page"]["totalElements"] += more[0] * (is_first and not is_missing)
        exchange.json(told, status if is_missing else 200)

    with answering(respond, tmp_path) as settings:
        assert load_lists(settings, "activities", "activities_notes")["activities_notes"].complete
        more[0] = 1
        assert not load_lists(settings, "activities", "activities_notes")["activities_notes"].complete
        missing[0] = answers
        assert 0 == load_lists(settings, "activities", "activities_notes")["activities_notes"].gone
        assert missing[0] < answers
        assert 2 == len(current(settings, "activities_notes"))


def test_a_backup_that_answered_for_a_night_leaves_nothing_behind(service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = now = contacts_of(100)
    for contact in now[40:60]:
        contact |= {"note": "new", "lastModifiedDate": stamp(5)}
    now[0]["lastModifiedDate"] = stamp(20)
    for _ in range(2):  # the second looks how far the first one came
        load_list(settings, "contacts")
    service.lists["/contacts"] = contacts_of(100)
    load_once(settings, ("contacts",), full=True)
    service.lists["/contacts"] = now
    assert load_list(settings, "contacts").complete
    assert 20 == sum("new" in text for text in current(settings, "contacts").values())


def test_a_list_that_is_empty_for_a_night_keeps_its_records(service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(40)
    load_list(settings, "contacts")
    service.is_away = True
    later = load_list(settings, "contacts")
    assert (False, 0, 40) == (later.complete, later.gone, len(current(settings, "contacts")))


def test_a_list_that_shows_nothing_is_believed_when_the_next_load_finds_the_same(
    service: ChangingService, settings: Settings
) -> None:
    """Another backend that answers for a while may know no record: neither in its list nor by its key."""
    service.lists["/contacts"] = contacts_of(40)
    load_list(settings, "contacts")
    for back in (False, True):
        service.lists["/contacts"] = []
        later = load_list(settings, "contacts")
        assert (False, 0, 40) == (later.complete, later.gone, len(current(settings, "contacts")))
        assert "It was empty, but 40 of its records are stored" in later.reason
        if not back:
            service.lists["/contacts"] = contacts_of(40)
            assert (True, 0) == (load_list(settings, "contacts").complete, later.new)
    for gone in (40, 0, 0):
        later = load_list(settings, "contacts")
        assert (later.complete, later.gone, len(current(settings, "contacts"))) == (True, gone, 0)


def test_a_service_that_was_restored_from_a_backup_for_good_leaves_nothing_behind(
    service: ChangingService, settings: Settings
) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    service.lists["/contacts"] = changed = contacts_of(100)
    for contact in changed[40:52]:
        contact |= {"note": "lost", "lastModifiedDate": stamp(5)}
    load_list(settings, "contacts")
    assert "lost" in current(settings, "contacts")["41"]
    service.lists["/contacts"] = contacts_of(100)
    later = load_list(settings, "contacts")
    assert (True, 12) == (later.complete, later.changed)
    assert not any("lost" in text for text in current(settings, "contacts").values())
