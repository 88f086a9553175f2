"""Enters a context in a second thread while the caller does other work: a file is opened while modules are imported."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


@contextmanager
def entered_in_background(context: AbstractContextManager[T]) -> Iterator[Callable[[], T]]:
    """Enter `context` in a second thread, and leave it at the end of the block.

    Yields a function that waits until the context is entered, and returns what entering returned, or raises what it raised.
    """
    with ExitStack() as entered, ThreadPoolExecutor(1) as beside:
        yield beside.submit(entered.enter_context, context).result
