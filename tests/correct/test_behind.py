"""A service whose lists lag: for a while they do not show the last writes."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from correct.desk import RECEIPT, Desk, links, rows_of
from correct.lagging import Behind, Late
from correct.ledger_server import Ledger
from correct.line import Line
from nightaudit.client.resources import Contacts
from nightaudit.correct.intent import Limits
from nightaudit.correct.reader import Reader
from nightaudit.correct.sending.reconcile import reconcile
from nightaudit.correct.sending.send import check, send
from nightaudit.correct.session import plans_in_doubt
from nightaudit.errors import AmbiguousWrite


def test_a_list_that_does_not_show_what_was_made_proves_no_absence(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = Behind(monkeypatch, readings=1000)
    ledger.fail("500 after", 2)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    outcome = desk.apply(plan)
    assert {"MISMATCH": 2, "QUARANTINED": 1} == outcome.counts
    assert 5 == outcome.exit_code
    why = "its token is not found, but the token of row 3, which the service said it created, is not found either"
    assert desk.rows(plan)[1].why.startswith(why)
    assert 3 == len(ledger.allocations)
    assert plans_in_doubt(desk.settings) == [plan.plan_id]
    behind.readings = 0
    assert {"VERIFIED": 3} == reconcile(desk.run(plan)).counts
    assert 3 == len(ledger.allocations)


def test_a_reading_that_began_within_the_settle_time_is_repeated_however_long_it_took(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It ended after the settle time, so that what it had not shown at its beginning counted as missing."""
    Behind(monkeypatch, readings=1)
    listed = Reader.list

    def slow(reader: Reader, *asked: Any, **options: Any) -> Any:
        found = listed(reader, *asked, **options)
        time.sleep(desk.settings.settle_seconds)
        return found

    monkeypatch.setattr(Reader, "list", slow)
    plan = desk.approved("allocations-create", [RECEIPT])
    assert (0, {"VERIFIED": 1}) == ((outcome := desk.apply(plan)).exit_code, outcome.counts)
    assert 1 == len(ledger.allocations)


def test_an_audit_leaves_what_a_killed_run_wrote_to_be_verified(line: Line, ledger: Ledger, tmp_path: Path) -> None:
    """It was a MISMATCH by one reading of a list that lagged, and no later reconcile looked for it."""
    desk = Desk(line.settings, tmp_path)
    plan = desk.approved("allocations-create", [RECEIPT])
    run, [row] = desk.run(plan), desk.rows(plan)
    check(run, row)
    send(run, row, Limits())
    ledger.hidden = {1}
    assert "was written, but its token is not found" in line("audit", code=5)
    ledger.hidden = set()
    line("reconcile")
    assert {"VERIFIED": 1} == desk.states(plan)
    desk.close()


def test_a_list_that_still_lags_in_a_later_run_proves_no_absence(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    behind = Behind(monkeypatch, readings=1000)
    ledger.fail("500 after", 2)
    plan = desk.approved("allocations-create", [RECEIPT] * 3)
    left = desk.apply(plan).counts
    assert (desk.apply(plan).counts, ledger.posts) == (left, 3)
    assert (reconcile(desk.run(plan)).counts, ledger.posts) == (left, 3)
    behind.readings = 0
    assert ({"VERIFIED": 3}, 3) == (desk.apply(plan).counts, ledger.posts)


def test_a_list_that_is_behind_for_a_while_is_waited_for(
    desk: Desk, ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    Behind(monkeypatch, readings=2)
    ledger.fail("500 after", 2)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 3))
    assert ({"VERIFIED": 3}, [], 3) == (outcome.counts, outcome.findings, ledger.posts)


def test_a_write_is_looked_for_again_before_it_is_called_a_mismatch(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    Behind(monkeypatch, readings=1)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT]), canary=1)
    assert ({"VERIFIED": 1}, None) == (outcome.counts, outcome.cause)


def test_a_token_is_known_in_capitals(desk: Desk, ledger: Ledger) -> None:
    ledger.keep = str.upper
    ledger.fail("500 after", 2)
    outcome = desk.apply(desk.approved("allocations-create", [RECEIPT] * 3))
    assert ({"VERIFIED": 3}, 3) == (outcome.counts, ledger.posts)


def test_a_list_of_links_that_is_behind_proves_no_absence(hotel: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A link of a unit and an access group carries no token; what was answered and is not listed tells as much."""
    plan = hotel.approved("unit-access-groups", links(hotel, 2))
    late = Late(hotel, monkeypatch, {2}, "unitAccessGroups")
    late.lacks = 2
    assert {"MISMATCH": 1, "QUARANTINED": 1} == hotel.apply(plan).counts
    late.lacks = 0
    assert ({"VERIFIED": 2}, 2) == (hotel.apply(plan).counts, len(late.sent))


@pytest.mark.parametrize(
    ("shown", "state", "why"),
    [
        (["old", "new"], "VERIFIED", ""),
        (["new", "old"], "VERIFIED", ""),
        (["new", "old", "old", "old"], "MISMATCH", "not as expected: lastName is "),
        (["other", "new"], "QUARANTINED", "two readings of the record differ: {"),
        (["other", "other"], "QUARANTINED", "the record has neither the old nor the wanted values: "),
    ],
)
def test_a_record_that_one_reading_shows_late_was_changed(
    shown: list[str], state: str, why: str, hotel: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was left to a person, for having "neither the old nor the wanted values", of which it then quoted the wanted ones."""
    contact = rows_of(hotel, "contacts.list")[7]["id"]
    wanted = f"Reed-{'-'.join(shown)}"
    plan = hotel.approved("contact-details", [{"contactId": contact, "lastName": wanted}])
    read, write = hotel.client.raw, hotel.client.write
    old = read(Contacts.get, contact)
    views = {"old": old, "other": old.replace(b'"lastName":"', b'"lastName":"Un')}
    left: list[str] = []

    def lost(*args: Any, **named: Any) -> None:
        write(*args, **named)
        left.extend(shown)
        raise AmbiguousWrite("The connection broke.", method="PUT", path="/contacts")

    def raw(*args: Any, **named: Any) -> bytes:
        found = read(*args, **named)
        return views.get(left.pop(0), found) if left else found

    monkeypatch.setattr(hotel.client, "write", lost)
    monkeypatch.setattr(hotel.client, "raw", raw)
    hotel.apply(plan)
    [row] = hotel.rows(plan)
    assert (state, why) == (row.state, row.why[: len(why)])
