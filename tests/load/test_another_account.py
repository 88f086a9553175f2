"""Records of another account at the same address are not mixed in."""

from __future__ import annotations

import duckdb
import pytest
from pydantic import SecretStr

from load.changing_service import ChangingService, contacts_of, stamp
from load.conftest import current, load_list, load_lists, load_once
from nightaudit import warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.settings import Settings


@pytest.fixture
def service() -> ChangingService:
    return ChangingService()


@pytest.mark.parametrize("first_page", [0, 1])
def test_another_account_at_the_same_address_is_not_mixed_in(
    service: ChangingService, settings: Settings, first_page: int
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


def test_accounts_that_share_their_reference_lists_are_not_mixed(service: ChangingService, settings: Settings) -> None:
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


def test_a_key_that_may_read_nothing_says_nothing_of_the_account(service: ChangingService, settings: Settings) -> None:
    service.lists["/contacts"] = contacts_of(60)
    load_list(settings, "contacts")
    other = settings.model_copy(update={"api_key": SecretStr("sandbox-other")})
    hidden = service.lists.pop("/contacts")
    assert "failed" == load_list(other, "contacts").outcome
    for contacts in ([], [{**contact, "name": "of the other"} for contact in hidden]):
        service.lists["/contacts"] = contacts
        with pytest.raises(ConfigurationError, match="records of another account"):
            load_list(other, "contacts")


def test_records_with_hashes_of_an_older_release_are_the_same_records(
    service: ChangingService, settings: Settings
) -> None:
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
