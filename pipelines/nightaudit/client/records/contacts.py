"""Contacts: persons and organisations of the CRM module."""

from nightaudit.client.records.bookings import CustomField
from nightaudit.client.records.record import Assumed, Documented, Observed, Record, Stamped


class EmailAddress(Record):
    """An e-mail address of a contact."""

    email: Observed[str] = None
    primary: Observed[bool] = None


class TelephoneNumber(Record):
    """A telephone number of a contact."""

    number: Observed[str] = None
    primary: Observed[bool] = None


class Contact(Stamped):
    """A person or organisation."""

    id: Documented[int] = None
    first_name: Documented[str] = None
    last_name: Documented[str] = None
    primary_contact_email_address: Observed[EmailAddress] = None
    primary_contact_telephone_number: Observed[TelephoneNumber] = None
    type: Observed[str] = None
    source: Observed[str] = None
    status: Observed[str] = None
    lifecycle_stage: Observed[str] = None
    marketing_opt_out: Observed[bool] = None
    preferred_contact_method: Observed[str] = None
    organisation: Assumed[str] = None
    nationality_id: Assumed[int] = None
    custom_fields: Documented[list[CustomField]] = None
