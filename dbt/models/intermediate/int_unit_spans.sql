{{ config(
    materialized='incremental',
    pre_hook="{{ keep_up_with(unit_inputs()) }}",
) }}

-- The supply dates of each unit, cut into spans of one state by running sums over everything that begins or ends on the
-- unit. No night is unfolded here. Only units of which anything changed are computed again.
with lives as (
    select
        lives.*,
        inputs.fingerprint
    from {{ ref('int_unit_lives') }} as lives
    inner join {{ lacking(unit_inputs()) }} as inputs on lives.unit_id = inputs.unit_id
    where lives.start_date < lives.end_date
),

places as (
    select distinct
        unit_id,
        building_id,
        unit_type_id,
        fingerprint
    from lives
),

intervals as (
    select
        unit_id,
        start_date,
        end_date,
        'life' as kind,
        cast(null as bigint) as room_stay_id
    from lives
    union all
    select
        unit_id,
        start_date,
        end_date,
        occupancy_state as kind,
        room_stay_id
    from {{ ref('int_room_stays') }}
    where
        occupancy_state in ('occupied', 'tentative') and unit_id is not null and nights > 0
        and {{ of_lacking('unit_id', 'lives') }}
    union all
    select
        unit_id,
        start_date,
        end_date,
        state as kind,
        null as room_stay_id
    from {{ ref('int_unit_blocks') }}
    where {{ of_lacking('unit_id', 'lives') }}
),

changes as (
    select
        *,
        {{ each(list_of(['1', '-1'])) }} as change
    from intervals
),

events as (
    select
        unit_id,
        case when change = 1 then start_date else end_date end as event_date,
        kind,
        change,
        change * room_stay_id as room_stay_id
    from changes
),

turns as (
    select
        unit_id,
        event_date,
        cast(coalesce(sum(change) filter (where kind = 'life'), 0) as integer) as life,
        cast(coalesce(sum(change) filter (where kind = 'occupied'), 0) as integer) as stays,
        cast(coalesce(sum(change) filter (where kind = 'tentative'), 0) as integer) as holds,
        cast(coalesce(sum(change) filter (where kind = 'closed'), 0) as integer) as closures,
        cast(coalesce(sum(change) filter (where kind = 'out_of_order'), 0) as integer) as repairs,
        coalesce(sum(room_stay_id) filter (where kind = 'occupied'), 0) as stay_sum,
        coalesce(sum(room_stay_id) filter (where kind = 'tentative'), 0) as hold_sum
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

-- Of several stays on a span, room_stay_id names the one that arrived first.
crowded as (
    select
        spans.unit_id,
        spans.start_date,
        {{ at_min('stays.room_stay_id', ['stays.start_date', 'stays.room_stay_id']) }} as room_stay_id
    from spans
    inner join {{ ref('int_room_stays') }} as stays
        on
            spans.unit_id = stays.unit_id
            and spans.state = stays.occupancy_state
            and stays.start_date <= spans.start_date
            and stays.end_date > spans.start_date
    where (spans.state = 'occupied' and spans.stays > 1) or (spans.state = 'tentative' and spans.holds > 1)
    group by spans.unit_id, spans.start_date
),

final as (
    select
        spans.unit_id,
        places.building_id,
        places.unit_type_id,
        spans.start_date,
        spans.end_date,
        spans.state,
        cast(coalesce(crowded.room_stay_id, case spans.state
            when 'occupied' then spans.stay_sum
            when 'tentative' then spans.hold_sum
        end) as bigint) as room_stay_id,
        spans.stays > 1 as is_conflict,
        spans.stays > 0 and spans.closures + spans.repairs > 0 as is_occupied_while_blocked,
        places.fingerprint
    from spans
    inner join places on spans.unit_id = places.unit_id
    left join crowded on spans.unit_id = crowded.unit_id and spans.start_date = crowded.start_date
)

select * from final
