"""Commits the rows that are read to raw tables, through dlt."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from nightaudit.errors import NightauditError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import dlt
    from dlt.extract import DltResource

    from nightaudit.load.engine import Engine
    from nightaudit.load.reading import RawReader, Reading

UNSPEAKABLE = frozenset("'*[%=\\")  # in a path that stands in SQL as it is
REASON = re.compile(r"^[\w.]+(?:Error|Exception): (.+)$", re.MULTILINE)


def job_folder(private: Path) -> Path:
    """Where rows wait to be committed, and dlt keeps its job files: in the `private` folder. A killed load leaves some.

    dlt writes their names into SQL as they are. Where that would end a text, mean several files or make a column of a folder,
    they are kept among the machine's temporary files, in a folder whose name is always the same.
    """
    beside = private.resolve() / "dlt"
    if not UNSPEAKABLE & set(str(beside)):
        return beside
    name = hashlib.sha256(str(beside).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nightaudit-{name}"


@contextmanager
def empty_job_folder(private: Path) -> Iterator[Path]:
    """The job folder, made anew, and taken away when the load has ended: its files hold personal data."""
    folder = job_folder(private)
    shutil.rmtree(folder, ignore_errors=True)  # what a killed run left: its rows are read again
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Commits:
    """Commits to one engine. What dlt keeps of its own goes to `folder`."""

    def __init__(self, destination: Engine, reading: Reading, folder: Path) -> None:
        os.environ["DLT_DATA_DIR"] = str(folder)  # before dlt is imported: run as root it would use a system folder
        self._engine, self._reading, self._folder = destination, reading, folder
        self._made: dlt.Pipeline | None = None

    def rows(self, readers: Sequence[RawReader]) -> None:
        """Commit the rows of readers that have begun. Raises NightauditError, KeyboardInterrupt."""
        if any(map(self._reading.brings_rows, readers)):
            from nightaudit.load.source import file_resource

            self._made_ready()  # the first time both take half a second, in which the rest is read
            found = {reader.name: rows for reader in readers if (rows := self._reading.found(reader))}
            self._commit([file_resource(name, rows) for name, rows in found.items()])
            for rows in found.values():
                rows.file.unlink()

    def _commit(self, resources: Sequence[DltResource]) -> None:
        from dlt.pipeline.exceptions import PipelineStepFailed

        try:
            self._made_ready().run([self._engine.fitted(one) for one in resources], loader_file_format="parquet")
            self._engine.committed()
        except PipelineStepFailed as error:
            cause = error.__cause__
            while cause is not None and not isinstance(cause, KeyboardInterrupt):
                cause = cause.__cause__
            raise cause or NightauditError(
                f"The load could not be committed: {_reason(str(error))}",
                hint="Run it again; nothing of it is half there.",
            ) from error

    def _made_ready(self) -> dlt.Pipeline:
        if self._made is None:
            self._made = self._engine.pipeline(self._folder)
        return self._made


def _reason(told: str) -> str:
    """What dlt tells of a failure, in a line: what was raised last in the traceback it quotes, else what the class says."""
    raised = REASON.findall(told)
    said = raised[-1] if raised else (told.partition("'>\n")[2] or told).splitlines()[0]
    return str(said).rstrip(".") + "."
