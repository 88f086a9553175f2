"""A service that answers differently than on the night before: records that it no longer shows do not count as gone."""

from __future__ import annotations

import datetime
import random
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import duckdb
import pytest
from pydantic import SecretStr

from client.loopback import Asked, Exchange, asked_page, in_order, page_of
from load.conftest import answering, current, load_list, load_lists, load_once, rows
from nightaudit import warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.load.changes import recent
from nightaudit.load.earlier.account import OF_ONE_ACCOUNT
from nightaudit.load.status import stream_status
from nightaudit.load.streams.table import STREAMS
from nightaudit.load.walks.status_filter import NO_STATUS
from nightaudit.settings import Settings

Json = dict[str, Any]
FIRST = datetime.datetime(2026, 10, 1, tzinfo=datetime.UTC)


def stamp(day: int) -> str:
    return (FIRST + datetime.timedelta(day)).isoformat()


@dataclass
class Service:
    """Lists by path, sorted as asked, some statuses hidden unless asked for, or refused; while it is away, empty arrays.

    reach  rows that are shown and counted at most
    numbers_first  whether ids that are numbers are sorted before those that are texts
    """

    lists: dict[str, list[Json]] = field(default_factory=dict)
    hides: str = ""
    refuses: str = ""
    ignores_statuses: bool = False
    takes_for_none: str = ""
    largest: int = 50
    reach: int | None = None
    first_page: int = 0
    before_the_first_is_nothing: bool = False
    numbers_first: bool = False
    is_away: bool = False
    asked_by: set[str] = field(default_factory=set)

    def respond(self, asked: Asked, exchange: Exchange) -> None:
        query, found = dict(asked.query), self.lists.get(asked.path.removeprefix("/api/v3"))
        self.asked_by |= query.keys() & {"status", "statuses"}
        asked_for = query.get("statuses")
        wanted = None if self.ignores_statuses or asked_for == self.takes_for_none else asked_for
        number = int(query.get("page", "0")) - self.first_page
        if found is not None and number < 0 and self.before_the_first_is_nothing:
            exchange.json(page_of([], 0, 0))
            return
        if found is None or number < 0 or (self.refuses and wanted in {self.refuses, NO_STATUS}):
            exchange.json({"error": "no"}, 404 if found is None else 400)
            return
        if self.is_away:
            exchange.json([])
            return
        shown = [row for row in found if status_of(row) == wanted or (not wanted and status_of(row) != self.hides)]
        name, _, direction = query.get("sort", "").partition(",")
        if name:
            order = (lambda value: (isinstance(value, str), value)) if self.numbers_first else lambda value: value or ""
            shown.sort(key=lambda row: order(row[name]), reverse=direction == "desc")
        shown = shown[: self.reach]
        size = min(int(query["size"]), self.largest)
        exchange.json(page_of(shown[number * size : (number + 1) * size], number, len(shown)))


def status_of(row: Json) -> object:
    return row.get("roomStayStatus")


def contacts_of(count: int) -> list[Json]:
    """The higher the id, the longer ago it was modified."""
    return [{"id": one, "note": "", "lastModifiedDate": stamp(-one)} for one in range(1, count + 1)]


def stays_of(count: int) -> list[Json]:
    """Every fourth is PENDING."""
    return [{"roomStayId": one, "roomStayStatus": "CONFIRMED" if one % 4 else "PENDING"} for one in range(1, count + 1)]


@pytest.fixture
def service() -> Service:
    return Service()


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(update={"api_key": SecretStr("sandbox-key")})


