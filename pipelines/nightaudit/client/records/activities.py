"""Activities: tasks on units, and the notes attached to records."""

from nightaudit.client.records.record import Assumed, Date, DateTime, Documented, Record, Stamped


class Activity(Stamped):
    """A task with exactly one assignee; `status` changes by its own operation only."""

    id: Documented[int] = None
    subject: Documented[str] = None
    activity_type_id: Documented[int] = None
    assigned_user_id: Documented[int] = None
    assigned_team_id: Documented[int] = None
    assigned_company_id: Documented[int] = None
    start_date_time: Documented[DateTime] = None
    due_date: Documented[Date] = None
    unit_id: Documented[int] = None
    block_availability: Documented[bool] = None
    status: Documented[str] = None


class ActivityStatus(Record):
    """Body of the status operation; the values are not shown."""

    status: Documented[str] = None


class Note(Record):
    """A note on an activity, a booking or a contact."""

    id: Documented[int] = None
    content: Documented[str] = None
    created_date: Documented[DateTime] = None
    author: Documented[str] = None
    tags: Documented[list[str]] = None
    category: Assumed[str] = None
