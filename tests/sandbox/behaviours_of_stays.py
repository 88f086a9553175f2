"""The document's tables on stays, records and limits, each row a function that proves it over plain HTTP."""

from nightaudit.client.resources import (
    Activities,
    Areas,
    Availabilities,
    Bookings,
    Cities,
    Extras,
    GuestStays,
    UnitTypes,
)
from sandbox.sandbox_api import Api, refused
from sandbox.sandbox_examples import ACTIVITY, NEW_BOOKING, named


def a_new_booking_starts_as_enquiry(api: Api) -> None:
    stays = [{**NEW_BOOKING["roomStays"][0], "roomStayStatus": "CONFIRMED"}] * 2
    made = api.call(Bookings.create, body=NEW_BOOKING | {"roomStays": stays}).json()
    assert ["ENQUIRY", "ENQUIRY"] == [stay["roomStayStatus"] for stay in made["roomStays"]]
    assert "20260310-00007" == made["bookingReference"]
    assert {stay["bookingId"] for stay in api.rows(Bookings.room_stays, made["id"])} == {made["id"]}
    assert made == api.get(Bookings.get, made["id"])


def nights_taken(api: Api, dates: dict[str, str], unit: int = 1) -> list[tuple[str, str, str]]:
    rows = api.rows(Availabilities.intervals, unit, **dates)
    return [(row["startDate"], row["endDate"], row["reason"]) for row in rows if not row["available"]]


def a_hold_takes_the_unit_and_expires(api: Api) -> None:
    july = {"dateFrom": "2026-07-01", "dateTo": "2026-07-31"}
    api.call(Bookings.create, body=NEW_BOOKING)
    assert [] == nights_taken(api, july)
    held = api.call(Bookings.create, body=NEW_BOOKING | {"reserveForMinutes": 30})
    assert 200 == held.status_code
    assert [("2026-07-01", "2026-07-04", "STAY")] == nights_taken(api, july)
    refused(api.call(Bookings.create, body=NEW_BOOKING | {"reserveForMinutes": 30}), 409)
    api.admin("clock", minutes=29)
    assert 1 == len(nights_taken(api, july))
    api.admin("clock", minutes=2)
    assert [] == nights_taken(api, july)
    assert 200 == api.call(Bookings.create, body=NEW_BOOKING | {"reserveForMinutes": 5}).status_code


def room_stays_move_to_the_named_targets(api: Api) -> None:
    for target in ("PENDING", "CONFIRMED", "CHECKED_IN"):
        after = api.call(Bookings.update_statuses, 5, body={"status": target}).json()
        assert [stay["roomStayStatus"] for stay in after["roomStays"]] == [target]
    assert "CHECKED_IN" == api.get(GuestStays.get, 51)["status"]
    assert [("2026-05-01", "2026-05-04", "STAY")] == nights_taken(
        api, {"dateFrom": "2026-05-01", "dateTo": "2026-05-10"}
    )


def a_move_that_makes_no_sense_is_refused(api: Api) -> None:
    refused(
        api.call(Bookings.update_statuses, 1, body={"roomStays": [{"roomStayId": 12, "roomStayStatus": "CONFIRMED"}]})
    )
    refused(api.call(Bookings.update_statuses, 5, body={"status": "SLEEPING"}))
    refused(api.call(Bookings.update_statuses, 5, body={}))
    refused(
        api.call(Bookings.update_statuses, 5, body={"roomStays": [{"roomStayId": 11, "roomStayStatus": "PENDING"}]}),
        404,
    )
    refused(api.call(Bookings.update_statuses, 6, body={"status": "CHECKED_IN"}))
    refused(api.call(Bookings.update_statuses, 99, body={"status": "CONFIRMED"}), 404)


def a_unit_is_not_sold_twice(api: Api) -> None:
    stay = {"startDate": "2026-03-24", "endDate": "2026-03-26", "unit": {"id": 1}}
    made = api.call(Bookings.create, body=NEW_BOOKING | {"roomStays": [stay]}).json()
    refused(api.call(Bookings.update_statuses, made["id"], body={"status": "CONFIRMED"}), 409)
    api.call(Bookings.update_statuses, 3, body={"status": "CANCELLED"})
    assert 200 == api.call(Bookings.update_statuses, made["id"], body={"status": "CONFIRMED"}).status_code


def guest_stay_statuses_have_no_transitions_shown(api: Api) -> None:
    for status in ("CONFIRMED", "CHECKED_OUT", "CHECKED_IN"):
        assert api.call(GuestStays.set_status, 51, body={"status": status}).json()["status"] == status
    refused(api.call(GuestStays.set_status, 51, body={"status": "ASLEEP"}))
    assert [11, 21, 31, 51] == [row["id"] for row in api.rows(GuestStays.list)]


