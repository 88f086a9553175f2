"""Every documented operation answers; every write also refuses what it must."""

from typing import Any

import httpx
import pytest
from pydantic import TypeAdapter

from nightaudit.client.client import Client
from nightaudit.client.operation import Delete, Download, Operation, Pages, Upload
from nightaudit.client.resources import Activities, Bookings, SalesInvoices, documented_operations, observed_operations
from nightaudit.settings import Settings
from sandbox.sandbox_api import CERTIFICATES, Api, refused
from sandbox.sandbox_examples import ACTIVITY, NEW_BOOKING, WRITES, example, writes

LISTS_AS_RESULT = {
    "set_custom_fields",
    "replace_features_facilities",
    "link_features_facilities",
    "unlink_features_facilities",
}
OPERATIONS = documented_operations()
EARLIER = [operation for operation in OPERATIONS if operation.formerly]
# Of a rate, for the rules of offers (not shown).
OF_THE_SMALL_PORTFOLIO = {"closedToArrival", "leadTimeDays", "minimumStay"}
BROKEN: dict[type, list[Any]] = {dict: [[], "x", 3], list: [{}, "x", ["x"]]}


def fields(operation: Operation[Any]) -> set[str]:
    """The wire names of the operation's record in the dictionary: a tenant's load names any other as new."""
    return {field.alias or name for name, field in operation.record.model_fields.items()}


def of_rows(operation: Operation[Any]) -> TypeAdapter[Any]:
    """What reads a list of the operation's records."""
    return TypeAdapter(list[operation.record])  # type: ignore[name-defined]  # known at run time only


def test_every_write_has_an_example() -> None:
    assert {operation.name for operation in writes()} == set(WRITES)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_succeeds_with_the_declared_record(api: Api, operation: Operation[Any]) -> None:
    wanted = example(operation)
    answer = api.call(operation, *wanted.ids, body=wanted.body, **wanted.query)
    assert answer.status_code == (204 if isinstance(operation, Delete) else 200), answer.text
    if isinstance(operation, Download):
        assert answer.content.startswith(b"%PDF-")
        assert answer.content.rstrip().endswith(b"%%EOF")
    elif isinstance(operation, Pages):
        rows = answer.json()["content"]
        assert rows, f"{operation.name} shows nothing of the small portfolio"
        assert set() == {name for row in rows for name in row} - fields(operation) - OF_THE_SMALL_PORTFOLIO
        of_rows(operation).validate_python(rows)
    elif operation.name.rpartition(".")[2] in LISTS_AS_RESULT:
        of_rows(operation).validate_python(answer.json())
    elif not isinstance(operation, Delete):
        operation.record.model_validate(answer.json())
        assert set() == set(answer.json()) - fields(operation)


@pytest.mark.parametrize("operation", writes())
def test_our_client_reads_the_answer_to_every_write(api: Api, operation: Operation[Any]) -> None:
    wanted = example(operation)
    body = wanted.body
    if isinstance(operation, Upload):
        body = dict(zip(("fileName", "content", "type"), body, strict=True))
    with Client(Settings.read(**api.connection.as_dict(), scope="api/read api/write")) as client:
        client.write(operation, *wanted.ids, body=body)


@pytest.mark.parametrize("operation", [op for op in OPERATIONS if op.path_parameters])
def test_an_unknown_id_is_404(api: Api, operation: Operation[Any]) -> None:
    wanted = example(operation)
    ids = [999_999, *wanted.ids[1:]]
    answer = api.call(operation, *ids, body=wanted.body, **wanted.query)
    assert 404 == answer.status_code, answer.text
    problem = answer.json()
    assert problem["errors"][0]["field"] in operation.path_parameters
    assert "999999" in problem["message"]


def test_an_id_that_is_no_integer_is_400(api: Api) -> None:
    for operation in (op for op in OPERATIONS if op.path_parameters):
        wanted = example(operation)
        answer = api.call(operation, "x1", *wanted.ids[1:], body=wanted.body)
        assert 400 == answer.status_code, operation.name


