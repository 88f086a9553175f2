"""What dbt has parsed, and the scripts of builds, kept for the user: a new data directory need not wait for them again."""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("nightaudit.transform")

NAME = "partial_parse.msgpack"  # dbt's own file, which dbt believes only as far as it still fits
KEPT = 16  # files, up to two megabytes each


def cache_dir() -> Path:
    """The user's folder for it: `nightaudit/parsed` in what XDG_CACHE_HOME names, on Linux."""
    return Path(platformdirs.user_cache_dir("nightaudit", appauthor=False)) / "parsed"


def bring(key: str, scratch: Path) -> None:
    """Put what is kept under `key` into `scratch`, dbt's target folder, unless that has its own."""
    wanted = scratch / NAME
    if not wanted.exists() and (content := kept(key)):
        with _where_possible():
            scratch.mkdir(parents=True, exist_ok=True)
            wanted.write_bytes(content)


def kept(key: str) -> bytes:
    """What is kept under `key`, empty where nothing is; from now on it counts as used last."""
    content = b""
    with _where_possible():
        content = (cache_dir() / key).read_bytes()
        os.utime(cache_dir() / key)
    return content


def keep(key: str, scratch: Path, name: str = NAME) -> None:
    """Keep a file of `scratch` under `key`, unless one is kept there; of all kept files the `KEPT` used last stay."""
    folder = cache_dir()
    with _where_possible():
        if (folder / key).exists():
            return
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        fresh = folder / f".{key}-{os.getpid()}"
        shutil.copyfile(scratch / name, fresh)
        fresh.replace(folder / key)
        for old in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)


@contextlib.contextmanager
def _where_possible() -> Iterator[None]:
    """A cache that cannot be read or written costs time and nothing else."""
    try:
        yield
    except OSError as error:
        log.debug("What dbt has parsed is not kept: %s", error)
