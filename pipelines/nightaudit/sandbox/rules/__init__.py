"""The rules of the API document: one named function for each, in files named after the headings of the document.

properties:       properties, access_groups, features, images, geography
free nights:      availability, taken, promises, offers, rates
stays:            bookings, new_stays, statuses, stays, guest_stays
invoices:         sales_invoices, finance_accounts, invoice_exports, invoice_pdf
payments:         booking_money, payments, financial_allocations, money
people, tasks:    contacts, activities
of all headings:  plain, children, required, registry
"""

from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from nightaudit.client.operation import Operation
from nightaudit.sandbox.rules.plain import plain_rule
from nightaudit.sandbox.rules.registry import RULES, Rule

for module in iter_modules(__path__):
    import_module(f"{__name__}.{module.name}")  # registers the rules in it


def rule_of(operation: Operation[Any]) -> Rule:
    """Return the function that carries out an operation: its own rule, or the plain rule of its verb; KeyError without one."""
    return RULES.get(operation.name) or plain_rule(operation)