@pytest.mark.parametrize("operation", [op for op in writes() if op.body is not None])
def test_a_body_of_another_shape_is_400_and_says_where(api: Api, operation: Operation[Any]) -> None:
    wanted = example(operation)
    before = api.http.get("/_sandbox").json()["records"]
    shapes = ["x"] if isinstance(operation, Upload) else BROKEN[type(wanted.body)]
    for broken in shapes:
        answer = api.call(operation, *wanted.ids, body=broken)
        assert 400 == answer.status_code, (broken, answer.text)
        assert answer.json()["errors"][0]["field"]
    not_json = api.http.request(operation.method, operation.url_path(*wanted.ids), content=b'{"a": NaN')
    assert 400 == not_json.status_code
    assert before == api.http.get("/_sandbox").json()["records"]


@pytest.mark.parametrize("text", ["0", "1772539200", "-1"])
def test_a_number_in_a_text_is_no_date(api: Api, text: str) -> None:
    """It was read as seconds since 1970, stored as it came, and no rule or client could compute with it."""
    stays = [NEW_BOOKING["roomStays"][0] | {"startDate": text}]
    for field, answer in (
        ("exportedDate", api.call(SalesInvoices.mark_exported, 4, body={"externalId": "Z", "exportedDate": text})),
        ("dueDate", api.call(Activities.create, body=ACTIVITY | {"dueDate": text})),
        ("roomStays.0.startDate", api.call(Bookings.create, body=NEW_BOOKING | {"roomStays": stays})),
    ):
        assert field == refused(answer)["errors"][0]["field"]


@pytest.mark.parametrize("operation", writes())
def test_a_write_needs_the_write_scope_and_changes_nothing_without(api: Api, operation: Operation[Any]) -> None:
    wanted = example(operation)
    before = api.http.get("/_sandbox").json()["records"]
    api.http.headers["Authorization"] = f"Bearer {api.token('api/read')}"
    answer = api.call(operation, *wanted.ids, body=wanted.body)
    assert 403 == answer.status_code
    assert "api/write" in answer.json()["message"]
    assert before == api.http.get("/_sandbox").json()["records"]


def test_no_credentials_is_401(api: Api) -> None:
    with httpx.Client(base_url=api.connection.base_url, verify=CERTIFICATES) as stranger:
        for operation in OPERATIONS + observed_operations():
            answer = stranger.request(operation.method, operation.url_path(*example(operation).ids))
            assert 401 == answer.status_code, operation.name
            assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("operation", EARLIER)
def test_the_earlier_revision_does_the_same(api: Api, operation: Operation[Any]) -> None:
    wanted = example(operation)
    method, path = operation.earlier_address or ("", "")
    path = path.replace("{id}", str(wanted.ids[0])).replace("{bookingId}", str(wanted.ids[0]))
    earlier = api.http.request(method, path, json=wanted.body)
    assert 200 == earlier.status_code, earlier.text
    api.admin("reset")
    latest = api.call(operation, *wanted.ids, body=wanted.body).json()
    volatile = {"lastModifiedDate", "roomStays", "confirmedDate"}
    assert {k: v for k, v in latest.items() if k not in volatile} == {
        k: v for k, v in earlier.json().items() if k not in volatile
    }


@pytest.mark.parametrize("path", ["/api/v3/bookings", "/api/v3/salesInvoices/1/post", "/api/v3/tags/1"])
def test_a_method_that_an_address_does_not_know_is_405_with_those_it_knows(api: Api, path: str) -> None:
    answer = api.http.request("DELETE", path)
    assert 405 == answer.status_code
    assert answer.headers["allow"]
    assert "Method Not Allowed" == answer.json()["error"]


def test_an_unknown_address_is_404_in_json(api: Api) -> None:
    answer = api.http.get("/api/v3/nothing")
    assert 404 == answer.status_code
    assert "/api/v3/nothing" == answer.json()["path"]
