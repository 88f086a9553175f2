"""Runs one contestant on one case in a process of its own: wall and CPU seconds, peak memory, pages, and whether it is right."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from decimal import Decimal
from pathlib import Path
from statistics import median
from typing import Any, Literal

from contestants import Contestant
from dataset import WORK, Truth, dataset
from serving import Served, serving

Work = Literal["first", "changed", "nothing"]
SAMPLE_SECONDS = 0.2
A_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Case:
    """What is asked of a contestant: records, rows a page, latency, requests in flight, and which load of them."""

    size: str
    page_size: int
    latency_ms: int = 0
    concurrency: int = 4
    work: Work = "first"


@dataclass(frozen=True, slots=True)
class Run:
    """What one run took. Seconds; memory in MB: the largest sum over its processes; `wrong` is empty for a right answer."""

    wall: float
    cpu: float
    memory: float
    pages: int
    server_cpu: float
    records: int
    phases: list[tuple[str, float, float, float]]
    money: str
    wrong: str

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return asdict(self)


def measure(contestant: Contestant, case: Case) -> Run:
    """One first load, into a folder of its own."""
    with _folder(contestant) as folder, serving(dataset(case.size)[0], latency_ms=case.latency_ms) as served:
        return _run(contestant, case, served, folder, dataset(case.size)[1])


def measure_again(contestant: Contestant, case: Case, works: Sequence[Work]) -> Iterator[tuple[Case, Run]]:
    """After a first load that is not measured, each of these works in the same folder, from the same address."""
    with _folder(contestant) as folder:
        with serving(dataset(case.size)[0]) as served:
            before = _run(contestant, replace(case, work="nothing"), served, folder, dataset(case.size)[1])
            port = int(served.base_url.rsplit(":", 1)[1])
        for work in works:
            this = replace(case, work=work)
            data, truth = dataset(case.size, changed=work == "changed")
            with serving(data, latency_ms=case.latency_ms, port=port) as served:
                failed = before.wrong.startswith("exit")
                yield this, before if failed else _run(contestant, this, served, folder, truth)


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """CPU seconds of all threads of this process, and seconds."""
    cpu, wall = time.process_time(), time.perf_counter()
    work()
    return time.process_time() - cpu, time.perf_counter() - wall


def start_up() -> float:
    """CPU seconds until `nightaudit --help` has answered, the median of five."""
    command = [sys.executable, "-m", "nightaudit", "--help"]
    used = []
    for _ in range(5):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        used.append(usage.ru_utime + usage.ru_stime)
    return median(used)


@contextmanager
def _folder(contestant: Contestant) -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix=f"{contestant.name}-", dir=_scratch()))
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def _scratch() -> Path:
    place = WORK / "runs"
    place.mkdir(parents=True, exist_ok=True)
    return place


def _run(contestant: Contestant, case: Case, served: Served, folder: Path, truth: Truth) -> Run:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("NIGHTAUDIT_")},
        **contestant.environment,
        "BENCH_PAGE_SIZE": str(case.page_size),
        "BENCH_CONCURRENCY": str(case.concurrency),
        "BENCH_WORK": case.work,
    }
    command = contestant.command()  # installs what it needs, where it is not yet: no part of its time
    before = served.counters()
    with (folder.with_suffix(".err")).open("w+") as errors:
        started = time.perf_counter()
        process = subprocess.Popen(
            [*command, served.base_url, str(folder)],
            cwd=folder,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        memory = _Memory(process.pid)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - started
        of_family = memory.stop()
        errors.seek(0)
        said = errors.read()
    Path(errors.name).unlink()
    after = served.counters()
    result = folder / "result.json"
    found: dict[str, Any] = json.loads(result.read_text()) if process.returncode == 0 else {}
    peak = max([of_family, *(phase[3] for phase in found.get("phases", []))])
    told = wrong(found, truth) if found else f"exit {process.returncode}: {said[-2000:]}"
    return Run(
        wall=wall,
        cpu=used.ru_utime + used.ru_stime,
        memory=peak,
        pages=after.pages - before.pages,
        server_cpu=after.cpu_seconds - before.cpu_seconds,
        records=truth.records,
        phases=found.get("phases", []),
        money=_kind(found.get("money", {})),
        wrong=told,
    )


def wrong(found: dict[str, Any], truth: Truth) -> str:
    """What differs from the truth; sums of doubles may be off by less than a cent, sums of decimals by nothing."""
    if "fetched" in found:
        return ""
    rows = [f"{table}: {found['rows'][table]} rows, not {count}" for table, count in truth.rows.items()]
    told = [
        text for text, (table, count) in zip(rows, truth.rows.items(), strict=True) if found["rows"][table] != count
    ]
    for name, right in truth.money.items():
        text, kind = found["money"][name]
        difference = abs(Decimal(text or 0) - right)
        if difference >= A_CENT or (difference and kind.startswith("DECIMAL")):
            told.append(f"{name}: {text}, not {right}")
    return "; ".join(told)


def _kind(money: dict[str, list[str]]) -> str:
    kinds = {"exact" if kind.startswith("DECIMAL") else "float" for _, kind in money.values()}
    return " and ".join(sorted(kinds))


class _Memory:
    """The largest sum of memory over a process and its descendants, shared pages counted once."""

    def __init__(self, pid: int) -> None:
        self._pid, self._peak, self._done = pid, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        """End watching; MB."""
        self._done.set()
        self._thread.join()
        return self._peak

    def _watch(self) -> None:
        while not self._done.wait(SAMPLE_SECONDS):
            pids = _family(self._pid)
            if len(pids) > 1:  # of one process alone the kernel keeps the peak itself
                self._peak = max(self._peak, sum(map(_share, pids)) / 1024)


def _family(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [pid, *(one for child in children for one in _family(int(child)))]


def _share(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((float(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
