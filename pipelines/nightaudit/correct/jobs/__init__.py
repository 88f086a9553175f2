"""The ready corrections: one small file each, and the table of their names."""

from nightaudit.correct.correction import Correction
from nightaudit.correct.jobs.activity_status import ActivityStatusMove
from nightaudit.correct.jobs.allocations_create import AllocationsCreate
from nightaudit.correct.jobs.allocations_mark_exported import AllocationsMarkExported
from nightaudit.correct.jobs.booking_payments import BookingPayments
from nightaudit.correct.jobs.contact_details import ContactDetails
from nightaudit.correct.jobs.guest_stay_details import GuestStayDetails
from nightaudit.correct.jobs.integration_identifiers import IntegrationIdentifiers
from nightaudit.correct.jobs.invoice_custom_fields import InvoiceCustomFields
from nightaudit.correct.jobs.invoices_export_status import InvoicesExportStatus
from nightaudit.correct.jobs.invoices_mark_exported import InvoicesMarkExported
from nightaudit.correct.jobs.invoices_post_drafts import InvoicesPostDrafts
from nightaudit.correct.jobs.invoices_void_duplicates import InvoicesVoidDuplicates
from nightaudit.correct.jobs.notes_add import NotesAdd
from nightaudit.correct.jobs.room_stay_status import RoomStayStatus
from nightaudit.correct.jobs.unit_access_groups import UnitAccessGroupLinks
from nightaudit.correct.jobs.unit_attributes import UnitAttributes
from nightaudit.errors import UsageError

JOBS: tuple[type[Correction], ...] = (
    InvoicesPostDrafts,
    InvoicesMarkExported,
    InvoicesExportStatus,
    IntegrationIdentifiers,
    AllocationsCreate,
    AllocationsMarkExported,
    BookingPayments,
    InvoicesVoidDuplicates,
    InvoiceCustomFields,
    ContactDetails,
    UnitAttributes,
    GuestStayDetails,
    RoomStayStatus,
    ActivityStatusMove,
    UnitAccessGroupLinks,
    NotesAdd,
)


def job_named(name: str) -> Correction:
    """Return the job of a name, written with hyphens or underscores. Raises UsageError that lists the names of all jobs."""
    for job in JOBS:
        if job.name == name.replace("_", "-"):
            return job()
    raise UsageError(f"No correction is called {name}.", hint=f"Corrections: {', '.join(job.name for job in JOBS)}.")
