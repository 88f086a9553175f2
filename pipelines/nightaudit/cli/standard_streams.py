"""Makes the standard streams usable where they are closed, nobody reads them, the disk is full, or letters cannot be encoded."""

from __future__ import annotations

import codecs
import io
import os
import select
import sys
from typing import Any

ESCAPED = "nightaudit.escaped"


class Outlet(io.FileIO):
    """A raw stream whose writes never fail: data that nobody reads or that cannot be written is dropped.

    Otherwise `| head` would end a load half way: by BrokenPipeError in Python, as by SIGPIPE in other programs.
    """

    def __init__(self, number: int) -> None:
        super().__init__(number, "wb", closefd=False)
        self.failure: OSError | None = None  # why data was dropped, unless its reader has gone
        self._is_terminal = self.isatty()  # stored, because a closed terminal is not reported as one

    def write(self, data: Any, /) -> int:
        """Write as much as possible; return the number of bytes given.

        Where another program has set the file to non-blocking, wait until it is writable: Python would drop the rest.
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
            if not (isinstance(error, BrokenPipeError) or self._is_terminal):  # otherwise the reader has gone
                self.failure = self.failure or error
        return given


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """Encode unsupported characters as JSON escapes, which are valid in JSON and readable elsewhere."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)), error.end


def make_fit() -> None:
    """Make stdin, stdout and stderr usable.

    A closed stream is opened on the null device, before another file gets its descriptor. Characters that the encoding lacks
    are escaped. Data that cannot be written is dropped (see `lost_output`).
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
            setattr(sys, name, _over_outlet(stream))


def _over_outlet(stream: io.TextIOWrapper) -> io.TextIOWrapper:
    """Return an equal text stream on top of an Outlet."""
    stream.flush()
    outlet = Outlet(stream.fileno())
    return io.TextIOWrapper(
        outlet if stream.write_through else io.BufferedWriter(outlet),  # unbuffered, as with `python -u`
        encoding=stream.encoding,
        errors=ESCAPED,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )


def lost_output() -> OSError | None:
    """Flush stdout; return why some output could not be written, None where all was written or its reader has gone."""
    sys.stdout.flush()
    buffer = getattr(sys.stdout, "buffer", None)
    outlet = getattr(buffer, "raw", buffer)
    return outlet.failure if isinstance(outlet, Outlet) else None
