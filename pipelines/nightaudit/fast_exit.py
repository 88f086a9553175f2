"""Ends a process as soon as its work is done, without Python's own shutdown, which takes a tenth of a second; or on a signal."""

from __future__ import annotations

import atexit
import contextlib
import logging
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

SIGNALLED = 128  # and the number of the signal: the exit code of what a signal ended


def end_cleanly(number: int, _: object) -> None:
    """End the process on a signal, with the exit code that a shell gives to it; what is open is closed on the way."""
    raise SystemExit(SIGNALLED + number)


@contextlib.contextmanager
def fast_exit() -> Iterator[None]:
    """Run the last work of a process in this block; the process then ends at once, with the exit code of the block.

    Before the end, threads are joined, `atexit` functions registered meanwhile run, and output is flushed. Where an error
    leaves the block, the process ends as usual.
    """
    status: list[int] = []

    def end() -> None:
        if status:
            logging.shutdown()
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
            os._exit(status[0])

    atexit.register(end)  # runs after all functions that are registered later
    try:
        yield
    except SystemExit as leaving:
        if leaving.code is None or isinstance(leaving.code, int):
            status.append(leaving.code or 0)
        raise
    status.append(0)
