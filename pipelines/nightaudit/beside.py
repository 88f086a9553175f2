"""Two things at once where one of them waits: a file is opened while modules are imported."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

T = TypeVar("T")


@contextmanager
def entered_beside(context: AbstractContextManager[T]) -> Iterator[Callable[[], T]]:
    """Enter `context` in a thread of its own; given is what waits until that is done, and returns or raises what it did.

    It is left with the block.
    """
    with ExitStack() as entered, ThreadPoolExecutor(1) as beside:
        yield beside.submit(entered.enter_context, context).result
