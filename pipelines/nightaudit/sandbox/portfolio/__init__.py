"""A believable portfolio from a seed: stock, stays, money; and how it lives on.

Collections are named as their path below `/api/v3`, `/` as `_`; records use wire names and Decimal money.
Children stored apart, each with an `id` of its own:

| collection | parent field | served under |
| --- | --- | --- |
| `activities_notes` | activityId | `/activities/{id}/notes`, `/activities/notes/{id}` |
| `bookings_notes` | bookingId | `/bookings/{id}/notes`; the booking has their texts |
| `contacts_notes` | contactId | `/contacts/{id}/notes` |
| `rateSegments` | rateId | `/rates/{id}/rateSegments`, `/rates/{id}/segments` |
| `accessCodes` | buildingId | `/buildings/{id}/accessCodes` |
| `images` | unitTypeId or developmentId | `.../{id}/images` |
| `featuresFacilities` | none: the catalogue | what the two lists of links below name |
| `unitTypes_featuresFacilities` | unitTypeId | a link; its `featureFacilityId` is in the catalogue |
| `developments_featuresFacilities` | developmentId | the same |

Embedded in their parent: a booking's roomStays (with extras), note texts, tag names and customFields; an invoice's
items, customFields and integrationIdentifiers; customFields of buildings and units; a unit's accessGroups; a rate's
dated amounts.

What the numbers mean, where the document does not say ("not shown"):
- A stay's netAmount and vatAmount are the room's; extras stand apart in `extras[].pricing`. Once a stay is over and
  invoiced, both equal the invoice lines (credit notes included, voids not) that carry its roomStayId.
- outstandingAmount = totalGross - allocations that target the invoice + allocations it is the source of; 0.00 once
  voided.
- `financialAllocations_salesPayments` holds receipts (PAYMENT, target an invoice, or none yet) and refunds (PAYMENT,
  negative, target a credit note); `financialAllocations_salesInvoices` holds credit notes put against invoices
  (ALLOCATION, positive). Both share one sequence of ids.
- A block (activity with blockAvailability) holds the nights from its start up to, not including, its dueDate; a unit
  contract's endDate is its last night. originalRate and, on short stays, discountDailyRate are net and per night; on
  month-long stays and tenancies originalRate is net and per month.
- What is wrong on purpose is listed in `anomalies.py`, and `planted` gives the ids.
"""

from nightaudit.sandbox.portfolio.generator import generate, generate_with_planted, planted
from nightaudit.sandbox.portfolio.living import Change, Portfolio, advance

__all__ = [
    "Change",
    "Portfolio",
    "advance",
    "generate",
    "generate_with_planted",
    "planted",
]
