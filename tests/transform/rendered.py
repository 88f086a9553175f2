"""The models as written for Spark, without Spark or Java: dbt compiles them with an adapter that answers in its place."""

from __future__ import annotations

import sys
import types
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import dbt.include.duckdb
from dbt.adapters.base.plugin import AdapterPlugin
from dbt.adapters.duckdb.connections import DuckDBConnectionManager
from dbt.adapters.duckdb.credentials import DuckDBCredentials
from dbt.adapters.duckdb.impl import DuckDBAdapter
from dbt.adapters.duckdb.relation import DuckDBRelation

from nightaudit.settings import Settings
from nightaudit.transform.reporting import results_of
from nightaudit.transform.runner import invoke


@dataclass(frozen=True, eq=False, repr=False)
class Named(DuckDBRelation):
    """A table's name as Spark has it."""

    quote_character: str = "`"


class Manager(DuckDBConnectionManager):
    TYPE = "spark"


@dataclass
class Credentials(DuckDBCredentials):
    """Where nothing is kept: a database in memory, so that a compile has something to ask."""

    method: str = ""
    host: str = ""

    @property
    def type(self) -> str:
        return "spark"


class InPlaceOfSpark(DuckDBAdapter):
    """Every table has the same column."""

    ConnectionManager = Manager
    Relation = Named

    @classmethod
    def type(cls) -> str:
        return "spark"

    @classmethod
    def quote(cls, identifier: str) -> str:
        return f"`{identifier}`"

    def list_relations_without_caching(self, _schema_relation: Any) -> list[Any]:
        return []

    def get_columns_in_relation(self, _relation: Any) -> list[Any]:
        return [self.Column("record_key", "varchar")]


def rendered(folder: Path) -> dict[str, str]:
    """The SQL of every model and test, by the name of the file or test, as `dbt compile` makes it for Spark."""
    standing = types.ModuleType("dbt.adapters.spark")
    adapter: Any = InPlaceOfSpark  # whose own types do not keep to the protocol that dbt declares
    plugin = AdapterPlugin(adapter, Credentials, dbt.include.duckdb.PACKAGE_PATH)
    vars(standing)["Plugin"] = plugin
    version = types.ModuleType("dbt.adapters.spark.__version__")
    vars(version)["version"] = "0.0.0"
    sys.modules |= {"dbt.adapters.spark": standing, "dbt.adapters.spark.__version__": version}
    outcome = invoke(Settings.read(data_dir=folder), folder / "none.duckdb", folder, "compile", target="spark")
    nodes = [result.node for result in results_of(outcome, folder)]
    return {node.name: node.compiled_code for node in nodes if node.resource_type in {"model", "test"}}
