"""Amounts of money: Decimal, in cents, rounded half up."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

from nightaudit.sandbox.problem import invalid

if TYPE_CHECKING:
    from collections.abc import Iterable

CENT = Decimal("0.01")
ZERO = Decimal("0.00")
_LARGEST = Decimal("999999999999.99")


def is_stated(value: Any) -> bool:
    """Return whether there is a number: exports write a blank text for none."""
    return value is not None and bool(str(value).strip())


def exact(value: Any) -> Decimal:
    """Return a JSON number (or a quoted one) with all its digits; None and blank texts are zero."""
    return Decimal(str(value)) if is_stated(value) else Decimal(0)


def cents(value: Any, field: str = "amount") -> Decimal:
    """Return a JSON number (or a quoted one) rounded to cents; None is zero. Raises Problem 400 naming `field` out of range."""
    number = exact(value)
    if not number.is_finite() or abs(number) > _LARGEST:
        raise invalid(field, "An amount of money must be between -999999999999.99 and 999999999999.99.")
    return number.quantize(CENT, ROUND_HALF_UP)


def amount_of(body: dict[str, Any]) -> Decimal:
    """Return the `amount` of a request body, which is mandatory. Raises Problem 400 if too large, zero or finer than a cent."""
    amount = cents(body["amount"])
    if amount == 0 or amount != exact(body["amount"]):
        raise invalid("amount", "amount must be a whole number of cents, and not zero.")
    return amount


def given_cents(record: dict[str, Any], names: Iterable[str], path: str) -> dict[str, Decimal]:
    """Return those fields `names` of a record that are not None, rounded to cents; `path` is the record's path in the body."""
    return {name: cents(record[name], f"{path}.{name}") for name in names if record.get(name) is not None}


def price(net: Decimal, vat: Decimal) -> dict[str, Decimal]:
    """Return a price object: gross = net + vat."""
    return {"gross": net + vat, "net": net, "vat": vat}
