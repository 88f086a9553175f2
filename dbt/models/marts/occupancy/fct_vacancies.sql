-- Neighbouring vacant spans of one unit joined: how long it stands, or will stand, empty.
with vacant as (
    select
        unit_id,
        building_id,
        unit_type_id,
        start_date,
        end_date,
        lag(end_date) over (partition by unit_id order by start_date) as previous_end_date
    from {{ ref('int_unit_spans') }}
    where state = 'vacant'
),

numbered as (
    select
        *,
        sum(case when start_date = previous_end_date then 0 else 1 end) over (
            partition by unit_id
            order by start_date
            rows between unbounded preceding and current row
        ) as gap_number
    from vacant
),

gaps as (
    select
        unit_id,
        building_id,
        unit_type_id,
        min(start_date) as vacant_from,
        max(end_date) as vacant_to
    from numbered
    group by unit_id, building_id, unit_type_id, gap_number
)

select
    gaps.unit_id,
    gaps.vacant_from,
    gaps.vacant_to,
    cast({{ days_between('gaps.vacant_from', 'gaps.vacant_to') }} as bigint) as nights,
    gaps.building_id,
    gaps.unit_type_id,
    gaps.vacant_to = horizon.end_date as is_open_ended
from gaps
cross join {{ ref('int_horizon') }} as horizon
