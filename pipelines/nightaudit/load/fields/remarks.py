"""The remarks on fields of records that are not declared, or not of their declared shape, or of several types."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from nightaudit import database, warehouse
from nightaudit.machine_errors import is_held

if TYPE_CHECKING:
    from pathlib import Path

    import duckdb

    from nightaudit.settings import Settings


@dataclass(frozen=True, slots=True)
class FieldRemark:
    """A field that someone should look at: it is unknown, retyped, or its only type is not the declared one.

    kinds    the JSON types that its values had
    unknown  whether the field is missing from the record dictionary
    new      whether no earlier run made the same remark
    """

    stream: str
    field: str
    kinds: tuple[str, ...]
    unknown: bool
    new: bool = False

    @property
    def retyped(self) -> bool:
        """Whether its values had more than one type."""
        return len(self.kinds) > 1

    @property
    def text(self) -> str:
        """The remark in words."""
        parts = ["not in our record dictionary"] if self.unknown else []
        if self.retyped or not self.unknown:
            parts.append(f"comes as {' and as '.join(self.kinds)}")
        if not (self.retyped or self.unknown):
            parts.append("which our record dictionary does not expect")
        return ", ".join(parts)

    def as_dict(self) -> dict[str, Any]:
        """Return the remark as JSON-ready values."""
        return asdict(self) | {"retyped": self.retyped, "text": self.text}


def remarks_on_lake(settings: Settings) -> list[FieldRemark]:
    """Return the remarks of the last call of `examine` on a lake; none while another run writes that file."""
    import duckdb

    path = beside_lake(settings)
    if not path.exists():
        return []
    try:
        with duckdb.connect(str(path), read_only=True) as work:
            return remarks(work)
    except duckdb.Error as error:
        if not is_held(str(error)):
            raise
        return []


def remarks(work: duckdb.DuckDBPyConnection) -> list[FieldRemark]:
    """Return the remarks of the last call of `examine`; `work` is the open database that keeps them."""
    if not database.has_table(work, "private.field_remarks"):
        return []
    found = work.execute("select stream, field, kinds, unknown from private.field_remarks order by stream, field")
    return [FieldRemark(stream, field, tuple(kinds), unknown) for stream, field, kinds, unknown in found.fetchall()]


def beside_lake(settings: Settings) -> Path:
    """Return the database that keeps the remarks where the raw tables are in a lake."""
    return warehouse.private_dir(settings) / "fields.duckdb"
