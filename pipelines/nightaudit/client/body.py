"""Decompresses the body of an answer chunk by chunk, up to a size limit."""

from __future__ import annotations

import zlib
from typing import Any

from nightaudit.errors import UnreadableAnswer

PLAIN = {"", "identity", "none", "utf-8"}
"""The last two are no encodings; some servers state them of what they do not compress."""
PACKED = {"gzip", "x-gzip"}
GZIP = 31  # zlib's `wbits` value for "gzip header and trailer, largest window"


class TooLarge(UnreadableAnswer):
    """The body is over the limit. Not retried: the same request would return as much again."""


class Body:
    """The chunks of one answer: `encoding` is its Content-Encoding, `limit` the most bytes of the decompressed body."""

    def __init__(self, encoding: str, limit: int) -> None:
        encoding = encoding.strip().lower()
        if encoding not in PLAIN | PACKED:
            raise UnreadableAnswer(f"The answer is compressed as {encoding[:40]}, which was not requested.")
        self._packed = encoding in PACKED
        self._unpack: Any = zlib.decompressobj(GZIP) if self._packed else None
        self._parts: list[bytes] = []
        self._left = limit
        self._limit = limit

    def add(self, chunk: bytes) -> None:
        """Add the next chunk; raises TooLarge over the limit, UnreadableAnswer when the chunk cannot be decompressed."""
        if not self._packed:
            self._keep(chunk)
            return
        try:
            while chunk:
                if self._unpack.eof:  # a gzip stream may have several members in a row
                    self._unpack = zlib.decompressobj(GZIP)
                self._keep(self._unpack.decompress(chunk, self._left + 1))
                chunk = self._unpack.unconsumed_tail or self._unpack.unused_data
        except zlib.error as error:
            raise UnreadableAnswer(f"The compressed answer is damaged: {error}.") from error

    def _keep(self, part: bytes) -> None:
        self._left -= len(part)
        if self._left < 0:
            raise TooLarge(f"The answer is larger than {self._limit} bytes.", hint="Set NIGHTAUDIT_PAGE_SIZE lower.")
        self._parts.append(part)

    def whole(self) -> bytes:
        """Return the decompressed body; raises UnreadableAnswer when the gzip stream is truncated."""
        if self._packed and self._parts and not self._unpack.eof:
            raise UnreadableAnswer("The compressed answer is incomplete.")
        return b"".join(self._parts)
