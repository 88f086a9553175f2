"""Which streams and other marts each published table is made of, by dbt's own reading of the models."""

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
    """What a mart is, the raw tables it reads through staging, and the marts it reads."""

    description: str
    raw: frozenset[str]
    marts: frozenset[str]


def marts(settings: Settings) -> dict[str, Lineage]:
    """Every mart by its whole name, each behind those it reads; what lies between marts and raw tables is left out.

    Raises ConfigurationError when the project cannot be read.
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
        """Marts and raw tables that a model reads, itself or through models that are no marts."""
        found: set[str] = set()
        for inner in manifest["parent_map"][key]:
            found |= {inner} if inner in names or inner in sources else read(inner) if inner in nodes else set()
        return found

    reads = {key: read(key) for key in names}
    found = {
        names[key]: Lineage(
            " ".join(nodes[key]["description"].split()),
            frozenset(sources[inner] for inner in inners if inner in sources),
            frozenset(names[inner] for inner in inners if inner in names),
        )
        for key, inners in reads.items()
    }
    order = TopologicalSorter({name: sorted(mart.marts) for name, mart in found.items()}).static_order()
    return {name: found[name] for name in order}


def _manifest(settings: Settings) -> dict[str, Any]:
    warehouse.prepare(settings)
    scratch = warehouse.private_dir(settings).resolve() / "lineage"  # a build may be at work in its own
    outcome = invoke(settings, warehouse.work_file(settings), scratch, "parse")
    if not outcome.success:
        raise ConfigurationError(f"The dbt project cannot be read: {outcome.exception}.")
    manifest: dict[str, Any] = outcome.result.writable_manifest().to_dict()
    return manifest
