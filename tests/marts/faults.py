"""Every fault that is planted; those in ALWAYS, which incremental models are most likely to have, are planted in every run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marts.faults_known import AS_KNOWN
from marts.faults_lists import LISTS
from marts.faults_money import RECEIVABLES, REVENUE
from marts.faults_stays import STAYS, TENANCIES
from marts.faults_supply import BOOKS, OCCUPANCY, SUPPLY
from marts.faults_time import OVER_TIME

if TYPE_CHECKING:
    from marts.planted import Fault

FAULTS = (*STAYS, *TENANCIES, *SUPPLY, *OCCUPANCY, *BOOKS, *OVER_TIME, *RECEIVABLES, *AS_KNOWN, *REVENUE, *LISTS)
ALWAYS = (
    "a shortened stay keeps its nights on the books",
    "what came of stays that are no more as they were is kept",
    "a cancelled stay goes on holding its nights",
    "a back-dated allocation counts from when it was entered",
    "a voided invoice stays owed",
    "a moved unit stays in its old building",
)
UPSTREAM = "faults are planted in the intermediate models and macros that define it"
CORE = "tests/transform/test_core.py; no fault is planted yet"
WITHOUT_A_FAULT = {
    "dim_companies": CORE,
    "dim_units_history": CORE,
    "fct_excluded_buildings": "the oracle compares it; no fault is planted yet",
    "fct_financial_allocations": UPSTREAM,
    "fct_occupancy_daily": UPSTREAM,
    "fct_unit_nights": UPSTREAM,
    "fct_untyped_fields": "tests/transform/test_untyped_fields.py asks for every field",
    "dim_channels": "shows its list as it is",
    "dim_market_segments": "shows its list as it is",
    "fct_walk_certificates": "shows the loader's own table as it is",
}


def chosen(text: str) -> list[Fault]:
    """The faults to plant: for "all" every fault, for `one|other` those with a part in name or path, for "" those in ALWAYS."""
    if text == "all":
        return list(FAULTS)
    return [
        fault
        for fault in FAULTS
        if (any(part in f"{fault.path} {fault.name}" for part in text.split("|")) if text else fault.name in ALWAYS)
    ]
