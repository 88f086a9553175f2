"""Plants faults in a copy of the models, one at a time, and finds the dbt test or the oracle comparison that notices each."""

from __future__ import annotations

import json
import re
import shutil
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest import mock

import duckdb

from nightaudit.transform import project_dir, runner, setting_macros
from nightaudit.transform.recording import Recorder
from nightaudit.transform.replay import replay
from nightaudit.transform.reporting import results_of
from oracle.build import BEFORE, kept_tables, settings_of
from oracle.compare import compare_ageing_as_known, compare_on_the_books, differences, marts_of, read
from oracle.rules import ONE

if TYPE_CHECKING:
    from collections.abc import Iterator

    from marts.world import World
    from nightaudit.settings import Settings
    from oracle.rules import Rows

LARGE = {"occupancy.fct_unit_nights", "occupancy.fct_occupancy_daily", "occupancy.fct_stay_nights"}
BOOKS, KNOWN = "occupancy.on_the_books", "receivables.ageing_as_known"
FAILED = {"fail", "error", "runtime error"}


@dataclass(frozen=True, slots=True)
class Fault:
    """An error in a model: its text `old`, which occurs once in the file, replaced by `new`; `caught_by` must notice."""

    name: str
    path: str  # below the dbt project
    old: str
    new: str
    caught_by: str  # the name of a dbt test, or of a mart that the oracle compares
    select: str = ""  # which nodes to build; by default the model and all that depends on it
    over: str = ""  # "time": built on top of the marts of the evening before, which are kept and updated

    @property
    def nodes(self) -> str:
        """The nodes that dbt builds, as a selection."""
        return self.select or f"{Path(self.path).stem}+"

    def planted(self, text: str) -> str:
        """The text with the fault. Raises AssertionError if `old` does not occur exactly once."""
        assert 1 == text.count(self.old), f"{self.name}: {text.count(self.old)} places in {self.path} to plant it"
        return text.replace(self.old, self.new)


class Plants:
    """A copy of the dbt project, and a built world whose marts it builds again, with a fault or without."""

    def __init__(self, world: World, folder: Path) -> None:
        """Copy the project into `folder`; build nothing yet."""
        self.world, self.folder = world, folder
        self.project = Path(shutil.copytree(project_dir(), folder / "dbt"))
        self.evening = max(world.evenings)
        self.known = world.known(self.evening)
        self.expected: dict[str, Rows] = {}
        self.settings = settings_of(folder, self.known.rules)

    def caught(self, fault: Fault | None, nodes: str = "") -> list[str]:
        """Build with the fault; return the dbt tests that fail or, if none does, the first mart that differs from the oracle.

        Without a fault the models are right, so the list must be empty.
        """
        work_file = self.folder / "work.duckdb"
        built, over_time = Path(str(self.world.warehouse)), bool(fault and fault.over)
        shutil.copy(built.with_name(BEFORE) if over_time else built, work_file)
        settings = kept_tables(self.settings) if over_time else self.settings
        results = self._run(settings, fault, work_file, nodes or (fault.nodes if fault else ""))
        noticed = [name for name, status in results.items() if status in FAILED]
        new = {name for name, status in results.items() if status == "success"}
        return noticed or list(islice(self._differing_marts(work_file, new, fault.caught_by if fault else ""), 1))

    def _run(self, settings: Settings, fault: Fault | None, work_file: Path, nodes: str) -> dict[str, str]:
        with self._planted(fault), mock.patch.object(runner, "project_dir", return_value=self.project):
            # A failing unit test stops its model, so neither other tests nor the oracle would see the fault.
            left_out = self._unit_tests() - {fault.caught_by if fault else ""}
            options = ("--select", *nodes.split(), "--exclude", *(f"test_name:{name}" for name in sorted(left_out)))
            if fault and fault.over:
                return self._mended(settings, work_file, options)
            results = self._by_dbt(settings, work_file, options)
        assert results, f"{nodes} selects nothing"
        return {result.node.name: str(result.status) for result in results}

    def _by_dbt(
        self, settings: Settings, work_file: Path, options: tuple[str, ...], watch: Recorder | None = None
    ) -> list[Any]:
        target = self.folder / "target"
        return results_of(runner.invoke(settings, work_file, target, "build", *options, watch=watch), target)

    def _mended(self, settings: Settings, work_file: Path, options: tuple[str, ...]) -> dict[str, str]:
        """As `_run`, updating kept tables: dbt builds them in full in a spare copy, and the recorded steps are replayed."""
        recorder, spare = Recorder(), self.folder / "spare" / work_file.name
        spare.parent.mkdir(exist_ok=True)
        shutil.copy(work_file, spare)
        results = self._by_dbt(settings, spare, options, recorder)
        script = recorder.script(results)
        with duckdb.connect(str(work_file)) as connection:
            setting_macros.make(connection, settings)
            known = json.dumps(runner.variables_of(settings))
            outcome = replay(script, connection, self.folder / "target", known, incremental=True)
        assert outcome, "dbt would be asked"
        failed = {failure.partition(" ")[0] for failure in outcome.failures}
        return {step.name: "fail" if step.name in failed else "success" for step in script}

    def _unit_tests(self) -> set[str]:
        texts = [path.read_text(encoding="utf-8") for path in (self.project / "models").rglob("*.yml")]
        return {name for text in texts for name in re.findall(r"- name: (\w+)", text.partition("unit_tests:")[2])}

    @contextmanager
    def _planted(self, fault: Fault | None) -> Iterator[None]:
        if not fault:
            yield
            return
        path = self.project / fault.path
        text = path.read_text(encoding="utf-8")
        path.write_text(fault.planted(text), encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(text, encoding="utf-8")

    def _differing_marts(self, work_file: Path, built: set[str], first: str) -> Iterator[str]:
        """Yield the marts of this build that differ from the oracle: the one named `first` first, the large ones last."""
        if first == BOOKS:
            yield from self._books_differ(work_file)
        if first == KNOWN:
            yield from self._known_differ(work_file)
        with closing(duckdb.connect(str(work_file), read_only=True)) as connection:
            marts = marts_of(connection, self.known, ages=(0, 31))
            for mart in sorted(marts, key=lambda mart: (not mart.name.startswith(first or "-"), mart.name in LARGE)):
                table = mart.name.partition("(")[0].partition(".")[2]
                if table in built or (table == "ageing" and "fct_sales_invoices" in built):
                    if mart.name not in self.expected:
                        self.expected[mart.name] = mart.rows(self.known)
                    actual = read(connection, mart.query or mart.name, mart.keys)
                    if any(True for _ in differences(mart.name, self.expected[mart.name], actual)):
                        yield mart.name.partition("(")[0]
        if "fct_on_the_books_changes" in built:
            yield from self._books_differ(work_file)
        if {"fct_sales_invoice_versions", "fct_financial_allocation_versions"} & built:
            yield from self._known_differ(work_file)

    def _books_differ(self, work_file: Path) -> Iterator[str]:
        dates = [*self.world.evenings, min(self.world.evenings).replace(day=1)]
        if compare_on_the_books(work_file, self.world.versions, self.world.rules, dates):
            yield BOOKS

    def _known_differ(self, work_file: Path) -> Iterator[str]:
        first, last = min(self.world.evenings), self.evening
        dates = [(first, first), (last, last), (first, last), (first - ONE, first.replace(day=1))]
        try:
            differ = bool(compare_ageing_as_known(work_file, self.world.versions, self.world.rules, dates))
        except AssertionError:  # a row of the result occurs twice
            differ = True
        if differ:
            yield KNOWN
