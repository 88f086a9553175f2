"""The values of a request body in the form in which the service shows them: date-times with an offset, amounts as numbers."""

from __future__ import annotations

import datetime
import math
import re
from decimal import Decimal
from typing import Any

from pydantic import BaseModel

from nightaudit.sandbox.problem import invalid

_YEAR = re.compile("[0-9]{4}-")
# RFC 3339, the format of a date-time in OpenAPI documents.
_DATE_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}(\.[0-9]+)?(Z|[+-][0-9]{2}:[0-9]{2})")


def as_shown(read: Any, content: Any, path: str = "") -> Any:
    """Return the content of a body that pydantic has read; raises Problem 400 for a value that pydantic should have refused.

    A date-time is kept as it was sent unless it is in no format of RFC 3339; without an offset it is in UTC (not shown:
    assumed). A quoted amount becomes a number, so that a field is not a text in some records and a number in others.
    """
    if isinstance(read, list) and isinstance(content, list):  # a record may take one value for a list of it
        pairs = enumerate(zip(read, content, strict=True))
        return [as_shown(item, value, f"{path}{index}.") for index, (item, value) in pairs]
    if isinstance(read, BaseModel):
        names = {field.alias or name: name for name, field in type(read).model_fields.items()}
        values = {wire: getattr(read, name) for wire, name in names.items() if wire in content}
        return content | {wire: as_shown(value, content[wire], f"{path}{wire}.") for wire, value in values.items()}
    if isinstance(read, Decimal | float) and math.isinf(float(read)):
        raise invalid(path.removesuffix("."), f"{str(content)[:40]} is too large: most clients could not read it.")
    if isinstance(read, datetime.date):
        return _date(read, content, path.removesuffix("."))
    if isinstance(read, Decimal) and isinstance(content, str):
        return _amount(read, content, path.removesuffix("."))
    return content


def _date(read: datetime.date, content: str, field: str) -> str:
    # pydantic takes a number in a text ("0") for the seconds since 1970.
    if not _YEAR.match(content):
        raise invalid(field, f"{content[:40]!r} is not a date (YYYY-MM-DD) or a date-time.")
    if not isinstance(read, datetime.datetime) or _DATE_TIME.fullmatch(content):
        return content
    moment = read if read.tzinfo else read.replace(tzinfo=datetime.UTC)
    return moment.isoformat().replace("+00:00", "Z")


def _amount(read: Decimal, content: str, field: str) -> Decimal:
    # Python also takes digits of other scripts, and groups of digits ("1_000").
    if not content.isascii() or "_" in content:
        raise invalid(field, f"{content[:40]!r} is not a number.")
    return read
