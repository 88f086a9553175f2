"""Builds the marts of a portfolio in a work file of its own, so that they can be compared."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from nightaudit.settings import Settings
from nightaudit.transform import build

sys.path.append(str(Path(__file__).parents[1] / "transform"))

from raw_tables import STREAMS, fill, stream_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from oracle.portfolio import Json
    from oracle.rules import Rules


def built(folder: Path, records: Iterable[tuple[str, Json]], rules: Rules, *, shape: str = "nested") -> Path:
    """The work file with every mart of those records, under those rules."""
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
    known = ((name, json.dumps(record, default=float)) for name, record in records if stream_of(name) in STREAMS)
    fill(work_file, ((name, json.loads(text)) for name, text in known), shape=shape)
    build(settings, work_file)
    return work_file
