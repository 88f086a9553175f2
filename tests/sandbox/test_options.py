"""What the options change: dialects, pages, stamps, revisions."""

from pathlib import Path
from typing import Any

import pytest

from nightaudit.client.resources import Contacts
from nightaudit.errors import UsageError
from nightaudit.sandbox import SandboxOptions
from sandbox.sandbox_api import ids, served


@pytest.mark.parametrize(
    ("change", "path", "check"),
    [
        (
            {"page_base": 1},
            "/bookings?page=1&size=2",
            lambda page: (page["number"], page["content"][0]["id"]) == (0, 1),
        ),
        (
            {"page_base": 1},
            "/bookings?page=2&size=2",
            lambda page: (page["number"], page["content"][0]["id"]) == (1, 3),
        ),
        ({"max_page_size": 2}, "/bookings?size=500", lambda page: (page["size"], len(page["content"])) == (2, 2)),
        (
            {"no_sort": True},
            "/bookings?sort=id,asc",
            lambda page: sorted(i := ids(page["content"])) == [1, 2, 3, 4, 5, 6] != i,
        ),
        ({"no_stamps": True}, "/bookings", lambda page: "Date" not in "".join(page["content"][0])),
        ({"no_stamps": True}, "/financialAllocations/salesPayments", lambda page: "createdDate" in page["content"][0]),
        ({"bare_lists": True}, "/units", lambda page: ids(page) == [1, 2, 3, 4]),
        (
            {"dialect": "observed", "short_rows": True},
            "/units",
            lambda page: {*page["content"][0]} == {"id", "unitName", "buildingName", "bookable"},
        ),
        (
            {"dialect": "observed", "short_rows": True},
            "/bookings",
            lambda page: all("rate" not in stay and "unitTypeId" not in stay["unit"] for stay in page["content"]),
        ),
        ({"dialect": "observed", "short_rows": True}, "/units/1", lambda unit: unit["unitType"]["id"] == 1),
        ({"dialect": "observed", "short_rows": True}, "/bookings?sort=rate.name", lambda page: page["content"]),
    ],
)
def test_options_change_what_is_not_shown(folder: Path, change: dict[str, Any], path: str, check: Any) -> None:
    with served(folder, **change) as api:
        assert check(api.http.get("/api/v3" + path).json())


def test_without_stamps_a_write_is_answered_without(folder: Path) -> None:
    with served(folder, no_stamps=True) as api:
        made = api.call(Contacts.create, body={"lastName": "Reed"}).json()
        assert made == api.get(Contacts.get, made["id"])


@pytest.mark.parametrize(
    ("revision", "earlier", "latest"), [("3.0.4", 200, 405), ("3.0.22", 405, 200), (None, 200, 200)]
)
def test_a_revision_answers_its_own_methods_and_paths(
    folder: Path, revision: str | None, earlier: int, latest: int
) -> None:
    with served(folder, revision=revision) as api:
        http = api.http
        assert http.put("/api/v3/bookings/5/updateStatuses", json={"status": "PENDING"}).status_code == earlier
        assert http.patch("/api/v3/bookings/5/updateStatuses", json={"status": "CONFIRMED"}).status_code == latest
        assert http.put("/api/v3/activities/1/status", json={"status": "X"}).status_code == earlier
        assert http.put("/api/v3/salesInvoices/1/post").status_code == earlier
        if earlier != latest:
            assert http.post("/api/v3/salesInvoices/1/post").status_code == latest
        body = {
            "externalId": "X",
            "exportedDate": "2026-03-10T00:00:00Z",
            "exportStatus": "SENT",
            "organisationSettingsId": 1,
        }
        old = http.patch("/api/v3/salesInvoices/4/updateSalesInvoiceExportStatus", json=body).status_code
        new = http.patch("/api/v3/salesInvoices/4/exportStatus", json=body).status_code
        assert (old, new) == (200 if earlier == 200 else 404, 200 if latest == 200 else 404)


@pytest.mark.parametrize(
    "wrong",
    [{"dialect": "latin"}, {"short_rows": True}, {"revision": "9"}, {"page_base": 2}, {"units": 0}, {"port": 70_000}],
)
def test_options_that_make_no_sense_say_so(wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        SandboxOptions(**wrong)
