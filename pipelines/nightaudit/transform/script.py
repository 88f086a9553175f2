"""The script of a build: the statements sent for each node, kept so that the next build of the same kind needs no dbt."""

from __future__ import annotations

import contextlib
import hashlib
import json
import zlib
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import msgspec

from nightaudit.files import write_atomically
from nightaudit.transform import user_cache
from nightaudit.transform.runner import project_dir

NAME = "script.json.z"
IN_MEMORY = 16  # scripts of some hundred kilobytes each

_in_memory: OrderedDict[str, bytes] = OrderedDict()


class Relation(NamedTuple):
    """The table or view that a step builds."""

    schema: str
    name: str
    kind: str  # table, view

    @property
    def place(self) -> tuple[str, str]:
        """Schema and name."""
        return self.schema, self.name


@dataclass(frozen=True, slots=True)
class Step:
    """A node of the dbt project, with the relation it builds and the statements that build it.

    making   the statements that build the relation; of a check, the query that counts failures
    mending  of a table kept from build to build: the statements that bring it to the content that `making` would give it
    code     digest of the node's own query, and of the severity and limits of a check
    dates    the macros of `DATES` that the query reads
    parents  the nodes whose content decides what this one contains
    """

    node: str
    name: str
    kind: str  # model, seed, test
    making: list[str]
    mending: list[str] = field(default_factory=list)
    relation: Relation | None = None
    is_fatal: bool = True  # a check that fails the build
    code: str = ""
    dates: list[str] = field(default_factory=list)
    parents: list[str] = field(default_factory=list)

    def made_of(self, contents: dict[str, str]) -> str | None:
        """Return a fingerprint of all that decides the node's content: its code, settings, dates and its parents' content.

        None where the content of a parent is unknown.
        """
        parts = [self.code, contents["settings"], *(contents[date] for date in self.dates)]
        for parent in self.parents:
            content = contents.get(parent)
            if content is None:
                return None
            parts.append(f"{parent} {content}")
        return hashlib.md5("\n".join(parts).encode(), usedforsecurity=False).hexdigest()


Script = list[Step]
"""The steps of a build in topological order."""
_decoder = msgspec.json.Decoder(Script)


def key_of(work_file: Path, digest: str, options: tuple[str, ...]) -> str:
    """Return a digest of all that decides which statements dbt sends. Data and settings do not."""
    versions = [version(package) for package in ("dbt-core", "dbt-adapters", "dbt-duckdb")]
    ours = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
    decides = (ours.hexdigest(), digest, str(project_dir()), work_file.name, versions, options)
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


def find(key: str, scratch: Path) -> Script | None:
    """Return the script stored under `key` in memory, in `scratch` or in the user's cache; None where there is none."""
    packed = _in_memory.get(key) or _without_key(key, _stored(scratch)) or _without_key(key, user_cache.kept(key))
    if not packed:
        return None
    try:
        script = _decoder.decode(zlib.decompress(packed))
    except (msgspec.DecodeError, zlib.error):  # a truncated file: dbt builds
        return None
    _remember(key, packed)
    return script


def keep(key: str, script: Script, scratch: Path) -> None:
    """Store the script in memory, in the user's cache, and in `scratch` in place of any other. It contains no settings."""
    packed = zlib.compress(msgspec.json.encode(script), 6)
    _remember(key, packed)
    with contextlib.suppress(OSError):
        write_atomically(scratch / NAME, key.encode() + packed)
        user_cache.keep(key, scratch, NAME)


def _stored(scratch: Path) -> bytes:
    with contextlib.suppress(OSError):
        return (scratch / NAME).read_bytes()
    return b""


def _without_key(key: str, content: bytes) -> bytes:
    """Return what follows the key that a file begins with; nothing where that is another key."""
    return content.removeprefix(key.encode()) if content.startswith(key.encode()) else b""


def _remember(key: str, packed: bytes) -> None:
    _in_memory[key] = packed
    _in_memory.move_to_end(key)
    while len(_in_memory) > IN_MEMORY:
        _in_memory.popitem(last=False)