@pytest.mark.parametrize("stamped", [False, True])
def test_a_hidden_status_that_is_refused_is_not_proven_gone(
    service: Service,
    settings: Settings,
    stamped: bool,  # noqa: FBT001
) -> None:
    service.hides = "PENDING"
    service.lists["/bookings"] = stays = stays_of(100)
    for stay in stays if stamped else ():
        stay["lastModifiedDate"] = stamp(-stay["roomStayId"])
    assert load_list(settings, "bookings").complete
    service.refuses = "PENDING"
    stays[3]["note"] = stays[4]["note"] = "changed"
    if stamped:
        stays[3]["lastModifiedDate"] = stays[4]["lastModifiedDate"] = stamp(5)
    later = load_list(settings, "bookings")
    assert "PENDING: hidden before, but the filter is now refused or ignored" in later.reason
    assert (later.complete, later.gone, len(current(settings, "bookings"))) == (False, 0, 100)
    assert "changed" in current(settings, "bookings")["stay/5"]
    service.refuses = ""
    assert load_list(settings, "bookings").complete
    assert "changed" in current(settings, "bookings")["stay/4"]


def test_changes_behind_a_page_that_came_short_are_read(service: Service, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(300)
    load_list(settings, "contacts")
    service.largest = 4
    for contact in service.lists["/contacts"][100:140]:
        contact |= {"note": "changed", "lastModifiedDate": stamp(5)}
    assert load_list(settings, "contacts").complete
    assert 40 == sum("changed" in text for text in current(settings, "contacts").values())


@pytest.mark.parametrize("reach", [6, 3])
def test_a_list_that_shows_and_counts_its_first_records_only_since_has_lost_none(
    service: Service, settings: Settings, reach: int
) -> None:
    name, listed = "financial_allocations_sales_invoices", [{"id": one} for one in range(1, 10)]
    service.lists = {"/financialAllocations/salesInvoices": listed}
    load_list(settings, name)
    service.reach = reach
    listed.append({"id": 10})
    assert load_list(settings, name).complete is (reach == 6), "read from both ends, nothing stands between"
    assert {str(one) for one in range(1, 11 if reach == 6 else 10)} <= current(settings, name).keys()


@pytest.mark.sampled
@pytest.mark.parametrize("hides", ["", "PENDING"])
@pytest.mark.parametrize(("count", "reach"), [(9, 7), (9, 3), (30, 8)])
def test_a_list_of_statuses_that_shows_and_counts_its_first_records_only_since_has_lost_none(
    service: Service, settings: Settings, count: int, reach: int, hides: str
) -> None:
    """No operation answers for a stay by its key, so a second complete walk would prove that it is gone."""
    service.hides = hides
    stays = service.lists["/bookings"] = stays_of(count)
    assert load_list(settings, "bookings").complete
    service.reach = reach
    stays.append({"roomStayId": count + 1, "roomStayStatus": "CONFIRMED"})
    for _ in range(2):
        later = load_list(settings, "bookings")
        assert later.gone == 0
        assert not later.complete or f"stay/{count + 1}" in current(settings, "bookings")


def test_a_record_without_a_stamp_that_comes_as_another_goes_is_read(service: Service, settings: Settings) -> None:
    """No count tells of it, and no reading of the newest ones."""
    contacts = service.lists["/contacts"] = contacts_of(100)
    contacts[7]["lastModifiedDate"] = None
    assert load_list(settings, "contacts").complete
    del contacts[40]
    contacts.append({"id": 101, "note": "", "lastModifiedDate": None})
    load_list(settings, "contacts")
    assert "101" in current(settings, "contacts")


@pytest.mark.parametrize("odd", [{"id": 1, "name": "Active"}, 7, True, ["ACTIVE"]])
def test_a_status_that_is_no_text_is_none(service: Service, settings: Settings, odd: object) -> None:
    service.lists["/contacts"] = [
        {"id": one, "status": odd, "roomStays": [805], "lastModifiedDate": stamp(-one)} for one in range(1, 61)
    ]
    load_list(settings, "contacts")
    service.lists["/contacts"][30] |= {"note": "changed", "lastModifiedDate": stamp(5)}
    later = load_list(settings, "contacts")
    assert (later.outcome, later.complete) == ("loaded", True)
    assert "changed" in current(settings, "contacts")["31"]


def test_the_list_below_a_record_that_is_not_there_any_more_keeps_its_rows_and_stays_due(
    service: Service, settings: Settings
) -> None:
    service.lists["/activities"] = [{"id": one, "note": ""} for one in (1, 2, 3)]
    for one in (1, 2, 3):
        service.lists[f"/activities/{one}/notes"] = [{"id": one * 10 + place} for place in range(2)]
    assert load_lists(settings, "activities", "activities_notes")["activities_notes"].complete
    service.lists["/activities"][0]["note"] = "changed"
    kept = service.lists.pop("/activities/1/notes")
    for _ in range(2):
        later = load_lists(settings, "activities", "activities_notes")["activities_notes"]
        assert (later.complete, later.gone) == (False, 0)
        assert "1 lists could not be proven complete" in later.reason
    service.lists["/activities/1/notes"] = kept[:1]
    later = load_lists(settings, "activities", "activities_notes")["activities_notes"]
    assert (later.complete, later.gone, len(current(settings, "activities_notes"))) == (True, 1, 5)


def test_a_clock_that_was_ahead_does_not_put_off_the_audit(
    service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "WHOLE_EVERY", 3)
    service.lists["/contacts"] = contacts_of(60)
    load_list(settings, "contacts")
    with duckdb.connect(str(warehouse.work_file(settings))) as connection:
        connection.execute("update raw.walks set ended_at = ended_at + interval 1 year")
    load_list(settings, "contacts")
    [contacts] = [row for row in stream_status(settings) if row["stream"] == "contacts"]
    assert 0 <= contacts["age_hours"] < 1
    for _ in range(recent.WHOLE_EVERY):
        load_list(settings, "contacts")
    assert [(2,)] == rows(
        settings, "select count(*) from raw.walks where tier <> 'newest first' and ended_at < now() + interval 1 day"
    )


@pytest.mark.parametrize(("before", "now"), [(10, 4), (3, 3), (2, 2)])
def test_pages_too_small_to_overlap_end_a_reading_newest_first(
    service: Service, settings: Settings, before: int, now: int
) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings.model_copy(update={"page_size": before}), "contacts")
    for contact in service.lists["/contacts"][40:54]:
        contact |= {"note": "changed", "lastModifiedDate": stamp(5)}
    assert load_list(settings.model_copy(update={"page_size": now}), "contacts").outcome == "loaded"
    assert 14 == sum("changed" in text for text in current(settings, "contacts").values())


