{#
    receivables.ageing(as_of): one row per invoice that is open at the end of that day. The parameter is untyped and cast
    inside, and no name contains a database, so that the macro can be copied into a file that DuckDB 1.2 opens.
#}
{% macro create_ageing() %}{{ return(adapter.dispatch('create_ageing')()) }}{% endmacro %}
{# Spark 3.5 has no functions that return tables. #}
{% macro spark__create_ageing() %}{% endmacro %}
{% macro duckdb__create_ageing() %}
    create or replace macro receivables.ageing(as_of) as table
    select
        invoices.invoice_id,
        invoices.invoice_number,
        invoices.invoice_type,
        invoices.finance_account_id,
        invoices.building_id,
        invoices.due_date,
        invoices.currency_code,
        intervals.open_amount,
        cast(as_of as date) - invoices.due_date as days_past_due,
        {{ ageing_bucket('invoices.due_date', 'cast(as_of as date)') }} as bucket
    from receivables.fct_invoice_balance_intervals as intervals
    inner join receivables.fct_sales_invoices as invoices on intervals.invoice_id = invoices.invoice_id
    where
        intervals.valid_from <= cast(as_of as date)
        and (intervals.valid_to is null or intervals.valid_to > cast(as_of as date));
    comment on macro table receivables.ageing is
    'Open invoices at the end of a day: select * from receivables.ageing(date ''2026-06-30''). Credit notes have a negative open_amount. Its columns are described at receivables.fct_open_items.'
{% endmacro %}

{#
    receivables.ageing_as_known(as_of, known_at): the invoices open at the end of day `as_of`, by the records loaded until the end
    of day `known_at`. It selects those versions of invoices and allocations first, then counts as int_invoice_events and
    fct_invoice_balance_intervals do.
#}
{% macro create_ageing_as_known() %}{{ return(adapter.dispatch('create_ageing_as_known')()) }}{% endmacro %}
{% macro spark__create_ageing_as_known() %}{% endmacro %}
{% macro duckdb__create_ageing_as_known() %}
    create or replace macro receivables.ageing_as_known(as_of, known_at) as table
    with invoices as (
        select *
        from receivables.fct_sales_invoice_versions as versions
        where
            versions.known_from <= cast(known_at as date)
            and (versions.known_to is null or versions.known_to > cast(known_at as date))
    ),

    -- What is put against a deleted credit is put against a credit.
    ended as (
        select
            versions.invoice_id,
            {{ at_max('versions.total_gross', 'versions.known_from') }} as total_gross
        from receivables.fct_sales_invoice_versions as versions
        where versions.known_to <= cast(known_at as date)
        group by versions.invoice_id
    ),

    applied as (
        select
            allocations.source_invoice_id,
            allocations.target_invoice_id,
            case
                when coalesce(targets.total_gross, ended.total_gross) < 0 then -abs(allocations.amount)
                when {{ is_drawn_out('allocations.') }} then abs(allocations.amount)
                else allocations.amount
            end as amount
        from receivables.fct_financial_allocation_versions as allocations
        left join invoices as targets on allocations.target_invoice_id = targets.invoice_id
        left join ended on allocations.target_invoice_id = ended.invoice_id
        where
            allocations.known_from <= cast(known_at as date)
            and (allocations.known_to is null or allocations.known_to > cast(known_at as date))
            and (allocations.allocation_date is null or allocations.allocation_date <= cast(as_of as date))
            and (allocations.target_invoice_id is not null or {{ is_drawn_out('allocations.') }})
    ),

    moves as (
        select
            applied.target_invoice_id as invoice_id,
            -applied.amount as amount
        from applied
        union all
        select
            applied.source_invoice_id as invoice_id,
            applied.amount
        from applied
    ),

    moved as (
        select
            moves.invoice_id,
            sum(moves.amount) as amount
        from moves
        group by moves.invoice_id
    ),

    balances as (
        select
            invoices.*,
            cast(invoices.total_gross + coalesce(moved.amount, 0) as decimal(18, 2)) as open_amount
        from invoices
        left join moved on invoices.invoice_id = moved.invoice_id
        where
            invoices.posted_date <= cast(as_of as date)
            and (invoices.voided_date is null or invoices.voided_date > cast(as_of as date))
    )

    select
        balances.invoice_id,
        balances.invoice_number,
        balances.invoice_type,
        balances.finance_account_id,
        balances.building_id,
        balances.due_date,
        balances.currency_code,
        balances.open_amount,
        cast(as_of as date) - balances.due_date as days_past_due,
        {{ ageing_bucket('balances.due_date', 'cast(as_of as date)') }} as bucket
    from balances
    where balances.open_amount <> 0;
    comment on macro table receivables.ageing_as_known is
    'Open invoices at the end of a day as known at the end of another: select * from receivables.ageing_as_known(date ''2026-06-30'', date ''2026-07-01''). As known today it is receivables.ageing. Its columns are described at receivables.fct_open_items.'
{% endmacro %}

{# True for a payment that names a source invoice and no target invoice: a refund. On which side a refund names the credit is not shown. #}
{% macro is_drawn_out(row) -%}
    ({{ row }}source_invoice_id is not null and {{ row }}target_invoice_id is null and coalesce({{ row }}import_type, '') = 'PAYMENT')
{%- endmacro %}

{# True for money that is not allocated to an invoice yet, and is no refund. #}
{% macro is_unapplied(row) %}({{ row }}target_invoice_id is null and not {{ is_drawn_out(row) }}){% endmacro %}

{#
    True for money received or paid. A credit allocated from one invoice to another is no cash, whatever its type: the two balances
    change by the same amount. Without an import type, a source invoice shows that an allocation is a credit. `source_id` is the id
    of the source invoice, null where that invoice is not known.
#}
{% macro is_cash(row, source_id) -%}
    (
        coalesce({{ row }}import_type, case when {{ row }}source_invoice_id is null then 'PAYMENT' else 'ALLOCATION' end) = 'PAYMENT'
        and ({{ row }}target_invoice_id is null or {{ source_id }} is null)
    )
{%- endmacro %}

{# The ageing bucket of an invoice on a day, by the days past its due date. #}
{% macro ageing_bucket(due_date, as_of) -%}
        case
            when {{ due_date }} is null then 'no due date'
            when {{ days_between(due_date, as_of) }} <= 0 then 'current'
            when {{ days_between(due_date, as_of) }} <= 30 then '1-30'
            when {{ days_between(due_date, as_of) }} <= 60 then '31-60'
            when {{ days_between(due_date, as_of) }} <= 90 then '61-90'
            else '91+'
        end
{%- endmacro %}
