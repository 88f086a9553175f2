"""Schemathesis calls every operation with what the sandbox's own OpenAPI document allows, and with what it does not.

NIGHTAUDIT_TEST_EXAMPLES says how many sequences of operations are tried.
"""

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import CHECKS

from nightaudit.client.resources import documented_operations
from nightaudit.sandbox import Connection, SandboxOptions, create_app, running
from nightaudit.sandbox.openapi.document import openapi_document
from sandbox.sandbox_api import HTTP
from sandbox.small_portfolio import TODAY

# Rules between fields or records, which a schema cannot say: a request may keep to the schema and still be refused.
RULES_BEYOND_THE_SCHEMA = {
    "activities.create": "exactly one assignee; due date after the start",
    "activities.update": "the same",
    "availabilities.search": "dateTo after dateFrom",
    "bookings.create": "one room stay or more; end after start",
    "bookings.pay": "not above what is outstanding",
    "bookings.update": "only some fields can change",
    "bookings.update_statuses": "one status or one for each stay; possible moves",
    "developments.create": "endDate after startDate",
    "developments.update": "the same",
    "extras.list": "the billing frequency exists",
    "extras.pay": "not above what is outstanding",
    "financial_allocations.create": "account id or code; not above what is outstanding",
    "financial_allocations.set_export_status": "EXPORTED is final",
    "guest_stays.create": "check-out after check-in",
    "guest_stays.update": "the same",
    "sales_invoices.create": "items need description, quantity and price",
    "sales_invoices.mark_exported": "the invoice is POSTED",
    "sales_invoices.post": "the invoice is not POSTED",
    "sales_invoices.set_custom_fields": "a field is told by id, template or name",
    "sales_invoices.set_export_status": "the invoice is POSTED",
    "sales_invoices.void": "the invoice is not VOID",
    "unit_access_groups.create": "unit and group are told by id",
    "unit_access_groups.update": "the same",
    "units.create": "availableTo after availableFrom",
    "units.update": "the same",
}
Case = schemathesis.Case[Any]
EXAMPLES = int(os.environ.get("NIGHTAUDIT_TEST_EXAMPLES", "15"))
OPTIONS = SandboxOptions(today=TODAY, api_key="key")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Connection]:
    with running(replace(OPTIONS, portfolio=folder)) as connection:
        yield connection


def _document() -> dict[str, Any]:
    return openapi_document(OPTIONS)


schema = schemathesis.openapi.from_dict(_document())
schema.config.seed = 20260310
schema.config.phases.coverage.enabled = False
POSITIVE = list(CHECKS.get_by_names(["positive_data_acceptance"]))


@pytest.mark.slow
@schema.parametrize()
@settings(max_examples=4, phases=[Phase.generate], derandomize=True, suppress_health_check=list(HealthCheck))
def test_every_operation_keeps_to_its_description(case: Case, server: Connection) -> None:
    case.call_and_validate(base_url=server.base_url, headers={"X-Auth-Token": "key"}, excluded_checks=_excluded(case))


def _excluded(case: Case) -> list[Any]:
    """The check that a request which keeps to the schema is accepted, where a rule beyond the schema may refuse it.

    A sequence also asks for the building of a record that has none: that id is no integer. And an update may name a record
    other than that of its address.
    """
    name = str(case.operation.definition.raw["operationId"]).removesuffix(".earlier")
    of_nothing = None in (case.path_parameters or {}).values()
    names_record = case.method == "PUT" and isinstance(case.body, dict) and case.body.get("id") is not None
    return POSITIVE if of_nothing or names_record or name in RULES_BEYOND_THE_SCHEMA else []


@pytest.mark.slow
def test_sequences_of_operations_keep_to_their_descriptions(server: Connection) -> None:
    """Each step takes what an earlier one answered: create, then read, change and delete what was created."""
    statuses: Counter[int] = Counter()
    schema.config.update(base_url=server.base_url)

    class Sequences(schema.as_state_machine()):  # type: ignore[misc]  # a class made of the document
        def setup(self) -> None:  # the next step is drawn by what earlier ones were answered
            HTTP.post(f"{server.base_url}/_sandbox/reset").raise_for_status()

        def get_call_kwargs(self, case: Case) -> dict[str, Any]:
            del case
            return {"headers": {"X-Auth-Token": "key"}}

        def validate_response(self, response: Any, case: Case, *_: Any, **__: Any) -> None:
            statuses[response.status_code] += 1
            case.validate_response(response, excluded_checks=_excluded(case))

    Sequences.run(
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=8,
            phases=[Phase.generate],
            derandomize=True,
            suppress_health_check=list(HealthCheck),
        )
    )
    print(f"{statuses.total()} calls in sequence: {dict(statuses)}")
    assert statuses[200] > 50


def test_the_rules_beyond_the_schema_are_those_of_operations() -> None:
    assert RULES_BEYOND_THE_SCHEMA.keys() <= {operation.name for operation in documented_operations()}


def test_the_document_is_served_as_it_is_drawn(folder: Path) -> None:
    app = create_app(SandboxOptions(portfolio=folder))
    assert app.openapi() == _document()
    app.state.world.store.close()
