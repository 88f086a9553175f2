"""The rules of the API document: one named function for each, in files named after the headings of the document.

properties:       properties, features, images, geography, unit_access_groups
free nights:      availability, taken, promises, offers, rates
stays:            bookings, new_stays, statuses, stays, guest_stays
invoices:         sales_invoices, finance_accounts, invoice_exports, invoice_pdf
payments:         booking_money, payments, financial_allocations, money
people, tasks:    contacts, activities
of all headings:  plain, children, required, registry
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
    """Return the function that carries out an operation: its own rule, or the plain rule of its verb; KeyError without one."""
    return RULES.get(operation.name) or plain_rule(operation)
