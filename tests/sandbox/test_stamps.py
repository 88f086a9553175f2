"""A reader that asks for what changed since its last visit finds every change: whatever a write changes in a list is stamped."""

from typing import Any

import pytest

from nightaudit.client.operation import Operation, Pages
from nightaudit.client.records.record import Stamped
from nightaudit.client.resources import Availabilities, documented_operations
from nightaudit.sandbox.stay_statuses import STATUSES
from sandbox.sandbox_api import Api
from sandbox.sandbox_examples import example, writes

LISTS = [
    operation
    for operation in documented_operations()
    if isinstance(operation, Pages)
    and not operation.path_parameters
    and operation is not Availabilities.search
    and issubclass(operation.record, Stamped)
]


def listed(api: Api) -> dict[tuple[str, int], Any]:
    """Every row of every list whose records carry stamps, by list and id."""
    rows: dict[tuple[str, int], Any] = {}
    for operation in LISTS:
        asked = {
            name: ",".join(STATUSES)
            for name in operation.filters
            if operation.name == "guest_stays.list" and name == "status"
        }
        rows |= {(operation.name, row["id"]): row for row in api.rows(operation, size=500, **asked)}
    return rows


@pytest.mark.parametrize("operation", writes())
def test_whatever_a_write_changes_in_a_list_is_stamped(api: Api, operation: Operation[Any]) -> None:
    before = listed(api)
    wanted = example(operation)
    assert api.call(operation, *wanted.ids, body=wanted.body).status_code < 300
    changed = {key: row for key, row in listed(api).items() if row != before.get(key)}
    assert changed or not issubclass(operation.record or object, Stamped), "a write of stamped records shows in a list"
    for key, row in changed.items():
        assert row["lastModifiedDate"] > before.get(key, {}).get("lastModifiedDate", ""), key
