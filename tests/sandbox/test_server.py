"""The server itself: credentials, one line on stdout, SIGTERM, kill -9, clients at the same time, the OpenAPI document."""

import asyncio
import concurrent.futures
import dataclasses
import json
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

import httpx
import pytest

from nightaudit.client.operation import API_PREFIX
from nightaudit.client.resources import (
    Bookings,
    Contacts,
    FinancialAllocations,
    SalesInvoices,
    documented_operations,
)
from nightaudit.errors import NightauditError
from nightaudit.sandbox import Connection, SandboxOptions, create_app, running
from sandbox.sandbox_api import HTTP, Api

SERVE = """
import datetime, sys
from pathlib import Path
from nightaudit.sandbox import SandboxOptions, serve
folder, database = map(Path, sys.argv[1:])
serve(SandboxOptions(portfolio=folder, database=database, today=datetime.date(2026, 3, 10), api_key="key"))
"""


@contextmanager
def process(folder: Path, database: Path) -> Iterator[tuple[subprocess.Popen[str], Connection]]:
    command = [sys.executable, "-c", SERVE, str(folder), str(database)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout
        try:
            yield server, Connection(**json.loads(server.stdout.readline()))
        finally:
            server.kill()


def test_nothing_acknowledged_is_lost_by_kill_9(folder: Path, tmp_path: Path) -> None:
    database = tmp_path / "kept.sqlite"
    with process(folder, database) as (server, connection):
        api = Api(connection)
        made = [api.call(Contacts.create, body={"lastName": f"Kept{n}"}).json() for n in range(20)]
        api.call(Bookings.pay, 2, body={"amount": 40.1})
        paid = api.get(SalesInvoices.get, 4)
        api.admin("clock", days=3)
        server.send_signal(signal.SIGKILL)
        server.wait()
    with process(folder, database) as (_, connection):
        api = Api(connection)
        assert [api.get(Contacts.get, contact["id"]) for contact in made] == made
        assert api.get(SalesInvoices.get, 4) == paid
        assert "2026-03-13" == api.http.get("/_sandbox/clock").json()["today"]
        assert api.call(Contacts.create, body={"lastName": "Next"}).json()["id"] == made[-1]["id"] + 1


def test_serve_prints_one_line_and_stops_on_sigterm(folder: Path, tmp_path: Path) -> None:
    with process(folder, tmp_path / "s.sqlite") as (server, connection):
        assert "key" == connection.api_key
        assert connection.base_url.startswith("http://127.0.0.1:")
        answer = HTTP.get(connection.base_url + "/api/v3/units", headers={"X-Auth-Token": "key"})
        assert 200 == answer.status_code
        server.send_signal(signal.SIGTERM)
        rest, errors = server.communicate(timeout=20)
        assert ("", "", 0) == (rest, errors, server.returncode)


def test_both_ways_to_get_a_token_and_the_wrong_ones(api: Api) -> None:
    connection = api.connection
    form = {"grant_type": "client_credentials", "scope": "api/read api/write"}
    secret = {"client_id": connection.client_id, "client_secret": connection.client_secret}
    answer = HTTP.post(connection.token_url, data=form | secret)
    assert answer.json().items() >= {"token_type": "Bearer", "expires_in": 3600, "scope": "api/read api/write"}.items()
    assert 401 == HTTP.post(connection.token_url, data=form, auth=("sandbox", "wrong")).status_code
    assert 401 == HTTP.post(connection.token_url, data=form | secret | {"client_secret": "wrong"}).status_code
    assert 400 == HTTP.post(connection.token_url, data=secret | {"grant_type": "password"}).status_code
    assert 400 == HTTP.post(connection.token_url, data=form | secret | {"scope": "api/all"}).status_code
    units = connection.base_url + "/api/v3/units"
    assert 401 == HTTP.get(units, headers={"X-Auth-Token": "wrong"}).status_code
    assert 401 == HTTP.get(units, headers={"Authorization": "Bearer wrong"}).status_code
    assert 200 == HTTP.get(units, headers={"X-Auth-Token": connection.api_key}).status_code


def test_secrets_do_not_show_in_the_representation() -> None:
    options = SandboxOptions(client_secret="s3cr3t", api_key="k3y")
    assert "s3cr3t" not in repr(options)
    assert "k3y" not in repr(options)


def test_writers_and_readers_at_once(api: Api) -> None:
    def create(number: int) -> int:
        return int(api.call(Contacts.create, body={"lastName": f"Many{number}"}).json()["id"])

    def read(_: int) -> bool:
        page = api.call(Contacts.list, size=500, sort="id,asc").json()
        rows = [row["id"] for row in page["content"]]
        return len(rows) == page["totalElements"] and rows == list(range(1, len(rows) + 1))

    with concurrent.futures.ThreadPoolExecutor(12) as pool:
        made = [pool.submit(create, number) for number in range(60)]
        seen = [pool.submit(read, number) for number in range(60)]
        assert sorted(future.result() for future in made) == list(range(3, 63))
        assert all(future.result() for future in seen)


def test_payments_at_once_never_exceed_what_is_owed(api: Api) -> None:
    def pay(_: int) -> int:
        return api.call(Bookings.pay, 2, body={"amount": 70}).status_code

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        assert {200: 3, 400: 13} == Counter(pool.map(pay, range(16)))
    paid = [row for row in api.rows(FinancialAllocations.of_sales_payments) if row["id"] > 3]
    assert 210 == sum(Decimal(str(row["amount"])) for row in paid)
    assert 30 == api.get(SalesInvoices.get, 4)["outstandingAmount"]


def test_every_field_of_a_held_booking_is_described(api: Api) -> None:
    """A client made from the document met `holdUntil`, of which it had not heard."""
    described = HTTP.get(api.connection.base_url + "/v3/api-docs").json()["components"]["schemas"]["Booking"]
    stays = [{"startDate": "2026-09-01", "endDate": "2026-09-03", "unit": {"id": 2}}]
    held = api.call(Bookings.create, body={"reserveForMinutes": 30, "roomStays": stays}).json()
    assert held["holdUntil"]
    assert held.keys() <= described["properties"].keys()


def test_the_openapi_document_lists_what_is_declared(api: Api) -> None:
    document = HTTP.get(api.connection.base_url + "/v3/api-docs").json()
    found = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    wanted = {operation.address for operation in documented_operations()}
    earlier = {operation.earlier_address for operation in documented_operations()} - {None}
    assert found == wanted | earlier
    assert all(path.startswith(API_PREFIX) for _, path in found)
    void = document["paths"][SalesInvoices.void.address.path]["post"]
    assert "Void an invoice: its outstanding amount becomes 0, and its allocations are released." == void["summary"]
    assert all(operation["summary"] for methods in document["paths"].values() for operation in methods.values())
    page = HTTP.get(api.connection.base_url + "/docs").text
    assert "salesInvoices" in page
    assert "src=" not in page
    assert f"<p>{void['summary']}</p>" in page
    assert {True} == {f"<summary>{name}</summary>" in page for name in document["components"]["schemas"]}
    assert "\nroomStays *: list of RoomStay\n" in page
    assert "\nimportType *: PAYMENT or ALLOCATION\n" in page, "a choice of values was shown as: any"


def test_admin_routes_from_elsewhere_need_the_key(options: SandboxOptions) -> None:
    app = create_app(dataclasses.replace(options, api_key="key"))

    async def ask(headers: dict[str, str]) -> int:
        transport = httpx.ASGITransport(app, client=("10.1.1.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://sandbox") as http:
            return (await http.get("/_sandbox", headers=headers)).status_code

    assert 403 == asyncio.run(ask({}))
    assert 200 == asyncio.run(ask({"X-Auth-Token": "key"}))


def test_a_taken_port_says_so(api: Api, options: SandboxOptions) -> None:
    port = int(api.connection.base_url.rpartition(":")[2])
    with pytest.raises(NightauditError, match=f"port {port}"), running(dataclasses.replace(options, port=port)):
        pass
