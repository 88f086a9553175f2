"""The OpenAPI document as generators of clients read it."""

import json
import re
from typing import Any

import pytest

from nightaudit.client.resources import Availabilities
from nightaudit.sandbox import SandboxOptions
from nightaudit.sandbox.openapi.document import openapi_document
from sandbox.sandbox_api import Api, refused


def test_a_generated_client_can_guard_its_update(api: Api) -> None:
    """It can send only the headers that the document declares, and reads only those."""
    contact = api.http.get("/v3/api-docs").json()["paths"]["/api/v3/contacts/{id}"]
    names = {verb: [one["name"] for one in contact[verb]["parameters"] if one["in"] == "header"] for verb in contact}
    assert (["If-None-Match"], ["If-Match"], []) == (names["get"], names["put"], names.get("delete", []))
    assert all("ETag" in contact[verb]["responses"]["200"]["headers"] for verb in ("get", "put"))
    assert {"304", "409"} <= {*contact["get"]["responses"], *contact["put"]["responses"]}


def test_a_field_of_the_document_has_no_default_of_null(api: Api) -> None:
    """Clients generated in TypeScript took a field with a default for one that must be there: `unit: {id: 1}` did not compile."""
    document = api.http.get("/v3/api-docs").text
    assert '"anyOf"' in document
    assert not re.search(r'"default":\s*null', document)


def test_a_field_of_the_document_is_of_one_type_or_null(api: Api) -> None:
    """Clients declared each amount a number or a text: no sum of invoices compiled, and no amount of an answer is a text.

    And a mandatory field had a choice of one type, which one generator (orval) turned into code that does not compile.
    """
    choices: list[Any] = []
    document = api.http.get("/v3/api-docs").content

    def note(schema: dict[str, Any]) -> dict[str, Any]:
        choices.append(schema.get("anyOf"))
        return schema

    json.loads(document, object_hook=note)
    kinds = [[kind.get("type", "record") for kind in choice] for choice in choices if choice]
    assert ["number", "null"] in kinds
    assert {(2, "null")} == {(len(choice), choice[-1]) for choice in kinds}


def test_a_type_of_the_document_is_named_once(api: Api) -> None:
    """A title named the type of a body as its record: updates took a `Contact2`, and beside `BookingPayment1` was one unused."""
    document = api.http.get("/v3/api-docs").text
    assert ["Property Management Service API"] == re.findall(r'"title":\s*"([^"]*)', document)


def test_the_id_of_a_record_is_always_there(api: Api) -> None:
    """Each use of an id that a generated client had read was a type error: it might have been absent or null."""
    document = api.http.get("/v3/api-docs").json()
    schemas = document["components"]["schemas"]
    with_id = {name for name, one in schemas.items() if one.get("required") == ["id"]}
    assert {"AccessGroup", "Booking", "Contact", "Extra", "Rate", "SalesInvoice", "Unit", "UnitContract"} < with_id
    assert {"type": "integer"} == schemas["Contact"]["properties"]["id"]
    no_more = {"CustomField", "RateSegment", "Reference", "SalesInvoiceItem", "Tag"}
    assert not no_more & with_id, "what is sent inside a body, or is no record of its own"
    body = document["paths"]["/api/v3/contacts"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert (["lastName"], "null") == (body["required"], body["properties"]["id"]["anyOf"][1]["type"])


def test_no_type_is_named_as_its_field(api: Api) -> None:
    """The class `RoomStayStatus` with a field `roomStayStatus` used one name for two types: mypy found five errors in it.

    `Error` with a field `error` is a class of TypeScript and Java besides: openapi-generator called it ModelError.
    """
    schemas = api.http.get("/v3/api-docs").json()["components"]["schemas"]
    assert [] == [name for name, one in schemas.items() if name[0].lower() + name[1:] in one.get("properties", ())]


@pytest.mark.parametrize(
    ("options", "shared"),
    [({}, {"Pageable", "Sort"}), ({"dialect": "observed"}, {"PageMetadata"}), ({"bare_lists": True}, set[str]())],
)
def test_the_pages_of_all_lists_share_their_types(options: dict[str, Any], shared: set[str]) -> None:
    """Each list had types of its own (Pageable1 to Pageable56): no function could take the pages of two lists."""
    document = openapi_document(SandboxOptions(**options))
    schemas = document["components"]["schemas"]
    assert shared == schemas.keys() & {"Pageable", "Sort", "PageMetadata"}
    assert set(re.findall(r"#/components/schemas/(\w+)", json.dumps(document))) == set(schemas)


def test_what_a_search_must_have_is_required(api: Api) -> None:
    """A generated client let every filter out, and was refused: the document called none of them mandatory."""
    search = api.http.get("/v3/api-docs").json()["paths"]["/api/v3/availabilities"]["get"]
    filters = {one["name"]: one for one in search["parameters"]}
    mandatory = {name for name, one in filters.items() if one.get("required")}
    assert ({"dateFrom", "dateTo"}, ["UNIT_TYPE"]) == (mandatory, filters["inventoryType"]["schema"]["enum"])
    dates = {"dateFrom": "2026-05-01", "dateTo": "2026-05-05"}
    for missing in dates:
        assert missing == refused(api.call(Availabilities.search, **dates | {missing: ""}))["errors"][0]["field"]
    assert "UNIT_TYPE" in refused(api.call(Availabilities.search, **dates, inventoryType="UNIT"))["message"]
    assert api.rows(Availabilities.search, **dates, inventoryType="UNIT_TYPE") == api.rows(
        Availabilities.search, **dates
    )


@pytest.mark.parametrize(("path", "name"), [("units", "bookable"), ("extras", "bookableOnline")])
def test_a_yes_or_no_is_no_list(api: Api, path: str, name: str) -> None:
    """A generated client took `bookable=[True]` only."""
    operation = api.http.get("/v3/api-docs").json()["paths"][f"/api/v3/{path}"]["get"]
    assert [{"type": "boolean"}] == [one["schema"] for one in operation["parameters"] if one["name"] == name]


def test_the_document_has_the_addresses_of_the_sandbox(api: Api) -> None:
    """Postman's import had `/` for the service and `/oauth/token` for tokens: no request of the collection could be sent."""
    found = api.http.get("/v3/api-docs").json()
    assert [{"url": api.connection.base_url}] == found["servers"]
    flow = found["components"]["securitySchemes"]["oauth2"]["flows"]["clientCredentials"]
    assert api.connection.token_url == flow["tokenUrl"]
    elsewhere = api.http.get("/v3/api-docs", headers={"Host": "sandbox.test:81"}).json()
    assert [{"url": "http://sandbox.test:81"}] == elsewhere["servers"], "the address by which it was asked for"
