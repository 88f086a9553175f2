"""Money of the generator: whole cents, and the Decimal amounts of records."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def money(cents: int) -> Decimal:
    """Convert whole cents to an amount with two decimals."""
    return Decimal(cents) * CENT


def cents_of(amount: object) -> int:
    """Convert an amount of a stored record (Decimal, int, or text) to whole cents, rounded half up; None is zero."""
    return int((Decimal(str(amount or "").strip() or 0) * 100).to_integral_value(ROUND_HALF_UP))


def tax_on(net: int, basis_points: int) -> int:
    """Return the tax on an amount in cents, rounded half away from zero; 100 basis points are one percent."""
    tax = (abs(net) * basis_points * 2 + 10_000) // 20_000
    return tax if net >= 0 else -tax


def part(cents: int, numerator: int, denominator: int) -> int:
    """Return the fraction of an amount, rounded to a cent towards minus infinity."""
    return cents * numerator // denominator
