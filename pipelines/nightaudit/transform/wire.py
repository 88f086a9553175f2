"""Renders dbt's macros of the record dictionary, so that a field is renamed in `client/records` and nowhere else.

Each record of `STAGED` becomes one file of `dbt/macros/wire/`:

<record>_struct()     what it is read with
<record>_fields(row)  wire names to ours; objects inside become `outer__inner`, empty texts null, and a date-time without
                      an offset has its date in a column of its own, `created_date__on`
<record>_text()       the struct of what may not fit its type, as it was written
<record>_slips()      whether a field is there in `text` and not in `record`: its type cannot hold it
<record>_untyped()    a list of those fields
"""

from __future__ import annotations

import datetime
import typing
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from nightaudit.client.records.record import Record
from nightaudit.transform.staged import OPENED, STAGED, UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES: dict[object, str] = {
    int: "BIGINT",
    Decimal: "DECIMAL(18,4)",  # the digits as written; marts round to two
    float: "DOUBLE",
    str: "VARCHAR",
    bool: "BOOLEAN",
    datetime.date: "VARCHAR",  # may be written as a moment: `_typed`
    datetime.datetime: "VARCHAR",  # where it names no offset, its date is local: `_columns`
}


def _is_record(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record)


def fields(record: type[Record]) -> dict[str, tuple[str, Any, bool]]:
    """Of each attribute read: its wire name, the type inside `Optional` and list, and whether it is a list."""
    found = {}
    unread = UNREAD.get(record, "").split()
    for name, field in record.model_fields.items():
        if name in unread:
            continue
        kind = next(part for part in typing.get_args(field.annotation) if part is not type(None))
        many = typing.get_origin(kind) is list
        found[name] = (field.alias or name, typing.get_args(kind)[0] if many else kind, many)
    return found


def struct(record: type[Record]) -> str:
    """The JSON description `from_json` reads the record with."""
    parts = []
    for wire, kind, many in fields(record).values():
        inner = struct(kind) if _is_record(kind) else f'"{TYPES[kind]}"'
        parts.append(f'"{wire}":{f"[{inner}]" if many else inner}')
    return "{" + ",".join(parts) + "}"


def text_struct(record: type[Record]) -> str:
    """The same for the values that may not fit their type, each read as it was written."""
    parts = []
    for wire, kind, many in fields(record).values():
        if _is_record(kind) and (kind in OPENED or not many):
            inner = text_struct(kind)
            if inner != "{}":
                parts.append(f'"{wire}":{f"[{inner}]" if many else inner}')
        elif not many and kind is not str:
            parts.append(f'"{wire}":"VARCHAR"')
    return "{" + ",".join(parts) + "}"


def _leaves(record: type[Record], ours: str = "", wire: str = "") -> list[tuple[str, str, Any, bool]]:
    """Ours, the quoted path on the wire, the type and whether it is a list; objects inside are opened, lists are not."""
    found = []
    for name, (key, kind, many) in fields(record).items():
        if _is_record(kind) and not many:
            found += _leaves(kind, f"{ours}{name}__", f'{wire}."{key}"')
        else:
            found.append((f"{ours}{name}", f'{wire}."{key}"', kind, many))
    return found


def _nested(record: type[Record]) -> list[type[Record]]:
    """The record and the records of its opened lists, however deep."""
    inner = [kind for _, _, kind, many in _leaves(record) if many and kind in OPENED]
    return [record, *(deeper for kind in inner for deeper in _nested(kind))]


def snake(record: type[Record]) -> str:
    """`SalesInvoiceItem` becomes `sales_invoice_item`."""
    return to_snake(record.__name__)


def _untyped(record: type[Record], read: str, text: str, prefix: str = "", depth: int = 0) -> str:
    """The macro call for a list of {field, raw_value}, raw_value null where all is well; opened lists are looked through."""
    leaves = _leaves(record)
    pad = "    " * (depth + 1)
    single = [
        f"{pad}    unless_typed('{prefix}{_plain(path)}', {_typed(kind, _path(read, path))}, {_path(text, path)})"
        for _, path, kind, many in leaves
        if not many and kind is not str
    ]
    parts = ["list_of([\n" + ",\n".join(single) + f"\n{pad}])"]
    for _, path, kind, many in leaves:
        if many and kind in OPENED:
            item = f"item{depth}"
            inner = _untyped(kind, *_both(item), f"{prefix}{_plain(path)}.", depth + 1)
            parts.append(f"flatten_of({_path(read, path)}, {_path(text, path)}, '{item}', {inner})")
    return parts[0] if len(parts) == 1 else "all_of([" + ", ".join(parts) + "])"


