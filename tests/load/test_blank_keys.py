"""Records with a blank id are loaded and become gone as others do, and are never asked for by key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from client.loopback import Asked, Exchange, Loopback, asked_page, in_order
from load.conftest import TODAY, current, load_once, rows
from nightaudit.settings import Settings

STREAMS = ("units", "buildings", "buildings_custom_fields")


@contextmanager
def serving(buildings: Sequence[str], data_dir: Path) -> Iterator[tuple[Settings, Loopback]]:
    """Buildings of these ids, each with a custom field, and a unit for each that was ever there."""

    def respond(asked: Asked, exchange: Exchange) -> None:
        *_, above, last = asked.path.split("/")
        if above == "buildings":
            exchange.json({"id": last}, 200 if last in buildings else 404)
            return
        query = dict(asked.query)
        lists: dict[str, list[Any]] = {
            "units": [{"id": one, "buildingId": own} for one, own in enumerate(("", " ", "a", "b"), 1)],
            "buildings": [{"id": one} for one in buildings],
            "customFields": [{"id": 1}],
        }
        exchange.json(asked_page(in_order(lists[last], query), query))

    with Loopback(respond) as server:
        yield Settings.read(base_url=server.url, api_key="sandbox-key", data_dir=data_dir, today=TODAY), server


def test_what_has_a_blank_id_is_kept_until_a_complete_walk_does_not_show_it(tmp_path: Path) -> None:
    for listed in (["", " ", "a", "b"], ["", "a"], ["a"], ["a"]):
        with serving(listed, tmp_path) as (settings, server):
            report = load_once(settings, STREAMS, full=True)
        report.raise_for_failures()
        assert {*listed} == current(settings, "buildings").keys()
        assert not [asked.path for asked in server.asked if asked.path.split("/")[4:5] in ([""], ["%20"])]
    assert {"a/1", "b/1"} == current(settings, "buildings_custom_fields").keys()
    gone = dict(rows(settings, "select record_key, record_hash from raw.buildings where payload is null"))
    assert {"", " ", "b"} == gone.keys()
    assert "gone: GET /buildings/b answered 404" == gone["b"]
    assert all(gone[key].endswith("no operation to ask for one") for key in ("", " "))


def test_where_only_such_records_are_listed_the_operation_is_not_known_to_answer(tmp_path: Path) -> None:
    for night, listed in enumerate((["", "a"], [""], [""])):
        with serving(listed, tmp_path) as (settings, _):
            report = load_once(settings, ("buildings",))
        report.raise_for_failures()
        assert (night != 1) is report.streams[0].complete
    assert {""} == current(settings, "buildings").keys()
