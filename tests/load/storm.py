"""Three nights of loads from one odd service, each compared record by record with the service's own records."""

from __future__ import annotations

import datetime
import functools
import json
import random
import tempfile
from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from load.conftest import TODAY, load_once, rows
from load.odd_habits import drawn
from load.odd_list import OddList
from load.odd_service import LISTS, OddService, serving_oddly
from load.unsteady_service import UnsteadyService, unsteadiness
from nightaudit.client.client import Client
from nightaudit.errors import ApiError, CredentialsError
from nightaudit.load.pages.rows import record_key
from nightaudit.load.summary import LoadReport, StreamSummary
from nightaudit.settings import Settings

NIGHTS = 3
PAGE = 20  # page size of a naive reading
Kept = dict[str, list[tuple[str, str]]]
"""Key and payload of the current rows, by stream."""


@dataclass
class Storm:
    """The findings of the nights of one service.

    wrong       each contradiction between raw tables and service, as text
    complete    number of lists that loads called complete, by tier
    incomplete  number of the other lists, by outcome
    """

    wrong: list[str] = field(default_factory=list)
    complete: Counter[str] = field(default_factory=Counter)
    incomplete: Counter[str] = field(default_factory=Counter)


def settings_for(url: str, data_dir: Path, **given: Any) -> Settings:
    """Settings that load from an odd service."""
    fixed = {"token_url": f"{url}/oauth", "client_id": "a", "client_secret": "b", "today": TODAY}
    return Settings.read(**({"base_url": url, "data_dir": data_dir, "deadline_seconds": 20.0} | fixed | given))


@functools.cache
def storm(seed: int) -> Storm:
    """The nights of the service of this seed."""
    return three_nights(OddService(drawn(seed), seed), seed)


@functools.cache
def unsteady_storm(seed: int) -> Storm:
    """The nights of the unsteady service of this seed."""
    return three_nights(UnsteadyService(drawn(seed), unsteadiness(seed), seed), seed)


def three_nights(service: OddService, seed: int) -> Storm:
    """Load on two nights on which the service may change while it is read, and twice on a third on which it does not."""
    found, draw = Storm(), random.Random(seed)
    given = {"page_size": draw.choice((20, 20, 50, 200)), "concurrency": draw.choice((1, 4))}
    with tempfile.TemporaryDirectory() as folder, serving_oddly(service) as url:
        for night in range(NIGHTS):
            service.moving = night < NIGHTS - 1
            if night:
                service.pass_a_day()
            today = TODAY + datetime.timedelta(days=night)
            settings = settings_for(url, Path(folder), **given | {"today": today})
            before = kept(settings) if night else {}
            service.begin()
            report = load_once(settings, LISTS)
            found.wrong += [f"night {night}: {one}" for one in compared(service, report, settings, before)]
            for summary in report.streams:
                tally = found.complete if summary.complete else found.incomplete
                tally[summary.certificate.tier if summary.complete and summary.certificate else summary.outcome] += 1
        whole = [summary.stream for summary in report.streams if summary.complete]
        if report.failed:  # the next load may ask for records to which a failed list refers
            whole = []
        found.wrong += [f"read again: {one}" for one in written_again(settings, whole)]
    return found


def lost_naively(service: OddService) -> int:
    """Number of records, listed all the time, that reading page after page until a short one loses without an error."""
    lost = 0
    with serving_oddly(service) as url, Client(settings_for(url, Path("unused"))) as client:
        for one in service.lists:
            one.begin()
            keys: set[str] = set()
            try:
                for number in count():
                    rows = client.page(one.stream.list, page=number, size=PAGE).rows
                    keys.update(record_key(row) for row in rows)
                    if len(rows) < PAGE:
                        break
            except (ApiError, CredentialsError):
                continue
            lost += len(one.all_night - keys)
    return lost


def share_that_loses_naively(services: Iterable[OddService]) -> float:
    """Share of the services of which a naive reading loses records; prints the number of records."""
    lost = [lost_naively(service) for service in services]
    losing = sum(map(bool, lost))
    print(
        f"page after page until a short one: {sum(lost)} records lost in {losing} of {len(lost)} services, and no error"
    )
    return losing / len(lost)


def kept(settings: Settings) -> Kept:
    """The current rows of the raw tables."""
    found: Kept = {}
    now = "where valid_to is null and payload is not null"
    for name, key, payload in _rows(settings, f"record_key, payload from raw.{{}} {now}"):
        found.setdefault(name, []).append((key, payload))
    return found


def _rows(settings: Settings, selected: str, streams: Collection[str] = LISTS) -> list[tuple[Any, ...]]:
    """Rows of the raw tables of these streams, each with the stream's name as first column."""
    found = " union all ".join(f"select '{name}', {selected.format(name)}" for name in sorted(streams))
    return rows(settings, found) if streams else []


def written_again(settings: Settings, streams: Collection[str]) -> list[str]:
    """Rows that one more load writes of these lists, which have not changed."""
    versions = "record_key, record_hash, valid_from, valid_to from raw.{}"
    before = set(_rows(settings, versions, streams))
    load_once(settings, LISTS)
    return [f"{stream} {key}" for stream, key, *_ in before ^ set(_rows(settings, versions, streams))]


def compared(service: OddService, report: LoadReport, settings: Settings, before: Kept) -> list[str]:
    """Contradictions between the current rows after a load and the service; `before` has the rows of the load before."""
    after, summaries = kept(settings), {summary.stream: summary for summary in report.streams}
    still = not (service.moving and service.habits.moves)
    wrong = []
    for one in service.lists:
        name = one.stream.name
        for problem in _compared(one, summaries[name], after.get(name, []), before.get(name, []), still=still):
            wrong.append(f"{name} ({_described(summaries[name])}): {problem}")  # noqa: PERF401 - shorter so
    return wrong


def _compared(one: OddList, summary: StreamSummary, after: Any, before: Any, *, still: bool) -> list[str]:
    payloads = {key: json.loads(payload) for key, payload in after}
    must = one.all_night if summary.complete and not one.was_away else one.all_night & {key for key, _ in before}
    found = {
        "lost": must - payloads.keys(),
        "twice": {key for key, count in Counter(key for key, _ in after).items() if count > 1},
        "never there": payloads.keys() - one.versions.keys(),
        "never so": {key for key, payload in payloads.items() if payload not in one.versions.get(key, [payload])},
    }
    if still and summary.complete:
        found["gone, and kept"] = (payloads.keys() & one.versions.keys()) - one.held.keys()
        if one.habits.stamps != "forgotten":
            old = {key for key in payloads.keys() & one.held.keys() if payloads[key] != one.held[key]}
            found["out of date"] = old - found["never so"]
    return [f"{what}: {len(keys)}, as {min(keys)}" for what, keys in found.items() if keys]


def _described(summary: StreamSummary) -> str:
    tier = summary.certificate.tier if summary.certificate else "no certificate"
    return f"{summary.outcome}, {tier}, {'complete' if summary.complete else 'not complete'}. {summary.reason}".strip()
