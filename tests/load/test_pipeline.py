from __future__ import annotations

import copy
import json
from decimal import Decimal
from pathlib import Path

import pytest

from load.conftest import Records, current, load_list, load_lists, load_once, put, rows, serving
from nightaudit import warehouse
from nightaudit.client.client import Client
from nightaudit.errors import CredentialsError, Unreachable, UsageError
from nightaudit.load.streams.table import STREAMS
from nightaudit.settings import Settings

COLLECTION = {stream.name: stream.list.path.strip("/").replace("/", "_") for stream in STREAMS}


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.mark.parametrize("dialect", ["document", "observed"])
def test_every_record_of_every_list_is_loaded_once(
    folder: Path, data_dir: Path, small_records: Records, dialect: str
) -> None:
    with serving(folder, data_dir, dialect=dialect, max_page_size=50) as settings:
        report = load_once(settings)
    report.raise_for_failures()
    for stream in STREAMS:
        expected = {str(record["id"]) for record in small_records.get(COLLECTION[stream.name], [])}
        if stream.name == "bookings" and dialect == "observed":
            expected = {f"stay/{stay['roomStayId']}" for b in small_records["bookings"] for stay in b["roomStays"]}
        assert expected == set(current(settings, stream.name)), stream.name
    walks = rows(settings, "select stream, distinct_ids, complete from raw.walks order by stream")
    assert {stream.name for stream in STREAMS} <= {stream for stream, _, _ in walks}
    proven = {stream: complete for stream, _, complete in walks}
    assert all(proven[stream.name] for stream in STREAMS)


def test_naive_paging_loses_what_the_list_hides(folder: Path, data_dir: Path, small_records: Records) -> None:
    """The control: without asking for statuses by name, PENDING bookings never arrive."""
    with serving(folder, data_dir, dialect="observed") as settings, Client(settings) as client:
        listed = {record.room_stay_id for record in client.records(client.bookings.list.operation)}
        load_once(settings, ("bookings",))
    stays = {stay["roomStayId"] for booking in small_records["bookings"] for stay in booking["roomStays"]}
    assert 0 < len(stays - listed)
    assert {f"stay/{stay}" for stay in stays} == set(current(settings, "bookings"))


def test_a_second_load_with_nothing_changed_writes_nothing(few: Path, data_dir: Path) -> None:
    with serving(few, data_dir, max_page_size=50) as settings:
        load_once(settings)
        before = {s.name: rows(settings, f"select * from raw.{s.name} order by all") for s in STREAMS}
        report = load_once(settings)
    after = {s.name: rows(settings, f"select * from raw.{s.name} order by all") for s in STREAMS}
    assert before == after
    assert 0 == sum(summary.new + summary.changed + summary.gone for summary in report.streams[: len(STREAMS)])
    assert 0 < sum(summary.rows for summary in report.streams)


def test_changes_become_versions_and_what_is_gone_a_tombstone_with_its_evidence(
    folder: Path, data_dir: Path, small_records: Records, tmp_path: Path
) -> None:
    streams = ("units", "guest_stays", "channels")
    with serving(folder, data_dir) as settings:
        load_once(settings, streams)
    changed: Records = copy.deepcopy(small_records)
    unit = changed["units"][0]
    unit["unitName"] = "Renamed"
    guest = changed["guestStays"].pop(0)
    channel = changed["channels"].pop()
    with serving(put(tmp_path / "later", changed), data_dir) as settings:
        report = load_lists(settings, *streams)
    assert (1, 0) == (report["units"].changed, report["units"].gone)
    versions = rows(settings, f"select payload from raw.units where record_key = '{unit['id']}' order by valid_from")
    assert [False, True] == ["Renamed" in payload for (payload,) in versions]
    assert (1, 1) == (report["guest_stays"].gone, report["channels"].gone)
    tombstones = "select record_hash from raw.{} where record_key = '{}' and payload is null and valid_to is null"
    [(asked,)] = rows(settings, tombstones.format("guest_stays", guest["id"]))
    assert asked == f"gone: GET /guestStays/{guest['id']} answered 404"
    [(walked,)] = rows(settings, tombstones.format("channels", channel["id"]))
    assert "no operation to ask for one" in walked


@pytest.mark.parametrize(
    ("gone", "remark"),
    [(25, ""), (26, "26 of 50 stored records are gone. If they still exist, the key may no longer see them.")],
)
def test_when_more_than_half_of_a_list_is_gone_the_report_says_so(
    gone: int, remark: str, data_dir: Path, small_records: Records, tmp_path: Path
) -> None:
    """A key that may see less than before looks the same: the records are not listed, and not found."""
    guest = small_records["guestStays"][0]
    guests = [guest | {"id": 1000 + number} for number in range(50)]
    for name, shown in (("before", guests), ("after", guests[gone:])):
        with serving(put(tmp_path / name, small_records | {"guestStays": shown}), data_dir) as settings:
            summary = load_list(settings, "guest_stays")
    assert (gone, True, remark) == (summary.gone, summary.complete, summary.reason)


