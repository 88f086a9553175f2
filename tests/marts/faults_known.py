"""Faults in `receivables.ageing_as_known`: what was owed, as known on a date."""

from marts.planted import KNOWN, Fault

MACRO = "macros/ageing.sql"
ALLOCATIONS, INVOICES = (
    "models/intermediate/int_allocation_versions.sql",
    "models/marts/receivables/fct_sales_invoice_versions.sql",
)

AS_KNOWN = (
    Fault("what was said of an invoice is said for ever", INVOICES, "loads.replaced_on as known_to",
          "cast(null as date) as known_to", KNOWN),
    Fault("only what invoices say now is known", INVOICES,
          "    union all\n    select * from {{ ref('int_earlier_invoices') }}\n", "", KNOWN),
    Fault("invoices of the first load are known from that load", INVOICES,
          "then least(coalesce(versions.posted_on, versions.invoice_date), loads.loaded_on)", "then loads.loaded_on", KNOWN),
    Fault("a back-dated allocation was known from its date", ALLOCATIONS, "            else loads.loaded_on\n",
          "            else versions.allocation_date\n", "key_fct_financial_allocation_versions_allocation_id__known_from"),
    Fault("a receipt entered late was known from its date", ALLOCATIONS,
          "coalesce({{ entered_on }}, versions.allocation_date)", "versions.allocation_date", KNOWN),
    Fault("an allocation in both lists is the one seen first", ALLOCATIONS, "order by overlapping.seen_at desc,",
          "order by overlapping.seen_at,", KNOWN),
    Fault("a deleted allocation was never there", ALLOCATIONS, " as of_one_list\n",
          " as of_one_list\nwhere known_to is null\n", KNOWN),
    Fault("money paid back as known then is a receipt that no invoice took",
          "models/marts/receivables/fct_financial_allocation_versions.sql", "{{ is_unapplied('versions.') }} as is_unapplied",
          "versions.target_invoice_id is null as is_unapplied", KNOWN),
    Fault("items of corrected invoices are nowhere", "models/intermediate/int_earlier_invoices.sql",
          "placed_invoice_items('billed')",
          "placed_invoice_items('(select * from billed where false)')", KNOWN),
    Fault("what came to light that evening is left out", MACRO, "versions.known_from <= cast(known_at as date)",
          "versions.known_from < cast(known_at as date)", KNOWN, "fct_financial_allocation_versions"),
    Fault("an allocation replaced that evening still counts", MACRO, "allocations.known_to > cast(known_at as date)",
          "allocations.known_to >= cast(known_at as date)", KNOWN, "fct_financial_allocation_versions"),
    Fault("money to come counts as known", MACRO,
          "            and (allocations.allocation_date is null or allocations.allocation_date <= cast(as_of as date))\n", "",
          KNOWN, "fct_financial_allocation_versions"),
    Fault("a void known since is owed for ever", MACRO,
          "            and (invoices.voided_date is null or invoices.voided_date > cast(as_of as date))\n", "", KNOWN,
          "fct_financial_allocation_versions"),
    Fault("a credit used is still there as known", MACRO, "            applied.amount\n", "            0 as amount\n", KNOWN,
          "fct_financial_allocation_versions"),
    Fault("a credit put against nothing yet is used up as known", MACRO,
          "            and (allocations.target_invoice_id is not null or {{ is_drawn_out('allocations.') }})\n", "", KNOWN,
          "fct_financial_allocation_versions"),
    Fault("a refund known then that names its credit alone is no refund", MACRO,
          "when {{ is_drawn_out('allocations.') }} then abs(allocations.amount)", "when false then 0", KNOWN,
          "fct_financial_allocation_versions"),
    Fault("a refund known then is a receipt", MACRO,
          "when coalesce(targets.total_gross, ended.total_gross) < 0 then -abs(allocations.amount)",
          "when false then 0", KNOWN, "fct_financial_allocation_versions"),
)  # fmt: skip
