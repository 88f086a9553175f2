"""Every fault that is planted; the first ones are the five that an incremental model is most likely to have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from marts.faults_money import LISTS, RECEIVABLES, REVENUE
from marts.faults_stays import STAYS, TENANCIES
from marts.faults_supply import BOOKS, OCCUPANCY, SUPPLY
from marts.faults_time import OVER_TIME

if TYPE_CHECKING:
    from marts.planted import Fault

FAULTS = (*STAYS, *TENANCIES, *SUPPLY, *OCCUPANCY, *BOOKS, *OVER_TIME, *RECEIVABLES, *REVENUE, *LISTS)
ALWAYS = (
    "a shortened stay keeps its nights on the books",
    "nights of shortened, cancelled and moved stays are kept",
    "a cancelled stay goes on holding its nights",
    "a back-dated allocation counts from when it was entered",
    "a voided invoice stays owed",
    "a moved unit stays in its old building",
)
WITHOUT_A_FAULT = {
    "dim_channels": "shows its list as it is",
    "dim_market_segments": "shows its list as it is",
    "fct_walk_certificates": "shows the loader's own table as it is",
}


def chosen(text: str) -> list[Fault]:
    """The faults to plant: all, those with the text in their name, or without one the five of every run."""
    if text == "all":
        return list(FAULTS)
    return [fault for fault in FAULTS if (text in fault.name if text else fault.name in ALWAYS)]
