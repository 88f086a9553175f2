"""Shows the progress of long work on stderr: a bar with an estimate on a terminal, plain lines elsewhere."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

from nightaudit.cli.app import stderr_console
from nightaudit.errors import ConfigurationError

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from rich.console import Console
    from rich.progress import Progress as RichProgress

    from nightaudit.load.progress import Progress
    from nightaudit.load.summary import Outcome
    from nightaudit.settings import Settings

ONE_REQUEST = 500  # added to the rows of each list in the bar, because a list takes at least one request


class Lines:
    """Prints one line per step and per stream read."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def step(self, name: str) -> None:
        """Print the name of the step that begins."""
        self._console.print(f"{name} ...", style="dim")

    def stream(self, name: str, rows: int, outcome: Outcome | None) -> None:
        """Print how many rows a finished stream had, or that it was skipped or failed."""
        if outcome:
            said = f"{rows:,} row{'' if rows == 1 else 's'}" if outcome == "loaded" else outcome
            self._console.print(f"  {name}: {said}", style="dim", soft_wrap=True)


class Bars:
    """Shows one bar per step; the bar of the load is relative to the rows of the last walks."""

    def __init__(self, bars: RichProgress, expected: dict[str, int]) -> None:
        self._bars = bars
        self._expected = expected
        self._read: dict[str, int] = {}
        self._lock = threading.Lock()
        self._step = "load"
        self._task = bars.add_task("load", total=sum(expected.values()))

    def step(self, name: str) -> None:
        """Finish the bar of the previous step and begin the next."""
        if name != self._step:
            self._bars.update(self._task, description=self._step, total=1, completed=1)
            self._step, self._task = name, self._bars.add_task(name, total=None)

    def stream(self, name: str, rows: int, outcome: Outcome | None) -> None:
        """Update the bar of the load."""
        with self._lock:
            self._read[name] = rows + ONE_REQUEST if outcome else rows
            self._expected[name] = self._read[name] if outcome else max(self._expected.get(name, 0), rows + ONE_REQUEST)
            total, read = sum(self._expected.values()), sum(self._read.values())
        self._bars.update(self._task, total=total, completed=read, description=f"load  {name}")


@contextmanager
def progress_shown(settings: Settings, streams: Sequence[str] = ()) -> Iterator[Progress]:
    """Yield the object that a load of these streams (all when empty) reports its progress to."""
    console = stderr_console()
    if not console.is_terminal:
        yield Lines(console)
        return
    from rich import progress

    columns = (
        progress.SpinnerColumn(),
        progress.TextColumn("{task.description:<32.32}"),
        progress.BarColumn(),
        progress.TaskProgressColumn(),
        progress.TimeElapsedColumn(),
        progress.TextColumn("left"),
        progress.TimeRemainingColumn(),
    )
    with progress.Progress(*columns, console=console, transient=True) as bars:
        yield Bars(bars, _expected(settings, streams))


def _expected(settings: Settings, streams: Sequence[str]) -> dict[str, int]:
    """Return the expected rows by stream: those of its last walk, plus ONE_REQUEST."""
    from nightaudit.load.status import stream_status
    from nightaudit.load.streams.extra import extra_streams
    from nightaudit.load.streams.table import chosen

    try:
        last = {row["stream"]: row["rows"] or 0 for row in stream_status(settings)}
    except ConfigurationError:  # nothing is loaded yet
        last = {}
    lists, children = chosen(streams, extra_streams(settings.extra_lists))
    names = [stream.name for stream in lists] + [child.name for child in children]
    return {name: last.get(name, 0) + ONE_REQUEST for name in names}
