"""What is kept of a forgotten person's records, record by record."""

from __future__ import annotations

import json
import re
import stat
import time
from dataclasses import replace
from typing import Any

import pytest

from nightaudit.client import records
from nightaudit.client.records.record import is_record
from nightaudit.errors import ConfigurationError
from nightaudit.privacy.forgotten import Forgotten, Person
from nightaudit.privacy.masks import OWNERS, owners, texts_of
from nightaudit.settings import Settings
from nightaudit.warehouse import prepare

CONTACT = {
    "id": 17,
    "firstName": "Ann",
    "lastName": "Lee",
    "primaryContactEmailAddress": {"email": "Ann.Lee@example.invalid", "primary": True},
    "primaryContactTelephoneNumber": {"number": "+999 555 1"},
    "status": "ACTIVE",
    "hobby": "chess",
    "createdDate": "2026-01-01T00:00:00Z",
}
STATED = {
    "type": "GUEST",
    "source": "WEB",
    "lifecycleStage": "LEAD",
    "marketingOptOut": True,
    "lastModifiedDate": "2026-01-02",
}
STAY = {"roomStayId": 5, "netAmount": 100.10, "bookingContact": {"id": 17, "firstName": "Ann", "lastName": "Lee"}}
RECORDS: dict[str, tuple[Any, Any]] = {
    "contacts": (CONTACT | STATED, {"id": 17, "status": "ACTIVE", "createdDate": "2026-01-01T00:00:00Z"} | STATED),
    "guest_stays": ({"id": 1, "contactId": 17, "guest": {"firstName": "A"}}, {"id": 1, "contactId": 17, "guest": None}),
    "bookings": (
        {"id": 9, "bookingContactId": 17, "notes": [{"content": "quiet"}], "roomStays": [STAY]},
        {"id": 9, "bookingContactId": 17, "notes": [], "roomStays": [STAY | {"bookingContact": {"id": 17}}]},
    ),
    "sales_invoices": (
        {"id": 3, "contactId": 17, "totalNet": 1.10, "financeAccount": {"id": 8, "accountName": "Ann Lee"}},
        {"id": 3, "contactId": 17, "totalNet": 1.10, "financeAccount": {"id": 8, "accountName": None}},
    ),
    "activities": (
        {"id": 7, "contact": {"id": 17}, "subject": "A."},
        {"id": 7, "contact": {"id": 17}, "subject": None},
    ),
    "unit_contracts": ({"id": 4, "partyName": "LEE, ANN"}, {"id": 4, "partyName": None}),
    "financial_allocations_sales_payments": (
        {"id": 6, "paymentReference": "RENT Ann Lee 4711"},
        {"id": 6, "paymentReference": None},
    ),
}


@pytest.fixture
def people(settings: Settings) -> Forgotten:
    prepare(settings)
    made = Forgotten.read(settings)
    texts = texts_of(CONTACT, 17)
    made.add(Person(17, "2026-11-01", digests=tuple(made.digests(texts))))
    return made


def kept(people: Forgotten, stream: str, record: Any, parent: str | None = None, key: str = "1") -> Any:
    [payload] = people.masked(stream, [key], [parent], [json.dumps(record).encode()])
    return json.loads(payload or b"null")


def test_every_field_that_names_a_contact_names_an_owner() -> None:
    """A new list may name its contacts in a field of its own: nothing else says whose its records are."""
    kinds = [kind for kind in records.by_name().values() if is_record(kind)]
    fields = {field.alias or name for kind in kinds for name, field in kind.model_fields.items()}
    named = {field for field in fields if re.search(r"contact(id)?$", field, re.IGNORECASE)}
    assert {"contactId", "bookingContact"} < named <= set(OWNERS)


@pytest.mark.parametrize("stream", [*RECORDS])
def test_records_of_the_person_keep_nothing_personal(people: Forgotten, stream: str) -> None:
    record, expected = RECORDS[stream]
    assert kept(people, stream, record) == expected


@pytest.mark.parametrize("stream", [*RECORDS])
def test_records_of_the_person_where_ids_are_texts(people: Forgotten, stream: str) -> None:
    record, expected = (json.loads(json.dumps(one).replace("17", '"17"')) for one in RECORDS[stream])
    assert kept(people, stream, record) == expected
    assert texts_of(record, 17) == texts_of(RECORDS[stream][0], 17)


