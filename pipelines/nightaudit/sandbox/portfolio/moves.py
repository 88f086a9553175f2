"""Unit moves: a tenant renews into another unit of the building that is vacant on the day of the renewal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.sandbox.portfolio.estate import SHORT, Unit
from nightaudit.sandbox.portfolio.randomness import chance

if TYPE_CHECKING:
    from random import Random

    from nightaudit.sandbox.portfolio.model import Stay

MOVING = 0.15


def move(rows: list[tuple[Unit, list[Stay]]], rng: Random) -> None:
    """Move some renewals of a building to another unit; the two units exchange all stays and blocks from that day on.

    rows: each unit with its stays in order. No overlap results: on the day of the exchange neither unit has a stay or a
    block that spans the day, and both units have the same life.
    """
    for unit, stays in rows:
        for stay in [stay for stay in stays if stay.follows and stay.use != SHORT and stay.follows.unit is unit]:
            if stay.unit is not unit or not chance(rng, MOVING):
                continue
            for other, others in rows:
                if (
                    other is not unit
                    and _same_life(unit, other)
                    and _open(unit, stays, stay.start)
                    and _open(other, others, stay.start)
                ):
                    _exchange((unit, stays), (other, others), stay.start)
                    break


def _same_life(unit: Unit, other: Unit) -> bool:
    return (unit.use, unit.first, unit.last) == (other.use, other.first, other.last)


def _open(unit: Unit, stays: list[Stay], day: int) -> bool:
    return not any(stay.start < day < stay.end for stay in stays) and not any(a < day < b for a, b, _ in unit.blocks)


def _exchange(one: tuple[Unit, list[Stay]], two: tuple[Unit, list[Stay]], day: int) -> None:
    tails = [
        ([s for s in stays if s.start >= day], [b for b in unit.blocks if b[0] >= day]) for unit, stays in (one, two)
    ]
    for (unit, stays), (tail, blocks) in zip((one, two), reversed(tails), strict=True):
        for stay in tail:
            stay.unit = unit
        stays[:] = [stay for stay in stays if stay.start < day] + tail
        unit.blocks = [block for block in unit.blocks if block[0] < day] + blocks
