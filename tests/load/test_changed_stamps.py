"""Records whose stamps or ids are other ones than on the night before."""

from __future__ import annotations

import datetime

import duckdb
import pytest

from load.changing_service import ChangingService, contacts_of, stamp
from load.conftest import current, load_list, load_lists, rows
from nightaudit import warehouse
from nightaudit.load.changes import recent
from nightaudit.load.status import stream_status
from nightaudit.settings import Settings


@pytest.fixture
def service() -> ChangingService:
    return ChangingService()


def test_a_record_without_a_stamp_that_comes_as_another_goes_is_read(
    service: ChangingService, settings: Settings
) -> None:
    """No count tells of it, and no reading of the newest ones."""
    contacts = service.lists["/contacts"] = contacts_of(100)
    contacts[7]["lastModifiedDate"] = None
    assert load_list(settings, "contacts").complete
    del contacts[40]
    contacts.append({"id": 101, "note": "", "lastModifiedDate": None})
    load_list(settings, "contacts")
    assert "101" in current(settings, "contacts")


@pytest.mark.parametrize("length", [len("2026-10-01"), len("2026-10-01T00:00")])
def test_stamps_without_a_full_time_are_no_stamps(length: int, service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = contacts = contacts_of(100)
    for contact in contacts:
        contact["lastModifiedDate"] = contact["lastModifiedDate"][:length]
    load_list(settings, "contacts")
    contacts[40]["note"] = "changed"
    assert load_list(settings, "contacts").complete
    assert "changed" in current(settings, "contacts")["41"]


@pytest.mark.parametrize(
    ("upgrades", "tier"),
    [((100,), "newest first"), ((51, 0, 51), "newest first"), ((49,), "overlap"), ((100, 100), "overlap")],
)
def test_stamps_are_trusted_after_an_upgrade_that_adds_a_field_to_most_records(
    upgrades: tuple[int, ...], tier: str, service: ChangingService, settings: Settings
) -> None:
    """The controls: fewer records, or most of them again in the next full walk, are records that change without their stamps."""
    service.lists["/contacts"] = contacts = contacts_of(100)
    load_list(settings, "contacts")
    for number, upgraded in enumerate(upgrades):
        for contact in contacts[:upgraded]:
            contact[f"added{number}"] = None
        report = load_lists(settings, "contacts", full=not upgraded)["contacts"]
        assert not upgraded or f"{upgraded} records changed, but their stamps did not" in report.reason
    load_list(settings, "contacts")
    assert [(tier,)] == rows(settings, "select tier from raw.walks order by ended_at desc limit 1")


def test_a_clock_that_was_ahead_does_not_put_off_the_audit(
    service: ChangingService, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    audited_every = 3
    monkeypatch.setattr(recent, "WHOLE_EVERY", audited_every)
    service.lists["/contacts"] = contacts_of(60)
    for _ in range(audited_every):
        load_list(settings, "contacts")
    with duckdb.connect(str(warehouse.work_file(settings))) as connection:
        connection.execute("update raw.walks set ended_at = ended_at + interval 1 year")
    [contacts] = [row for row in stream_status(settings) if row["stream"] == "contacts"]
    assert (None, 60, "read only by loads that are dated in the future: check the clock of this machine") == (
        contacts["age_hours"],
        contacts["records"],
        contacts["reason"],
    )
    load_list(settings, "contacts")
    [contacts] = [row for row in stream_status(settings) if row["stream"] == "contacts"]
    assert 0 <= contacts["age_hours"] < 1
    for _ in range(2 * audited_every - 1):
        load_list(settings, "contacts")
    tiers = rows(settings, "select tier from raw.walks where ended_at < now() + interval 1 day order by ended_at")
    assert [("overlap",), *[("newest first",)] * (audited_every - 1)] * 2 == tiers


@pytest.mark.parametrize("full", [False, True])
@pytest.mark.parametrize(("number", "tier"), [(1, "newest first"), (4, "overlap")])
def test_an_audit_trusts_stamps_of_the_day_alone(
    number: int, tier: str, service: ChangingService, settings: Settings, monkeypatch: pytest.MonkeyPatch, *, full: bool
) -> None:
    """A record that changes again on the day of a load keeps its stamp; one of three days before does not."""
    today = datetime.datetime.now(datetime.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    contacts = service.lists["/contacts"] = contacts_of(100)
    for days, contact in enumerate(contacts):
        contact["lastModifiedDate"] = (today - datetime.timedelta(days)).isoformat()
    load_list(settings, "contacts")
    contacts[number - 1]["note"] = "changed"
    with monkeypatch.context() as audit:
        if not full:
            audit.setattr(recent, "WHOLE_EVERY", 1)
        load_lists(settings, "contacts", full=full)
    load_list(settings, "contacts")
    tiers = rows(settings, "select tier from raw.walks where stream = 'contacts' order by ended_at")
    assert [("overlap",), ("overlap",), (tier,)] == tiers
    assert "changed" in current(settings, "contacts")[str(number)]


def test_a_stamp_of_a_walk_that_failed_hides_no_change_after_it(service: ChangingService, settings: Settings) -> None:
    contacts = service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    contacts[0] |= {"note": "changed", "lastModifiedDate": stamp(20)}
    contacts[80] |= {"note": "changed", "lastModifiedDate": stamp(10)}
    service.breaks_at = 60
    assert "failed" == load_lists(settings, "contacts", full=True)["contacts"].outcome
    assert "changed" in current(settings, "contacts")["1"]
    [status] = [row for row in stream_status(settings) if row["stream"] == "contacts"]
    assert status["last_complete"] < status["last_walk"]
    assert status["rows"] < len(contacts)
    service.breaks_at = None
    assert load_list(settings, "contacts").complete
    assert "changed" in current(settings, "contacts")["81"]


def test_an_audit_that_fails_is_due_again_on_the_next_night(
    service: ChangingService, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "WHOLE_EVERY", 2)
    service.lists["/contacts"] = contacts_of(100)
    for service.breaks_at in (None, None, 60, None):
        load_list(settings, "contacts")
    walks = rows(settings, "select tier, complete from raw.walks order by ended_at")
    assert [("overlap", True), ("newest first", True), ("overlap", False), ("overlap", True)] == walks


def test_records_under_new_ids_are_read_in_a_full_walk(service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    service.lists["/contacts"] = [{**contact, "id": contact["id"] + 1000} for contact in contacts_of(100)]
    load_list(settings, "contacts")  # nothing answers for one contact: two whole walks have to agree
    assert load_list(settings, "contacts").complete
    assert {str(one) for one in range(1001, 1101)} == set(current(settings, "contacts"))
    assert 0 == load_lists(settings, "contacts", full=True)["contacts"].gone, "found gone once"


@pytest.mark.parametrize("gone", [0, 40], ids=["more", "others"])
def test_where_new_ids_are_texts_and_the_others_numbers_the_list_is_read_whole(
    service: ChangingService, settings: Settings, gone: int
) -> None:
    service.numbers_first = True
    service.lists["/contacts"] = contacts = contacts_of(100)
    assert load_list(settings, "contacts").complete
    for night in range(3):
        contacts[0:0] = [{"id": f"N{night}", "note": "", "lastModifiedDate": stamp(night)}]
        del contacts[gone or -1]
        load_list(settings, "contacts")
        assert {str(contact["id"]) for contact in contacts} <= current(settings, "contacts").keys()


def test_stamps_that_were_a_year_ahead_for_a_night_hide_no_change(service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    ahead = datetime.datetime.now(datetime.UTC) + datetime.timedelta(365)
    for contact in service.lists["/contacts"][30:50]:
        contact |= {"note": "early", "lastModifiedDate": ahead.isoformat()}
    load_list(settings, "contacts")
    service.lists["/contacts"][60] |= {"note": "changed", "lastModifiedDate": stamp(6)}
    assert load_list(settings, "contacts").complete
    assert "changed" in current(settings, "contacts")["61"]


@pytest.mark.parametrize("never", ["0001-01-01T00:00:00+01:00", "9999-12-31T23:59:59-08:00"])
def test_a_stamp_that_says_never_fails_no_load(never: str, service: ChangingService, settings: Settings) -> None:
    """The first or last moment there is in the service's own time: in UTC that is the year 0 or 10000."""
    service.lists["/contacts"] = contacts_of(100)
    for contact in service.lists["/contacts"][30:50]:
        contact["lastModifiedDate"] = never
    load_list(settings, "contacts")
    for number in (41, 61):
        service.lists["/contacts"][number - 1] |= {"note": "changed", "lastModifiedDate": stamp(6)}
    assert load_list(settings, "contacts").complete
    assert all("changed" in current(settings, "contacts")[key] for key in ("41", "61"))
