"""Standard input, output and error, made fit for use: one may be closed, or have an encoding that lacks letters."""

from __future__ import annotations

import codecs
import io
import os
import sys

ESCAPED = "nightaudit.escaped"


def _escaped(error: UnicodeError) -> tuple[str, int]:
    """JSON's escapes for what an encoding does not have: right inside JSON, and readable elsewhere."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    units = error.object[error.start : error.end].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2)), error.end


def make_fit() -> None:
    """Open what is closed on nothing, before a file of ours takes its number; escape what an encoding does not have."""
    codecs.register_error(ESCAPED, _escaped)
    for number, (name, mode) in enumerate((("stdin", "r"), ("stdout", "w"), ("stderr", "w"))):
        if getattr(sys, name) is None:
            empty = os.open(os.devnull, os.O_RDWR)
            if empty != number:
                os.dup2(empty, number)
                os.close(empty)
            setattr(sys, name, os.fdopen(number, mode, encoding="utf-8"))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=ESCAPED)
