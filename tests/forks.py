"""Commands in forked processes: one process has imported everything, each run is a fork of it that can be killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from fork_client import ask
from kill_points import Point

LONGEST = 600  # seconds that a command may take
SERVER, CLIENT = Path(__file__).with_name("fork_server.py"), Path(__file__).with_name("fork_client.py")


class Forks:
    """Runs commands one at a time in forks of a prepared process."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix="forks-")
        place = Path(self._folder.name)
        self._out, self._err, self.socket = place / "out", place / "err", place / "socket"
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
        environment |= {"DLT_DATA_DIR": str(place / "dlt")}
        with (place / "said").open("w") as said:
            self._process = subprocess.Popen(
                [sys.executable, str(SERVER), str(place)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                text=True,
                env=environment,
            )
        assert self._process.stdout
        assert "ready\n" == self._process.stdout.readline(), (place / "said").read_text()
        self._asked = ExitStack()
        self.programs = place / "bin"  # for a shell's PATH: its `nightaudit` has the same done in a fork
        self.programs.mkdir()
        program = self.programs / "nightaudit"
        program.write_text(f"#!/bin/sh\nexec '{sys.executable}' -SE '{CLIENT}' '{self.socket}' \"$@\"\n")
        program.chmod(0o755)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the prepared process."""
        self._asked.close()
        self._process.communicate(timeout=30)
        self._folder.cleanup()

    def start(self, environment: dict[str, str], *arguments: str, point: Point | None = None) -> int:
        """Start a command; its process id."""
        self._asked.close()
        with ExitStack() as files:
            three = [files.enter_context(open(os.devnull))]  # noqa: PTH123
            three += [files.enter_context(path.open("w")) for path in (self._out, self._err)]
            numbers = [file.fileno() for file in three]
            where = [point.target, point.edge, point.nth, point.about] if point else None
            connection = self._asked.enter_context(ask(self.socket, environment, arguments, numbers, where))
            connection.settimeout(LONGEST)
        self._answers = self._asked.enter_context(connection.makefile())
        return int(self._answers.readline())

    def wait(self) -> int:
        """Its exit code, negative for a signal."""
        return int(self._answers.readline())

    def said(self) -> tuple[str, str]:
        """What the command that ended last wrote to its output, and to its errors."""
        return self._out.read_text(encoding="utf-8"), self._err.read_text(encoding="utf-8")

    def run(self, environment: dict[str, str], *arguments: str) -> float:
        """Run a command to its end; it must succeed. Seconds it took."""
        began = time.monotonic()
        self.start(environment, *arguments)
        code = self.wait()
        assert 0 == code, f"{arguments}: exit {code}\n{self._told()}"
        return time.monotonic() - began

    def killed(self, environment: dict[str, str], *arguments: str, after: float) -> bool:
        """Run a command and kill it after so many seconds; whether it was still running."""
        process = self.start(environment, *arguments)
        time.sleep(after)
        os.kill(process, signal.SIGKILL)  # ended or not, the id is still its own
        return self.wait() == -signal.SIGKILL

    def killed_at(self, environment: dict[str, str], *arguments: str, point: Point) -> None:
        """Run a command that is killed at a point; it must get there."""
        self.start(environment, *arguments, point=point)
        code = self.wait()
        assert -signal.SIGKILL == code, f"never came to {point}: exit {code}\n{self._told()}"

    def _told(self) -> str:
        return "\n".join(said[-4000:] for said in self.said())
