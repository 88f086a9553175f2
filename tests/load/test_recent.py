"""Lists are read newest first by the stamps of their records, and completely where stamps or counts prove nothing."""

from __future__ import annotations

import copy
import datetime
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from load.conftest import Records, current, load_list, load_once, put, rows, serving
from load.faulty_reading import armed
from nightaudit.load.changes import recent
from nightaudit.load.earlier.committed import STRAYS, CommittedRecords
from nightaudit.settings import Settings


@contextmanager
def small_pages(portfolio: Path, data_dir: Path, **options: Any) -> Iterator[Settings]:
    """Serve with pages so small that even the small portfolio's lists have many."""
    with serving(portfolio, data_dir, **options) as settings:
        yield settings.model_copy(update={"page_size": 40, "child_requests": 0})


def walked(settings: Settings) -> dict[str, str]:
    """Tier of each stream's latest walk."""
    return dict(rows(settings, "select stream, arg_max(tier, ended_at) from raw.walks group by stream"))


def edited(records: Records, stamp: str | None) -> tuple[Records, int]:
    """The portfolio with one old contact renamed; its stamp moved, or not."""
    changed: Records = copy.deepcopy(records)
    contact: dict[str, Any] = changed["contacts"][0]
    contact["lastName"] = "Renamed"
    if stamp:
        contact["lastModifiedDate"] = stamp
    return changed, contact["id"]


def test_a_change_is_read_newest_first(folder: Path, small_records: Records, tmp_path: Path) -> None:
    changed, contact = edited(small_records, "2026-10-31T23:00:00Z")
    seen = []
    for portfolio in (folder, put(tmp_path / "later", changed)):
        with small_pages(portfolio, tmp_path / "data") as settings:
            load_once(settings, ("contacts",))
            seen.append((walked(settings)["contacts"], "Renamed" in current(settings, "contacts")[str(contact)]))
    assert [("overlap", False), ("newest first", True)] == seen


def test_keys_in_another_order_are_no_change_and_only_then_texts_are_compared(
    folder: Path, small_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changed, contact = edited(small_records, "2026-10-31T23:00:00Z")
    newest = max(changed["contacts"][1:], key=lambda record: record["lastModifiedDate"])
    changed["contacts"][changed["contacts"].index(newest)] = dict(reversed(newest.items()))
    compared: list[str] = []

    def payloads(known: CommittedRecords, stream: str, keys: Sequence[str]) -> dict[str, bytes]:
        compared.extend(keys)
        return given(known, stream, keys)

    given = CommittedRecords.payloads
    monkeypatch.setattr(CommittedRecords, "payloads", payloads)
    for portfolio in (folder, put(tmp_path / "later", changed)):
        with small_pages(portfolio, tmp_path / "data") as settings:
            load_once(settings, ("contacts",))
    assert "newest first" == walked(settings)["contacts"]
    assert compared == [str(newest["id"])]
    ended = "select record_key from raw.contacts where valid_to is not null"
    assert rows(settings, ended) == [(str(contact),)]


def test_records_that_vanished_are_found_by_the_counts(folder: Path, small_records: Records, tmp_path: Path) -> None:
    """Single ones are asked for; where nothing can be asked for, one page shows their neighbours side by side."""
    lists = {"contacts": "contacts", "bookings": "bookings", "payments": "financialAllocations_salesPayments"}
    without: Records = copy.deepcopy(small_records)
    gone = {name: str(without[collection].pop(7)["id"]) for name, collection in lists.items()}
    gone["also"] = str(without["contacts"].pop(70)["id"])
    streams = ("contacts", "bookings", "financial_allocations_sales_payments")
    requests = []
    for portfolio in (folder, put(tmp_path / "later", without)):
        with small_pages(portfolio, tmp_path / "data") as settings:
            requests.append({summary.stream: summary.requests for summary in load_once(settings, streams).streams})
    tiers = walked(settings)
    assert {"newest first"} == {tiers[stream] for stream in streams}
    assert requests[1]["contacts"] < 34, requests  # the two that are gone are asked for twice
    assert requests[1]["financial_allocations_sales_payments"] <= 21, requests
    for stream, missing in zip(streams, ("contacts", "bookings", "payments"), strict=True):
        assert gone[missing] not in current(settings, stream)
        assert len(without[lists[missing]]) == len(current(settings, stream))
    told = rows(settings, "select record_hash from raw.contacts where payload is null order by 1")
    assert [(f"gone: GET /contacts/{key} answered 404",) for key in sorted((gone["contacts"], gone["also"]))] == told
    ids = sorted(payment["id"] for payment in small_records[lists["payments"]])
    place = ids.index(int(gone["payments"]))
    around = f"gone: {gone['payments']} not between id {ids[place - 1]} and id {ids[place + 1]}, which one page shows"
    [(evidence,)] = rows(
        settings, "select record_hash from raw.financial_allocations_sales_payments where payload is null"
    )
    assert evidence.startswith(around)


@pytest.mark.sampled
@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        ({"kind": "status", "status": 403}, "may not be read one by one"),
        ({"kind": "status", "status": 409}, "the service did not say what happened to them"),
        ({"kind": "status", "status": 500}, "the service did not say what happened to them"),
        ({"kind": "html"}, "the service did not say what happened to them"),
    ],
    ids=lambda value: str(value.get("status", value["kind"])) if isinstance(value, dict) else "",
)
def test_an_unlisted_record_with_an_unclear_answer_leads_to_a_full_walk(
    folder: Path, small_records: Records, tmp_path: Path, fault: dict[str, Any], told: str
) -> None:
    """So every change is loaded all the same, night after night."""
    changed, contact = edited(small_records, "2026-10-31T23:00:00Z")
    hidden = changed["contacts"].pop(7)["id"]
    with small_pages(folder, tmp_path / "data") as settings:
        load_once(settings, ("contacts",))
    always = fault | {"route": f"/contacts/{hidden}", "count": None}
    with small_pages(put(tmp_path / "later", changed), tmp_path / "data") as settings, armed(settings, always):
        for _ in range(2):
            report = load_once(settings, ("contacts",))
            report.raise_for_failures()
            assert f"1 records are no longer listed, and {told}" in report.streams[0].reason
            assert "overlap" == walked(settings)["contacts"]
    assert str(hidden) in current(settings, "contacts")
    assert "Renamed" in current(settings, "contacts")[str(contact)]


