"""Where rows wait between the list they are read from and the table they go to: Arrow streams in files."""

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
    from types import TracebackType

    import pyarrow as pa


def spool_folder(private: Path) -> Path:
    """The folder of the spool, in the `private` one. Its files hold personal data; a killed load leaves some.

    dlt, which fills a lake, has its files there, too, and takes a percent sign in their path for a placeholder. Where there is
    one, the folder is among the machine's temporary files, under a name that is always the same.
    """
    beside = private.resolve() / "load"
    if "%" not in str(beside):
        return beside
    name = hashlib.sha256(str(beside).encode()).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"nightaudit-{name}"


@contextmanager
def empty_spool(private: Path) -> Iterator[Path]:
    """The folder of the spool, made anew, and taken away when the load has ended."""
    folder = spool_folder(private)
    shutil.rmtree(folder, ignore_errors=True)  # what a killed run left: its rows are read again
    folder.mkdir(mode=0o700)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(frozen=True, slots=True)
class Spooled:
    """Rows for one raw table in a file, of RAW_SCHEMA."""

    file: Path

    @contextmanager
    def opened(self) -> Iterator[pa.RecordBatchReader]:
        """The rows, batch by batch, once."""
        import pyarrow as pa

        with pa.OSFile(str(self.file)) as file, pa.ipc.open_stream(file) as rows:
            yield rows

    def remove(self) -> None:
        """They are committed."""
        self.file.unlink()


class Spooling:
    """Writes tables of one schema to a file, which is there once the first one is. Raises OSError."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._writer: pa.RecordBatchStreamWriter | None = None

    def add(self, rows: pa.Table) -> None:
        """These rows, too."""
        import pyarrow as pa

        if self._writer is None:
            self._writer = pa.ipc.new_stream(str(self._file), rows.schema)
        self._writer.write_table(rows)

    @property
    def spooled(self) -> Spooled | None:
        """What was written, for whoever comes when this is closed; None where there were no rows."""
        return Spooled(self._file) if self._writer else None

    def __enter__(self) -> Self:
        """Use as a context manager, so that the file ends as it should."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the file."""
        if self._writer is not None:
            self._writer.close()