def test_pages_that_are_counted_from_0_since_are_read_newest_first_from_the_first(
    service: Service, settings: Settings
) -> None:
    service.lists["/contacts"], service.first_page = contacts_of(100), 1
    load_list(settings, "contacts")
    service.first_page = 0
    for contact in service.lists["/contacts"][40:44]:
        contact |= {"note": "changed", "lastModifiedDate": stamp(5)}
    assert load_list(settings, "contacts").complete
    assert 4 == sum("changed" in text for text in current(settings, "contacts").values())


def test_a_backup_that_answered_for_a_night_leaves_nothing_behind(service: Service, settings: Settings) -> None:
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


def test_an_order_that_was_lost_for_a_night_is_found_again(tmp_path: Path) -> None:
    listed, draw = [{"id": one} for one in range(1, 61)], random.Random(1)
    is_shuffled = False

    def respond(asked: Asked, exchange: Exchange) -> None:
        query = dict(asked.query)
        page = asked_page(draw.sample(listed, 60) if is_shuffled else in_order(listed, query), query)
        del page["page"]["totalElements"], page["page"]["totalPages"]
        exchange.json(page)

    with answering(respond, tmp_path) as settings:
        first = load_list(settings, "tags")
        is_shuffled = True
        lost = load_list(settings, "tags")
        is_shuffled = False
        nights = [first, lost, load_list(settings, "tags"), load_list(settings, "tags")]
    assert [True, False, True, True] == [night.complete for night in nights]
    assert 8 >= nights[2].requests - nights[3].requests, "the list was probed again, once"