def test_stamps_that_lie_are_found_by_the_audit_and_trusted_no_more(
    folder: Path, small_records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recent, "WHOLE_EVERY", 3)
    changed, contact = edited(small_records, None)
    with small_pages(folder, tmp_path / "data") as settings:
        load_once(settings, ("contacts",))
    history = []
    with small_pages(
        put(tmp_path / "later", changed), tmp_path / "data", port=int(settings.base_url.rsplit(":", 1)[1])
    ) as later:
        for _ in range(4):
            report = load_list(later, "contacts")
            history.append((walked(later)["contacts"], "Renamed" in current(later, "contacts")[str(contact)]))
            if len(history) == 3:
                assert "but their stamps did not" in report.reason
    assert [("newest first", False), ("newest first", False), ("overlap", True), ("overlap", True)] == history


@pytest.mark.parametrize(
    ("year", "place", "hours", "tier"),
    [("2526", STRAYS, 30, "overlap"), ("2526", STRAYS, 20, "newest first"), ("2016", 0, 0, "overlap")],
)
def test_a_recent_record_that_changed_and_kept_its_stamp_leads_to_a_full_walk(
    folder: Path, small_records: Records, tmp_path: Path, year: str, place: int, hours: int, tier: str
) -> None:
    """More than a day before the newest stamp (`place` others are ahead of our clock), or before the load."""
    shown: Records = copy.deepcopy(small_records)
    for contact in shown["contacts"]:
        contact["lastModifiedDate"] = year + contact["lastModifiedDate"][4:]
    newest = sorted(contact["lastModifiedDate"] for contact in shown["contacts"])[-1 - place]
    before = datetime.datetime.fromisoformat(newest) - datetime.timedelta(hours=hours)
    shown["contacts"][1]["lastModifiedDate"] = before.isoformat()
    changed, old = edited(shown, None)
    changed["contacts"][1]["lastName"] = "Renamed"
    for portfolio in (put(folder, shown), put(tmp_path / "later", changed)):
        with small_pages(portfolio, tmp_path / "data") as settings:
            load_once(settings, ("contacts",))
    assert tier == walked(settings)["contacts"]
    assert "Renamed" in current(settings, "contacts")[str(changed["contacts"][1]["id"])]
    assert (tier == "overlap") is ("Renamed" in current(settings, "contacts")[str(old)])


def test_without_stamps_every_list_is_read_in_a_full_walk(folder: Path, tmp_path: Path) -> None:
    with small_pages(folder, tmp_path / "data", no_stamps=True) as settings:
        for _ in range(2):
            load_once(settings, ("contacts",))
    assert "overlap" == walked(settings)["contacts"]
    assert [(2,)] == rows(settings, "select count(*) from raw.walks where complete")