def the_guest_stay_list_shows_three_statuses_by_default(api: Api) -> None:
    assert [11, 21, 31] == [row["id"] for row in api.rows(GuestStays.list)]
    assert [51] == [row["id"] for row in api.rows(GuestStays.list, status="ENQUIRY")]
    assert [21, 51] == [row["id"] for row in api.rows(GuestStays.list, status=["ENQUIRY", "CHECKED_IN"])]


def an_activity_has_exactly_one_assignee_and_a_status_of_its_own(api: Api) -> None:
    refused(api.call(Activities.create, body=ACTIVITY | {"assignedTeamId": 1}))
    refused(api.call(Activities.create, body=ACTIVITY | {"assignedUserId": None}))
    for name in ("subject", "activityTypeId", "startDateTime", "dueDate", "unitId", "blockAvailability"):
        assert refused(api.call(Activities.create, body=ACTIVITY | {name: None}))["errors"][0]["field"] == name
    updated = api.call(Activities.update, 1, body=ACTIVITY | {"status": "COMPLETED"}).json()
    assert ("OPEN", "Paint") == (updated["status"], updated["subject"])
    assert "COMPLETED" == api.call(Activities.set_status, 1, body={"status": "COMPLETED"}).json()["status"]


def areas_and_cities_are_marked_as_deleted(api: Api) -> None:
    for resource in (Areas, Cities):
        assert 204 == api.call(resource.delete, 1).status_code
        assert api.get(resource.get, 1)["deleted"] is True
        assert 1 in [row["id"] for row in api.rows(resource.list)]


def deleting_a_unit_type_is_204_and_then_404(api: Api) -> None:
    answer = api.call(UnitTypes.delete, 2)
    assert (204, b"") == (answer.status_code, answer.content)
    refused(api.call(UnitTypes.get, 2), 404)
    refused(api.call(UnitTypes.delete, 2), 404)
    assert 3 == api.call(UnitTypes.create, body={"name": "Loft"}).json()["id"]


def unknown_ids_are_404_everywhere(api: Api) -> None:
    for name, ids, body in (
        ("units.get", (99,), None),
        ("units.update", (99,), {"unitName": "x", "buildingId": 1, "unitTypeId": 1}),
        ("units.delete", (99,), None),
        ("unit_access_groups.update", (), {"id": 99, "unit": {"id": 1}, "accessGroup": {"id": 1}}),
        ("unit_access_groups.create", (), {"unit": {"id": 99}, "accessGroup": {"id": 1}}),
        ("unit_types.link_features_facilities", (1,), [99]),
        ("unit_types.unlink_features_facilities", (1,), [3]),
        ("unit_types.delete_image", (1, 2), None),
        ("developments.upload_image", (99,), ("a.png", b"1", "image/png")),
        ("sales_invoices.download", (99,), None),
        ("sales_invoices.items", (99,), None),
    ):
        refused(api.call(named(name), *ids, body=body), 404)


def a_record_that_is_not_valid_is_400_and_says_the_field(api: Api) -> None:
    for name, body, field in (
        ("contacts.create", {"lastName": 5}, "lastName"),
        ("contacts.create", {"firstName": "x"}, "lastName"),
        ("units.create", {"unitName": "x", "buildingId": "1", "unitTypeId": 1}, "buildingId"),
        ("bookings.create", {"roomStays": []}, "roomStays"),
        (
            "bookings.create",
            {"roomStays": [{"startDate": "2026-02-30", "endDate": "2026-03-01"}]},
            "roomStays.0.startDate",
        ),
        ("sales_invoices.create", {"organisationId": 1, "invoiceType": "BILL"}, "invoiceType"),
        ("unit_access_groups.create", {"unit": {"id": 1}}, "accessGroup"),
    ):
        assert refused(api.call(named(name), body=body))["errors"][0]["field"] == field


def an_unknown_billing_frequency_is_an_error(api: Api) -> None:
    refused(api.call(Extras.list, billingFrequencyId=9))
    refused(api.call(Extras.list, billingFrequencyId="x"))
    assert 3 == len(api.rows(Extras.list, billingFrequencyId=1))


def a_failure_of_the_system_is_a_500(api: Api) -> None:
    api.arm("status", status=500, route="/tags")
    assert "Internal Server Error" == refused(api.http.get("/api/v3/tags"), 500)["error"]
    assert 200 == api.http.get("/api/v3/tags").status_code


def the_default_page_is_20_rows_from_zero(api: Api) -> None:
    page = api.call(Bookings.list).json()
    assert (20, 0, True) == (page["size"], page["number"], page["first"])
    assert page == api.call(Bookings.list, page=0, size=20).json()


def intervals_cover_the_next_365_days_by_default(api: Api) -> None:
    rows = api.rows(Availabilities.intervals, 2, size=500)
    assert ("2026-03-10", "2027-03-10") == (rows[0]["startDate"], rows[-1]["endDate"])
