"""The script of a build of everything, recorded by dbt once for all tests and workers, and scripts of parts cut out of it.

A build that `known` was asked for before is replayed, and dbt need not run again for each selection of models.
"""

from __future__ import annotations

import functools
import os
import tempfile
import zlib
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec
from filelock import FileLock

from nightaudit import transform
from nightaudit.errors import NightauditError
from nightaudit.settings import Settings
from nightaudit.transform import models_digest, runner, script, user_cache
from nightaudit.transform.build import _options
from nightaudit.transform.script import Script, Step

WORK_FILE = Path("work.duckdb")


def key_of(select: Sequence[str], *, checked: bool) -> str:
    """The key under which a build looks for its script."""
    digest = models_digest.digest_of(transform.project_dir())
    return script.key_of(WORK_FILE, digest, _options(select, checked=checked))


@functools.cache
def whole() -> Script | None:
    """The script of a build of everything; it is in the user's cache from then on. None where that build fails.

    The first to ask has dbt build a portfolio without a record; others wait for it.
    """
    key, lock = key_of((), checked=True), Path(tempfile.gettempdir(), f"nightaudit-tests-{os.getuid()}.lock")
    with FileLock(lock), tempfile.TemporaryDirectory(prefix="recorded-") as folder:
        if not script.find(key, Path(folder)):
            work_file = Path(folder) / "private" / WORK_FILE
            work_file.parent.mkdir()
            try:
                transform.build(Settings.read(data_dir=folder), work_file)
            except NightauditError:
                return None  # a test of what is broken says so
        return script.find(key, Path(folder))


def bring_parsed(scratch: Path) -> None:
    """Leave in `scratch`, dbt's target folder, what dbt parsed of this checkout, as far as the user's cache still has it.

    dbt then parses only those files of a copy of the project that differ, as it would at somebody who built before.
    """
    whole()
    settings = Settings.read(data_dir=scratch)
    user_cache.bring(runner.parse_key(settings, "work", WORK_FILE), scratch)


def known(select: Sequence[str] = (), *, checked: bool = True) -> None:
    """Have a build of this process find its script, if `select` is of models or checks with all that they read."""
    if not all(word.startswith("+") and word[1:].isidentifier() for word in select):
        return
    key = key_of(select, checked=checked)
    if key not in script._in_memory and (everything := whole()):
        steps = cut(everything, {word[1:] for word in select}, checked=checked)
        script._remember(key, zlib.compress(msgspec.json.encode(steps), 1))


def kept(select: Sequence[str]) -> None:
    """Have a build of any process find its script: it is in the user's cache, too."""
    known(select)
    key = key_of(select, checked=True)
    with tempfile.TemporaryDirectory(prefix="recorded-") as folder:
        if found := script.find(key, Path(folder)):
            script.keep(key, found, Path(folder))


def cut(steps: Iterable[Step], names: set[str], *, checked: bool) -> list[Step]:
    """The steps of these names and what they read, all where there are no names; with the checks of nothing else."""
    among = {step.node: step for step in steps}
    wanted: set[str] = set()
    more = [step.node for step in among.values() if not names or step.name in names]
    assert len(more) >= len(names), f"{names} are not all nodes"
    while more:
        node = more.pop()
        if node not in wanted:
            wanted.add(node)
            more += [parent for parent in among[node].parents if parent in among]
    models = {node for node in wanted if among[node].kind != "test"}
    checks = {step.node for step in among.values() if step.kind == "test" and {*step.parents} & among.keys() <= models}
    return [step for step in among.values() if step.node in (models | checks if checked else models)]
