"""Appliers in separate processes, killed at random points, against a service that fails on purpose."""

from __future__ import annotations

import http.client
import json
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from correct.desk import RECEIPT, Desk, settings_for
from correct.ledger_server import KEY, Ledger, serving

if TYPE_CHECKING:
    from nightaudit.settings import Settings

APPLIER = """
import sys
from nightaudit.client import pace
from nightaudit.correct.sending.apply import apply
from nightaudit.correct.intent import Limits
from nightaudit.correct.session import opened
from nightaudit.settings import Settings
pace.FIRST_PAUSE = 0.01
with opened(Settings.read(), sys.argv[1], live=True) as run, run.journal.applier():
    sys.exit(apply(run, Limits()).exit_code)
"""


@dataclass
class Killer:
    """Kills the applier after a random number of further creates at the service, before or after the service commits."""

    random: random.Random
    reach: int
    left: int
    process: subprocess.Popen[bytes] | None = None
    kills: int = 0
    countdown: int = 0
    where: Counter[str] = field(default_factory=Counter)

    def aim(self, process: subprocess.Popen[bytes]) -> None:
        self.process, self.countdown = process, self.random.randint(1, self.reach)

    def __call__(self, stage: str) -> None:
        process = self.process
        if self.left <= 0 or process is None:
            return
        self.countdown -= 1
        if self.countdown <= 0:
            self.process = None
            os.kill(process.pid, signal.SIGKILL)
            self.left -= 1
            self.kills += 1
            self.where[stage] += 1


def environment(settings: Settings) -> dict[str, str]:
    named = ("base_url", "token_url", "client_id", "data_dir", "settle_seconds", "timeout_seconds", "page_size")
    values = {name: str(getattr(settings, name)) for name in named}
    values |= {name: getattr(settings, name).get_secret_value() for name in ("client_secret", "api_key")}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("NIGHTAUDIT_")}
    return kept | {f"NIGHTAUDIT_{name.upper()}": value for name, value in values.items()}


def ordeal(
    folder: Path, *, rows: int, share: float, kills: int, seed: int
) -> tuple[Ledger, Killer, dict[str, int], int]:
    """Apply `rows` equal receipts under faults and kills until a run ends by itself; return its result."""
    ledger = Ledger(share=share, seed=seed, late_seconds=0.02)
    killer = Killer(random.Random(seed), max(1, round(3 * rows / kills)), kills)
    with serving(ledger) as base_url:
        desk = Desk(settings_for(base_url, folder), folder)
        plan = desk.approved("allocations-create", [RECEIPT] * rows)
        ledger.hook = killer
        runs, code = 0, -signal.SIGKILL
        while code == -signal.SIGKILL:
            runs += 1
            process = subprocess.Popen([sys.executable, "-c", APPLIER, plan.plan_id], env=environment(desk.settings))
            killer.aim(process)
            code = process.wait(timeout=300)
        states = desk.states(plan)
        desk.close()
    assert 0 == code, (code, states)
    return ledger, killer, states, runs


def blind_retry(base_url: str, rows: int) -> None:
    """The control: a loop that sends each receipt again until the answer is 201."""
    host = urlsplit(base_url).netloc
    body = {**RECEIPT, "accountId": 70, "amount": 12.5, "targetInvoiceId": 7, "sourceInvoiceId": None}
    for number in range(rows):
        text = json.dumps(body | {"externalReference": f"blind-{number}"})
        while True:
            connection = http.client.HTTPConnection(host, timeout=5)
            try:
                connection.request("POST", "/api/v3/financialAllocations/salesInvoices", text, {"X-Auth-Token": KEY})
                answer = connection.getresponse()
                answer.read()
                if answer.status == 201:
                    break
            except (OSError, http.client.HTTPException):
                continue
            finally:
                connection.close()
