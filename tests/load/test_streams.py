from __future__ import annotations

from pathlib import Path

import yaml

from nightaudit import schemas
from nightaudit.client.operation import Pages
from nightaudit.client.resources import documented_operations, observed_operations
from nightaudit.load.streams.extra import KNOWN
from nightaudit.load.streams.references import EXTRA_REFERENCES
from nightaudit.load.streams.table import CHILDREN, LEFT_OUT, STREAMS, path_name, table_names

# The path of these is that of the records themselves.
ELSEWHERE = {"rates_compulsory_extras": "extras", "units_details": "units", "room_stays_details": "room_stays"}


def test_every_list_is_a_stream_or_left_out_with_a_reason() -> None:
    read = {stream.list.name for stream in STREAMS} | {child.operation.name for child in CHILDREN}
    lists = {op.name for op in documented_operations() + observed_operations() if isinstance(op, Pages)}
    assert set() == lists - read - set(LEFT_OUT), "neither a stream nor left out"
    assert set() == read & set(LEFT_OUT), "both"
    assert set() == set(LEFT_OUT) - lists, "left out but not a list"
    assert all(reason for reason in LEFT_OUT.values())


def test_names_are_the_paths_in_snake_case() -> None:
    named = {stream.name: path_name(stream.list) for stream in STREAMS}
    named |= {child.name: path_name(child.operation) for child in CHILDREN}
    assert ELSEWHERE == {name: path for name, path in named.items() if name != path}


def test_every_child_has_a_parent_and_one_path_value() -> None:
    parents = {stream.name for stream in STREAMS}
    assert set() == {child.parent for child in CHILDREN} - parents
    assert {1} == {len(child.operation.path_parameters) for child in CHILDREN}


def test_extra_lists_are_the_areas_that_the_document_names_without_a_path() -> None:
    named = (
        "companies currencies features_facilities industries issues nationalities products referrers regions room_stays"
    )
    assert set(named.split()) == set(KNOWN)
    assert {name: name for name in KNOWN} == {name: path_name(stream.list) for name, stream in KNOWN.items()}
    assert set() == {stream.name for stream in STREAMS} & set(KNOWN)
    references = {name for ref in EXTRA_REFERENCES for name in (ref.stream, ref.parent)}
    assert set() == references - {stream.name for stream in STREAMS} - set(KNOWN)


def test_every_source_of_the_models_is_a_stream() -> None:
    declared = yaml.safe_load((Path(__file__).parents[2] / "dbt/models/staging/sources.yml").read_text())
    [raw] = [source for source in declared["sources"] if source["name"] == "raw"]
    sources = {table["name"] for table in raw["tables"]}
    assert sources == set(schemas.READ_BY_MODELS)
    assert set() == sources - {*table_names(), *schemas.NOTES}
