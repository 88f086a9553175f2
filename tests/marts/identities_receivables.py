"""Identities of receivables and of the lists in quality: open amounts, ageing, and records that a person should look at."""

import itertools

from marts.identity import EARLIEST, TODAY, Identity

DRAWN = "case when target_invoice_id is not null then applied_amount when is_cash then -applied_amount else 0 end"
EVENTS = f"""
    select invoice_id, posted_date as on_date, total_gross as amount, voided_date, currency_code, posted_date
    from receivables.fct_sales_invoices where posted_date is not null
    union all
    select invoice_id, greatest(allocation_date, posted_date), -applied_amount, voided_date, invoices.currency_code, posted_date
    from receivables.fct_financial_allocations as allocations
    join receivables.fct_sales_invoices as invoices on target_invoice_id = invoice_id where posted_date is not null
    union all
    select invoice_id, greatest(allocation_date, posted_date), {DRAWN}, voided_date, invoices.currency_code, posted_date
    from receivables.fct_financial_allocations as allocations
    join receivables.fct_sales_invoices as invoices on source_invoice_id = invoice_id where posted_date is not null
"""
OF_ALLOCATED = "('allocated above the invoice', 'more taken back than allocated', 'void invoice with live allocations')"
# Put against a credit that is of an excluded building, an amount has another sign in the versions.
ALLOCATIONS = """select allocation_id, allocation_date, import_type, abs(amount) as amount, currency_code,
    source_invoice_id, target_invoice_id, is_cash, is_unapplied from receivables.fct_financial_allocations"""
KNOWN_NOW = f"{ALLOCATIONS.replace('_allocations', '_allocation_versions')} where known_to is null"
FIRST = "where rowid = (select min(rowid) from {})"
BUCKETS = ("current_amount + days_1_30_amount + days_31_60_amount + days_61_90_amount + days_91_amount"
           " + no_due_date_amount + credit_amount + unapplied_amount")  # fmt: skip

