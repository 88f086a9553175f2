"""What becomes of a booking: its statuses and notes, and its contact, guests and filters."""

from typing import Any

import pytest

from nightaudit.client.resources import Bookings, Contacts, GuestStays, Units
from sandbox.sandbox_api import Api, refused
from sandbox.sandbox_examples import NEW_BOOKING, STAY, create_booking


@pytest.mark.parametrize("status", ["PENDING", "CONFIRMED", "CHECKED_IN"])
def test_nobody_is_promised_a_unit_that_was_deleted(api: Api, status: str) -> None:
    """The stay was confirmed, and its guest checked in, in a unit that was in no list."""
    made = create_booking(api, STAY | {"unit": {"id": 2}}).json()
    assert 200 == api.call(Bookings.update_statuses, 3, body={"status": "CHECKED_IN"}).status_code
    for unit in (1, 2):
        api.call(Units.delete, unit)
    refusal = refused(api.call(Bookings.update_statuses, made["id"], body={"status": status}))
    assert ("status", True) == (refusal["errors"][0]["field"], "Unit 2" in refusal["message"])
    assert made == api.get(Bookings.get, made["id"])
    for booking, possible in ((made["id"], "CANCELLED"), (3, "CHECKED_OUT")):
        assert 200 == api.call(Bookings.update_statuses, booking, body={"status": possible}).status_code


@pytest.mark.parametrize(
    ("form", "row", "field"),
    [
        ("roomStays", {"roomStayId": 31, "status": "CHECKED_IN"}, "roomStayStatus"),
        ("roomStays", {"roomStayStatus": "X"}, "roomStayId"),
        ("statusUpdates", {"roomStayId": 31, "roomStayStatus": "CHECKED_IN"}, "status"),
    ],
)
def test_a_status_without_its_stay_or_value_says_which(api: Api, form: str, row: dict[str, Any], field: str) -> None:
    answer = api.call(Bookings.update_statuses, 3, body={form: [row]})
    assert f"{form}.{field} is mandatory." == refused(answer)["message"]


def test_statuses_are_updated_as_running_clients_do(api: Api) -> None:
    """Their body was refused, so that no such client could move a stay."""
    stay = create_booking(api, STAY).json()["roomStays"][0]
    address = Bookings.update_statuses.url_path(stay["bookingId"])
    for status in ("PENDING", "CONFIRMED"):
        update = {"statusUpdates": [{"roomStayId": stay["roomStayId"], "status": status}]}
        after = api.http.put(f"{address}?user.userId=1", json=update).json()
        assert [status] == [one["roomStayStatus"] for one in after["roomStays"]]
    both = update | {"status": "CANCELLED"}
    assert "status" == refused(api.http.put(address, json=both))["errors"][0]["field"]
    update["statusUpdates"][0]["status"] = "SLEEPING"
    assert "statusUpdates.status" == refused(api.http.put(address, json=update))["errors"][0]["field"]


@pytest.mark.parametrize(("given", "notes"), [("Cot please", ["Cot please"]), (" ", []), (["A", "B"], ["A", "B"])])
def test_the_notes_of_a_new_booking_may_be_one_text(api: Api, given: Any, notes: list[str]) -> None:
    """Running clients send their note so, and were refused."""
    made = create_booking(api, STAY, notes=given).json()
    assert notes == made["notes"] == [note["content"] for note in api.rows(Bookings.notes, made["id"])]


def test_the_notes_of_a_booking_are_the_texts_it_shows(api: Api) -> None:
    def shown(number: int) -> list[str]:
        texts = [note["content"] for note in api.rows(Bookings.notes, number)]
        assert texts == api.get(Bookings.get, number)["notes"]
        return texts

    made = create_booking(api, STAY, notes=["Cot please", "Late"]).json()
    assert ["Cot please", "Late"] == shown(made["id"])
    kept = api.rows(Bookings.notes, made["id"])[1]
    api.call(Bookings.update, made["id"], body={"notes": ["Late", "Early"]})
    assert ["Late", "Early"] == shown(made["id"])
    assert kept == api.rows(Bookings.notes, made["id"])[0]
    api.call(Bookings.add_note, made["id"], body={"content": "Cat"})
    assert ["Late", "Early", "Cat"] == shown(made["id"])


