"""contact-details: correct names, addresses and preferences of contacts."""

from __future__ import annotations

from nightaudit.client.records.contacts import Contact
from nightaudit.client.resources import Contacts
from nightaudit.correct.columns import Column
from nightaudit.correct.jobs.record import FieldsCorrection


class ContactDetails(FieldsCorrection):
    """Document: concurrent updates are guarded; 409 or 412 is a conflict."""

    name = "contact-details"
    summary = "Correct details of contacts"
    columns = (
        Column("contactId", Contact, "id", required=True),
        Column("firstName", Contact),
        Column("lastName", Contact),
        Column("emailAddress", Contact, "primaryContactEmailAddress.email"),
        Column("telephoneNumber", Contact, "primaryContactTelephoneNumber.number"),
        Column("type", Contact),
        Column("source", Contact),
        Column("status", Contact),
        Column("lifecycleStage", Contact),
        Column("marketingOptOut", Contact),
        Column("preferredContactMethod", Contact),
        Column("organisation", Contact),
        Column("nationalityId", Contact),
    )
    streams = ("contacts",)
    calls = (Contacts.update, Contacts.get)
    no_model = "the warehouse keeps no personal data"
    undo = "Restores the former values."
