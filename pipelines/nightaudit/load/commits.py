"""Commits the rows that are read to raw tables, through dlt."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from nightaudit.errors import NightauditError

if TYPE_CHECKING:
    from collections.abc import Sequence

    import dlt
    from dlt.extract import DltResource

    from nightaudit.load.engine import Engine
    from nightaudit.load.progress import Progress
    from nightaudit.load.reading import RawReader, Reading

UNSPEAKABLE = frozenset("'*[%=\\")  # in a path that stands in SQL as it is
REASON = re.compile(r"^[\w.]+(?:Error|Exception): (.+)$", re.MULTILINE)


def job_folder(private: Path) -> Path:
    """Where dlt keeps its job files, of which a killed load leaves some: in the `private` folder, where dlt can name it.

    It writes their names into SQL as they are. Where that would end a text, mean several files or make a column of a folder,
    they are kept among the machine's temporary files, in a folder whose name is always the same.
    """
    beside = private.resolve() / "dlt"
    if not UNSPEAKABLE & set(str(beside)):
        return beside
    name = hashlib.sha256(str(beside).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nightaudit-{name}"


class Commits:
    """Commits to one engine. What dlt keeps of its own goes to `folder`, which begins empty."""

    def __init__(self, destination: Engine, reading: Reading, folder: Path, progress: Progress | None) -> None:
        shutil.rmtree(folder, ignore_errors=True)  # what a killed run left: its rows are read again
        folder.mkdir(mode=0o700)
        os.environ["DLT_DATA_DIR"] = str(folder)  # before dlt is imported: run as root it would use a system folder
        os.environ["EXTRACT__WORKERS"] = str(reading.lists)  # else five lists at a time, whatever is allowed
        self._engine, self._reading, self._folder, self._progress = destination, reading, folder, progress
        self._made: dlt.Pipeline | None = None

    def rows(self, readers: Sequence[RawReader]) -> None:
        """Commit the rows of readers that have begun. Raises NightauditError, KeyboardInterrupt."""
        resources = []
        for reader in self._reading.bringing(readers):
            # The first time that takes half a second, in which the others are read.
            from nightaudit.load.source import raw_resource

            resources.append(raw_resource(reader, self._reading.tables(reader), self._progress))
        sent = {resource.name for resource in resources}
        for reader in readers:
            if self._progress and reader.name not in sent:
                self._progress.stream(reader.name, reader.summary.rows, done=True)
        if resources:
            self._commit(resources)

    def _commit(self, resources: Sequence[DltResource]) -> None:
        from dlt.pipeline.exceptions import PipelineStepFailed

        try:
            self._pipeline.run([self._engine.fitted(one) for one in resources], loader_file_format="parquet")
            self._engine.committed()
        except PipelineStepFailed as error:
            cause = error.__cause__
            while cause is not None and not isinstance(cause, NightauditError | KeyboardInterrupt):
                cause = cause.__cause__
            raise cause or NightauditError(
                f"The load could not be committed: {_reason(str(error))}",
                hint="Run it again; nothing of it is half there.",
            ) from error

    @property
    def _pipeline(self) -> dlt.Pipeline:
        if self._made is None:
            self._made = self._engine.pipeline(self._folder)
        return self._made


def _reason(told: str) -> str:
    """What dlt tells of a failure, in a line: what was raised last in the traceback it quotes, else what the class says."""
    raised = REASON.findall(told)
    said = raised[-1] if raised else (told.partition("'>\n")[2] or told).splitlines()[0]
    return str(said).rstrip(".") + "."
