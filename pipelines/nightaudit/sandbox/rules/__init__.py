"""The rules of the API document: one file per heading, a named function per rule."""

from typing import Any

from nightaudit.client.operation import Operation
from nightaudit.sandbox.rules import (
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

__all__ = [
    "activities",
    "availability",
    "booking_money",
    "bookings",
    "children",
    "contacts",
    "features",
    "financial_allocations",
    "geography",
    "guest_stays",
    "images",
    "invoice_exports",
    "offers",
    "payments",
    "properties",
    "rates",
    "rule_of",
    "sales_invoices",
    "statuses",
    "stays",
    "unit_access_groups",
]


def rule_of(operation: Operation[Any]) -> Rule:
    """The function that plays an operation: its own rule, or the plain one of its verb; KeyError when there is none."""
    return RULES.get(operation.name) or plain_rule(operation)
