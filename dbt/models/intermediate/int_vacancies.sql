{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(ref('int_unit_spans'), some=\"state = 'vacant'\", shared=true) }}",
) }}

-- Unbroken runs of vacant nights of each unit (adjacent vacant spans are merged), with the next sold stay. Only units
-- whose spans changed are computed again.
with spans as (
    select
        *,
        min(case when state = 'occupied' then start_date end) over (
            partition by unit_id
            order by start_date
            rows between 1 following and unbounded following
        ) as next_start_date
    from {{ lacking(ref('int_unit_spans')) }}
),

vacant as (
    select
        *,
        coalesce(start_date <> lag(end_date) over by_date, true) as is_first,
        coalesce(end_date <> lead(start_date) over by_date, true) as is_last
    from spans
    where state = 'vacant'
    window by_date as (partition by unit_id order by start_date)
),

-- Only the first and last span of each run are left, so the row after a first span is the last span of its run.
gaps as (
    select
        unit_id,
        building_id,
        unit_type_id,
        next_start_date,
        is_first,
        start_date as vacant_from,
        case
            when is_last then end_date
            else lead(end_date) over (partition by unit_id order by start_date)
        end as vacant_to,
        fingerprint
    from vacant
    where is_first or is_last
)

select
    gaps.unit_id,
    gaps.vacant_from,
    gaps.vacant_to,
    gaps.building_id,
    gaps.unit_type_id,
    sold.room_stay_id as next_room_stay_id,
    gaps.next_start_date,
    gaps.fingerprint
from gaps
left join {{ lacking(ref('int_unit_spans')) }} as sold
    on gaps.unit_id = sold.unit_id and gaps.next_start_date = sold.start_date and sold.state = 'occupied'
where gaps.is_first
