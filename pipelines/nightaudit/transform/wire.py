"""Renders the dbt macros of the record dictionary, so that a field is renamed in `client/records` and nowhere else.

Each record of `STAGED` becomes one file of `dbt/macros/wire/`:

<record>_struct()     the JSON structure with which `from_json` reads the record
<record>_fields(row)  the columns, under our names: fields of nested objects are `outer__inner`, empty texts and ids that stand
                      for no record become null, and the date of a date-time without an offset has a column of its own,
                      `created_date__on`
<record>_text()       the JSON structure of the fields whose values may not fit their types, each read as text
<record>_slips()      whether a field has a value in `text` and none in its column: the value does not fit the type
<record>_untyped()    a list of those fields

The last two read the columns of `<record>_fields`, so that each date is converted once.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic.alias_generators import to_snake

from nightaudit.client.records.record import is_record, other_names
from nightaudit.transform.staged import STAGED
from nightaudit.transform.wire_checks import slips, text_struct, untyped
from nightaudit.transform.wire_fields import TYPES, ForeignKey, fields, leaves, nested

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from nightaudit.client.records.record import Record


def struct(record: type[Record]) -> str:
    """Return the JSON structure with which `from_json` reads the record."""
    parts = []
    for name, (wire, kind, many) in fields(record).items():
        inner = struct(kind) if is_record(kind) else f'"{TYPES[kind]}"'
        names = (wire, *other_names(record.model_fields[name]))
        parts += [f'"{key}":{f"[{inner}]" if many else inner}' for key in names]
    return "{" + ",".join(parts) + "}"


def snake(record: type[Record]) -> str:
    """`SalesInvoiceItem` becomes `sales_invoice_item`."""
    return to_snake(record.__name__)


def _columns(path: str, kind: Any) -> Iterator[tuple[str, str]]:
    """Yield the columns that staging makes of a field: the suffix of its name, and the expression that reads it."""
    if kind is str:
        yield "", f"nullif({{{{ row }}}}{path}, '')"  # some services write an empty text for no value
    elif kind is datetime.datetime:
        yield "", f"{{{{ moment(row ~ '{path}') }}}}"
        yield "__on", f"{{{{ date_without_offset(row ~ '{path}') }}}}"
    elif kind is datetime.date:
        yield "", f"{{{{ date_in(row ~ '{path}') }}}}"
    elif kind is ForeignKey:
        yield "", f"{{{{ reference(row ~ '{path}') }}}}"
    else:
        yield "", f"{{{{ row }}}}{path}"


def _named_columns(paths: Iterable[str], kind: Any) -> Iterator[tuple[str, str]]:
    """Yield the columns of a field with these names on the wire: the value under the first name that has one."""
    for columns in zip(*(_columns(path, kind) for path in paths), strict=True):
        read = [column for _, column in columns]
        yield columns[0][0], read[0] if len(read) == 1 else f"coalesce({', '.join(read)})"


def _macro(name: str, body: str) -> str:
    """Return a macro whose names in double quotes are rendered with the quotes of the database."""
    return f"{{% macro {name} %}}{{% call names() %}}\n{body}\n{{% endcall %}}{{% endmacro %}}\n"


def _macros(record: type[Record]) -> str:
    name = snake(record)
    listed = ",\n".join(
        f'    {column} as "{ours}{of}"'
        for ours, paths, kind, _ in leaves(record)
        for of, column in _named_columns(paths, kind)
    )
    read = f"{{% macro {name}_struct() %}}'{struct(record)}'{{% endmacro %}}\n\n" if record in STAGED else ""
    return read + _macro(f"{name}_fields(row)", listed)


def _checks(record: type[Record]) -> str:
    name = snake(record)
    return (
        f"{{% macro {name}_text() %}}'{text_struct(record)}'{{% endmacro %}}\n\n"
        + _macro(f"{name}_slips()", f"    {{{{ {slips(record)} }}}}")
        + "\n"
        + _macro(f"{name}_untyped()", f"    {{{{ {untyped(record)} }}}}")
    )


def render() -> dict[str, str]:
    """Return the text of each file in `dbt/macros/wire/`, by name. A nested record of two records is rendered with the first."""
    head = "{# Made from nightaudit.client.records by `make records`: edit the record there, not this file. #}\n"
    files: dict[str, str] = {}
    done: list[type[Record]] = []
    for record in STAGED:
        mine = [inner for inner in nested(record) if inner not in done]
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