def test_a_record_that_is_listed_again_after_its_tombstone_is_current_again(
    folder: Path, data_dir: Path, small_records: Records, tmp_path: Path
) -> None:
    without: Records = copy.deepcopy(small_records)
    gone = str(without["guestStays"].pop(0)["id"])
    seen = []
    for portfolio in (folder, put(tmp_path / "without", without), folder):
        with serving(portfolio, data_dir) as settings:
            load_once(settings, ("guest_stays",))
        seen.append(gone in current(settings, "guest_stays"))
    assert [True, False, True] == seen


def test_a_server_that_shuffles_keys_changes_nothing(
    folder: Path, data_dir: Path, small_records: Records, tmp_path: Path
) -> None:
    shuffled = {name: [dict(reversed(record.items())) for record in records] for name, records in small_records.items()}
    streams = ("units", "contacts", "bookings", "guest_stays", "sales_invoices")
    with serving(folder, data_dir) as settings:
        load_once(settings, streams)
    with serving(put(tmp_path / "shuffled", shuffled), data_dir) as settings:
        report = load_once(settings, streams)
    lists = [summary for summary in report.streams if summary.stream in streams]
    assert len(streams) == len(lists)
    assert 0 == sum(summary.changed + summary.new for summary in lists)


def test_unknown_fields_and_long_numbers_stay_as_they_came(tmp_path: Path, data_dir: Path) -> None:
    record = {"id": 1, "name": "A", "commission": Decimal("12345678901234.5678"), "loyaltyTier": {"level": [1, None]}}
    with serving(put(tmp_path / "odd", {"channels": [record]}), data_dir) as settings:
        load_once(settings, ("channels",))
    [(commission, tier)] = rows(
        settings,
        """select from_json(payload, '{"commission": "DECIMAL(18,4)"}').commission, json_extract(payload, '$.loyaltyTier')
        from raw.channels""",
    )
    assert Decimal("12345678901234.5678") == commission
    assert {"level": [1, None]} == json.loads(tier)


def test_children_are_read_once_per_version_of_their_parent_and_the_rest_is_put_off(
    folder: Path, data_dir: Path
) -> None:
    streams = ("units", "bookings", "contacts", "availabilities_unit_intervals", "bookings_pricing", "contacts_notes")
    with serving(folder, data_dir) as settings:
        tight = settings.model_copy(update={"child_requests": 490})
        ample = settings.model_copy(update={"child_requests": 5_000})
        first, second, third = (load_lists(budget, *streams) for budget in (tight, ample, ample))
    assert 12 <= first["availabilities_unit_intervals"].requests
    for name in ("bookings_pricing", "contacts_notes"):  # the lists that want more than their share
        assert 230 <= first[name].requests <= 250
        assert "postponed" in first[name].reason
        assert not first[name].complete
    assert first["bookings"].rows == first["bookings_pricing"].rows + second["bookings_pricing"].rows
    assert 0 == sum(third[name].requests for name in streams[3:])


def test_rows_that_read_alike_under_several_parents_are_kept_for_each(folder: Path, tmp_path: Path) -> None:
    """Summaries and intervals of many parents have the same text: read over several nights they are as many as in one."""
    names = ("bookings", "bookings_financial_summary", "units", "availabilities_unit_intervals")
    found = []
    for nights in ((30, 60, 10_000), (10_000,)):
        with serving(folder, tmp_path / f"{len(nights)} nights") as settings:
            for budget in nights:
                load_once(settings.model_copy(update={"child_requests": budget}), names).raise_for_failures()
        found.append({name: current(settings, name) for name in names})
    assert found[0] == found[1]
    for name in names[1::2]:
        assert len(set(found[0][name].values())) < len(found[0][name]), "the control: some do read alike"


def test_nothing_personal_is_left_beside_the_work_file_and_its_raw_tables(
    few: Path, data_dir: Path, few_records: Records, tmp_path: Path
) -> None:
    married: Records = copy.deepcopy(few_records)
    married["contacts"][0]["lastName"] = "Newlywed"
    for portfolio in (few, put(tmp_path / "later", married)):
        name = json.loads((portfolio / "contacts.jsonl").read_bytes().splitlines()[0])["lastName"].encode()
        with serving(portfolio, data_dir) as settings:
            load_once(settings)
        found = [path for path in data_dir.rglob("*") if path.is_file() and name in path.read_bytes()]
        assert [warehouse.work_file(settings)] == found or [] == found
    assert [(2,)] == rows(
        settings, f"select count(*) from raw.contacts where record_key = '{married['contacts'][0]['id']}'"
    )


@pytest.mark.usefixtures("impatient")
def test_a_wrong_secret_and_a_dead_server_end_the_load(folder: Path, data_dir: Path) -> None:
    with serving(folder, data_dir) as settings, pytest.raises(CredentialsError, match="NIGHTAUDIT_CLIENT_SECRET"):
        load_once(Settings.read(**{**settings.model_dump(), "client_secret": "wrong"}))
    report = load_once(settings)
    with pytest.raises(Unreachable):
        report.raise_for_failures()


def test_an_unknown_stream_is_named_with_the_known_ones(data_dir: Path) -> None:
    settings = Settings.read(base_url="http://127.0.0.1:9", api_key="k", data_dir=data_dir)
    with pytest.raises(UsageError, match="invoices") as error:
        load_once(settings, ("invoices",))
    assert "sales_invoices" in error.value.hint
