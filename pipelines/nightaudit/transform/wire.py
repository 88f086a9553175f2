"""Renders the dbt macros of the record dictionary, so that a field is renamed in `client/records` and nowhere else.

Each record of `STAGED` becomes one file of `dbt/macros/wire/`:

<record>_struct()     the JSON structure with which `from_json` reads the record
<record>_fields(row)  the columns, under our names: fields of nested objects are `outer__inner`, empty texts become null, and
                      the date of a date-time without an offset has a column of its own, `created_date__on`
<record>_text()       the JSON structure of the fields whose values may not fit their types, each read as text
<record>_slips()      whether a field has a value in `text` and none in its column: the value does not fit the type
<record>_untyped()    a list of those fields

The last two read the columns of `<record>_fields`, so that each date is converted once.
"""

from __future__ import annotations

import datetime
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from nightaudit.client.records.record import Record, kind_of
from nightaudit.transform.staged import OPENED, STAGED, UNREAD

if TYPE_CHECKING:
    from collections.abc import Iterator

TYPES: dict[object, str] = {
    int: "BIGINT",
    Decimal: "DECIMAL(18,4)",  # the digits as written; marts round to two
    float: "DOUBLE",
    str: "VARCHAR",
    bool: "BOOLEAN",
    datetime.date: "VARCHAR",  # may be written as a date-time: see `_typed`
    datetime.datetime: "VARCHAR",  # without an offset the date is local: see `_columns`
}


def _is_record(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Record)


def fields(record: type[Record]) -> dict[str, tuple[str, Any, bool]]:
    """Return by attribute, of those that staging reads: wire name, type inside `Optional` and list, and whether it is a list."""
    found = {}
    unread = UNREAD.get(record, "").split()
    for name, field in record.model_fields.items():
        if name in unread:
            continue
        found[name] = (field.alias or name, *kind_of(field.annotation))
    return found


def struct(record: type[Record]) -> str:
    """Return the JSON structure with which `from_json` reads the record."""
    parts = []
    for wire, kind, many in fields(record).values():
        inner = struct(kind) if _is_record(kind) else f'"{TYPES[kind]}"'
        parts.append(f'"{wire}":{f"[{inner}]" if many else inner}')
    return "{" + ",".join(parts) + "}"


def text_struct(record: type[Record]) -> str:
    """Return the same structure for the values that may not fit their type, each read as text."""
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
    """Return for each leaf: our name, quoted path on the wire, type, whether it is a list. Lists are leaves, objects are not."""
    found = []
    for name, (key, kind, many) in fields(record).items():
        if _is_record(kind) and not many:
            found += _leaves(kind, f"{ours}{name}__", f'{wire}."{key}"')
        else:
            found.append((f"{ours}{name}", f'{wire}."{key}"', kind, many))
    return found


def _nested(record: type[Record]) -> list[type[Record]]:
    """Return the record and, at any depth, the records of its opened lists."""
    inner = [kind for _, _, kind, many in _leaves(record) if many and kind in OPENED]
    return [record, *(deeper for kind in inner for deeper in _nested(kind))]


def snake(record: type[Record]) -> str:
    """`SalesInvoiceItem` becomes `sales_invoice_item`."""
    return to_snake(record.__name__)


def _untyped(record: type[Record]) -> str:
    """Return the macro call for a list of {field, raw_value}: the fields, opened lists included, whose value does not fit."""
    has_dates = any(kind is datetime.date for inner in _nested(record)[1:] for _, _, kind, _ in _leaves(inner))
    return f"unread({_written(record)}{', dates=true' if has_dates else ''})"


