"""Builds the marts of a portfolio in a new work file, for comparison with the oracle."""

from __future__ import annotations

import csv
import dataclasses
import json
import shutil
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

import recorded
from nightaudit.schemas import READ_BY_MODELS
from nightaudit.settings import Settings
from nightaudit.transform import build, project_dir
from oracle.pace import Version
from oracle.rules import Day
from transform.raw_tables import fill, flat_rows, stream_of

BEFORE = (
    "before.duckdb"  # the work file after the last load and before the last build: its marts are of the evening before
)
__all__ = ["BEFORE", "built", "built_over_time", "flat_rows", "rates", "settings_of"]

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from oracle.model import Json, Pair
    from oracle.rules import Rules


def rates() -> tuple[tuple[str, Day, Decimal], ...]:
    """The currency rates of the models' seed file."""
    with (project_dir() / "seeds" / "currency_rates.csv").open(encoding="utf-8") as rows:
        return tuple(
            (code, Day.fromisoformat(since), Decimal(rate)) for code, since, rate in list(csv.reader(rows))[1:]
        )


def built(
    folder: Path, rules: Rules, nested: Iterable[Pair], flat: Iterable[Pair] = (), *, checked: bool = True
) -> Path:
    """Build every mart of the records and return the work file; the records in `flat` have the observed booking shape."""
    for shape, records in (("nested", nested), ("flat", flat)):
        fill(folder / "work.duckdb", _known(records), shape=shape)
    _build(folder, rules, checked=checked)
    return folder / "work.duckdb"


def built_over_time(
    folder: Path, rules: Rules, evenings: dict[Day, list[Pair]], check: Callable[[Path, Day], None] | None = None
) -> tuple[Path, list[Version]]:
    """Load a portfolio on several evenings, and build its marts; return the work file and the versions of the records.

    Each evening has all records as they then were: a record that differs is a new version, a missing record is gone. With
    `check` the marts are built every evening, on top of those of the evening before, and `check` is called with the work
    file; dbt's tests run only in the last build.
    """
    work_file = folder / "work.duckdb"
    versions: list[Version] = []
    before: dict[tuple[str, str], Json] = {}
    for evening, records in evenings.items():
        seen = f"{evening}T12:00:00Z"
        now = {(name, _key(record)): record for name, record in _known(records)}
        changed = {key: record for key, record in now.items() if before.get(key) != record}
        gone = sorted(before.keys() - now.keys())
        rows = [(name, record | {"roomStays": [record]}) for (name, _), record in changed.items() if "id" not in record]
        fill(work_file, rows, shape="flat", seen=seen)
        fill(
            work_file, ((name, record) for (name, _), record in changed.items() if "id" in record), seen=seen, gone=gone
        )
        versions.extend(Version(name, key, evening, record) for (name, key), record in changed.items())
        versions.extend(Version(name, key, evening, None) for name, key in gone)
        before = now
        if check:
            shutil.copy(work_file, folder / BEFORE)
            last = evening == [*evenings][-1]
            _build(folder, dataclasses.replace(rules, business_date=evening), checked=last)
            check(work_file, evening)
    if not check:
        _build(folder, rules, checked=True)
    return work_file, versions


def _build(folder: Path, rules: Rules, *, checked: bool) -> None:
    recorded.known(checked=checked)
    build(kept_tables(settings_of(folder, rules)), folder / "work.duckdb", checked=checked)


def kept_tables(settings: Settings) -> Settings:
    """The settings with incremental builds for a portfolio of any size."""
    return settings.model_copy(update={"incremental_from_units": 0})


def _key(record: Json) -> str:
    """The key of a record; for rows of the observed booking list that of the stay."""
    return str(record["id"]) if "id" in record else f"stay/{record['roomStayId']}"


def _known(records: Iterable[Pair]) -> Iterator[Pair]:
    """The records of the streams that models read, with the types that JSON has."""
    for name, record in records:
        if stream_of(name) in READ_BY_MODELS:
            yield name, json.loads(json.dumps(record, default=float), parse_float=float)


def settings_of(folder: Path, rules: Rules) -> Settings:
    """The settings of a deployment with these rules."""
    return Settings.read(
        data_dir=folder,
        today=rules.business_date,
        excluded_buildings=rules.excluded_buildings,
        tenancy_gap_nights=rules.tenancy_gap_nights,
        residential_from_nights=rules.residential_from_nights,
        time_zone=rules.time_zone,
        base_currency=rules.base_currency,
    )