def test_a_booking_that_changed_since_it_was_read_says_so(api: Api) -> None:
    """Who sent a booking back that had got a note meanwhile was told only that `lastModifiedDate` cannot be updated."""
    read = api.get(Bookings.get, 3)
    api.call(Bookings.add_note, 3, body={"content": "Cot"})
    refusal = refused(api.call(Bookings.update, 3, body=read | {"tags": ["VIP"]}))
    assert ("lastModifiedDate", True) == (refusal["errors"][0]["field"], "as it is now" in refusal["message"])
    assert ["Cot"] == api.get(Bookings.get, 3)["notes"]


def test_the_stays_of_a_booking_show_who_booked(api: Api) -> None:
    after = api.call(Bookings.update, 1, body={"bookingContactId": 2}).json()
    assert {2} == {stay["bookingContact"]["id"] for stay in after["roomStays"]}
    assert [1] == [row["id"] for row in api.rows(Bookings.list, bookingContactIds=2)]


def test_the_stays_of_a_booking_show_a_contact_as_it_is_now(api: Api) -> None:
    """Who calls a guest about leaving takes the address from the room stay."""
    untouched = api.get(Bookings.get, create_booking(api, STAY, bookingContactId=2).json()["id"])
    child = {"roomStayId": 21, "contactId": 1, "guest": {"firstName": "Eve", "lastName": "Quill"}}
    other_guest = api.get(GuestStays.get, api.call(GuestStays.create, body=child).json()["id"])
    body = {"firstName": "Ada", "lastName": "Reed", "primaryContactEmailAddress": {"email": "reed@example.invalid"}}
    api.call(Contacts.update, 1, body=body)
    now = {"id": 1, "firstName": "Ada", "lastName": "Reed", "emailAddress": "reed@example.invalid"}
    booking = api.get(Bookings.get, 1)
    assert [now, now] == [stay["bookingContact"] for stay in booking["roomStays"]]
    assert {booking["lastModifiedDate"]} == {stay["lastModifiedDate"] for stay in booking["roomStays"]}
    assert untouched == api.get(Bookings.get, untouched["id"])
    assert "Reed" == api.get(GuestStays.get, 21)["guest"]["lastName"]
    assert other_guest == api.get(GuestStays.get, other_guest["id"])
    api.call(Contacts.update, 1, body=body | {"marketingOptOut": True})
    assert booking == api.get(Bookings.get, 1)


def test_filters_are_met_by_one_stay_of_a_booking(api: Api) -> None:
    """A group that stays in July in one unit and in December in another does not stay in October."""
    december = STAY | {"startDate": "2026-12-01", "endDate": "2026-12-04", "unit": {"id": 2}}
    number = create_booking(api, STAY, december).json()["id"]

    def is_found(**query: Any) -> bool:
        return number in [row["id"] for row in api.rows(Bookings.list, **query)]

    assert is_found(dateFrom="2026-07-02", dateTo="2026-07-02")
    assert not is_found(dateFrom="2026-10-01", dateTo="2026-10-31")
    assert is_found(dateFrom="2026-12-01", dateTo="2026-12-31", unitIds="2")
    assert not is_found(dateFrom="2026-12-01", dateTo="2026-12-31", unitIds="1")
    first = api.get(Bookings.get, number)["roomStays"][0]["roomStayId"]
    confirmed = {"roomStays": [{"roomStayId": first, "roomStayStatus": "CONFIRMED"}]}
    api.call(Bookings.update_statuses, number, body=confirmed)
    assert is_found(dateFrom="2026-12-01", statuses="ENQUIRY")
    assert not is_found(dateFrom="2026-12-01", statuses="CONFIRMED")


@pytest.mark.parametrize(
    ("stay", "guest"), [("CANCELLED", "CANCELLED"), ("CONFIRMED", "CONFIRMED"), ("PENDING", "CONFIRMED")]
)
def test_a_guest_of_a_cancelled_stay_is_not_expected(api: Api, stay: str, guest: str) -> None:
    """The list of guests who come showed those added to a stay that was cancelled."""
    booking = api.call(Bookings.create, body=NEW_BOOKING).json()
    api.call(Bookings.update_statuses, booking["id"], body={"status": stay})
    number = booking["roomStays"][0]["roomStayId"]
    made = api.call(GuestStays.create, body={"roomStayId": number, "guest": {"firstName": "Cleo"}}).json()
    assert guest == made["status"]
    assert (guest != "CANCELLED") == (made["id"] in [row["id"] for row in api.rows(GuestStays.list)])


