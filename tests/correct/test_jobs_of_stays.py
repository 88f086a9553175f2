"""The corrections of contacts, units, stays and notes, end to end in the sandbox."""

from __future__ import annotations

import datetime
import json
import re
from typing import Any

import pytest

from correct.desk import Desk, booking_ids, bookings, create, rows_of
from correct.line import Line
from correct.round_trip import NOW, do, final, first, undone
from nightaudit.correct.jobs import job_named
from nightaudit.correct.plans import approval
from nightaudit.correct.plans.undo import plan_undo
from nightaudit.errors import UsageError


def test_contact_details(hotel: Desk) -> None:
    contact = rows_of(hotel, "contacts.list")[0]["id"]

    def read() -> Any:
        found = hotel.client.contacts.get(contact)
        return found.last_name, found.primary_contact_email_address, found.organisation

    row = {"contactId": contact, "lastName": "Corrected", "emailAddress": "x@example.org", "organisation": "New Ltd"}
    before = read()
    undone(hotel, do(hotel, "contact-details", [row]), read, before)


def test_unit_attributes(hotel: Desk) -> None:
    unit = rows_of(hotel, "units.list")[0]
    kind = rows_of(hotel, "unit_types.list")[0]["id"]

    def read() -> Any:
        found = hotel.client.units.get(unit["id"])
        return found.max_occupancy, found.status

    before = read()
    undone(hotel, do(hotel, "unit-attributes", [{"unitId": unit["id"], "maxOccupancy": 9}]), read, before)

    def features() -> Any:
        return sorted(item.id for item in hotel.client.unit_types.features_facilities(kind))

    linked = features()
    undone(hotel, do(hotel, "unit-attributes", [{"unitTypeId": kind, "unlinkFeatureId": linked[0]}]), features, linked)


def test_guest_stay_details(hotel: Desk) -> None:
    stay = first(rows_of(hotel, "guest_stays.list"), lambda row: row["checkOutDate"] > row["checkInDate"])

    def read() -> Any:
        found = hotel.client.guest_stays.get(stay["id"])
        return found.check_out_date, found.guest

    later = stay["checkOutDate"] + datetime.timedelta(days=1)
    before = read()
    row = {"guestStayId": stay["id"], "checkOutDate": later, "lastName": "Corrected"}
    undone(hotel, do(hotel, "guest-stay-details", [row]), read, before)
    hotel.client.guest_stays.update(stay["id"], body=stay | {"unitId": None})
    row_of_unit = {"guestStayId": stay["id"], "unitId": stay["unitId"]}
    undone(
        hotel,
        do(hotel, "guest-stay-details", [row_of_unit]),
        lambda: hotel.client.guest_stays.get(stay["id"]).unit_id,
        None,
    )
    wrong = hotel.plan("guest-stay-details", [row | {"checkOutDate": "2001-01-01"}])
    assert hotel.rows(wrong)[0].outlook.startswith("conflict: it would end on 2001-01-01")


def test_room_stay_status(hotel: Desk) -> None:
    booking = first(bookings(hotel), lambda row: row["roomStays"][0]["roomStayStatus"] == "ENQUIRY")
    row = {"bookingId": booking["id"], "roomStayId": booking["roomStays"][0]["roomStayId"], "roomStayStatus": "PENDING"}
    plan = do(hotel, "room-stay-status", [row])
    assert "APPROVED" == plan.state
    update = {"roomStayId": row["roomStayId"], "status": "PENDING"}
    assert {"statusUpdates": [update]} == json.loads(hotel.rows(plan)[0].body or "")
    hidden = hotel.plan("room-stay-status", [row | {"roomStayStatus": "CANCELLED"}])
    assert "plan with --undocumented" in hotel.rows(hidden)[0].outlook
    rows = ("--from", str(hotel.folder / "rows.csv"), "--json")
    assert [0, 1] == [
        Line(hotel.settings)("plan", "room-stay-status", *rows, *option)["to_send"]
        for option in ((), ("--undocumented",))
    ]

    cancelled = do(hotel, "room-stay-status", [row | {"roomStayStatus": "CANCELLED"}], undocumented=True)
    # A move back is not shown: the sandbox turns it down, and the row stays what it was.
    back, _ = plan_undo(hotel.journal, hotel.client, job_named("room-stay-status"), cancelled)
    outcome = hotel.apply(approval.approve(hotel.journal, back, "tester"))
    assert (4, {"REJECTED": 1}) == (outcome.exit_code, hotel.states(back))
    assert {"VERIFIED": 1} == hotel.states(cancelled)


