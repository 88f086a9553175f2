"""What earlier runs of a pipeline left: the keys in its destination, and, in its state, why a list was not read completely."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import dlt
from dlt.common.configuration.container import Container
from dlt.common.destination import DestinationCapabilitiesContext
from dlt.common.destination.exceptions import DestinationCapabilitiesException, DestinationUndefinedEntity
from dlt.common.destination.utils import resolve_merge_strategy

from nightaudit.load.batch import RAW_SCHEMA
from nightaudit.load.earlier.known import Known
from nightaudit.load.walks.reasons import EMPTY

if TYPE_CHECKING:
    from collections.abc import Sequence

log = logging.getLogger("nightaudit.load")
COLUMNS = "record_key", "valid_to", "payload"


class InDestination(Known):
    """What the resources of a dlt source can know of earlier runs. They send every record again.

    So a hash is unknown, which counts as another one: dlt drops the versions that are stored already, also where the destination
    lacks a package that was extracted before.
    """

    def __init__(self) -> None:
        self._keys: dict[str, list[str]] = {}

    def look_up(self, stream: str) -> None:
        """Read the keys of the current records of the resource that is being extracted. Not for the threads of dlt's pools."""
        self._keys[stream] = _current_keys()

    def was_listed(self, stream: str, /) -> bool:
        """Return whether a run that was loaded read the list."""
        return stream in _reasons()

    def last_reasons(self, stream: str, /) -> str:
        """Return what `note` was given last."""
        return _reasons().get(stream, "")

    def was_empty(self, stream: str, /) -> bool:
        """Return whether the last run found the list EMPTY."""
        return self.last_reasons(stream).startswith(EMPTY)

    def note(self, stream: str, reason: str) -> None:
        """Keep the reason that the certificate of a walk states; dlt commits it with the rows."""
        _reasons()[stream] = reason

    def hashes(self, stream: str, keys: Sequence[str] | None = None, /) -> dict[str, str]:
        """Return the keys of the current records, of these or of all, each with an unknown hash."""
        held = self._keys.get(stream, [])
        return dict.fromkeys(held if keys is None else set(keys).intersection(held), "")


def _current_keys() -> list[str]:
    """Return the keys in the table of the current resource; none unless its versions end only when others begin."""
    table, schema = _table(), dlt.current.source_schema()
    versions = table.get("x-merge-strategy") == "scd2" and table["columns"]["record_key"].get("merge_key")
    if not versions or Container().get(DestinationCapabilitiesContext) is None:  # iterated without a pipeline
        return []
    pipeline, naming = dlt.current.pipeline(), schema.naming
    stored, names = naming.normalize_table_identifier(table["name"]), [*map(naming.normalize_identifier, COLUMNS)]
    made = pipeline.schemas[schema.name].tables if schema.name in pipeline.schema_names else {}
    if not made.get(stored, {}).get("columns", {}).keys() >= set(names):  # no run yet, or the table of a transformer
        return []
    with pipeline.sql_client(schema.name) as client:
        key, ended, payload = map(client.escape_column_name, names)
        query = f"select {key} from {client.make_qualified_table_name(stored)} where {ended} is null and {payload} is not null"
        try:
            return [key for (key,) in client.execute_sql(query) or ()]
        except DestinationUndefinedEntity:  # it was dropped
            return []


def keep_versions_if_possible() -> None:
    """Have the current resource replace its table where the destination cannot merge: dlt would append every record in each run.

    Where the user chose another write disposition than merge, or a merge that is possible, that is kept.
    """
    capabilities, resource = Container().get(DestinationCapabilitiesContext), dlt.current.resource()
    table = _table()
    if not (capabilities and resource.selected and table["write_disposition"] == "merge"):
        return
    try:
        can_merge = resolve_merge_strategy({table["name"]: table}, table, capabilities)
    except DestinationCapabilitiesException:
        can_merge = None
    if not can_merge:
        log.warning(
            "%s: the destination cannot keep versions, so the table holds the records of this run only.", resource.name
        )
        resource.apply_hints(write_disposition="replace")


def _table() -> Any:
    return dlt.current.resource().compute_table_schema(RAW_SCHEMA.empty_table())


def _reasons() -> dict[str, str]:
    found: dict[str, str] = dlt.current.source_state().setdefault("reasons", {})
    return found
