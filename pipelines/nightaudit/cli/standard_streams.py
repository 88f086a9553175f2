"""Standard input, output and error, made fit for use: closed, unread, full, or with an encoding that lacks letters."""

from __future__ import annotations

import codecs
import io
import os
import select
import sys
from typing import Any

ESCAPED = "nightaudit.escaped"


class Outlet(io.FileIO):
    """Takes whatever is written: what nobody reads any more, or cannot be written, is dropped and ends no work.

    Python raises BrokenPipeError where other programs are ended by SIGPIPE; either would end a load half way because of
    `| head`.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number, "wb", closefd=False)
        self.failure: OSError | None = None  # why something was dropped that somebody may still want
        self._is_terminal = self.isatty()  # one that was closed is none any more

    def write(self, data: Any, /) -> int:
        """Write all, or what can be written; returns the number of bytes given.

        Where another program has set the file not to block, wait as if it did: Python would leave out what has no room now.
        """
        left = memoryview(data).cast("B")
        given = len(left)
        try:
            while left:
                taken = super().write(left)
                if taken is None:
                    select.select((), (self,), ())
                else:
                    left = left[taken:]
        except OSError as error:
            if not (isinstance(error, BrokenPipeError) or self._is_terminal):  # whoever read has gone
                self.failure = self.failure or error
        return given


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """JSON's escapes for what an encoding does not have: right inside JSON, and readable elsewhere."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)), error.end


def make_fit() -> None:
    """Make all three fit.

    What is closed is opened on nothing, before a file of ours takes its number; what an encoding does not have is escaped; what
    cannot be written is dropped (`lost_output` says so).
    """
    codecs.register_error(ESCAPED, _escaped)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            empty = os.open(os.devnull, os.O_RDWR)
            if empty != number:
                os.dup2(empty, number)
                os.close(empty)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8", closefd=False))
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, io.TextIOWrapper):
            setattr(sys, name, _taking_all(stream))


def _taking_all(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """The same stream, over an Outlet."""
    stream.flush()
    outlet = Outlet(stream.fileno())
    return io.TextIOWrapper(
        outlet if stream.write_through else io.BufferedWriter(outlet),  # as Python's own with -u
        encoding=stream.encoding,
        errors=ESCAPED,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def lost_output() -> OSError | None:
    """Write out what was printed; why some of it could not be written, None where all was or nobody reads it any more."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    outlet = getattr(buffer, "raw", buffer)
    return outlet.failure if isinstance(outlet, Outlet) else None