def test_a_status_filter_that_is_ignored_since_is_a_doubt(service: Service, settings: Settings) -> None:
    service.hides = "PENDING"
    service.lists["/bookings"] = stays_of(100)
    assert load_list(settings, "bookings").complete
    service.ignores_statuses = True
    later = load_list(settings, "bookings")
    assert "PENDING: hidden before, but the filter is now refused or ignored" in later.reason
    assert (later.complete, later.gone, len(current(settings, "bookings"))) == (False, 0, 100)
    service.hides = ""
    assert load_list(settings, "bookings").complete


def test_a_hidden_status_that_is_taken_for_none_since_is_a_doubt(service: Service, settings: Settings) -> None:
    service.hides = "PENDING"
    service.lists["/bookings"] = stays_of(100)
    assert load_list(settings, "bookings").complete
    service.takes_for_none = "PENDING"
    service.lists["/bookings"] = stays_of(104)  # the last of which nobody can see
    for _ in range(2):
        later = load_list(settings, "bookings")
        assert "PENDING: hidden before, but the filter is now refused or ignored" in later.reason
        assert (later.complete, later.gone, len(current(settings, "bookings"))) == (False, 0, 103)
    service.takes_for_none = ""
    assert load_list(settings, "bookings").complete
    assert len(current(settings, "bookings")) == 104


def test_a_stored_status_that_is_no_longer_counted_leads_to_a_full_walk(service: Service, settings: Settings) -> None:
    """Read newest first, one that vanished is found by the counts of each status: PENDING is hidden, and no count is of all."""
    service.hides = "PENDING"
    stays = [stay | {"lastModifiedDate": stamp(-stay["roomStayId"])} for stay in stays_of(100)]
    service.lists["/bookings"] = stays
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
    service: Service, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "WHOLE_EVERY", 3)
    service.refuses = "NO_SHOW"
    service.lists["/bookings"] = [stay | {"lastModifiedDate": stamp(-stay["roomStayId"])} for stay in stays_of(100)]
    assert load_list(settings, "bookings").complete
    (warehouse.private_dir(settings) / "behaviours.json").unlink()
    tiers = []
    for _ in range(recent.WHOLE_EVERY):
        later = load_list(settings, "bookings")
        assert (later.complete, later.reason) == (True, "")
        tiers.append(later.certificate.tier if later.certificate else "")
    assert ["newest first"] * (recent.WHOLE_EVERY - 1) + ["statuses"] == tiers


