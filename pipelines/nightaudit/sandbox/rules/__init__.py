"""The rules of the API document: a named function for each, in files named after its headings.

what is let:      properties, features, images, geography, unit_access_groups
what is free:     availability, offers, rates
stays:            bookings, new_stays, statuses, stays, guest_stays
money:            booking_money, payments, sales_invoices, invoice_exports, invoice_pdf, financial_allocations, money
people, tasks:    contacts, activities
of every heading: plain, children, required, registry
"""

from typing import Any

from nightaudit.client.operation import Operation
from nightaudit.sandbox.rules import (  # noqa: F401 - each registers its rules
    activities,
    availability,
    booking_money,
    bookings,
    children,
    contacts,
    features,
    financial_allocations,
    geography,
    guest_stays,
    images,
    invoice_exports,
    offers,
    payments,
    properties,
    rates,
    sales_invoices,
    statuses,
    stays,
    unit_access_groups,
)
from nightaudit.sandbox.rules.plain import plain_rule
from nightaudit.sandbox.rules.registry import RULES, Rule


def rule_of(operation: Operation[Any]) -> Rule:
    """The function that plays an operation: its own rule, or the plain one of its verb; KeyError when there is none."""
    return RULES.get(operation.name) or plain_rule(operation)
