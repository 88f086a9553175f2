"""Every fault that is planted; the first ones are the five that an incremental model is most likely to have."""

from marts.faults_money import LISTS, RECEIVABLES, REVENUE
from marts.faults_stays import STAYS, TENANCIES
from marts.faults_supply import BOOKS, OCCUPANCY, SUPPLY

FAULTS = (*STAYS, *TENANCIES, *SUPPLY, *OCCUPANCY, *BOOKS, *RECEIVABLES, *REVENUE, *LISTS)
ALWAYS = (
    "a shortened stay keeps its nights on the books",
    "a cancelled stay goes on holding its nights",
    "a back-dated allocation counts from when it was entered",
    "a voided invoice stays owed",
    "a moved unit stays in its old building",
)