def test_a_list_that_is_empty_for_a_night_keeps_its_records(service: Service, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(40)
    load_list(settings, "contacts")
    service.is_away = True
    later = load_list(settings, "contacts")
    assert (later.complete, later.gone, len(current(settings, "contacts"))) == (False, 0, 40)


def test_a_list_that_shows_nothing_is_believed_when_the_next_load_finds_the_same(
    service: Service, settings: Settings
) -> None:
    """Another backend that answers for a while may know no record: neither in its list nor by its key."""
    service.lists["/contacts"] = contacts_of(40)
    load_list(settings, "contacts")
    for back in (False, True):
        service.lists["/contacts"] = []
        later = load_list(settings, "contacts")
        assert (later.complete, later.gone, len(current(settings, "contacts"))) == (False, 0, 40)
        assert "It was empty, but 40 of its records are stored" in later.reason
        if not back:
            service.lists["/contacts"] = contacts_of(40)
            assert (True, 0) == (load_list(settings, "contacts").complete, later.new)
    for gone in (40, 0, 0):
        later = load_list(settings, "contacts")
        assert (later.complete, later.gone, len(current(settings, "contacts"))) == (True, gone, 0)


def test_a_full_load_of_one_list_forgets_nothing_of_another(service: Service, settings: Settings) -> None:
    service.hides = "PENDING"
    service.lists["/tags"] = [{"id": 1}]
    service.lists["/bookings"] = stays_of(30)
    load_lists(settings, "bookings", "tags")
    service.refuses = "PENDING"
    load_once(settings, ("tags",), full=True)
    assert not load_list(settings, "bookings").complete
    load_once(settings, ("bookings",), full=True)
    assert load_list(settings, "bookings").complete


def test_a_service_that_was_restored_from_a_backup_for_good_leaves_nothing_behind(
    service: Service, settings: Settings
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
    assert (later.complete, later.changed) == (True, 12)
    assert not any("lost" in text for text in current(settings, "contacts").values())


def test_records_under_new_ids_are_read_in_a_full_walk(service: Service, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    service.lists["/contacts"] = [{**contact, "id": contact["id"] + 1000} for contact in contacts_of(100)]
    load_list(settings, "contacts")  # nothing answers for one contact: two whole walks have to agree
    assert load_list(settings, "contacts").complete
    assert {str(one) for one in range(1001, 1101)} == set(current(settings, "contacts"))


@pytest.mark.parametrize("gone", [0, 40], ids=["more", "others"])
def test_where_new_ids_are_texts_and_the_others_numbers_the_list_is_read_whole(
    service: Service, settings: Settings, gone: int
) -> None:
    service.numbers_first = True
    service.lists["/contacts"] = contacts = contacts_of(100)
    assert load_list(settings, "contacts").complete
    for night in range(3):
        contacts[0:0] = [{"id": f"N{night}", "note": "", "lastModifiedDate": stamp(night)}]
        del contacts[gone or -1]
        load_list(settings, "contacts")
        assert {str(contact["id"]) for contact in contacts} <= current(settings, "contacts").keys()


def test_stamps_that_were_a_year_ahead_for_a_night_hide_no_change(service: Service, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    for contact in service.lists["/contacts"][30:50]:
        contact |= {"note": "early", "lastModifiedDate": stamp(420)}
    load_list(settings, "contacts")
    service.lists["/contacts"][60] |= {"note": "changed", "lastModifiedDate": stamp(6)}
    assert load_list(settings, "contacts").complete
    assert "changed" in current(settings, "contacts")["61"]


@pytest.mark.parametrize("never", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-08:00"])
def test_a_stamp_that_says_never_fails_no_load(never: str, service: Service, settings: Settings) -> None:
    """The first or last moment there is in the service's own time: in UTC that is the year 0 or 10000."""
    service.lists["/contacts"] = contacts_of(100)
    for contact in service.lists["/contacts"][30:50]:
        contact["lastModifiedDate"] = never
    load_list(settings, "contacts")
    for number in (41, 61):
        service.lists["/contacts"][number - 1] |= {"note": "changed", "lastModifiedDate": stamp(6)}
    assert load_list(settings, "contacts").complete
    assert all("changed" in current(settings, "contacts")[key] for key in ("41", "61"))


def test_what_a_list_that_shows_nothing_hides_is_found_though_its_pages_count_from_one(
    service: Service, settings: Settings
) -> None:
    """Page 0 is answered, with nothing: where the pages begin is not to be seen of the list unasked."""
    service.first_page, service.before_the_first_is_nothing, service.hides = 1, True, "PENDING"
    service.lists["/bookings"] = [{"id": one, "roomStayStatus": "PENDING"} for one in range(1, 4)]
    found = load_list(settings, "bookings")
    assert found.complete, found.reason
    assert {"1", "2", "3"} == set(current(settings, "bookings"))


def test_guest_stays_whose_filter_is_named_as_that_of_bookings_are_read_completely(
    service: Service, settings: Settings
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


@pytest.mark.parametrize("first_page", [0, 1])
def test_another_account_at_the_same_address_is_not_mixed_in(
    service: Service, settings: Settings, first_page: int
) -> None:
    """With ids that both use; a key that is renewed reads on."""
    service.first_page = first_page
    service.lists["/contacts"], service.lists["/tags"] = contacts_of(300), []
    load_lists(settings, "contacts", "tags")
    renewed, other = (
        settings.model_copy(update={"api_key": SecretStr(f"sandbox-{key}")}) for key in ("renewed", "other")
    )
    service.lists["/contacts"][0]["note"] = "changed"
    assert load_lists(renewed, "contacts", "tags")["contacts"].complete
    held = current(settings, "contacts")
    service.lists["/contacts"] = [{**contact, "name": "of the other"} for contact in contacts_of(303)]
    with pytest.raises(ConfigurationError, match="records of another account"):
        load_lists(other, "contacts", "tags")
    assert held == current(settings, "contacts")
    service.lists["/contacts"] = contacts_of(300)
    assert load_lists(renewed, "contacts", "tags")["contacts"].complete


def test_every_list_that_proves_an_account_is_loaded() -> None:
    assert {stream.name for stream in STREAMS} >= OF_ONE_ACCOUNT


def test_accounts_that_share_their_reference_lists_are_not_mixed(service: Service, settings: Settings) -> None:
    """Countries and tags are no proof. A contact created at the same moment is one, though all contacts have changed since."""
    service.lists["/contacts"], service.lists["/tags"] = contacts_of(30), [{"id": 1, "name": "VIP"}]
    for contact in service.lists["/contacts"]:
        contact["createdDate"] = stamp(contact["id"] % 5)
    load_lists(settings, "contacts", "tags")
    renewed, other = (
        settings.model_copy(update={"api_key": SecretStr(f"sandbox-{key}")}) for key in ("renewed", "other")
    )
    service.lists["/contacts"] = [{**contact, "name": "changed"} for contact in service.lists["/contacts"]]
    assert load_lists(renewed, "contacts", "tags")["contacts"].complete
    held = current(settings, "contacts")
    service.lists["/contacts"] = [{**contact, "createdDate": stamp(9)} for contact in service.lists["/contacts"]]
    with pytest.raises(ConfigurationError, match="records of another account"):
        load_lists(other, "contacts", "tags")
    assert held == current(settings, "contacts")
    load_list(other, "tags")


def test_records_with_hashes_of_an_older_release_are_the_same_records(service: Service, settings: Settings) -> None:
    """They are told by their texts: of a whole walk, of one from the newest on, and where the account has to be known."""
    service.lists["/contacts"] = contacts_of(300)
    load_list(settings, "contacts")
    with duckdb.connect(str(warehouse.work_file(settings))) as work:
        work.execute("update raw.contacts set record_hash = md5(payload)")
    renewed = settings.model_copy(update={"api_key": SecretStr("sandbox-renewed")})
    for key, full in ((settings, False), (renewed, True)):
        report = load_once(key, ("contacts",), full=full)
        report.raise_for_failures()
        [summary] = report.streams
        assert (0, 0, 0) == (summary.new, summary.changed, summary.gone)
        assert summary.complete
    assert 300 == len(current(settings, "contacts"))
    with duckdb.connect(str(warehouse.work_file(settings))) as work:
        assert [(300,)] == work.execute("select count(*) from raw.contacts").fetchall()


def test_a_key_that_may_read_nothing_says_nothing_of_the_account(service: Service, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(60)
    load_list(settings, "contacts")
    other = settings.model_copy(update={"api_key": SecretStr("sandbox-other")})
    hidden = service.lists.pop("/contacts")
    assert "failed" == load_list(other, "contacts").outcome
    for contacts in ([], [{**contact, "name": "of the other"} for contact in hidden]):
        service.lists["/contacts"] = contacts
        with pytest.raises(ConfigurationError, match="records of another account"):
            load_list(other, "contacts")
