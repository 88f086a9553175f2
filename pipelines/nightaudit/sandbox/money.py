"""Amounts: always Decimal, always cents, rounded half up."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from nightaudit.sandbox.problem import invalid

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
_LARGEST = Decimal("999999999999.99")


def cents(value: Any) -> Decimal:
    """A JSON number (or a quoted one) rounded to cents; None is zero."""
    return ZERO if value is None else Decimal(str(value)).quantize(CENT, ROUND_HALF_UP)


def amount_of(body: dict[str, Any], name: str = "amount") -> Decimal:
    """The amount in a request body. Raises Problem 400 when it is absent, not a number, zero, or finer than a cent."""
    value = body.get(name)
    if value is None:
        raise invalid(name, f"{name} is mandatory.")
    number = Decimal(str(value))
    if not number.is_finite() or abs(number) > _LARGEST:
        raise invalid(name, f"{name} is not an amount of money.")
    if number == 0 or number != number.quantize(CENT):
        raise invalid(name, f"{name} is a number of cents other than zero.")
    return cents(number)


def price(net: Decimal, vat: Decimal) -> dict[str, Decimal]:
    """An amount three times: gross = net + vat."""
    return {"gross": net + vat, "net": net, "vat": vat}