@pytest.mark.parametrize("stream", [*RECORDS])
def test_records_of_others_are_untouched(people: Forgotten, stream: str) -> None:
    text = json.dumps(RECORDS[stream][0]).replace("17", "18").replace("Lee", "Leek").replace("LEE", "LEEK")
    text = text.replace("Ann.", "Anna.").replace("555 1", "555 2")
    assert people.masked(stream, ["1"], [None], [text.encode()]) == [text.encode()]


@pytest.mark.parametrize("key", ["9", "stay/5"], ids=["a booking", "a row per room stay"])
def test_notes_of_a_booking_made_later_are_theirs_in_later_loads_too(
    people: Forgotten, settings: Settings, key: str
) -> None:
    booking = {"id": 9, "bookingContactId": 17} if key == "9" else {"roomStayId": 5, "bookingId": 9} | STAY
    note = {"id": 2, "content": "asks for a quiet room"}
    assert note == kept(people, "bookings_notes", note, "9"), "the control"
    for _ in range(2):
        kept(people, "bookings", booking, key=key)
    kept(people, "bookings", {"id": 10, "bookingContactId": 17}, key="10")
    kept(people, "bookings", {"id": 8, "bookingContactId": 18}, key="8")
    later = Forgotten.read(settings)
    assert sorted({"9", key, "10"}) == sorted(later.people[17].bookings)
    assert {"id": 2} == kept(later, "bookings_notes", note, "9") == kept(later, "bookings_notes", note, "10")
    assert note == kept(later, "bookings_notes", note, "8")


def test_children_hang_on_their_parents(people: Forgotten) -> None:
    note = {"id": 2, "content": "asks for a quiet room"}
    assert {"id": 2} == kept(people, "contacts_notes", note, "17")
    assert {} == kept(people, "contacts_notes", {"content": "quiet"}, "17")
    assert kept(people, "contacts_notes", note, "18") == note
    assert kept(people, "bookings_notes", note, "9") == note
    kept(people, "bookings", RECORDS["bookings"][0], key="9")
    assert {"id": 2} == kept(people, "bookings_notes", note, "9")
    assert {"id": 2} == kept(people, "bookings_custom_fields", note, "9")
    assert note == kept(people, "activities_notes", note, "9"), "of an activity with the number of the booking"


@pytest.mark.parametrize("stream", ["activities_notes", "bookings_notes", "contacts_notes", "bookings_custom_fields"])
def test_a_note_of_others_that_names_the_person(people: Forgotten, stream: str) -> None:
    note = {"id": 2, "content": "to be called by Ann Lee", "createdBy": "Bo"}
    assert {"id": 2, "content": None, "createdBy": "Bo"} == kept(people, stream, note, "8")


@pytest.mark.parametrize(
    ("told", "text"),
    [
        ("+33 1 23 45 67 89", "+33 1 23 45 67 89"),
        ("+33 1 23 45 67 89", "to be called on +33123456789, after six"),
        ("0207-946-0958", "flat 12, 0207 946 0958"),
        ("Maria del Carmen de la Cruz Garcia", "for Maria del Carmen de la Cruz Garcia and family"),
        ("Ann Lee", "Ann Lee's parking card"),
        ("ann.Lee@example.invalid", "write to Ann.Lee@example.invalid."),
        ("555 12 39", "flat 12, 5551239"),
    ],
)
def test_what_a_person_is_known_by_is_found_in_a_text(people: Forgotten, told: str, text: str) -> None:
    known = people.knows(frozenset(people.digests([told])))
    assert known(text)
    assert not known(text.replace("9", "8").replace("Lee", "Leek").replace("Cruz", "Croz"))


def test_a_number_of_few_digits_is_no_telephone_number_in_a_text(people: Forgotten) -> None:
    known = people.knows(frozenset(people.digests(["471 112", "5551234", "4711"])))
    assert known("4711"), "all of a field"
    for text in ("RENT 4711", "471112", "INV5551234", "ROOM 5551234B"):
        assert not known(text), text


def test_a_ruled_line_in_a_note_takes_no_time(people: Forgotten) -> None:
    known = people.knows(frozenset(people.digests(["Ann Lee"])))
    began = time.process_time()
    assert not known("-" * 60_000)
    assert known(f"{'-' * 60_000} Ann Lee {'+' * 60_000}")
    assert time.process_time() - began < 5, "seconds of CPU, which grew with the square of the length"


