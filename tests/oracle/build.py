"""Builds the marts of a portfolio in a work file of its own, so that they can be compared."""

from __future__ import annotations

import csv
import json
import sys
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING

from nightaudit.settings import Settings
from nightaudit.transform import build, project_dir
from oracle.rules import Day

sys.path.append(str(Path(__file__).parents[1] / "transform"))

from raw_tables import STREAMS, fill, stream_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oracle.portfolio import Json
    from oracle.rules import Rules

    Pair = tuple[str, Json]


def rates() -> tuple[tuple[str, Day, Decimal], ...]:
    """The currency rates the models convert with: data, not a rule."""
    with (project_dir() / "seeds" / "currency_rates.csv").open(encoding="utf-8") as rows:
        return tuple(
            (code, Day.fromisoformat(since), Decimal(rate)) for code, since, rate in list(csv.reader(rows))[1:]
        )


def built(folder: Path, rules: Rules, nested: Iterable[Pair], flat: Iterable[Pair] = ()) -> Path:
    """The work file with every mart of those records, under those rules; the second lot in the observed booking shape."""
    settings = Settings.read(
        data_dir=folder,
        today=rules.business_date,
        excluded_buildings=rules.excluded_buildings,
        tenancy_gap_nights=rules.tenancy_gap_nights,
        residential_from_nights=rules.residential_from_nights,
        time_zone=rules.time_zone,
        base_currency=rules.base_currency,
    )
    work_file = folder / "work.duckdb"
    for shape, records in (("nested", nested), ("flat", flat)):
        texts = ((name, json.dumps(record, default=float)) for name, record in records if stream_of(name) in STREAMS)
        fill(work_file, ((name, json.loads(text)) for name, text in texts), shape=shape)
    build(settings, work_file)
    return work_file