RECEIVABLES = (
    Identity(
        "what is open today = invoiced - allocated, nothing of what is void",
        f"""with claims as (
            select invoice_id, sum(amount) as open_amount from ({EVENTS})
            where on_date <= {TODAY} and posted_date <= {TODAY} and (voided_date is null or voided_date > {TODAY})
            group by all
        )
        select invoice_id, invoices.open_amount, claims.open_amount as claimed
        from receivables.fct_sales_invoices as invoices full join claims using (invoice_id)
        where coalesce(invoices.open_amount, 0) <> coalesce(claims.open_amount, 0)""",
        f"""update receivables.fct_sales_invoices set open_amount = open_amount + 0.01
        {FIRST.format("receivables.fct_sales_invoices")}""",
    ),
    Identity(
        "the ageing of today, the open items and the invoices' open amounts are one figure",
        f"""from (select invoice_id, open_amount, bucket from receivables.ageing({TODAY})) as aged
        full join (select invoice_id, open_amount, bucket from receivables.fct_open_items) as items using (invoice_id)
        full join (select invoice_id, open_amount from receivables.fct_sales_invoices where open_amount <> 0) as invoices
            using (invoice_id)
        where aged.open_amount is distinct from items.open_amount or aged.bucket is distinct from items.bucket
            or aged.open_amount is distinct from invoices.open_amount""",
        f"update receivables.fct_open_items set bucket = '?' {FIRST.format('receivables.fct_open_items')}",
    ),
    Identity(
        "ageing buckets sum to what is open at every month's end, credits and loose receipts included",
        f"""select as_of_date, building_id, currency_code, total_amount from receivables.fct_receivables_ageing
        where total_amount <> {BUCKETS}
        union all
        select * from (
            select as_of_date, ageing.building_id, ageing.currency_code, total_amount - unapplied_amount as total
            from receivables.fct_receivables_ageing as ageing) as ends
        where total <> (
            select coalesce(sum(intervals.open_amount), 0) from receivables.fct_invoice_balance_intervals as intervals
            join receivables.fct_sales_invoices as invoices using (invoice_id)
            where valid_from <= as_of_date and (valid_to is null or valid_to > as_of_date)
                and invoices.building_id = ends.building_id and invoices.currency_code = ends.currency_code)""",
        f"""update receivables.fct_receivables_ageing set credit_amount = credit_amount - 0.01
        {FIRST.format("receivables.fct_receivables_ageing")}""",
    ),
    Identity(
        "receivables roll forward: opening + posted - applied + drawn - voided = closing, month by month",
        f"""with events as ({EVENTS}),
        moves as (
            select currency_code, date_trunc('month', on_date)::date as month, amount from events
            where voided_date is null or on_date < voided_date
            union all
            select currency_code, date_trunc('month', voided_date)::date, -amount from events
            where on_date < voided_date
        ),
        moved as (
            select currency_code, greatest(month, {EARLIEST}) as month, sum(amount) as amount from moves group by all
        ),
        months as (
            select *, receivable - lag(receivable, 1, 0) over (partition by currency_code order by month) as change
            from receivables.fct_dso_monthly
        )
        select month, currency_code, change, amount from months left join moved using (month, currency_code)
        where change <> coalesce(amount, 0)""",
        f"""update receivables.fct_dso_monthly set receivable = receivable + 0.01
        {FIRST.format("receivables.fct_dso_monthly")}""",
    ),
    Identity(
        "DSO is what is open over what was invoiced, in days of the month; its sales are those of the months",
        f"""from receivables.fct_dso_monthly as dso
        left join (select greatest(month, {EARLIEST}) as month, currency_code, sum(invoiced_gross) as gross
            from revenue.fct_revenue_monthly group by all)
            using (month, currency_code)
        where invoiced_gross <> coalesce(gross, 0) or (invoiced_gross > 0) <> (dso_simple is not null)
            or abs(dso_simple * invoiced_gross / extract('day' from last_day(month)) - receivable)
                > 1e-6 * (1 + abs(receivable))
            or dso_count_back < 0 or (receivable > 0) <> (dso_count_back > 0)""",
        """update receivables.fct_dso_monthly set dso_simple = dso_simple + 1
        where rowid = (select min(rowid) from receivables.fct_dso_monthly where invoiced_gross > 0)""",
    ),
    Identity(
        "as known now, what is open on a day is what the ageing says",
        " union all ".join(
            f"(from receivables.{one} except all from receivables.{other})"
            for day in (TODAY, f"({TODAY} - 45)")
            for one, other in itertools.permutations((f"ageing({day})", f"ageing_as_known({day}, date '9999-01-01')"))
        ),
        """update receivables.fct_sales_invoice_versions set total_gross = total_gross + 0.01
        where known_to is null and invoice_id = (select min(invoice_id) from receivables.fct_open_items)""",
    ),
    Identity(
        "as known now, the allocations are those that count",
        " union all ".join(
            f"(from ({one}) except all from ({other}))"
            for one, other in itertools.permutations((ALLOCATIONS, KNOWN_NOW))
        ),
        """update receivables.fct_financial_allocation_versions set is_cash = not is_cash
        where known_to is null and allocation_id = (select min(allocation_id) from receivables.fct_financial_allocations)""",
    ),
    Identity(
        "one thing is known of an invoice or allocation at a time",
        " union all ".join(
            f"""select * from (select {key} as id, known_from, known_to,
                lead(known_from) over (partition by {key} order by known_from) as next_from from receivables.{table})
            where known_to <= known_from or next_from < coalesce(known_to, date '9999-01-01')"""
            for key, table in (
                ("invoice_id", "fct_sales_invoice_versions"),
                ("allocation_id", "fct_financial_allocation_versions"),
            )
        ),
        f"""update receivables.fct_sales_invoice_versions set known_to = known_from
        {FIRST.format("receivables.fct_sales_invoice_versions")}""",
    ),
    Identity(
        "balances of an invoice follow each other, none empty, none after its void",
        """from (select *, lead(valid_from) over (partition by invoice_id order by valid_from) as next_from
            from receivables.fct_invoice_balance_intervals) as intervals
        join receivables.fct_sales_invoices as invoices using (invoice_id)
        where intervals.open_amount = 0 or valid_to <= valid_from or next_from < coalesce(valid_to, date '9999-01-01')
            or valid_from < posted_date or valid_from >= voided_date or valid_to > voided_date""",
        f"""update receivables.fct_invoice_balance_intervals set valid_to = valid_from
        {FIRST.format("receivables.fct_invoice_balance_intervals")}""",
    ),
    Identity(
        "an invoice is the sum of its items, or listed",
        """select invoice_id, total_net, sum(net_amount) as items
        from receivables.fct_sales_invoices join revenue.fct_invoice_items using (invoice_id)
        where invoice_id not in (
            select record_id from quality.fct_exceptions where kind = 'invoice differs from its items')
        group by all having 2 * abs(total_net - items) > 0.01 * (count(*) + 1)""",
        """update receivables.fct_sales_invoices set total_net = total_net + 1
        where invoice_id = (select min(invoice_id) from revenue.fct_invoice_items where net_amount <> 0)""",
    ),
    Identity(
        "what is allocated above an invoice, taken back beyond what was, or against a void one, is listed, and nothing else is",
        f"""with moved as (
            select target_invoice_id as invoice_id, applied_amount as amount from receivables.fct_financial_allocations
            union all
            select source_invoice_id, -{DRAWN} from receivables.fct_financial_allocations
        ),
        applied as (select invoice_id, sum(amount) as amount from moved where invoice_id is not null group by all),
        wrong as (
            select invoice_id from receivables.fct_sales_invoices join applied using (invoice_id)
            where case when status = 'VOID' and amount <> 0 then true
                else amount not between least(total_gross, 0) and greatest(total_gross, 0) end
        )
        from wrong full join (
            select record_id as invoice_id, kind from quality.fct_exceptions
            where kind in {OF_ALLOCATED}
        ) as listed on wrong.invoice_id = listed.invoice_id
        where wrong.invoice_id is null or listed.invoice_id is null""",
        f"delete from quality.fct_exceptions where kind in {OF_ALLOCATED}",
    ),
    Identity(
        "units sold twice are listed, and nothing else is",
        """from (select distinct unit_id from occupancy.fct_unit_nights where is_conflict) as conflicts
        full join (select distinct record_id as unit_id from quality.fct_exceptions where kind = 'double booking') as listed
            on conflicts.unit_id = listed.unit_id
        where conflicts.unit_id is null or listed.unit_id is null""",
        "delete from quality.fct_exceptions where kind = 'double booking'",
    ),
    Identity(
        "finance lacks the posted invoices that it neither has nor skips, after three days",
        f"""from (
            select invoice_id from receivables.fct_sales_invoices where status = 'POSTED' and (
                export_status = 'FAILED' or ({TODAY} - posted_date > 3
                and coalesce(export_status, 'PENDING') not in ('EXPORTED', 'SKIPPED')))
        ) as waiting
        full join (from receivables.fct_export_reconciliation where record_type = 'sales invoice') as listed
            on waiting.invoice_id = listed.record_id
        where waiting.invoice_id is null or listed.record_id is null""",
        """delete from receivables.fct_export_reconciliation where record_id = (
            select min(record_id) from receivables.fct_export_reconciliation where record_type = 'sales invoice')""",
    ),
    Identity(
        "a reconciliation's difference is ours less theirs",
        "from quality.fct_reconciliations where difference <> ours - theirs or records_off > records",
        f"update quality.fct_reconciliations set ours = ours + 0.01 {FIRST.format('quality.fct_reconciliations')}",
    ),
    Identity(
        "every night is a day of the calendar",
        """select distinct night_date from occupancy.fct_unit_nights
        anti join core.dim_dates on night_date = date_day""",
        "delete from core.dim_dates where date_day = (select max(night_date) from occupancy.fct_unit_nights)",
    ),
)
