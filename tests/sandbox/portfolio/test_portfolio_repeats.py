"""One seed and one day give the same bytes, in any process; size is a parameter and memory is not."""

import hashlib
import os
import subprocess
import sys
import time
import tracemalloc
from datetime import UTC, date, datetime, timedelta

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
def test_a_portfolio_needs_a_unit_and_a_year(given: dict[str, int]) -> None:
    with pytest.raises(UsageError, match="at least one unit and one year"):
        list(generate(**given))


@pytest.mark.slow
def test_two_thousand_units_take_little_time_and_eighty_little_memory() -> None:
    tracemalloc.start()
    for _ in generate(units=80, today=TODAY):
        pass
    _, small = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    started, count = time.process_time(), 0
    for _ in generate(units=2_000, today=TODAY):
        count += 1
    seconds = time.process_time() - started
    assert count > 250_000
    assert seconds < 30, f"{seconds:.1f} s of CPU for 2,000 units: five times that for 10,000"
    assert small < 60_000_000, f"{small:,} bytes at the peak for 80 units"
