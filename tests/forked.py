"""Commands in forked processes: one process imports everything once, each run is a fork of it that can be killed.

As a program: reads one JSON request a line ({"environment", "arguments", "point", "log"}), answers the fork's process id, and
then, once it has ended, its status.
"""

from __future__ import annotations

import importlib
import json
import logging
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

if __name__ != "__main__":
    from kill_points import Point

HEAVY = (
    "dlt",
    "duckdb",
    "pyarrow",
    "httpx",
    "nightaudit.cli",
    "nightaudit.load.source",
    "nightaudit.nightly",
    "plain_dlt",
)
HEAVIER = ("dbt.cli.main", "dbt.adapters.duckdb.connections", "dbt.task.run", "nightaudit.report")


class Forks:
    """Runs commands one at a time in forks of a prepared process."""

    def __init__(self, scratch: Path, *, builds: bool = False) -> None:
        self._log = scratch / "run.log"
        environment = {name: os.environ[name] for name in ("PATH", "HOME", "PYTHONPATH") if name in os.environ}
        environment |= {"DLT_DATA_DIR": str(scratch / "dlt"), "DBT_SEND_ANONYMOUS_USAGE_STATS": "false"}
        command = [sys.executable, __file__, *HEAVY, *(HEAVIER if builds else ())]
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(30)

    def start(self, environment: dict[str, str], *arguments: str, point: Point | None = None) -> int:
        """Start a command; its process id."""
        request = {"environment": environment, "arguments": arguments, "log": str(self._log)}
        if point:
            request["point"] = [point.target, point.edge, point.nth, point.about]
        assert self._process.stdin
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return int(self._answer())

    def wait(self) -> int:
        """Its exit code, negative for a signal."""
        return int(self._answer())

    def run(self, environment: dict[str, str], *arguments: str) -> float:
        """Run a command to its end; it must succeed. Seconds it took."""
        began = time.monotonic()
        self.start(environment, *arguments)
        code = self.wait()
        assert 0 == code, f"{arguments}: exit {code}\n{self._log.read_text()[-4000:]}"
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
        assert -signal.SIGKILL == code, f"never came to {point}: exit {code}\n{self._log.read_text()[-4000:]}"

    def _answer(self) -> str:
        assert self._process.stdout
        line = self._process.stdout.readline()
        assert line, "the process that forks has died"
        return line


def _serve() -> None:
    for name in sys.argv[1:]:
        importlib.import_module(name)
    process = 0
    for line in sys.stdin:
        if process:
            os.waitpid(process, 0)
        process = os.fork()
        if process == 0:
            _become(json.loads(line))
        print(process, flush=True)
        ended = os.waitid(os.P_PID, process, os.WEXITED | os.WNOWAIT)  # a zombie keeps its id until the next request
        assert ended
        print(ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status, flush=True)


def _become(request: dict[str, Any]) -> None:
    """Be the command; never returns."""
    code = 70
    try:
        log = os.open(request["log"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.environ.update(request["environment"])
        if "point" in request:
            from kill_points import Point, arm

            arm(Point(*request["point"]))
        if request["arguments"][0] == "plain-dlt":
            from plain_dlt import load

            load(*request["arguments"][1:])
            code = 0
        else:
            from nightaudit.cli import main

            sys.argv = ["nightaudit", *request["arguments"]]
            main()
            code = 0
    except SystemExit as leaving:
        code = leaving.code if isinstance(leaving.code, int) else 0 if leaving.code is None else 1
    except Exception:
        logging.getLogger("forked").exception("the command failed")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent))
    _serve()
