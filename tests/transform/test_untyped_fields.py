"""Every field that a model reads as a number, a date or a truth value is looked at, however deep in a record it stands."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from nightaudit import schemas
from nightaudit.client.records.bookings import BookingRow
from nightaudit.client.records.record import Record, is_record, other_names
from nightaudit.load.streams.table import CHILDREN, STREAMS
from nightaudit.transform import staged, wire_fields
from transform.building import Built

NONSENSE = "nonsense"
OPERATIONS = {row.name: row.list for row in STREAMS} | {row.name: row.operation for row in CHILDREN}
READ_AS = {name: operation.record for name, operation in OPERATIONS.items() if name in schemas.READ_BY_MODELS}
READ = [
    ("bookings", "stay/", BookingRow),
    *((stream, "", record) for stream, record in READ_AS.items() if record in staged.STAGED),
]


def typed_fields(record: type[Record]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The name of each field that is no text, and its path under each of its names; a list is named `[]`."""
    for ours, (name, kind, many) in wire_fields.fields(record).items():
        if is_record(kind):
            for inner, rest in typed_fields(kind):
                yield f"{name}.{inner}", (name, *["[]"] * many, *rest)
        elif kind is not str:
            yield from ((name, (one,)) for one in (name, *other_names(record.model_fields[ours])))


def holding(value: str, path: tuple[str, ...]) -> Any:
    """JSON that holds the value there; in a list, in the second of two records, of which the first has nothing."""
    if not path:
        return value
    inner = holding(value, path[1:])
    return [{}, inner] if path[0] == "[]" else {path[0]: inner}


def test_what_cannot_be_read_is_listed_whatever_field_it_stands_in(tmp_path: Path) -> None:
    records, expected = [], []
    for stream, prefix, record in READ:
        # Each record here has its `id`, so that no other name of it is read.
        fields = [one for one in typed_fields(record) if one[0] != "id" or one[1] == ("id",)]
        for number, (field, path) in enumerate(fields, start=1):
            wrong = {"id": f"{prefix}{number}"} | holding(NONSENSE, path)
            records.append((stream, wrong))
            expected.append((stream, wrong["id"], field, "a" * len(NONSENSE), 1))
    built = Built(tmp_path, records, models="+fct_untyped_fields", checked=False)
    found = built.rows("from quality.fct_untyped_fields")
    assert sorted(expected) == sorted(found)
    assert {*staged.STAGED} == {record for *_, record in READ}
    assert ("bookings", "roomStays.extras.pricing.net") in {(stream, field) for stream, _, field, *_ in found}
    by_either_name = [found for found in expected if found[0] == "sales_invoices" and found[2] == "exportedDate"]
    assert 2 == len(by_either_name), by_either_name
