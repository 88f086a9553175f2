"""Rates over dates, their segments and unit types; extras, and the compulsory extras of a rate."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from nightaudit.client.resources import Extras, Rates
from nightaudit.sandbox.lists.filters import FILTERS, conditions
from nightaudit.sandbox.problem import invalid
from nightaudit.sandbox.rules.availability import asked_range
from nightaudit.sandbox.rules.money import cents
from nightaudit.sandbox.rules.offers import covered_until
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.rules.taken import FIRST_DAY, LAST_DAY

if TYPE_CHECKING:
    from nightaudit.sandbox.calls.call import Call
    from nightaudit.sandbox.wire import Json


@rule(Rates.list)
def list_rates(call: Call) -> Answer:
    """List rates with a price in a date range, with only those dated amounts that cover a day of it (not shown: assumed)."""
    first, last = _range(call)

    def within(rate: Json) -> Json:
        dated = [
            row for row in rate.get("rates") or () if row.get("date") and first <= covered_until(rate, row["date"])
        ]
        return rate | {"rates": [row for row in dated if row["date"][:10] <= last]}

    return call.page("rates", show=within if (first, last) != (FIRST_DAY, LAST_DAY) else None)


@rule(Rates.unit_types)
def list_unit_types_of_rate(call: Call) -> Answer:
    """List the unit types of a rate and of its segments, paginated."""
    rate = call.addressed()
    of_segments = """SELECT json_extract(body, '$.unitTypeId') FROM "rateSegments" WHERE "rateId" = ?"""
    return call.page("unitTypes", f"id = ? OR id IN ({of_segments})", [rate.get("unitTypeId"), rate["id"]])


@rule(Rates.segments)
def list_segment_summaries(call: Call) -> Answer:
    """List rate summaries between two dates: segments of similar names as one, from their first day to their last.

    The contents of a summary are not shown: its amount is the lowest of the group. Names that differ in digits only are
    similar.
    """
    rate = call.addressed()
    where, values = conditions(FILTERS["rateSegments"], call.operation.filters, call.query)
    dated = " AND ".join(['"rateId" = ?', '"dateFrom" || "dateTo" IS NOT NULL', *where])
    groups: dict[str, list[Json]] = {}
    for segment in call.records.find("rateSegments", dated, rate["id"], *values):
        groups.setdefault(similar(str(segment.get("name") or "")), []).append(segment)
    return call.page_of([summary(name, rows) for name, rows in groups.items()])


def similar(name: str) -> str:
    """Return the key of similar names: their words without digits."""
    return " ".join(re.sub(r"[\d/.-]+", " ", name).split()) or name


def summary(name: str, rows: list[Json]) -> Json:
    """Return one row for segments of similar names."""
    return {
        "id": None,
        "rateId": rows[0]["rateId"],
        "name": name,
        "dateFrom": min(row["dateFrom"] for row in rows),
        "dateTo": max(row["dateTo"] for row in rows),
        "unitTypeId": rows[0].get("unitTypeId"),
        "amount": min(cents(row.get("amount")) for row in rows),
        "currencyCode": rows[0].get("currencyCode"),
    }


@rule(Extras.list)
def list_extras(call: Call) -> Answer:
    """List extras; an unknown billing frequency is an error (400: the status is not shown)."""
    for frequency in call.asked_integers("billingFrequencyId"):
        if call.records.get("billingFrequencies", frequency) is None:
            raise invalid("billingFrequencyId", f"There is no billing frequency {frequency}.")
    return call.page("extras")


@rule(Extras.compulsory)
def list_compulsory_extras(call: Call) -> Answer:
    """List the compulsory extras of a rate: those of its unit type's building, and those without a building (assumed).

    A date range is accepted, but no extra has dates.
    """
    rate = call.need("rates", call.ids[0])
    asked_range(call)
    kind = call.records.get("unitTypes", rate.get("unitTypeId")) or {}
    compulsory = """json_extract(body, '$.compulsory') = 1
 AND ifnull(json_extract(body, '$.buildingId') = ?, json_extract(body, '$.buildingId') IS NULL)"""
    return call.page("extras", compulsory, [kind.get("buildingId")])


def _range(call: Call) -> tuple[str, str]:
    """Return the requested dates, unlimited where absent. Raises Problem 400."""
    first, last = asked_range(call)
    return (first.isoformat() if first else FIRST_DAY), (last.isoformat() if last else LAST_DAY)
