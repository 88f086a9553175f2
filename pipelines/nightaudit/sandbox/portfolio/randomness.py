"""Random choices of the generator: one seed gives the same choices on every machine."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

T = TypeVar("T")


def dice(*seed: object) -> random.Random:
    """Return a random generator for one seed; it yields the same numbers on every machine and Python."""
    return random.Random("/".join(map(str, seed)))  # noqa: S311 - reproducible play data, no secrets


def chance(rng: random.Random, share: float) -> bool:
    """Return True with probability `share`."""
    return rng.random() < share


def fate(rng: random.Random, shares: Mapping[str, float]) -> str:
    """Return one of the names, each with its probability; "" with the remaining probability."""
    draw = rng.random()
    for name, share in shares.items():
        draw -= share
        if draw < 0:
            return name
    return ""


def spread(rng: random.Random, low: int, high: int) -> int:
    """Return a random integer from low to high, both included."""
    return low + int(rng.random() * (high - low + 1))


def pick(rng: random.Random, choices: Sequence[T]) -> T:
    """Return one of the choices, all with the same probability."""
    return choices[int(rng.random() * len(choices))]