def _slips(record: type[Record]) -> str:
    """The macro call that is true where a field is there and its type cannot hold it; cheap, for it makes nothing."""
    parts = []
    for _, path, kind, many in _leaves(record):
        read, text = _path("record", path), _path("text", path)
        if many and kind in OPENED:
            are_read, are_written = (_number_there(kind, as_read=as_read) for as_read in (True, False))
            parts.append(f"slips_in({read}, {text}, 'item0', {are_read}, {are_written})")
        elif not many and kind is not str:
            parts.append(f"slips({_typed(kind, read)}, {text})")
    return "any_of([\n        " + ",\n        ".join(parts) + "\n    ])"


def _number_there(record: type[Record], *, as_read: bool, depth: int = 0) -> str:
    """The macro call for how many fields of an item are there, as it was read or as it is written; lists in it included."""
    item, pad = f"item{depth}", "    " * (depth + 2)
    fields, lists = [], []
    for _, path, kind, many in _leaves(record):
        place = _path(item, path)
        if many and kind in OPENED:
            inner = _number_there(kind, as_read=as_read, depth=depth + 1)
            lists.append(f" ~ ' + ' ~ sum_over({place}, 'item{depth + 1}', {inner})")
        elif not many and kind is not str:
            fields.append(f"is_read({_typed(kind, place)})" if as_read else f"is_written({place})")
    return f"count_of([\n{pad}    " + f",\n{pad}    ".join(fields) + f"\n{pad}])" + "".join(lists)


def _both(item: str) -> tuple[str, str]:
    """How a macro names an item of a list as it was read, and as it was written."""
    return f"read_of('{item}') ~ ", f"text_beside('{item}') ~ "


def _path(place: str, path: str) -> str:
    return f"{place}'{path}'" if place.endswith(" ~ ") else f"'{place}{path}'"


def _plain(path: str) -> str:
    return path.replace('"', "").lstrip(".")


def _columns(path: str, kind: Any) -> Iterator[tuple[str, str]]:
    """The columns that staging makes of a field: what comes behind its name, and how each is read."""
    if kind is str:
        yield "", f"nullif({{{{ row }}}}{path}, '')"  # some services write an empty text where there is nothing
    elif kind is datetime.datetime:
        yield "", f"{{{{ moment(row ~ '{path}') }}}}"
        yield "__on", f"{{{{ date_without_offset(row ~ '{path}') }}}}"
    elif kind is datetime.date:
        yield "", f"{{{{ date_in(row ~ '{path}') }}}}"
    else:
        yield "", f"{{{{ row }}}}{path}"


def _typed(kind: Any, place: str) -> str:
    """The macro's argument for what was read of a field; dates and moments are kept as they were written until then."""
    readers = {datetime.datetime: "moment", datetime.date: "date_in"}
    return f"{readers[kind]}({place})" if kind in readers else place


def _macro(name: str, body: str) -> str:
    """A macro whose names, in double quotes, are quoted as the database does."""
    return f"{{% macro {name} %}}{{% call names() %}}\n{body}\n{{% endcall %}}{{% endmacro %}}\n"


def _macros(record: type[Record]) -> str:
    name = snake(record)
    listed = ",\n".join(
        f'    {column} as "{ours}{of}"'
        for ours, path, kind, many in _leaves(record)
        for of, column in _columns(path, None if many else kind)
    )
    read = f"{{% macro {name}_struct() %}}'{struct(record)}'{{% endmacro %}}\n\n" if record in STAGED else ""
    return read + _macro(f"{name}_fields(row)", listed)


def _checks(record: type[Record]) -> str:
    name = snake(record)
    return (
        f"{{% macro {name}_text() %}}'{text_struct(record)}'{{% endmacro %}}\n\n"
        + _macro(f"{name}_slips()", f"    {{{{ {_slips(record)} }}}}")
        + "\n"
        + _macro(f"{name}_untyped()", f"    {{{{ {_untyped(record, 'record', 'text')} }}}}")
    )


def render() -> dict[str, str]:
    """File name in `dbt/macros/wire/` to its text; an object that two records hold stands with the first."""
    head = "{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}\n"
    files: dict[str, str] = {}
    done: list[type[Record]] = []
    for record in STAGED:
        mine = [inner for inner in _nested(record) if inner not in done]
        done += mine
        files[f"{snake(record)}.sql"] = "\n".join([head, *(_macros(inner) for inner in mine), _checks(record)])
    return files


def write(folder: Path) -> list[Path]:
    """Write the macros into `folder`, remove files of records that are gone, and return the changed paths."""
    folder.mkdir(parents=True, exist_ok=True)
    files = render()
    changed = [path for path in folder.glob("*.sql") if path.name not in files]
    for path in changed:
        path.unlink()
    for name, content in files.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != content:
            path.write_text(content, encoding="utf-8")
            changed.append(path)
    return changed


if __name__ == "__main__":
    write(Path(__file__).parents[3] / "dbt" / "macros" / "wire")
