"""The named moments of `load` and `nightly` at which a test kills the process, and how it gets itself killed there."""

from __future__ import annotations

import functools
import importlib
import itertools
import os
import signal
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Point:
    """Just before or after the nth call of `target` ("module:name.of.function") whose arguments mention `about`."""

    target: str
    edge: Literal["before", "after"]
    nth: int = 1
    about: str = ""


RUN = "nightaudit.load.pipeline:_Run"
COMMIT = "nightaudit.load.commits:Commits._commit"
NOTE = "nightaudit.load.engine:_InWorkFile.note"
DLT = "dlt.pipeline.pipeline:Pipeline"
PACKAGE = "dlt.load.load:Load"
MERGES = "dlt.destinations.job_client_impl:SqlLoadJob.run"
WALKS = "dlt.destinations.impl.duckdb.duck:DuckDbCopyJob.run"

LOAD: dict[str, Point] = {
    "nothing read": Point(f"{RUN}.streams", "before"),
    "some pages answered": Point("nightaudit.client.client:Client.page", "after", 9),
    "a batch handed on": Point("nightaudit.load.reader:StreamReader._with_changes", "after", 2),
    "lists extracted": Point(f"{DLT}.extract", "after"),
    "lists normalised": Point(f"{DLT}.normalize", "after"),
    "package begun": Point(f"{PACKAGE}.initialize_package", "after"),
    "one table staged": Point(WALKS, "after"),
    "many tables staged": Point(WALKS, "after", 20),
    "a merge begun": Point(MERGES, "before", 3),
    "a merge done": Point(MERGES, "after", 9),
    "last merges": Point(MERGES, "after", 20),
    "package loaded, not completed": Point(f"{PACKAGE}.complete_package", "before"),
    "package completed": Point(f"{PACKAGE}.complete_package", "after"),
    "lists committed, not certified": Point(COMMIT, "after"),
    "second commit extracted": Point(f"{DLT}.extract", "after", 2),
    "second commit done": Point(COMMIT, "after", 2),
    "behaviours about to be kept": Point("pathlib:Path.replace", "before", 1, "behaviours"),
    "certificates not committed": Point(f"{RUN}.certify", "before"),
    "certificates noted, child lists not": Point(NOTE, "before", 4),
    "certificates committed": Point(f"{RUN}.certify", "after"),
    "work file not closed": Point("nightaudit.client.client:Client.close", "after"),
    "mark not taken away": Point("nightaudit.load.unfinished:Unfinished.end", "before"),
    "load over": Point("nightaudit.load.unfinished:Unfinished.end", "after"),
}
NIGHTLY: dict[str, Point] = {
    "build prepared": Point("nightaudit.transform.build:_prepare", "after"),
    "a model about to be built": Point("nightaudit.transform.replay:_Run._do", "before", 12),
    "half of the models built": Point("nightaudit.transform.replay:_Run._do", "after", 40),
    "models built": Point("nightaudit.transform.build:_replayed", "after"),
    "journal about to be copied": Point("nightaudit.nightly:copy_journal", "before"),
    "journal copied": Point("nightaudit.nightly:copy_journal", "after"),
    "published file copied": Point("shutil:copyfile", "after", 1, ".warehouse-"),
    "new file begun": Point("nightaudit.publishing.publication:copy", "before"),
    "new file filled": Point("nightaudit.publishing.publication:copy", "after"),
    "new file not in place": Point("pathlib:Path.replace", "before", 1, ".warehouse-"),
    "new file in place": Point("pathlib:Path.replace", "after", 1, ".warehouse-"),
    "new file noted": Point("nightaudit.publishing.publication:note", "after"),
    "report not written": Point("nightaudit.report:write_page", "before"),
    "report written": Point("nightaudit.report:write_page", "after"),
}
POINTS = LOAD | NIGHTLY


def arm(point: Point) -> None:
    """From now on this process kills itself at that point."""
    module_name, _, path = point.target.partition(":")
    *parents, name = path.split(".")
    owner: Any = functools.reduce(getattr, parents, importlib.import_module(module_name))
    genuine = getattr(owner, name)
    calls = itertools.count(1)  # counted by several threads

    @functools.wraps(genuine)
    def watched(*args: Any, **kwargs: Any) -> Any:
        its_turn = point.about in repr(args) and next(calls) == point.nth
        if its_turn and point.edge == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        answer = genuine(*args, **kwargs)
        if its_turn:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer

    setattr(owner, name, watched)
