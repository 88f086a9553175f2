"""A user's cache of dbt's parse results and of build scripts, so that a new data directory need not create them again."""

from __future__ import annotations

import contextlib
import logging
import os
from pathlib import Path
from typing import TYPE_CHECKING

import platformdirs

from nightaudit.files import write_atomically

if TYPE_CHECKING:
    from collections.abc import Iterator

log = logging.getLogger("nightaudit.transform")

PARSE_RESULT = "partial_parse.msgpack"  # dbt's own file, of which dbt uses only the parts that are still valid
KEPT = 16  # files, up to two megabytes each


def cache_dir() -> Path:
    """Return the folder of the cache: `nightaudit/parsed` below XDG_CACHE_HOME, on Linux."""
    return Path(platformdirs.user_cache_dir("nightaudit", appauthor=False)) / "parsed"


def bring(key: str, scratch: Path) -> None:
    """Copy the parse result cached under `key` into `scratch`, dbt's target folder, unless `scratch` has one."""
    wanted = scratch / PARSE_RESULT
    if not wanted.exists() and (content := kept(key)):
        with _ignoring_errors():
            scratch.mkdir(parents=True, exist_ok=True)
            wanted.write_bytes(content)


def kept(key: str) -> bytes:
    """Return the content cached under `key`, empty where there is none, and mark it as used last."""
    content = b""
    with _ignoring_errors():
        content = (cache_dir() / key).read_bytes()
        os.utime(cache_dir() / key)
    return content


def keep(key: str, scratch: Path, name: str = PARSE_RESULT) -> None:
    """Cache a file of `scratch` under `key`, unless the key has one. Only the `KEPT` files used last stay in the cache."""
    folder = cache_dir()
    with _ignoring_errors():
        if (folder / key).exists():
            return
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomically(folder / key, (scratch / name).read_bytes())
        for old in sorted(folder.iterdir(), key=lambda path: path.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)


@contextlib.contextmanager
def _ignoring_errors() -> Iterator[None]:
    """Log and ignore an OSError: a cache that cannot be read or written costs time and nothing else."""
    try:
        yield
    except OSError as error:
        log.debug("A parse result or a script could not be cached: %s", error)
