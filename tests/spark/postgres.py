"""A PostgreSQL server of a test's own, on a free port of this machine, gone when the test is."""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

DEBIAN = Path("/usr/lib/postgresql")


def program(name: str) -> str | None:
    """The path of one of PostgreSQL's programs; Debian keeps them out of the path."""
    return shutil.which(name) or next((str(path) for path in sorted(DEBIAN.glob(f"*/bin/{name}"), reverse=True)), None)


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server and yield the address of its database `postgres`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="nightaudit-postgres-"))
    as_owner: list[str] = []
    if os.geteuid() == 0:  # it refuses to run as root
        shutil.chown(folder, "postgres")
        as_owner = ["setpriv", f"--reuid={pwd.getpwnam('postgres').pw_uid}", "--clear-groups", "--"]
    data = str(folder / "data")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    try:
        for command in (
            [program("initdb"), "-D", data, "-U", "nightaudit", "-A", "trust", "-E", "UTF8", "--no-sync"],
            [program("pg_ctl"), "-D", data, "-l", str(folder / "log"), "-o", options, "-w", "start"],
        ):
            subprocess.run([*as_owner, *command], check=True, stdout=subprocess.DEVNULL, cwd=folder)
        yield f"postgresql://nightaudit@127.0.0.1:{port}/postgres"
    finally:
        stop = [*as_owner, program("pg_ctl"), "-D", data, "-m", "immediate", "stop"]
        subprocess.run(stop, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)
