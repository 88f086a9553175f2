"""Tenants that hypothesis draws, as lives: all records of a tenant on each of several evenings."""

from __future__ import annotations

import copy
import datetime
import os
from typing import TYPE_CHECKING, Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

from marts.drawn_money import allocation, invoice
from marts.drawn_stays import booking, supply
from marts.news import NEWS, apply
from oracle.rules import Day

if TYPE_CHECKING:
    from collections.abc import Callable

    from oracle.model import Json, Pair

Life = list[list[tuple[str, dict[str, Any]]]]  # the records of one tenant, evening by evening

FIRST = Day(2024, 3, 30)  # the clocks of Europe change the night after
COUNT = int(os.environ.get("NIGHTAUDIT_TEST_EVENINGS", "2"))
EVENINGS = tuple(FIRST + datetime.timedelta(days=30 * at // (COUNT - 1)) for at in range(COUNT))  # a month


@st.composite
def tenants(draw: Callable[..., Any]) -> list[Pair]:
    """All records of a tenant; their ids are unique within the tenant only."""
    records: list[Pair] = draw(supply())
    bookings = [draw(booking(key)) for key in range(1, draw(st.integers(1, 4)) + 1)]
    stays = [stay["roomStayId"] for record in bookings for stay in record["roomStays"]] or [10]
    invoices = [draw(invoice(key, stays)) for key in range(1, draw(st.integers(0, 4)) + 1)]
    records += [("bookings", record) for record in bookings] + [("salesInvoices", record) for record in invoices]
    return records + [draw(allocation(key, invoices)) for key in range(1, draw(st.integers(0, 4)) + 1)]


@st.composite
def lives(draw: Callable[..., Any], evenings: int = len(EVENINGS)) -> Life:
    """A tenant over several evenings; between two evenings up to five events of NEWS happen."""
    life = [draw(tenants())]
    for evening in range(1, evenings):
        news = draw(
            st.lists(
                st.tuples(st.sampled_from(sorted(NEWS)), st.integers(0, 7), st.integers(0, 30)), min_size=1, max_size=5
            )
        )
        records = copy.deepcopy(life[-1])
        for at, (name, which, size) in enumerate(news):
            records = apply(name, records, which, size, fresh=evening * 100 + at)
        life.append(records)
    return life


def drawn(count: int, number: int, evenings: int = len(EVENINGS)) -> list[Life]:
    """`count` lives; equal for equal seeds (`number`) and versions of hypothesis."""
    kept: list[Life] = []

    @seed(number)
    @settings(
        max_examples=count,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(lives(evenings))
    def keep(life: Life) -> None:
        kept.append(copy.deepcopy(life))

    keep()
    return kept


def with_own_buildings(records: list[Pair], number: int) -> list[Pair]:
    """The records with the tenant's number in every building name, so that no two tenants share a building name."""
    names = {"buildings": "name", "units": "buildingName"}
    result: list[Pair] = []
    for collection, record in records:
        own = dict(record)
        if (name := names.get(collection)) and record[name]:
            own[name] = f"{record[name]} of {number}"
        if collection == "bookings":
            own["roomStays"] = [stay | {"unit": _renamed(stay["unit"], number)} for stay in record["roomStays"]]
        result.append((collection, own))
    return result


def _renamed(unit: Json, number: int) -> Json:
    return unit | {"buildingName": f"{unit['buildingName']} of {number}"}
