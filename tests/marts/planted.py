"""Faults planted in a copy of the models, one at a time, and who notices: a test of dbt, or the oracle."""

from __future__ import annotations

import importlib
import shutil
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import duckdb

from nightaudit.transform import project_dir
from oracle.build import settings_of
from oracle.compare import compare_on_the_books, differences, marts_of, read

if TYPE_CHECKING:
    from collections.abc import Iterator

    from marts.world import World
    from oracle.rules import Rows

dbt_build = importlib.import_module("nightaudit.transform.build")  # the package's `build` is the function
FAILED = {"fail", "error", "runtime error"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A slip of somebody who changes a model: the text that stands there once, what stands there instead, who must notice."""

    name: str
    path: str  # below the dbt project
    old: str
    new: str
    caught_by: str  # the name of a dbt test, or of a mart that the oracle compares
    select: str = ""  # which nodes to build; by default the model and all that depends on it

    @property
    def nodes(self) -> str:
        """What dbt builds anew."""
        return self.select or f"{Path(self.path).stem}+"


class Plants:
    """A copy of the project over a built world."""

    def __init__(self, world: World, folder: Path) -> None:
        """Nothing is built yet."""
        self.world, self.folder = world, folder
        self.project = Path(shutil.copytree(project_dir(), folder / "dbt"))
        self.evening = max(world.evenings)
        self.known = world.known(self.evening)
        self.expected: dict[str, Rows] = {}
        self.settings = settings_of(folder, self.known.rules)

    def caught(self, fault: Fault | None, nodes: str = "") -> list[str]:
        """Who notices: the dbt tests that fail; if none does, the marts in which the oracle finds a difference.

        Without a fault the models are as they should be, and nobody may notice anything.
        """
        work_file = self.folder / "work.duckdb"
        shutil.copy(str(self.world.warehouse), work_file)
        results = self._run(fault, work_file, nodes or (fault.nodes if fault else ""))
        noticed = [name for name, status in results.items() if status in FAILED]
        return noticed or list(
            self._differ(work_file, {name for name, status in results.items() if status == "success"})
        )

    def _run(self, fault: Fault | None, work_file: Path, nodes: str) -> dict[str, str]:
        with self._planted(fault), mock.patch.object(dbt_build, "project_dir", return_value=self.project):
            results = dbt_build._run(self.settings, work_file, self.folder / "target", ("--select", *nodes.split()))
        assert results, f"{nodes} selects nothing"
        return {result.node.name: str(result.status) for result in results}

    @contextmanager
    def _planted(self, fault: Fault | None) -> Iterator[None]:
        if not fault:
            yield
            return
        path = self.project / fault.path
        text = path.read_text(encoding="utf-8")
        assert text.count(fault.old) == 1, f"{fault.name}: {text.count(fault.old)} places in {fault.path} to plant it"
        path.write_text(text.replace(fault.old, fault.new), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def _differ(self, work_file: Path, built: set[str]) -> Iterator[str]:
        """The marts built anew that are not what the oracle says."""
        with closing(duckdb.connect(str(work_file), read_only=True)) as connection:
            for mart in marts_of(connection, self.known, ages=(0, 31)):
                table = mart.name.partition("(")[0].partition(".")[2]
                if table in built or (table == "ageing" and "fct_sales_invoices" in built):
                    wanted = self.expected.setdefault(mart.name, mart.rows(self.known))
                    if any(differences(mart.name, wanted, read(connection, mart.query or mart.name, mart.keys))):
                        yield mart.name.partition("(")[0]
        if "fct_on_the_books_changes" in built:
            dates = [*self.world.evenings, min(self.world.evenings).replace(day=1)]
            if compare_on_the_books(work_file, self.world.versions, self.world.rules, dates):
                yield "occupancy.on_the_books"