def test_a_guest_who_is_told_by_a_contact_is_found_by_name_and_address(api: Api) -> None:
    """The list of guests showed nobody under the name and the address of the contact."""
    made = api.call(GuestStays.create, body={"roomStayId": 31, "contactId": 2}).json()
    assert {"firstName": "Bea", "lastName": "Quill", "email": "bea@example.invalid"} == made["guest"]
    for query in ({"guestEmail": "Bea@example.invalid"}, {"emailAddress": "bea@example.invalid"}, {"firstName": "bea"}):
        assert [made["id"]] == [row["id"] for row in api.rows(GuestStays.list, **query)]
    own = {"roomStayId": 31, "contactId": 2, "guest": {"firstName": "Cleo"}}
    assert "Cleo" == api.call(GuestStays.create, body=own).json()["guest"]["firstName"]


def test_the_guest_of_a_stay_that_is_not_confirmed_is_in_the_list_as_confirmed(api: Api) -> None:
    """Running services show such guests; here they left the list of guests who come."""
    api.call(Bookings.update_statuses, 3, body={"status": "PENDING"})
    assert {"CONFIRMED"} == {row["status"] for row in api.rows(GuestStays.list, bookingReference="20260105-00003")}


def test_a_guest_who_cancelled_is_not_checked_in_with_the_others(api: Api) -> None:
    second = api.call(GuestStays.create, body={"roomStayId": 31, "contactId": 2}).json()["id"]
    api.call(GuestStays.set_status, second, body={"status": "CANCELLED"})
    api.call(Bookings.update_statuses, 3, body={"status": "CHECKED_IN"})
    assert ["CHECKED_IN", "CANCELLED"] == [api.get(GuestStays.get, guest)["status"] for guest in (31, second)]


def test_a_copy_of_a_booking_is_not_held_as_the_first_one_was(api: Api) -> None:
    """It held its unit beside the first, and nobody had asked whether the unit was free."""
    stays = [{"startDate": "2026-09-01", "endDate": "2026-09-03", "unit": {"id": 2}}]
    first = api.call(Bookings.create, body={"reserveForMinutes": 30, "roomStays": stays}).json()
    assert first["holdUntil"]
    copy = api.call(Bookings.create, body=api.get(Bookings.get, first["id"]))
    assert (200, None) == (copy.status_code, copy.json().get("holdUntil"))


def test_a_stay_is_not_given_two_statuses_at_once(api: Api) -> None:
    """The later one was taken, without a word of the other."""
    rows = [{"roomStayId": 31, "roomStayStatus": status} for status in ("CHECKED_IN", "CANCELLED")]
    before = api.get(Bookings.get, 3)
    assert "31" in refused(api.call(Bookings.update_statuses, 3, body={"roomStays": rows}))["message"]
    assert before == api.get(Bookings.get, 3)
    twice = api.call(Bookings.update_statuses, 3, body={"roomStays": [rows[0], rows[0]]})
    assert "CHECKED_IN" == twice.json()["roomStays"][0]["roomStayStatus"]


def test_an_enquiry_that_becomes_a_booking_says_when(api: Api) -> None:
    """A script that follows enquiries to contracts took a confirmed stay for one that had never been an enquiry."""
    number = create_booking(api, STAY).json()["id"]
    (stay,) = api.call(Bookings.update_statuses, number, body={"status": "PENDING"}).json()["roomStays"]
    assert (stay["lastStatusChangeDate"], None) == (stay["conversionDate"], stay["confirmedDate"])
    (after,) = api.call(Bookings.update_statuses, number, body={"status": "CONFIRMED"}).json()["roomStays"]
    assert stay["conversionDate"] == after["conversionDate"] < after["confirmedDate"]
    (copy,) = api.call(Bookings.create, body=api.get(Bookings.get, number)).json()["roomStays"]
    assert copy["conversionDate"] is None
    number = create_booking(api, STAY | {"unit": {"id": 2}}).json()["id"]
    (lost,) = api.call(Bookings.update_statuses, number, body={"status": "CANCELLED"}).json()["roomStays"]
    assert lost["conversionDate"] is None
