"""Contacts."""

from nightaudit.client.operation import Get, Pages, Post, Put, Resource
from nightaudit.client.records.activities import Note
from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.contacts import Contact


class Contacts(Resource):
    """Persons and organisations. The exact filter names are not shown: those here are assumed. Updates are guarded."""

    list = Pages[Contact]("/contacts", filters="emailAddress firstName lastName telephoneNumber accountId")
    create = Post[Contact]("/contacts")
    get = Get[Contact]("/contacts/{id}")
    update = Put[Contact]("/contacts/{id}")
    custom_fields = Pages[CustomField]("/contacts/{id}/customFields")
    notes = Pages[Note]("/contacts/{id}/notes")
