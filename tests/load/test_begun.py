"""What is made ahead comes in order, bounded, and ends when nobody wants it any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from nightaudit.load import begun
from nightaudit.load.begun import Begun

WAIT = 10  # seconds at most


class Source:
    """Numbers from 0, and how many were made; ended when its generator was."""

    def __init__(self, numbers: int, error: Exception | None = None) -> None:
        self.made, self.ended = 0, False
        self._numbers, self._error = numbers, error

    def items(self) -> Generator[int]:
        try:
            for number in range(self._numbers):
                self.made += 1
                yield number
            if self._error:
                raise self._error
        finally:
            self.ended = True


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(1) as threads:
        yield threads


def settled(source: Source, made: int) -> bool:
    """Whether so many are made soon, and no more a moment later."""
    end = time.monotonic() + WAIT
    while source.made < made and time.monotonic() < end:
        time.sleep(0.01)
    time.sleep(0.05)
    return source.made == made


@pytest.mark.parametrize("ahead", [1, 3])
@pytest.mark.parametrize("numbers", [0, 1, 3, 10])
def test_all_come_in_order(pool: ThreadPoolExecutor, numbers: int, ahead: int) -> None:
    begun = Begun(Source(numbers).items(), pool, ahead)
    assert begun.is_empty() is not bool(numbers)
    assert [*range(numbers)] == list(begun)
    assert begun.is_empty()
    assert [] == list(begun)


def test_no_more_are_made_than_allowed(pool: ThreadPoolExecutor) -> None:
    source = Source(10)
    begun = Begun(source.items(), pool, 3)
    assert settled(source, 3)
    assert 0 == next(begun)
    assert settled(source, 4)


def test_an_error_comes_where_it_was_raised(pool: ThreadPoolExecutor) -> None:
    begun = Begun(Source(2, ValueError("the third")).items(), pool, 5)
    assert [0, 1] == [next(begun), next(begun)]
    assert not begun.is_empty()
    with pytest.raises(ValueError, match="the third"):
        next(begun)


def test_many_share_few_threads(pool: ThreadPoolExecutor) -> None:
    many = [Begun(Source(5).items(), pool, 2) for _ in range(20)]
    assert [[*range(5)]] * 20 == [list(begun) for begun in reversed(many)]


class Slow(threading.Condition):
    """Whoever lets go of it is late to go on."""

    def __exit__(self, *raised: object) -> None:
        super().__exit__(*raised)  # type: ignore[arg-type]
        time.sleep(0.001)


def test_what_is_taken_at_once_is_made_by_one_thread_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def slow() -> Generator[int]:
        for number in range(50):
            time.sleep(0.003)
            yield number

    monkeypatch.setattr(begun, "Condition", Slow)
    with ThreadPoolExecutor(4) as threads:
        assert [*range(50)] == list(Begun(slow(), threads, 1))


def test_closing_ends_what_was_begun_and_what_waits(pool: ThreadPoolExecutor) -> None:
    busy, finish = threading.Event(), threading.Event()

    def slow() -> Generator[int]:
        busy.set()
        assert finish.wait(WAIT)
        yield 1

    first, source = Begun(slow(), pool, 1), Source(10)
    waiting = Begun(source.items(), pool, 1)
    assert busy.wait(WAIT)
    threading.Timer(0.1, finish.set).start()
    waiting.close()
    first.close()
    assert [1] == list(first)
    assert 0 == source.made
