"""Contacts, with optimistic locking of updates."""

from __future__ import annotations

import hashlib
from http import HTTPStatus
from typing import TYPE_CHECKING

from starlette.responses import Response

from nightaudit.client.resources import Contacts
from nightaudit.sandbox.calls.call import Call, json_text
from nightaudit.sandbox.problem import conflict
from nightaudit.sandbox.rules.guest_stays import guest_of
from nightaudit.sandbox.rules.new_stays import booking_contact
from nightaudit.sandbox.rules.plain import addressed_text, check_references, is_same, replaced
from nightaudit.sandbox.rules.registry import Answer, rule
from nightaudit.sandbox.wire import decode, encode

if TYPE_CHECKING:
    from nightaudit.sandbox.wire import Json


def etag(text: bytes) -> str:
    """Return the ETag of one version of a contact."""
    return f'"{hashlib.sha256(text).hexdigest()[:32]}"'


def tags(header: str) -> set[str]:
    """Return the ETags of a header, which may list several, or "*" for any."""
    return {tag.strip() for tag in header.split(",")}


@rule(Contacts.get)
def get_contact(call: Call) -> Answer:
    """Answer a contact with the ETag for its update; 304 for a client that has this version."""
    text = addressed_text(call)
    tag = etag(text)
    if {"*", tag} & tags(call.headers.get("if-none-match", "").replace("W/", "")):
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers={"ETag": tag})
    return json_text(text, headers={"ETag": tag})


@rule(Contacts.update)
def update_contact(call: Call) -> Answer:
    """Replace a contact; 409 when it changed since the caller read it.

    How updates are guarded is not shown. Assumed: `If-Match` with the ETag of the read, or without it `lastModifiedDate` in
    the body as it was read. A request with neither overwrites.
    """
    text = addressed_text(call)
    before: Json = decode(text)
    check_references(call, call.body, before)
    check_unchanged(call, before, etag(text))
    shown = guest_of(call, before["id"])
    after = call.records.put("contacts", replaced(call, before, call.body))
    show_in_stays(call, after["id"])
    show_in_guest_stays(call, after["id"], shown)
    written = encode(after)
    return json_text(written, headers={"ETag": etag(written)})


def show_in_stays(call: Call, contact_id: int) -> None:
    """Update the contact's name and address in the room stays of their bookings."""
    who = booking_contact(call, contact_id)
    fresh = {"bookingContact": who, "lastModifiedDate": call.now}

    def is_stale(stay: Json) -> bool:
        shown = stay.get("bookingContact") or {}
        return bool(shown.get("id") == contact_id and shown != who)

    for booking in call.records.where("bookings", "bookingContactId", contact_id):
        stays = booking.get("roomStays") or []
        after = [stay | fresh if is_stale(stay) else stay for stay in stays]
        if after != stays:
            call.change("bookings", booking, {"roomStays": after})


def show_in_guest_stays(call: Call, contact_id: int, shown: Json | None) -> None:
    """Update the guest of the contact's guest stays where it is the contact as `shown` before (not shown: assumed)."""
    now = guest_of(call, contact_id)
    if now == shown:
        return
    for stay in call.records.find("guestStays", '"contactId" = ?', contact_id):
        if stay.get("guest") == shown:
            call.change("guestStays", stay, {"guest": now})


def check_unchanged(call: Call, before: Json, current: str) -> None:
    """Raise Problem 409 when the request is based on an older version."""
    named, was = call.headers.get("if-match"), before.get("lastModifiedDate")
    read = call.body.get("lastModifiedDate")
    stale = read is not None and not is_same(read, was) if named is None else not {"*", current} & tags(named)
    if stale:
        raise conflict("lastModifiedDate", "The contact was changed by someone else; read it again.")
