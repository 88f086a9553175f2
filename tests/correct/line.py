"""Runs the command line in tests, and makes a plan quickly."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any
from unittest import mock

from correct.chaos import environment
from correct.desk import RECEIPT, Desk
from nightaudit import cli
from nightaudit.correct.plans import approval

if TYPE_CHECKING:
    from nightaudit.settings import Settings


class Line:
    """The command line of one data directory: runs `nightaudit correct ...` in this process or in a new one."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.environment = environment(settings)

    def __call__(self, *words: str, code: int = 0, apart: bool = False, **extra: str) -> Any:
        """Check the exit code; return the decoded JSON output, or else the text of both streams."""
        run = self._apart if apart else self._here
        status, out, said = run(["correct", *words], self.environment | extra)
        assert status == code, f"{words}: {status}\n{out}{said}"
        assert "Traceback" not in said
        return json.loads(out) if "--json" in words else re.sub(r"\s+", " ", out + said)

    @staticmethod
    def _here(words: list[str], variables: dict[str, str]) -> tuple[int, str, str]:
        out, said = io.StringIO(), io.StringIO()
        with (
            mock.patch.dict(os.environ, variables, clear=True),
            mock.patch.object(sys, "argv", ["nightaudit", *words]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(said),
        ):
            try:
                cli.main()
                status = 0
            except SystemExit as end:
                status = int(end.code or 0)
        return status, out.getvalue(), said.getvalue()

    @staticmethod
    def _apart(words: list[str], variables: dict[str, str]) -> tuple[int, str, str]:
        command = [sys.executable, "-m", "nightaudit", *words]
        done = subprocess.run(command, env=variables, capture_output=True, text=True, check=False, timeout=120)
        return done.returncode, done.stdout, done.stderr


def planned(line: Line, rows: list[dict[str, Any]] | None = None, *, approve: bool = True) -> str:
    """Make and approve a plan in this process, which is quicker than a command; return its id."""
    desk = Desk(line.settings, line.settings.data_dir.parent)
    made = desk.plan("allocations-create", rows or [RECEIPT] * 3)
    if approve:
        approval.approve(desk.journal, made, "tester")
    desk.close()
    return made.plan_id
