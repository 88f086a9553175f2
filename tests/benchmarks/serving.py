"""The page server as a process: compiled where a C compiler is at hand, started on a folder, asked for its counters."""

from __future__ import annotations

import json
import shutil
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from dataset import HERE, WORK


class Counters(NamedTuple):
    """What a server did so far."""

    pages: int
    bytes: int
    cpu_seconds: float


class Served(NamedTuple):
    """A running page server."""

    base_url: str

    def counters(self) -> Counters:
        """Pages and bytes of lists answered, and the server's own CPU time."""
        with urllib.request.urlopen(f"{self.base_url}/counters", timeout=10) as answer:  # noqa: S310 - loopback
            return Counters(**json.load(answer))

    def environment(self) -> dict[str, str]:
        """What points nightaudit at it."""
        return {
            "NIGHTAUDIT_BASE_URL": self.base_url,
            "NIGHTAUDIT_TOKEN_URL": f"{self.base_url}/oauth2/token",
            "NIGHTAUDIT_CLIENT_ID": "bench",
            "NIGHTAUDIT_CLIENT_SECRET": "bench",
        }


def compiler() -> str | None:
    """The C compiler, if there is one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def server_program() -> Path:
    """The compiled page server, made anew when its sources are newer."""
    program = WORK / "pageserver"
    sources = sorted((HERE / "server").iterdir())
    if not program.exists() or program.stat().st_mtime < max(file.stat().st_mtime for file in sources):
        WORK.mkdir(exist_ok=True)
        source = str(HERE / "server" / "pageserver.c")
        subprocess.run(
            [compiler() or "cc", "-O2", "-D_GNU_SOURCE", "-Wall", "-Wextra", "-o", str(program), source], check=True
        )
    return program


@contextmanager
def serving(folder: Path, *, latency_ms: int = 0, port: int = 0) -> Iterator[Served]:
    """A page server on a folder for as long as the context lasts; it ends with its standard input, whatever ends us."""
    command = [str(server_program()), str(port), str(latency_ms)]
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdin
        try:
            yield Served(f"http://127.0.0.1:{process.stdout.readline().strip()}")
        finally:
            process.stdin.close()