def test_another_contact_keeps_what_is_theirs(people: Forgotten) -> None:
    assert {"id": 17} == kept(people, "contacts", {"id": 17, "lastName": "Lee"})
    other = CONTACT | {
        "id": 18,
        "notes": ["shares a flat with Ann Lee"],
        "customFields": [{"id": 1, "value": "Ann Lee"}],
    }
    assert other | {"notes": [None], "customFields": [{"id": 1, "value": None}]} == kept(people, "contacts", other)


@pytest.mark.parametrize(
    ("text", "left"), [("Ann Lee rang", (None, None)), ("quiet room", (None, "quiet room")), (7, (None, 7))]
)
def test_a_note_that_is_a_bare_text(people: Forgotten, text: object, left: tuple[object, object]) -> None:
    """As bookings carry their notes: of the person's own nothing is kept, of others what names the person."""
    kept(people, "bookings", RECORDS["bookings"][0], key="9")
    assert left == (kept(people, "bookings_notes", text, "9"), kept(people, "bookings_notes", text, "8"))


def test_an_invoice_that_names_only_the_persons_booking(people: Forgotten) -> None:
    """Its account was published as `A. Lee`, where names may be published: nobody is known by that."""
    kept(people, "bookings", RECORDS["bookings"][0], key="9")
    account = {"financeAccount": {"id": 8, "accountName": "A. Lee"}}
    invoice = {"id": 3, "bookingId": 9, **account}
    assert invoice | {"financeAccount": {"id": 8, "accountName": None}} == kept(people, "sales_invoices", invoice)
    for other in ({"bookingId": 10}, {"companyId": 7}, {"contactId": 18}):
        assert invoice | other == kept(people, "sales_invoices", invoice | other)
    task = {"id": 5, "bookingId": 9, "subject": "Clean"}
    assert task == kept(people, "activities", task)


def test_notes_that_are_one_text_are_no_list_of_it(people: Forgotten) -> None:
    booking = {"id": 9, "bookingContactId": 17, "notes": "asks for a quiet room", "customFields": {"diet": "vegan"}}
    assert booking | {"notes": None, "customFields": None} == kept(people, "bookings", booking)


def test_a_room_stay_without_the_id_of_its_booking_gives_away_no_other_invoice(people: Forgotten) -> None:
    """Each invoice without a booking was taken for theirs, and lost what its account is called."""
    kept(people, "bookings", STAY, key="stay/5")
    invoice = {"id": 3, "financeAccount": {"id": 8, "accountName": "Bo's Bikes"}}
    assert invoice == kept(people, "sales_invoices", invoice)
    assert ("stay/5",) == people.people[17].bookings
    people.add(replace(people.people[17], bookings=("None", "-1")))  # as earlier commits wrote it
    for number in (None, -1, 0):
        kept(people, "bookings", STAY | {"bookingId": number}, key="stay/5")
        assert invoice | {"bookingId": number} == kept(people, "sales_invoices", invoice | {"bookingId": number})
    assert ("None", "-1", "stay/5") == people.people[17].bookings


def test_a_booking_for_somebody_else_keeps_that_person(people: Forgotten) -> None:
    """Who pays is forgotten; who stays is not."""
    record = {"id": 9, "billingContactId": 17, "roomStays": [{"bookingContact": {"id": 18, "firstName": "Bo"}}]}
    assert kept(people, "bookings", record)["roomStays"] == record["roomStays"]
    assert {17, 18} == owners(record)


def test_what_stands_inside_a_record_of_the_person_is_theirs_too(people: Forgotten) -> None:
    """Also where it does not say their name; but not inside what names somebody else."""
    theirs = {"id": 3, "contactId": 17, "financeAccount": {"id": 8, "accountName": "A. L. and Sons"}}
    assert theirs | {"financeAccount": {"id": 8, "accountName": None}} == kept(people, "sales_invoices", theirs)
    stay = {"id": 1, "contactId": 17, "booking": {"bookingContactId": 18, "comment": "late"}}
    assert stay == kept(people, "guest_stays", stay)
    both = {"bookingContactId": 18, "billingContactId": 17, "comment": "late"}
    assert both | {"comment": None} == kept(people, "guest_stays", stay | {"booking": both})["booking"]
    row = {"bookingContact": {"id": 18}, "comment": "late"}
    assert [row | {"comment": None}] == kept(people, "bookings", {"contactId": 17, "roomStays": [row]})["roomStays"]


