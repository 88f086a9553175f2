"""Faults in the lists for people to look at: exceptions, exports, reconciliations, and in dimensions."""

from marts.planted import Fault

REC, QUA = "models/marts/receivables", "models/marts/quality"
EXPORT, EXCEPTIONS = f"{REC}/fct_export_reconciliation.sql", f"{QUA}/fct_exceptions.sql"
BILLING = "models/intermediate/int_billing_exceptions.sql"
OF_INVOICES = "models/intermediate/int_invoice_exceptions.sql"
CHARGES, RUNS = "models/intermediate/int_room_charges.sql", "models/intermediate/int_billed_runs.sql"
DUE, MENDED, JOINED, STAND = (
    "a_night_is_due_once_its_stay_or_its_month_is_over",
    "invoiced_without_nights_is_what_no_credit_has_mended",
    "what_is_billed_joins_into_runs",
    "rooms_are_charged_by_invoices_that_stand",
)

LISTS = (
    Fault("finance is chased a day early", EXPORT, "> {{ var('export_after_days') }}", ">= {{ var('export_after_days') }}",
          "receivables.fct_export_reconciliation"),
    Fault("skipped invoices are chased", EXPORT, "not in ('EXPORTED', 'SKIPPED')", "not in ('EXPORTED')",
          "receivables.fct_export_reconciliation"),
    Fault("failed exports are forgotten", EXPORT,
          "            when export_status = 'FAILED' then 'export failed'\n            when\n",
          "            when\n", "receivables.fct_export_reconciliation"),
    Fault("what is paid in full is listed as overpaid", OF_INVOICES,
          "invoices.gross_cents >= 0 and applied.cents > invoices.gross_cents",
          "invoices.gross_cents >= 0 and applied.cents >= invoices.gross_cents", "quality.fct_exceptions"),
    Fault("void invoices with live allocations are not listed", OF_INVOICES,
          "when invoices.invoice_status = 'VOID' and applied.cents <> 0", "when false", "quality.fct_exceptions"),
    Fault("units sold twice are not listed", EXCEPTIONS, "    where spans.is_conflict\n", "    where false\n",
          "quality.fct_exceptions"),
    Fault("the last night counts as outside the supply", EXCEPTIONS, "stays.end_date <= lives.end_date",
          "stays.end_date < lives.end_date", "quality.fct_exceptions"),
    Fault("allocations to unknown invoices are not listed", OF_INVOICES, "    where is_target_unknown or", "    where",
          "quality.fct_exceptions"),
    Fault("a cent of rounding is a reconciliation difference", f"{QUA}/fct_reconciliations.sql",
          "count(*) filter (where abs(net_cents - item_net_cents) > 1) as records_off",
          "count(*) filter (where abs(net_cents - item_net_cents) > 0) as records_off", "quality.fct_reconciliations"),
    Fault("one person is several pseudonyms", "models/marts/core/dim_contacts.sql",
          "coalesce(contacts.email_address, 'contact ' || contacts.contact_id)", "'contact ' || contacts.contact_id",
          "core.dim_contacts"),
    Fault("last year's weekday is another", "models/marts/core/dim_dates.sql", "{{ add_days('date_day', -364) }}",
          "{{ add_days('date_day', -365) }}", "core.dim_dates"),
    Fault("Friday is the weekend", "models/marts/core/dim_dates.sql", "{{ iso_weekday('date_day') }} in (6, 7)",
          "{{ iso_weekday('date_day') }} in (5, 6)", "core.dim_dates"),
    Fault("a stay is in one trouble only", EXCEPTIONS, "        stays.unit_id is not null and stays.nights > 0\n",
          "        not is_overdue and stays.unit_id is not null and stays.nights > 0\n", "quality.fct_exceptions"),
    Fault("what costs nothing is not listed", EXCEPTIONS, "stays.net_cents <= 0 as is_free", "stays.net_cents < 0 as is_free",
          "quality.fct_exceptions"),
    Fault("options have a rate", EXCEPTIONS, "stays.occupancy_state = 'occupied' and stays.net_cents <= 0 as is_free",
          "stays.net_cents <= 0 as is_free", "quality.fct_exceptions"),
    Fault("a rate below nothing is none", EXCEPTIONS, "when net_cents < 0 then 'negative rate'",
          "when false then 'negative rate'", "quality.fct_exceptions"),
    Fault("a credit may be used twice over", OF_INVOICES, "        -applied_cents as cents,", "        0 as cents,",
          "quality.fct_exceptions"),
    Fault("what was credited was never invoiced", RUNS, "where room_stay_id is not null and not is_credit",
          "where room_stay_id is not null and is_credit", JOINED),
    Fault("nights of a month that goes on are missed on invoices", BILLING,
          "else least(held_until, {{ this_month() }})", "else least(held_until, {{ today() }})",
          DUE),
    Fault("the last of several bills says until when a stay is billed", RUNS,
          "rows between unbounded preceding and 1 preceding", "rows between 1 preceding and 1 preceding", JOINED),
    Fault("bills that follow each other leave a gap", RUNS, "when start_date <= billed_until", "when start_date < billed_until",
          JOINED),
    Fault("void invoices bill nights", CHARGES, "    and invoices.voided_on is null\n", "", STAND),
    Fault("invoices of stays that never were are not listed", BILLING, "            sold.room_stay_id is null\n",
          "            false\n", MENDED),
    Fault("an extra is a night", CHARGES, "    and items.extra_id is null\n", "", STAND),
    Fault("a corrected bill is listed", BILLING, "    having sum(charges.net_cents) > outside.price_cents\n", "", MENDED),
    Fault("invoices that name no stay are not listed", BILLING, "    where room_stay_id is null\n", "    where false\n",
          MENDED),
)  # fmt: skip
