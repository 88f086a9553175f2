{#
    receivables.ageing(as_of): one row per invoice that is open at the end of that day. The parameter is untyped and cast
    inside, and nothing names a database, so that the macro can be copied into a file that DuckDB 1.2 opens.
#}
{% macro create_ageing() %}{{ return(adapter.dispatch('create_ageing')()) }}{% endmacro %}
{# Spark 3.5 has no functions that give tables. #}
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
    'Open invoices at the end of a day: select * from receivables.ageing(date ''2026-06-30''). Credit notes have a negative open_amount.'
{% endmacro %}

{# How long an invoice is overdue on a day. #}
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