def test_a_name_in_parts_is_found_where_the_record_is_the_persons(people: Forgotten) -> None:
    """A first name alone is no name to search for; wherever a service writes one, it may stand beside the person's id."""
    guests = [{"contactId": 17, "firstName": "Ann"}, {"contactId": 18, "firstName": "Bo"}]
    left = [{"contactId": 17, "firstName": None}, {"contactId": 18, "firstName": "Bo"}]
    for owner in (17, 18):
        booking = {"id": 9, "bookingContactId": owner, "roomStays": [{"roomStayId": 5, "guests": guests}]}
        assert left == kept(people, "bookings", booking)["roomStays"][0]["guests"]
    stay = {"id": 1, "contactId": 17, "lastName": "Lee", "lead": {"surname": "Lee"}, "unitName": "A1"}
    assert stay | {"lastName": None, "lead": {"surname": None}} == kept(people, "guest_stays", stay)


@pytest.mark.parametrize(
    ("record", "texts"),
    [
        (CONTACT, {"Ann.Lee@example.invalid", "+999 555 1"}),
        (
            {"id": 1, "contactId": "17", "guest": CONTACT | {"emailAddress": " a@example.invalid"}},
            {"a@example.invalid"},
        ),
        ({"id": 9, "roomStays": [{"billingContact": CONTACT | {"number": "0207"}}]}, {"0207"}),
    ],
    ids=["their own record", "a guest stay", "a booking"],
)
def test_a_person_is_known_by_addresses_numbers_and_full_names(record: dict[str, Any], texts: set[str]) -> None:
    assert texts_of(record, 17) == texts | {"Ann.Lee@example.invalid", "+999 555 1", "Ann Lee", "Lee Ann"}


def test_another_thing_of_the_same_id_stays(people: Forgotten) -> None:
    stay = {"id": 17, "contactId": 17, "unit": {"id": 17, "unitName": "A1"}}
    assert stay == kept(people, "guest_stays", stay)


def test_numbers_of_a_record_are_no_telephone_numbers_of_the_person() -> None:
    assert set() == texts_of({"id": None, "contactId": 17, "number": "INV0004711", "email": "desk@example.invalid"}, 17)
    assert set() == texts_of({"id": 17, "roomStays": [], "number": "0004711"}, 17), "a booking of the same id"
    assert set() == texts_of({"contactId": 17, "bookingContact": {"id": 18, "email": "bo@example.invalid"}}, 17)


@pytest.mark.parametrize("first", [" ", "-", ".", None])
def test_a_last_name_beside_no_first_name_is_no_full_name(people: Forgotten, first: str | None) -> None:
    """It was taken for one: of every other Lee the record of the stay lost the name."""
    texts = texts_of(CONTACT | {"firstName": first}, 17)
    assert {"Ann.Lee@example.invalid", "+999 555 1"} == texts
    assert not people.knows(frozenset(people.digests(texts)))("Lee")
    assert {"Anne-Marie Lee", "Lee Anne-Marie"} == texts_of(
        {"id": 17, "firstName": "Anne-Marie", "lastName": "Lee"}, 17
    )


def test_digits_are_kept_as_written(people: Forgotten) -> None:
    text = '{"id":3,"contactId":17,"totalNet":10.10,"big":"12345678901234567.89","financeAccount":{"accountName":"Ann Lee"}}'
    [masked] = people.masked("sales_invoices", ["3"], [None], [text.encode()])
    assert masked == text.replace('"Ann Lee"', "null").encode()


def test_the_list_is_private_and_says_no_name(people: Forgotten, settings: Settings) -> None:
    assert 0o600 == stat.S_IMODE(people.path.stat().st_mode)
    assert "Lee" not in people.path.read_text()
    assert Forgotten.read(settings).people == people.people
    assert [None] == people.masked("contacts", ["1"], [None], [None])


@pytest.mark.parametrize("text", ["{", "{}", "[]", '{"key": "00", "people": [{}]}'])
def test_a_spoilt_list_lets_nobody_in(people: Forgotten, settings: Settings, text: str) -> None:
    people.path.write_text(text)
    with pytest.raises(ConfigurationError, match="list of forgotten persons"):
        Forgotten.read(settings)
