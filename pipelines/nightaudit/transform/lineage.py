"""Which streams and other marts each published table is made of, read from the models' own references."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from typing import TYPE_CHECKING, Any

from nightaudit.transform.build import project_dir
from nightaudit.warehouse import PUBLISHED_SCHEMAS

if TYPE_CHECKING:
    from pathlib import Path

REFERENCE = re.compile(r"\bref\(\s*['\"](\w+)['\"]\s*\)")
WORD = re.compile(r"['\"](\w+)['\"]")


@dataclass(frozen=True, slots=True)
class Lineage:
    """What a mart is, the streams it reads through staging, and the marts it reads."""

    description: str
    streams: frozenset[str]
    marts: frozenset[str]


def marts() -> dict[str, Lineage]:
    """Every mart by its whole name, each behind those it reads; what lies between marts and streams is left out."""
    models = {path.stem: path for path in sorted((project_dir() / "models").rglob("*.sql"))}
    names = {
        stem: f"{path.parent.name}.{stem}" for stem, path in models.items() if path.parent.name in PUBLISHED_SCHEMAS
    }
    sources = read_yaml(project_dir() / "models" / "staging" / "sources.yml")
    streams = frozenset(
        table["name"] for source in sources["sources"] if source["name"] == "raw" for table in source["tables"]
    )

    @cache
    def read(stem: str) -> frozenset[str]:
        """Streams and marts that a model reads, itself or through models that are no marts."""
        text = models[stem].read_text(encoding="utf-8")
        found = streams & set(WORD.findall(text)) if stem.startswith("stg_") else frozenset()
        for inner in REFERENCE.findall(text):
            if inner in names:
                found |= {names[inner]}
            elif inner in models:
                found |= read(inner)
        return frozenset(found)

    found = {
        name: Lineage(_described(models[stem]), read(stem) & streams, read(stem) - streams)
        for stem, name in names.items()
    }
    order = TopologicalSorter({name: sorted(mart.marts) for name, mart in found.items()}).static_order()
    return {name: found[name] for name in order}


def read_yaml(path: Path) -> Any:
    """What a YAML file of the project says."""
    import yaml  # type: ignore[import-untyped]

    return yaml.safe_load(path.read_text(encoding="utf-8"))


def _described(path: Path) -> str:
    described = read_yaml(path.with_suffix(".yml"))["models"]
    return " ".join(next(model["description"] for model in described if model["name"] == path.stem).split())
