{{ config(materialized='view') }}

{% set fields = [
    'allocation_date', 'import_type', 'cents', 'currency_code', 'source_invoice_id', 'target_invoice_id',
] %}
{% set entered_on = stated_date('versions.created', setting('time_zone')) %}

-- Versions of allocations, each with the span of dates in which it was known. Where both lists have an allocation, the
-- version seen last is right as long as its list has it.
with loads as (
    {{ known_spans(ref('stg_pms__financial_allocation_loads'), of_lists=true) }}
),

dated as {{ once() }} (
    select
        versions.allocation_id,
        versions.stream,
        versions.seen_at,
        -- Before a list's first load, an allocation that this load found counts as known from its entry on.
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
    from dated
    where
        stream = 'sales_payments'
        and allocation_id in (
            select credits.allocation_id
            from dated as credits
            where credits.stream = 'sales_invoices'
        )
),

overlapping as (
    select *
    from dated
    where allocation_id in (select in_both_lists.allocation_id from in_both_lists)
),

dates as (
    select
        allocation_id,
        known_from
    from overlapping
    union
    select
        allocation_id,
        known_to as known_from
    from overlapping
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
        overlapping.allocation_id,
        spans.known_from,
        spans.known_to,
        {% for field in fields -%}
        overlapping.{{ field }},
        {% endfor -%}
        row_number() over (
            partition by spans.allocation_id, spans.known_from
            order by overlapping.seen_at desc, overlapping.stream desc
        ) as place
    from spans
    inner join overlapping
        on
            spans.allocation_id = overlapping.allocation_id
            and spans.known_from >= overlapping.known_from
            and (overlapping.known_to is null or spans.known_from < overlapping.known_to)
)

select
    allocation_id,
    known_from,
    known_to,
    {{ fields | join(', ') }}
from {{ all_without('dated', 'in_both_lists', 'allocation_id') }} as of_one_list
union all
select
    allocation_id,
    known_from,
    known_to,
    {{ fields | join(', ') }}
from in_turn
where place = 1
