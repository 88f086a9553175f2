"""Finds which raw tables and which other marts each published table reads, from dbt's manifest."""

from __future__ import annotations

from dataclasses import dataclass
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any

from nightaudit import schemas, warehouse
from nightaudit.errors import ConfigurationError
from nightaudit.transform.runner import invoke

if TYPE_CHECKING:
    from nightaudit.settings import Settings


@dataclass(frozen=True, slots=True)
class Lineage:
    """The description of a mart, the raw tables it reads through staging, and the marts it reads."""

    description: str
    raw: frozenset[str]
    marts: frozenset[str]


def marts(settings: Settings) -> dict[str, Lineage]:
    """Return every mart by its full name (`schema.name`), each after the marts it reads; models in between are passed through.

    Raises ConfigurationError when dbt cannot parse the project.
    """
    manifest = _manifest(settings)
    nodes: dict[str, dict[str, Any]] = {**manifest["nodes"], **manifest["sources"]}
    names = {
        key: f"{node['schema']}.{node['name']}"
        for key, node in nodes.items()
        if node["resource_type"] == "model" and node["schema"] in schemas.PUBLISHED
    }
    sources = {key: node["name"] for key, node in nodes.items() if node.get("source_name") == "raw"}

    def read(key: str) -> set[str]:
        """Return the marts and raw tables that a model reads, directly or through models that are not marts."""
        inputs: set[str] = set()
        for parent in manifest["parent_map"][key]:
            inputs |= {parent} if parent in names or parent in sources else read(parent) if parent in nodes else set()
        return inputs

    reads = {key: read(key) for key in names}
    lineages = {
        names[key]: Lineage(
            " ".join(nodes[key]["description"].split()),
            frozenset(sources[parent] for parent in inputs if parent in sources),
            frozenset(names[parent] for parent in inputs if parent in names),
        )
        for key, inputs in reads.items()
    }
    order = TopologicalSorter({name: sorted(mart.marts) for name, mart in lineages.items()}).static_order()
    return {name: lineages[name] for name in order}


def _manifest(settings: Settings) -> dict[str, Any]:
    warehouse.prepare(settings)
    scratch = warehouse.private_dir(settings).resolve() / "lineage"  # not the folder of a build, which may be running
    outcome = invoke(settings, warehouse.work_file(settings), scratch, "parse")
    if not outcome.success:
        raise ConfigurationError(f"The dbt project cannot be read: {outcome.exception}.")
    manifest: dict[str, Any] = outcome.result.writable_manifest().to_dict()
    return manifest
