"""What a build sends to the database, node by node: kept, so that the next build of the same kind need not ask dbt."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import zlib
from collections import OrderedDict
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import msgspec

from nightaudit.transform import parsed
from nightaudit.transform.runner import project_dir

NAME = "script.json.z"
IN_MEMORY = 16  # scripts of some hundred kilobytes each

_kept: OrderedDict[str, bytes] = OrderedDict()


class Relation(NamedTuple):
    """What a step makes: a table or view, where it stands."""

    schema: str
    name: str
    kind: str  # table, view

    @property
    def place(self) -> tuple[str, str]:
        """Schema and name."""
        return self.schema, self.name


@dataclass(frozen=True, slots=True)
class Step:
    """A node of the project: what it is, the relation it makes, and the statements that do.

    A table with `mending` is kept from build to build: where it stands, these statements make it what `making` would.
    `code` is a digest of all that decides what it holds beside its parents, and which of the `dates` of macros it reads.
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
        """One text for all that decides what the node holds: its code, the settings and what its parents hold.

        None where that is not known of all of them.
        """
        parts = [self.code, contents["settings"], *(contents[date] for date in self.dates)]
        for parent in self.parents:
            content = contents.get(parent)
            if content is None:
                return None
            parts.append(f"{parent} {content}")
        return hashlib.md5("\n".join(parts).encode(), usedforsecurity=False).hexdigest()


@dataclass(frozen=True, slots=True)
class Script:
    """The steps of a build in an order in which they can be done."""

    steps: list[Step]


_scripts = msgspec.json.Decoder(Script)


def key_of(work_file: Path, digest: str, options: tuple[str, ...]) -> str:
    """One text for all that decides which statements dbt sends. The data are not among it, nor the settings."""
    versions = [version(package) for package in ("dbt-core", "dbt-adapters", "dbt-duckdb")]
    ours = hashlib.sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))))
    decides = (ours.hexdigest(), digest, str(project_dir()), work_file.name, versions, options)
    return hashlib.sha256(json.dumps(decides).encode()).hexdigest()


def find(key: str, scratch: Path) -> Script | None:
    """The script kept under `key` by this process, or by an earlier one in `scratch` or for the user."""
    packed = _kept.get(key) or _unmarked(key, _own(scratch)) or _unmarked(key, parsed.kept(key))
    if not packed:
        return None
    try:
        script = _scripts.decode(zlib.decompress(packed))
    except (msgspec.DecodeError, zlib.error):  # half a file: dbt is asked again
        return None
    _remember(key, packed)
    return script


def keep(key: str, script: Script, scratch: Path) -> None:
    """Keep the script for this process, for the user, and in `scratch` in the place of any other. It holds no settings."""
    packed = zlib.compress(msgspec.json.encode(script), 6)
    _remember(key, packed)
    fresh = scratch / f".{NAME}-{os.getpid()}"
    with contextlib.suppress(OSError):
        fresh.write_bytes(key.encode() + packed)
        fresh.replace(scratch / NAME)
        parsed.keep(key, scratch, NAME)


def _own(scratch: Path) -> bytes:
    with contextlib.suppress(OSError):
        return (scratch / NAME).read_bytes()
    return b""


def _unmarked(key: str, content: bytes) -> bytes:
    """What stands behind the key in a file of this key; nothing of any other's."""
    return content.removeprefix(key.encode()) if content.startswith(key.encode()) else b""


def _remember(key: str, packed: bytes) -> None:
    _kept[key] = packed
    _kept.move_to_end(key)
    while len(_kept) > IN_MEMORY:
        _kept.popitem(last=False)
