"""What is entered beside other work is there when it is wanted, fails where it is wanted, and is left with the block."""

from __future__ import annotations

from contextlib import contextmanager
from threading import Event, current_thread
from typing import TYPE_CHECKING

import pytest

from nightaudit.background import entered_in_background

if TYPE_CHECKING:
    from collections.abc import Iterator


def test_the_block_goes_on_while_it_is_entered() -> None:
    went_on, left = Event(), []

    @contextmanager
    def slow() -> Iterator[str]:
        assert went_on.wait(60), "the block waited"
        yield current_thread().name
        left.append(current_thread().name)

    with entered_in_background(slow()) as entered:
        went_on.set()
        assert entered() != current_thread().name
        assert not left
    assert left == [current_thread().name]


def test_what_entering_raises_is_raised_where_it_is_wanted() -> None:
    @contextmanager
    def broken() -> Iterator[None]:
        raise OSError("no such file")
        yield

    with entered_in_background(broken()) as entered, pytest.raises(OSError, match="no such file"):
        entered()


def test_it_is_left_where_the_block_fails_before_it_is_wanted() -> None:
    left = []

    @contextmanager
    def open_file() -> Iterator[None]:
        try:
            yield
        except KeyError:
            left.append("told why")
            raise

    with pytest.raises(KeyError), entered_in_background(open_file()):
        raise KeyError("a stream nobody knows")
    assert ["told why"] == left