@pytest.mark.usefixtures("impatient")
def test_a_stamp_of_an_interrupted_walk_hides_no_change_before_it(
    folder: Path, small_records: Records, tmp_path: Path
) -> None:
    """The list failed for days while single new records came in by reference: what changed meanwhile is still read."""
    changed, contact = edited(small_records, "2026-11-05T10:00:00Z")
    newest = {**changed["contacts"][-1], "id": 900_001, "lastModifiedDate": "2026-11-20T10:00:00Z"}
    changed["contacts"].append(newest)
    changed["guestStays"].append({**changed["guestStays"][-1], "id": 900_002, "contactId": 900_001})
    with small_pages(folder, tmp_path / "data") as settings:
        load_once(settings, ("contacts", "guest_stays"))
    with small_pages(put(tmp_path / "later", changed), tmp_path / "data") as settings:
        with armed(settings, {"kind": "status", "status": 500, "route": "/contacts", "count": None}):
            report = {
                summary.stream: summary.outcome for summary in load_once(settings, ("contacts", "guest_stays")).streams
            }
        assert {"contacts": "failed", "guest_stays": "loaded"} == report
        assert "900001" in current(settings, "contacts"), "asked for by key"
        load_once(settings, ("contacts",))
    assert "Renamed" in current(settings, "contacts")[str(contact)]


@pytest.mark.parametrize(("ahead", "year"), [(1, "2026"), (None, "2526")])
def test_stamps_ahead_of_our_clock_hide_no_change(
    folder: Path, small_records: Records, tmp_path: Path, ahead: int | None, year: str
) -> None:
    """One record of 2526 stays in front of what changed today; where all are of that year, the service's clock is another."""
    shown: Records = copy.deepcopy(small_records)
    for contact in shown["contacts"][1:][:ahead] if ahead else shown["contacts"]:
        contact["lastModifiedDate"] = contact["lastModifiedDate"].replace("20", "25", 1)
    changed, renamed = edited(shown, f"{year}-10-31T23:00:00Z")
    for portfolio in (put(folder, shown), put(tmp_path / "later", changed)):
        with small_pages(portfolio, tmp_path / "data") as settings:
            load_once(settings, ("contacts",))
    assert "newest first" == walked(settings)["contacts"]
    assert "Renamed" in current(settings, "contacts")[str(renamed)]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(("status", "count"), [(400, 1), (500, 6)])
def test_a_list_that_cannot_be_sorted_by_its_stamp_is_read_in_a_full_walk(
    folder: Path, tmp_path: Path, status: int, count: int
) -> None:
    with small_pages(folder, tmp_path / "data") as settings:
        load_once(settings, ("contacts",)).raise_for_failures()
        with armed(settings, {"kind": "status", "status": status, "route": "/contacts", "count": count}):
            load_once(settings, ("contacts",)).raise_for_failures()
    assert [("overlap", 2)] == rows(settings, "select tier, count(*) from raw.walks where complete group by tier")


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("dialect", "status", "tier"),
    [
        ("document", "OPTION", "newest first"),
        ("document", None, "newest first"),
        ("observed", "OPTION", "statuses"),  # it hides some
        ("observed", None, "statuses"),
    ],
)
def test_records_of_no_status_that_we_know_are_counted_too(
    small_records: Records, tmp_path: Path, dialect: str, status: str | None, tier: str
) -> None:
    """By the count of all where the list shows all; where it hides some, no count is of them, and it is read whole."""
    records: Records = copy.deepcopy(small_records)
    odd = records["bookings"][5:60:5]
    for booking in odd:
        booking["roomStays"] = [stay | {"roomStayStatus": status} for stay in booking["roomStays"]]
    port, held = 0, []
    for night, missing in enumerate((odd[3], None, odd[1])):
        there = [booking for booking in records["bookings"] if booking is not missing]
        portfolio = put(tmp_path / f"{night}", {**records, "bookings": there})
        with small_pages(portfolio, tmp_path / "data", port=port, dialect=dialect) as now:
            load_once(now, ("bookings",)).raise_for_failures()
        port = int(now.base_url.rsplit(":", 1)[1])
        listed = len(there) if dialect == "document" else sum(len(booking["roomStays"]) for booking in there)
        held.append(listed - len(current(now, "bookings")))
    assert [0, 0, 0] == held
    assert tier == walked(now)["bookings"]
