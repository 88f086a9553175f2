"""Generates a realistic portfolio from a seed (stock, stays, money), and simulates its later days.

one building after the other: generator
days, chance, invented names: calendar_days, randomness, names
stock:                        estate, places, stock
stays and bookings:           model, timeline, moves, sales
money:                        amounts, pricing, billing, receipts
planted errors:               anomalies
records in wire names:        reference, properties, tasks, shapes, ledger_shapes
later days:                   living

Collections are named after their path below `/api/v3`, with `_` for `/`; records use wire names and Decimal money.
Child records stored separately, each with its own `id`:

| collection | parent field | served under |
| --- | --- | --- |
| `activities_notes` | activityId | `/activities/{id}/notes`, `/activities/notes/{id}` |
| `bookings_notes` | bookingId | `/bookings/{id}/notes`; the booking contains their texts |
| `contacts_notes` | contactId | `/contacts/{id}/notes` |
| `rateSegments` | rateId | `/rates/{id}/rateSegments`, `/rates/{id}/segments` |
| `accessCodes` | buildingId | `/buildings/{id}/accessCodes` |
| `images` | unitTypeId or developmentId | `.../{id}/images` |
| `featuresFacilities` | none: the catalogue | the features that the two lists of links below refer to |
| `unitTypes_featuresFacilities` | unitTypeId | a link; its `featureFacilityId` is in the catalogue |
| `developments_featuresFacilities` | developmentId | the same |

Embedded in their parent: a booking's roomStays (with extras), note texts, tag names and customFields; an invoice's
items, customFields and integrationIdentifiers; customFields of buildings and units; a unit's accessGroups; a rate's
dated amounts.

What amounts and dates mean where the document does not say ("not shown"):
- A stay's netAmount and vatAmount are for the room only; extras are in `extras[].pricing`. Once a stay is over and
  invoiced, both equal the sums of the invoice lines with its roomStayId (credit notes included, VOID invoices not).
- outstandingAmount = totalGross - allocations that target the invoice + allocations it is the source of; 0.00 once
  voided.
- `financialAllocations_salesPayments` holds receipts (PAYMENT, target an invoice, or none yet) and refunds (PAYMENT,
  negative, target a credit note); `financialAllocations_salesInvoices` holds credit notes allocated to invoices
  (ALLOCATION, positive). Both share one sequence of ids.
- A block (activity with blockAvailability) takes the nights from its start up to, not including, its dueDate; a unit
  contract's endDate is its last night. originalRate and, on short stays, discountDailyRate are net and per night; on
  month-long stays and tenancies originalRate is net and per month.
- Anomalies planted on purpose are listed in `anomalies.py`; `generate` can note their ids.
"""

from nightaudit.sandbox.portfolio.generator import generate
from nightaudit.sandbox.portfolio.living import Change, Portfolio, advance

__all__ = [
    "Change",
    "Portfolio",
    "advance",
    "generate",
]
