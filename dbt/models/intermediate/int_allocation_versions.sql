{{ config(materialized='view') }}

{% set fields = [
    'allocation_date', 'import_type', 'cents', 'currency_code', 'source_invoice_id', 'target_invoice_id',
] %}
{% set entered_on = stated_date('versions.created', setting('time_zone')) %}

-- Allocations as they were known from one date to the next, one version at a time. Where both lists have told of one,
-- the version seen last is right as long as its list tells of it.
with loads as (
    {{ known_spans(ref('stg_pms__financial_allocation_loads'), of_lists=true) }}
),

told as {{ once() }} (
    select
        versions.allocation_id,
        versions.stream,
        versions.seen_at,
        -- Of the time before a list's first load, that tells: each allocation was there from its entry on.
        case
            when loads.is_first
                then least(
                    coalesce({{ entered_on }}, versions.allocation_date),
                    loads.loaded_on
                )
            else loads.loaded_on
        end as known_from,
        loads.replaced_on as known_to,
        coalesce(versions.allocation_date, {{ entered_on }}) as allocation_date,
        versions.import_type,
        {{ to_cents('versions.amount') }} as cents,
        versions.currency_code,
        versions.source_invoice_id,
        versions.target_invoice_id
    from {{ ref('stg_pms__financial_allocation_versions') }} as versions
    inner join loads on versions.version = loads.version
),

in_both_lists as (
    select distinct allocation_id
    from told
    where
        stream = 'sales_payments'
        and allocation_id in (
            select credits.allocation_id
            from told as credits
            where credits.stream = 'sales_invoices'
        )
),

told_twice as (
    select *
    from told
    where allocation_id in (select in_both_lists.allocation_id from in_both_lists)
),

dates as (
    select
        allocation_id,
        known_from
    from told_twice
    union
    select
        allocation_id,
        known_to as known_from
    from told_twice
    where known_to is not null
),

spans as (
    select
        allocation_id,
        known_from,
        lead(known_from) over (partition by allocation_id order by known_from) as known_to
    from dates
),

in_turn as (
    select
        told_twice.allocation_id,
        spans.known_from,
        spans.known_to,
        {% for field in fields -%}
        told_twice.{{ field }},
        {% endfor -%}
        row_number() over (
            partition by spans.allocation_id, spans.known_from
            order by told_twice.seen_at desc, told_twice.stream desc
        ) as place
    from spans
    inner join told_twice
        on
            spans.allocation_id = told_twice.allocation_id
            and spans.known_from >= told_twice.known_from
            and (told_twice.known_to is null or spans.known_from < told_twice.known_to)
)

select
    allocation_id,
    known_from,
    known_to,
    {{ fields | join(', ') }}
from {{ all_without('told', 'in_both_lists', 'allocation_id') }} as told_once
union all
select
    allocation_id,
    known_from,
    known_to,
    {{ fields | join(', ') }}
from in_turn
where place = 1
