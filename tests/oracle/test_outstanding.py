"""The oracle's open balances against what the source itself states: `outstandingAmount`, written by other hands."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from nightaudit.sandbox.portfolio import generate
from oracle.portfolio import read, read_folder
from oracle.receivables import balance_intervals, open_at
from oracle.rules import Day, Rules, cents

if TYPE_CHECKING:
    from pathlib import Path

    from oracle.model import Json


def both(records: list[tuple[str, Json]], as_of: Day) -> tuple[dict[int, int], dict[int, int]]:
    """What the invoices state as outstanding, and what the oracle finds open: cents by invoice, zeros left out."""
    stated = {r["id"]: cents(r["outstandingAmount"]) for name, r in records if name == "salesInvoices" and _owed(r)}
    found = open_at(balance_intervals(read(records, Rules(as_of))), as_of)
    return {key: amount for key, amount in stated.items() if amount}, {key: i.open for key, i in found.items()}


def _owed(invoice: Json) -> bool:
    return str(invoice["status"]) == "POSTED"


@pytest.mark.parametrize("seed", range(5))
def test_generated_portfolios_state_what_is_open(seed: int) -> None:
    today = Day(2024, 4, 15)
    stated, found = both(list(generate(units=12, years=1, seed=seed, today=today)), today)
    assert len(stated) > 5
    assert stated == found


@pytest.mark.ledger
def test_the_ledger_states_what_is_open(tmp_path: Path, ledger_tool: Path) -> None:
    command = [sys.executable, str(ledger_tool), "--out", str(tmp_path), "--limit", "2000", "--as-of", "2016-06-30"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    stated, found = both(list(read_folder(tmp_path)), Day(2016, 6, 30))
    assert len(stated) > 5
    assert stated == found
