"""Records that vanish from a list that is read newest first."""

from __future__ import annotations

import pytest

from load.changing_service import ChangingService, contacts_of, stamp
from load.conftest import current, load_list, rows
from nightaudit.load.changes.differing import Differing
from nightaudit.settings import Settings

TIERS = "select tier from raw.walks order by ended_at"


@pytest.fixture
def service() -> ChangingService:
    return ChangingService()


def test_a_record_that_changed_and_that_only_its_key_shows_leads_to_a_full_walk(
    service: ChangingService, settings: Settings
) -> None:
    """There is one record more than the service counts, whatever is asked."""
    contacts = service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    hidden = contacts.pop(40) | {"note": "hidden", "lastModifiedDate": stamp(6)}
    service.records = {"/contacts/1": contacts[0], "/contacts/41": hidden}
    load_list(settings, "contacts")
    assert [("overlap",), ("overlap",)] == rows(settings, TIERS)
    assert "hidden" in current(settings, "contacts")["41"]


def test_a_record_that_no_operation_answers_for_is_gone_once_two_nights_agree(
    service: ChangingService, settings: Settings
) -> None:
    contacts = service.lists["/contacts"] = contacts_of(100)
    load_list(settings, "contacts")
    del contacts[40]
    nights = [(load_list(settings, "contacts").complete, "41" in current(settings, "contacts")) for _ in range(2)]
    assert [(False, True), (True, False)] == nights


@pytest.mark.parametrize("shown", [True, False])
def test_of_a_list_without_such_an_operation_a_page_has_to_show_the_place(
    service: ChangingService, settings: Settings, monkeypatch: pytest.MonkeyPatch, *, shown: bool
) -> None:
    channels = service.lists["/channels"] = contacts_of(100)
    load_list(settings, "channels")
    channels[7] |= {"note": "changed", "lastModifiedDate": stamp(6)}
    del channels[40]
    channels.append({"id": 101, "note": "new", "lastModifiedDate": stamp(7)})
    if not shown:
        monkeypatch.setattr(Differing, "window_without", lambda *_: None)
    summary = load_list(settings, "channels")
    assert summary.complete
    assert (1, 1, 1) == (summary.new, summary.changed, summary.gone)
    assert [("overlap",), ("newest first" if shown else "overlap",)] == rows(settings, TIERS)
    assert "41" not in current(settings, "channels")