def test_activity_status(hotel: Desk) -> None:
    body = {
        "subject": "Check the boiler",
        "activityTypeId": 1,
        "assignedUserId": 1,
        "startDateTime": NOW,
        "dueDate": "2026-11-02",
        "unitId": rows_of(hotel, "units.list")[0]["id"],
        "blockAvailability": False,
    }
    activity = create(hotel, "activities.create", body)["id"]

    def read() -> Any:
        return hotel.client.activities.get(activity).status

    before = read()
    undone(hotel, do(hotel, "activity-status", [{"activityId": activity, "status": "DONE"}]), read, before)


def test_unit_access_groups(hotel: Desk) -> None:
    units = rows_of(hotel, "units.list")
    groups = [create(hotel, "access_groups.create", {"name": name})["id"] for name in ("Front", "Back")]
    made = do(hotel, "unit-access-groups", [{"unitId": units[0]["id"], "accessGroupId": groups[0], "linkId": ""}])
    with pytest.raises(UsageError, match="can be undone"):
        plan_undo(hotel.journal, hotel.client, job_named(made.job), made)
    link = first(rows_of(hotel, "unit_access_groups.list"), lambda row: row["accessGroup"]["id"] == groups[0])

    def read() -> Any:
        group = hotel.client.unit_access_groups.get(link["id"]).access_group
        return group and group.id

    moved = {"unitId": units[0]["id"], "accessGroupId": groups[1], "linkId": link["id"]}
    undone(hotel, do(hotel, "unit-access-groups", [moved]), read, groups[0])


def test_notes_add(hotel: Desk) -> None:
    booking = booking_ids(hotel)[0]
    plan = do(hotel, "notes-add", [{"bookingId": booking, "content": "Deposit checked"}] * 2)
    texts = [note.content or "" for note in hotel.client.bookings.notes(booking)]
    assert [text for text in texts if re.fullmatch(r"\[na-[0-9a-f]{16}\] Deposit checked", text)] == texts[-2:]
    final(hotel, plan)
    activity = rows_of(hotel, "activities.list")[0]["id"]
    do(hotel, "notes-add", [{"activityId": activity, "content": "Boiler checked"}])
    assert "Boiler checked" in str([note.content for note in hotel.client.activities.notes(activity)][-1])


@pytest.mark.parametrize(
    ("job", "row", "told"),
    [
        (
            "room-stay-status",
            {"bookingId": 2, "roomStayId": 99999, "roomStayStatus": "PENDING"},
            "Booking 2 has no room stay 99999.",
        ),
        (
            "room-stay-status",
            {"bookingId": 99999, "roomStayId": 2, "roomStayStatus": "PENDING"},
            "bookings/99999 does not exist",
        ),
        ("unit-access-groups", {"unitId": 1, "accessGroupId": 99999}, "accessGroups/99999 does not exist"),
        ("unit-access-groups", {"unitId": 99999, "accessGroupId": 1}, "units/99999 does not exist"),
        (
            "unit-access-groups",
            {"unitId": 1, "accessGroupId": 1, "linkId": 99999},
            "There is no unit access group 99999.",
        ),
        (
            "allocations-mark-exported",
            {"allocationId": 99999, "externalId": "E", "exportStatus": "EXPORTED"},
            "There is no financial allocation 99999.",
        ),
    ],
)
def test_the_record_that_does_not_exist_is_named(hotel: Desk, job: str, row: dict[str, Any], told: str) -> None:
    """The row's target was named, although it was there: a booking for its room stay, the links of a unit for a group."""
    assert f"conflict: {told}" == hotel.rows(hotel.plan(job, [row]))[0].outlook
