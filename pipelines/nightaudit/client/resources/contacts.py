"""Contacts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nightaudit.client.operation import Get, Pages, Post, Put, Resource

if TYPE_CHECKING:
    from nightaudit.client.records.activities import Note
    from nightaudit.client.records.bookings import CustomField
    from nightaudit.client.records.contacts import Contact


class Contacts(Resource):
    """Persons and organisations. The exact filter names are not shown: those here are assumed. Updates are guarded."""

    list: Pages[Contact] = Pages("/contacts", filters="emailAddress firstName lastName telephoneNumber accountId")
    create: Post[Contact, Contact] = Post("/contacts")
    get: Get[Contact] = Get("/contacts/{id}")
    update: Put[Contact, Contact] = Put("/contacts/{id}")
    custom_fields: Pages[CustomField] = Pages("/contacts/{id}/customFields")
    notes: Pages[Note] = Pages("/contacts/{id}/notes")
