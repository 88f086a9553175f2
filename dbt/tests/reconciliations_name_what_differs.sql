-- Each record that is counted as different is named, and no other: else nobody could look it up.
with counted as (
    select
        measure,
        sum(records_off) as records
    from {{ ref('fct_reconciliations') }}
    group by measure
),

named as (
    select
        measure,
        count(*) as records
    from {{ ref('fct_reconciliation_differences') }}
    group by measure
)

select
    coalesce(counted.measure, named.measure) as measure,
    counted.records as records_counted,
    named.records as records_named
from counted
full join named on counted.measure = named.measure
where coalesce(counted.records, 0) <> coalesce(named.records, 0)
