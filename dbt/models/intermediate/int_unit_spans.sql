-- Each unit's life cut into spans of one state, by a sweep over everything that begins or ends on it: no night is unfolded here.
with events as (
    select
        unit_id,
        start_date as event_date,
        1 as life,
        0 as stays,
        0 as holds,
        0 as closures,
        0 as repairs,
        cast(0 as hugeint) as stay_sum,
        cast(0 as hugeint) as hold_sum
    from {{ ref('int_unit_lives') }}
    where start_date < end_date
    union all
    select unit_id, end_date, -1, 0, 0, 0, 0, 0, 0
    from {{ ref('int_unit_lives') }}
    where start_date < end_date
    union all
    select unit_id, start_date, 0, 1, 0, 0, 0, room_stay_id, 0
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and unit_id is not null and nights > 0
    union all
    select unit_id, end_date, 0, -1, 0, 0, 0, -room_stay_id, 0
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'occupied' and unit_id is not null and nights > 0
    union all
    select unit_id, start_date, 0, 0, 1, 0, 0, 0, room_stay_id
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'tentative' and unit_id is not null and nights > 0
    union all
    select unit_id, end_date, 0, 0, -1, 0, 0, 0, -room_stay_id
    from {{ ref('int_room_stays') }}
    where occupancy_state = 'tentative' and unit_id is not null and nights > 0
    union all
    select unit_id, start_date, 0, 0, 0, cast(state = 'closed' as integer), cast(state <> 'closed' as integer), 0, 0
    from {{ ref('int_unit_blocks') }}
    union all
    select unit_id, end_date, 0, 0, 0, -cast(state = 'closed' as integer), -cast(state <> 'closed' as integer), 0, 0
    from {{ ref('int_unit_blocks') }}
),

turns as (
    select
        unit_id,
        event_date,
        sum(life) as life,
        sum(stays) as stays,
        sum(holds) as holds,
        sum(closures) as closures,
        sum(repairs) as repairs,
        sum(stay_sum) as stay_sum,
        sum(hold_sum) as hold_sum
    from events
    group by unit_id, event_date
),

swept as (
    select
        unit_id,
        event_date as start_date,
        lead(event_date) over by_date as end_date,
        sum(life) over by_date as life,
        sum(stays) over by_date as stays,
        sum(holds) over by_date as holds,
        sum(closures) over by_date as closures,
        sum(repairs) over by_date as repairs,
        -- While exactly one stay is on the unit, the running sum of ids is its id.
        sum(stay_sum) over by_date as stay_sum,
        sum(hold_sum) over by_date as hold_sum
    from turns
    window by_date as (partition by unit_id order by event_date)
),

spans as (
    select
        *,
        case
            when stays > 0 then 'occupied'
            when closures > 0 then 'closed'
            when repairs > 0 then 'out_of_order'
            when holds > 0 then 'tentative'
            else 'vacant'
        end as state
    from swept
    where life > 0 and end_date is not null
),

-- Of several stays on a span, the one that came first stands for it.
crowded as (
    select
        spans.unit_id,
        spans.start_date,
        arg_min(stays.room_stay_id, (stays.start_date, stays.room_stay_id)) as room_stay_id
    from spans
    inner join {{ ref('int_room_stays') }} as stays
        on
            spans.unit_id = stays.unit_id
            and spans.state = stays.occupancy_state
            and stays.start_date <= spans.start_date
            and stays.end_date > spans.start_date
    where (spans.state = 'occupied' and spans.stays > 1) or (spans.state = 'tentative' and spans.holds > 1)
    group by spans.unit_id, spans.start_date
)

select
    spans.unit_id,
    lives.building_id,
    lives.unit_type_id,
    spans.start_date,
    spans.end_date,
    spans.state,
    cast(coalesce(crowded.room_stay_id, case spans.state
        when 'occupied' then spans.stay_sum
        when 'tentative' then spans.hold_sum
    end) as bigint) as room_stay_id,
    cast(spans.stays as integer) as stay_count,
    spans.stays > 1 as is_conflict,
    spans.stays > 0 and spans.closures + spans.repairs > 0 as is_occupied_while_blocked
from spans
inner join {{ ref('int_unit_lives') }} as lives on spans.unit_id = lives.unit_id
left join crowded on spans.unit_id = crowded.unit_id and spans.start_date = crowded.start_date
