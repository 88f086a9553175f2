"""What the warehouse already holds: the hash of the current version of every record, stream by stream."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb


class Known(Protocol):
    """Where a load looks up what earlier loads committed."""

    def hashes(self, stream: str, /) -> dict[str, str]:
        """Hash of the current version by record key; a record proven gone is not among them."""

    def payloads(self, stream: str, keys: Sequence[str], /) -> dict[str, str]:
        """JSON text of the current versions of these records."""


class NothingKnown:
    """The answer for a destination we cannot read: every row is sent, and the merge finds what changed."""

    def hashes(self, _stream: str, /) -> dict[str, str]:
        """Nothing."""
        return {}

    def payloads(self, _stream: str, _keys: Sequence[str], /) -> dict[str, str]:
        """Nothing."""
        return {}


class KnownInWarehouse:
    """Reads the hashes from the raw tables of the work file.

    State moves only with committed data because this is the state: there is no other.
    """

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        self._connection = connection
        rows = connection.execute("select table_name from duckdb_tables() where schema_name = 'raw'").fetchall()
        self.tables = {name for (name,) in rows}

    def hashes(self, stream: str) -> dict[str, str]:
        """Hash of the current version by record key."""
        if stream not in self.tables:
            return {}
        found = self._connection.cursor().execute(
            f"select record_key, record_hash from raw.{stream} where valid_to is null and payload is not null"
        )
        return dict(found.fetchall())

    def payloads(self, stream: str, keys: Sequence[str]) -> dict[str, str]:
        """JSON text of the current versions of these records."""
        found = self._connection.cursor().execute(
            f"select record_key, payload from raw.{stream}"
            " where valid_to is null and payload is not null and record_key in (select unnest(?))",
            [list(keys)],
        )
        return dict(found.fetchall())
