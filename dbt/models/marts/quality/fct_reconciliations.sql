-- Our figure beside the API's for the same measure, per currency. The records that differ are in
-- fct_reconciliation_differences.
with together as (
    {% for comparisons in [ref('int_booking_comparisons'), ref('int_stay_comparisons')] -%}
    select
        measure,
        compared_with,
        currency_code,
        count(*) as records,
        {{ from_cents('sum(our_cents)') }} as ours,
        {{ from_cents('sum(their_cents)') }} as theirs
    from {{ comparisons }}
    group by measure, compared_with, currency_code
    union all
    {% endfor -%}
    select
        'free nights of units' as measure,
        {{ text_of("available nights of the unit's intervals") }} as compared_with,
        'none' as currency_code,
        count(*) as records,
        sum(our_nights) as ours,
        sum(their_nights) as theirs
    from {{ ref('int_unit_comparisons') }}
    having count(*) > 0
    union all
    select
        measure,
        compared_with,
        currency_code,
        records,
        ours,
        theirs
    from {{ ref('int_invoice_comparisons') }}
),

differing as (
    select
        measure,
        currency_code,
        count(*) as records
    from {{ ref('fct_reconciliation_differences') }}
    group by measure, currency_code
)

select
    together.measure,
    together.compared_with,
    together.currency_code,
    together.records,
    coalesce(differing.records, 0) as records_off,
    cast(together.ours as decimal(18, 2)) as ours,
    cast(together.theirs as decimal(18, 2)) as theirs,
    cast(together.ours - together.theirs as decimal(18, 2)) as difference
from together
left join differing on together.measure = differing.measure and together.currency_code = differing.currency_code
