"""Shrinks a drawn life to the smallest part that still fails; one build judges all candidates of a round."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from marts.drawn import EVENINGS, with_own_buildings
from marts.world import RULES, World
from oracle.merged import ROOM, merged

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from marts.drawn import Life
    from oracle.compare import Difference


def smallest(life: Life, fails: Callable[[list[Life]], set[int]]) -> Life:
    """Leave out records and changes as long as the rest still fails. `fails` returns the indexes of the lives that fail."""
    while True:
        candidates = list(_smaller(life))
        failing = fails(candidates)
        if not failing:
            return life
        life = min((candidates[at] for at in failing), key=_size)


def _smaller(life: Life) -> Iterator[Life]:
    """Candidates: the life without half, a quarter, ... one of its records; and the life with an evening without changes."""
    keys = list(dict.fromkeys((name, record["id"]) for evening in life for name, record in evening))
    size = len(keys) // 2
    while size:
        for start in range(0, len(keys), size):
            left_out = set(keys[start : start + size])
            yield [[pair for pair in evening if (pair[0], pair[1]["id"]) not in left_out] for evening in life]
        size //= 2
    for at in range(1, len(life)):
        if life[at] != life[at - 1]:
            yield [*life[:at], life[at - 1], *life[at + 1 :]]


def _size(life: Life) -> tuple[int, int]:
    changes = sum(before != after for before, after in pairwise(life))
    return sum(map(len, life)), changes


def wrong_ones(found: dict[Any, list[Difference]]) -> set[int]:
    """The indexes of the tenants of a world whose ids are in the keys of the differences."""
    keys = [key for items in found.values() for item in items for key in item.key]
    return {key // ROOM for key in keys if isinstance(key, int) and key > 0}


def judge(folder: Path) -> Callable[[list[Life]], set[int]]:
    """Return a function that builds many lives as one world and returns the indexes of those that differ from the oracle."""
    rounds = iter(range(1000))

    def fails(lives: list[Life]) -> set[int]:
        place = folder / f"round{next(rounds)}"
        place.mkdir()
        evenings = {
            evening: list(merged(with_own_buildings(life[at], number) for number, life in enumerate(lives)))
            for at, evening in enumerate(EVENINGS)
        }
        return wrong_ones(World(evenings, RULES).build(place).found)

    return fails
