"""One seed and one day give the same bytes, in any process; size is a parameter and memory is not."""

import hashlib
import os
import subprocess
import sys
import time
import tracemalloc
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from nightaudit.errors import UsageError
from nightaudit.sandbox.portfolio import generate
from nightaudit.sandbox.wire import encode

TODAY = date(2026, 11, 20)
DIGEST = """
import hashlib, datetime
from nightaudit.sandbox.portfolio import generate
from nightaudit.sandbox.wire import encode
digest = hashlib.sha256()
for collection, record in generate(units=12, seed=7, today=datetime.date(2026, 11, 20)):
    digest.update(collection.encode() + encode(record))
print(digest.hexdigest())
"""


def digest(units: int, seed: int, today: date = TODAY) -> str:
    result = hashlib.sha256()
    for collection, record in generate(units=units, seed=seed, today=today):
        result.update(collection.encode() + encode(record))
    return result.hexdigest()


def test_the_same_seed_gives_the_same_bytes_and_another_does_not() -> None:
    assert digest(12, 7) == digest(12, 7)
    assert digest(12, 7) != digest(12, 8)
    assert digest(12, 7) != digest(12, 7, date(2026, 11, 21))


def test_another_process_with_another_hash_order_gives_the_same_bytes() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    run = subprocess.run([sys.executable, "-c", DIGEST], capture_output=True, text=True, check=True, env=environment)
    assert run.stdout.strip() == digest(12, 7)


def test_the_date_of_today_is_the_default() -> None:
    newest = max(record["createdDate"] for name, record in generate(units=12) if name == "bookings")
    today = datetime.now(UTC).date()
    assert (today - timedelta(days=14)).isoformat() <= newest[:10] <= today.isoformat()


@pytest.mark.parametrize("given", [{"units": 0}, {"years": 0}, {"units": -3}])
def test_a_portfolio_needs_a_unit_and_a_year(given: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="at least one unit and one year"):
        list(generate(**given))


def costs(units: int) -> tuple[int, float]:
    """Records of so many units, and seconds of CPU for each."""
    started = time.process_time()
    count = sum(1 for _ in generate(units=units, today=TODAY))
    return count, (time.process_time() - started) / count


@pytest.mark.slow
def test_a_record_of_three_hundred_units_costs_no_more_than_one_of_twenty_four() -> None:
    """Three hundred take a few seconds on any machine; where the costs grew with the size, 10,000 would take hours."""
    few, each_of_few = costs(24)
    many, each_of_many = costs(300)
    assert many > 5 * few
    assert each_of_many < 3 * each_of_few, f"{each_of_few * 1e6:.0f} and {each_of_many * 1e6:.0f} us of CPU"


@pytest.mark.slow
def test_eighty_units_take_little_memory() -> None:
    tracemalloc.start()
    for _ in generate(units=80, years=1, today=TODAY):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 30_000_000, f"{most:,} bytes at the peak for 80 units"