def _written(record: type[Record], item: str = "", prefix: str = "", depth: int = 0) -> str:
    """Return the macro call for a list of all fields and their texts, opened lists included.

    The fields are those of a list item, or without `item` the columns of the record.
    """
    pad = "    " * (depth + 1)
    single, lists = [], []
    for ours, path, kind, many in _leaves(record):
        read = f"read_of('{item}') ~ '{path}'" if item else _column(ours)
        text = f"text_beside('{item}') ~ '{path}'" if item else _text(path)
        if many and kind in OPENED:
            inner = _written(kind, f"item{depth}", f"{prefix}{_plain(path)}.", depth + 1)
            lists.append(f"flatten_of({read}, {text}, 'item{depth}', {inner})")
        elif not many and kind is not str:
            typed = _typed(kind, read) if item else read
            date_in_item = item and kind is datetime.date  # `unread` has the rules for dates once, not once per field
            single.append(f"{pad}    field_of('{prefix}{_plain(path)}', {text}{'' if date_in_item else f', {typed}'})")
    parts = ["list_of([\n" + ",\n".join(single) + f"\n{pad}])", *lists]
    return parts[0] if len(parts) == 1 else "all_of([" + ", ".join(parts) + "])"


def _slips(record: type[Record]) -> str:
    """Return the macro call that is true where a field has a value that does not fit its type; cheap, as it builds no list."""
    parts = []
    for ours, path, kind, many in _leaves(record):
        if many and kind in OPENED:
            are_read, are_written = (_count_present(kind, as_read=as_read) for as_read in (True, False))
            parts.append(f"slips_in({_column(ours)}, {_text(path)}, 'item0', {are_read}, {are_written})")
        elif not many and kind is not str:
            parts.append(f"slips({_column(ours)}, {_text(path)})")
    return "any_of([\n        " + ",\n        ".join(parts) + "\n    ])"


def _count_present(record: type[Record], *, as_read: bool, depth: int = 0) -> str:
    """Return the macro call that counts the fields with a value in a list item, as read or as written, nested lists included."""
    item, pad = f"item{depth}", "    " * (depth + 2)
    fields, lists = [], []
    for _, path, kind, many in _leaves(record):
        place = f"'{item}{path}'"
        if many and kind in OPENED:
            inner = _count_present(kind, as_read=as_read, depth=depth + 1)
            lists.append(f" ~ ' + ' ~ sum_over({place}, 'item{depth + 1}', {inner})")
        elif not many and kind is not str:
            fields.append(f"is_read({_typed(kind, place)})" if as_read else f"is_written({place})")
    return f"count_of([\n{pad}    " + f",\n{pad}    ".join(fields) + f"\n{pad}])" + "".join(lists)


def _column(ours: str) -> str:
    """Return the macro's argument for the column of a field."""
    return f"'\"{ours}\"'"


def _text(path: str) -> str:
    """Return the macro's argument for the text of a field."""
    return f"'text{path}'"


def _plain(path: str) -> str:
    return path.replace('"', "").lstrip(".")


def _columns(path: str, kind: Any) -> Iterator[tuple[str, str]]:
    """Yield the columns that staging makes of a field: the suffix of its name, and the expression that reads it."""
    if kind is str:
        yield "", f"nullif({{{{ row }}}}{path}, '')"  # some services write an empty text for no value
    elif kind is datetime.datetime:
        yield "", f"{{{{ moment(row ~ '{path}') }}}}"
        yield "__on", f"{{{{ date_without_offset(row ~ '{path}') }}}}"
    elif kind is datetime.date:
        yield "", f"{{{{ date_in(row ~ '{path}') }}}}"
    else:
        yield "", f"{{{{ row }}}}{path}"


def _typed(kind: Any, place: str) -> str:
    """Return the macro's argument for the typed value of a field; dates and date-times are text until a macro converts them."""
    readers = {datetime.datetime: "moment", datetime.date: "date_in"}
    return f"{readers[kind]}({place})" if kind in readers else place


def _macro(name: str, body: str) -> str:
    """Return a macro whose names in double quotes are rendered with the quotes of the database."""
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
        + _macro(f"{name}_untyped()", f"    {{{{ {_untyped(record)} }}}}")
    )


def render() -> dict[str, str]:
    """Return the text of each file in `dbt/macros/wire/`, by name. A nested record of two records is rendered with the first."""
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
