"""The spool: files of Arrow streams that hold rows between the reading of a list and the commit to its table."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa


def spool_folder(private: Path) -> Path:
    """Return the folder of the spool, inside `private`. Its files contain personal data; a killed load leaves some behind.

    dlt, which writes to a lake, keeps its files there, too, and takes a percent sign in their path for a placeholder. Where the
    path contains one, the folder is among the machine's temporary files, under a name derived from the path.
    """
    folder = private.resolve() / "load"
    if "%" not in str(folder):
        return folder
    name = hashlib.sha256(str(folder).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nightaudit-{name}"


@contextmanager
def empty_spool(private: Path) -> Iterator[Path]:
    """Create the folder of the spool, empty, and remove it when the load has ended."""
    folder = spool_folder(private)
    shutil.rmtree(folder, ignore_errors=True)  # files of a killed run, whose rows are read again
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class SpoolFile:
    """A file with rows of RAW_SCHEMA for one raw table."""

    file: Path

    @contextmanager
    def opened(self) -> Iterator[pa.RecordBatchReader]:
        """Open the file, and yield a reader of its batches."""
        import pyarrow as pa

        with pa.OSFile(str(self.file)) as file, pa.ipc.open_stream(file) as rows:
            yield rows

    def replace(self, rows: pa.Table) -> None:
        """Write these rows in place of those in the file."""
        with self.opened() as before:
            schema = before.schema
        with SpoolWriter(self.file) as spool:
            spool.add(rows.cast(schema))

    def remove(self) -> None:
        """Delete the file, once its rows are committed."""
        self.file.unlink()


class SpoolWriter:
    """Writes tables of one schema to a file, which the first table creates. Raises OSError."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._writer: pa.RecordBatchStreamWriter | None = None

    def add(self, rows: pa.Table) -> None:
        """Write these rows."""
        import pyarrow as pa

        if self._writer is None:
            self._writer = pa.ipc.new_stream(str(self._file), rows.schema)
        self._writer.write_table(rows)

    @property
    def spooled(self) -> SpoolFile | None:
        """The file written, to be opened after this is closed; None where there were no rows."""
        return SpoolFile(self._file) if self._writer else None

    def __enter__(self) -> Self:
        """Use as a context manager, so that the stream in the file is terminated."""
        return self

    def __exit__(self, *_: object) -> None:
        """Terminate and close the file."""
        if self._writer is not None:
            self._writer.close()
