"""Every accounting identity, in one list."""

from marts.identities_nights import NIGHTS
from marts.identities_receivables import RECEIVABLES
from marts.identities_revenue import REVENUE

IDENTITIES = (*NIGHTS, *REVENUE, *RECEIVABLES)
