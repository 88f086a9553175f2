"""Guest stays: who stays, and when they really came and went."""

from nightaudit.client.records.record import Assumed, Date, Documented, Observed, Record, Stamped


class Guest(Record):
    """The person of a guest stay."""

    first_name: Documented[str] = None
    last_name: Documented[str] = None
    email: Documented[str] = None


class GuestStay(Stamped):
    """One guest's stay on a room stay; its dates, in observed rows `date_from` and `date_to`, may differ from the booked ones."""

    id: Documented[int] = None
    room_stay_id: Documented[int] = None
    booking_id: Assumed[int] = None
    booking_reference: Documented[str] = None
    contact_id: Assumed[int] = None
    unit_id: Documented[int] = None
    status: Documented[str] = None
    check_in_date: Documented[Date] = None
    check_out_date: Documented[Date] = None
    date_from: Observed[Date] = None
    date_to: Observed[Date] = None
    guest: Documented[Guest] = None
    primary: Assumed[bool] = None


class GuestStayStatus(Record):
    """Body of the status operation."""

    status: Documented[str] = None
