"""The shell commands of the documentation, and a shell to run them in: every test of a documented command goes through here."""

from __future__ import annotations

import contextlib
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from collections.abc import Iterator

REPOSITORY = Path(__file__).parents[1]
BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```", re.MULTILINE | re.DOTALL)
HEREDOC = re.compile(r"<<\s*'?(\w+)'?")
REMARK = re.compile(r"""^((?:[^'"#]|'[^']*'|"[^"]*")*?)\s+#.*$""")
END = "-- ended:"


def pages() -> list[str]:
    """Every page that is written by hand, by its path in the repository."""
    beside = ["README.md", "CONTRIBUTING.md", "dbt/DECISIONLOG.md", "data/README.md"]
    docs = [path.relative_to(REPOSITORY).as_posix() for path in sorted((REPOSITORY / "docs").rglob("*.md"))]
    return beside + [page for page in docs if not page.startswith("docs/reference/")]


def text_of(page: str) -> str:
    return (REPOSITORY / page).read_text(encoding="utf-8")


def commands_of(page: str) -> list[str]:
    """The commands of a page's blocks of shell and Python, in order, without remarks.

    A command that goes over lines is one command, and so is a block of Python.
    """
    found: list[str] = []
    for language, block in BLOCK.findall(text_of(page)):
        if language == "python":
            found.append(f"python - <<'END'\n{block}END")
            continue
        lines = iter(block.splitlines())
        found.extend(
            "\n".join(_whole(REMARK.sub(r"\1", line), lines))
            for line in lines
            if line.strip() and not line.lstrip().startswith("#")
        )
    return found


def _whole(line: str, more: Iterator[str]) -> Iterator[str]:
    yield line
    heredoc = HEREDOC.search(line)
    whole = line
    while heredoc or whole.endswith("\\") or _is_open(whole):
        line = next(more)
        yield line
        if heredoc and line == heredoc[1]:
            return
        whole += f"\n{line}"


def _is_open(command: str) -> bool:
    """Whether a quotation of the command goes on in the next line."""
    try:
        shlex.split(command)
    except ValueError:
        return True
    return False


class Shell:
    """One shell, as a reader has it open: what a command exports, enters or starts in the background is there for the next.

    `played` says what stands for the words of a page that are another one at every reader: an address, an id.
    """

    def __init__(
        self,
        folder: Path,
        environment: dict[str, str],
        played: dict[str, str] | None = None,
        *,
        programs: Path | None = None,
    ) -> None:
        """A shell that takes programs from that folder before any other."""
        self.played = played or {}
        places = [*([programs] if programs else []), Path(sys.executable).parent, os.environ["PATH"]]
        path = os.pathsep.join(map(str, places))
        self._process = subprocess.Popen(
            ["bash", "--norc"],
            cwd=folder,
            env={
                "HOME": str(folder),
                "DLT_DATA_DIR": str(folder / ".dlt"),
                "PYTHONDONTWRITEBYTECODE": "1",
                **environment,
                "PATH": path,
            },
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGTERM)
        self._process.communicate(timeout=60)

    def run(self, command: str) -> str:
        """Run a command to its end and return what it said; it must end well."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        for word, ours in self.played.items():
            command = command.replace(word, ours)
        self._process.stdin.write(f"{{ {command}\n}} </dev/null\nprintf '\\n%s%s\\n' '{END}' \"$?\"\n")
        self._process.stdin.flush()
        said = ""
        for line in self._process.stdout:
            if line.startswith(END):
                assert f"{END}0" == line.strip(), f"{command}\n{said[-4000:]}"
                assert "Traceback" not in said, said
                return said.removesuffix("\n")
            said += line
        raise AssertionError(f"the shell ended with {command}\n{said}")
