"""Names buildings and units: those of one name are told apart by their ids, whichever of them a figure shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from nightaudit.report.source import Published

BUILDINGS = "select building_id, building_name from core.dim_buildings"
UNITS = "select unit_id, unit_name, building_id from core.dim_units"


def name_buildings(published: Published, frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with `building` beside building_id and building_name, the id added where another has the name."""
    return _named(frame, "building", published.rows(BUILDINGS), [])


def name_units(published: Published, frame: pl.DataFrame) -> pl.DataFrame:
    """Return `frame` with `unit` and `building` beside their ids and names; a unit shares its name within its building."""
    return _named(name_buildings(published, frame), "unit", published.rows(UNITS), ["building_id"])


def _named(frame: pl.DataFrame, noun: str, every: pl.DataFrame, within: list[str]) -> pl.DataFrame:
    """Return `frame` with the names of things; `every` has all of them, of which several may share a name `within` these."""
    key, name = f"{noun}_id", pl.col(f"{noun}_name").cast(pl.String).str.strip_chars().replace("", None)
    named = pl.coalesce(name, pl.format(f"{noun.capitalize()} {{}}", key)).alias(noun)
    shared = every.with_columns(named).filter(pl.col(key).n_unique().over([*within, noun]) > 1)[key]
    with_id = pl.when(pl.col(key).is_in(shared.to_list())).then(pl.format("{} ({})", noun, key))
    return frame.with_columns(named).with_columns(with_id.otherwise(noun).alias(noun))
