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


RUN = "nightaudit.load.run:LoadRun"
COMMIT = "nightaudit.load.engine:WorkFileEngine.commit"
SENT = "nightaudit.load.engine:WorkFileEngine._send"
NOTE = "nightaudit.load.engine:WorkFileEngine.note"
ENDS = "update raw"

LOAD: dict[str, Point] = {
    "nothing read": Point(f"{RUN}.read_lists", "before"),
    "some pages answered": Point("nightaudit.client.client:Client.page", "after", 9),
    "a batch handed on": Point("nightaudit.load.changes.changed:ChangedRecords._with_changes", "after", 2),
    "lists read, none committed": Point(COMMIT, "before"),
    "rows of a table sent": Point(SENT, "after"),
    "rows of many tables sent": Point(SENT, "after", 12),
    "versions about to end": Point(SENT, "before", 3, ENDS),
    "versions ended, none in their place": Point(SENT, "after", 9, ENDS),
    "rows of all lists sent": Point(SENT, "after", 20),
    "lists committed, not certified": Point(COMMIT, "after"),
    "second commit begun": Point(COMMIT, "before", 2),
    "second commit done": Point(COMMIT, "after", 2),
    "behaviours about to be kept": Point("pathlib:Path.replace", "before", 1, "behaviours"),
    "certificates not committed": Point(f"{RUN}.certify", "before"),
    "certificates noted, child lists not": Point(NOTE, "before", 1, "child_reads"),
    "certificates committed": Point(f"{RUN}.certify", "after"),
    "work file not closed": Point("nightaudit.client.client:Client.close", "after"),
    "mark not taken away": Point("nightaudit.load.earlier.unfinished:Unfinished.end", "before"),
    "load over": Point("nightaudit.load.earlier.unfinished:Unfinished.end", "after"),
}
NIGHTLY: dict[str, Point] = {
    "build prepared": Point("nightaudit.transform.build:_prepare", "after"),
    "a model about to be built": Point("nightaudit.transform.replay:_Run._run_step", "before", 12),
    "half of the models built": Point("nightaudit.transform.replay:_Run._run_step", "after", 40),
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
