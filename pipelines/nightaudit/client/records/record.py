"""What every record of the dictionary is: lenient, exact, and marked field by field with where the field is known from."""

import datetime as dt
from decimal import Decimal
from enum import Enum
from typing import Annotated, TypeVar

from pydantic import BaseModel, ConfigDict
from pydantic.alias_generators import to_camel

T = TypeVar("T")


class Origin(Enum):
    """How we know that a field exists."""

    DOCUMENTED = "named in the API document"
    OBSERVED = "seen on the wire of running clients"
    ASSUMED = "our assumption in the document's style: not shown"


Documented = Annotated[T | None, Origin.DOCUMENTED]
Observed = Annotated[T | None, Origin.OBSERVED]
Assumed = Annotated[T | None, Origin.ASSUMED]

Money = Decimal
Date = dt.date
DateTime = dt.datetime


class Record(BaseModel):
    """A JSON object of the API. Wire names are the camelCase of the attributes; one field is renamed by giving it an alias.

    Every field may be absent or null ("required flags: not shown"), and fields we do not know are kept as they came.
    """

    model_config = ConfigDict(
        alias_generator=to_camel,
        populate_by_name=True,
        extra="allow",
        defer_build=True,  # a load reads no record as a model
    )


class Stamped(Record):
    """A record that may carry its own change stamps; nothing depends on them being there."""

    created_date: Assumed[DateTime] = None
    last_modified_date: Assumed[DateTime] = None


class Reference(Record):
    """Another record, by id and name."""

    id: Documented[int] = None
    name: Documented[str] = None
