"""A portfolio as a folder of JSON lines, one file per collection, plain or gzipped."""

from __future__ import annotations

import gzip
import io
import json
from contextlib import ExitStack
from decimal import Decimal
from typing import TYPE_CHECKING, BinaryIO

import msgspec

from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from nightaudit.sandbox.portfolio.model import Json

_ENCODER = msgspec.json.Encoder(decimal_format="number")


def encode(record: object) -> bytes:
    """A record as one line of JSON, without the line's end; Decimals as plain numbers, digit by digit."""
    return _ENCODER.encode(record)


def write_folder(path: Path, records: Iterable[tuple[str, Json]], *, gz: bool = False) -> dict[str, int]:
    """Write (collection, record) pairs as `<collection>.jsonl` or `.jsonl.gz`; returns how many by collection.

    The same records give the same bytes. Files of other collections in the folder are left as they are.
    """
    path.mkdir(parents=True, exist_ok=True)
    count: dict[str, int] = {}
    with ExitStack() as stack:
        files: dict[str, BinaryIO | gzip.GzipFile] = {}
        for collection, record in records:
            if collection not in files:
                files[collection] = _open(path, collection, stack, gz=gz)
                count[collection] = 0
            files[collection].write(_ENCODER.encode(record) + b"\n")
            count[collection] += 1
    return count


def _open(path: Path, collection: str, stack: ExitStack, *, gz: bool) -> BinaryIO | gzip.GzipFile:
    plain, packed = path / f"{collection}.jsonl", path / f"{collection}.jsonl.gz"
    (plain if gz else packed).unlink(missing_ok=True)
    if not gz:
        return stack.enter_context(plain.open("wb"))
    raw = stack.enter_context(packed.open("wb"))
    return stack.enter_context(gzip.GzipFile("", "wb", 6, raw, mtime=0))


def read_folder(path: Path) -> Iterator[tuple[str, Json]]:
    """(collection, record) of every line of every `.jsonl` and `.jsonl.gz` file, numbers with a point as Decimal.

    A collection without a file is empty. Raises ConfigurationError when there is no such folder, a collection is there
    twice, or a line is not a JSON object: the message names file and line.
    """
    if not path.is_dir():
        raise ConfigurationError(f"There is no portfolio folder {path}.", hint="Give a folder of .jsonl files.")
    files = sorted([*path.glob("*.jsonl"), *path.glob("*.jsonl.gz")])
    seen: set[str] = set()
    for file in files:
        collection = file.name.removesuffix(".gz").removesuffix(".jsonl")
        if collection in seen:
            raise ConfigurationError(f"{collection} is in {path} twice, plain and gzipped.", hint="Remove one of them.")
        seen.add(collection)
        yield from ((collection, record) for record in _lines(file))


def _lines(file: Path) -> Iterator[Json]:
    number = 0
    try:
        with file.open("rb") as raw, gzip.open(raw) if file.suffix == ".gz" else io.BufferedReader(raw) as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    yield _record(file, number, line)
    except (EOFError, OSError) as error:
        raise ConfigurationError(f"{file}, after line {number}: cannot be read: {error}.") from error


def _record(file: Path, number: int, line: bytes) -> Json:
    try:
        record = json.loads(line, parse_float=Decimal, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{file}, line {number}: not JSON: {error}.", hint="One object per line.") from None
    if not isinstance(record, dict):
        raise ConfigurationError(f"{file}, line {number}: not a JSON object.", hint="One object per line.")
    return record


def _no_number(text: str) -> Decimal:
    raise ValueError(f"{text} is not a number")
