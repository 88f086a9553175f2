-- Nights that are free to sell in our figures beside those that the API calls available, per unit, over the coming
-- nights of the API's intervals. A unit is compared only if nothing that is or was on it was seen to change after the
-- intervals were read.
with seen as (
    select
        unit_id,
        seen_at
    from {{ ref('stg_pms__units') }}
    union all
    select
        stays.unit_id,
        loads.seen_at
    from {{ ref('stg_pms__room_stay_versions') }} as stays
    inner join {{ ref('stg_pms__booking_loads') }} as loads on stays.record_key = loads.record_key
    where stays.unit_id in (select intervals.unit_id from {{ ref('stg_pms__unit_intervals') }} as intervals)
    union all
    select
        unit_id,
        changed_at as seen_at
    from {{ ref('stg_pms__unit_changes') }}
),

changed as (
    select
        unit_id,
        max(seen_at) as changed_at
    from seen
    group by unit_id
),

theirs as (
    select
        intervals.unit_id,
        greatest(intervals.start_date, {{ today() }}) as start_date,
        intervals.end_date,
        intervals.is_available,
        intervals.reason
    from {{ ref('stg_pms__unit_intervals') }} as intervals
    inner join {{ ref('int_units') }} as units on intervals.unit_id = units.unit_id
    inner join changed on intervals.unit_id = changed.unit_id
    where
        not units.is_excluded
        and units.removed_on is null
        and changed.changed_at <= intervals.read_at
        and intervals.end_date > {{ today() }}
),

totals as (
    select
        unit_id,
        sum({{ days_between('start_date', 'end_date') }}) as nights,
        coalesce(sum({{ days_between('start_date', 'end_date') }}) filter (where is_available), 0) as their_nights
    from theirs
    group by unit_id
),

shared as (
    select
        theirs.unit_id,
        theirs.is_available,
        theirs.reason,
        spans.state,
        sum({{ days_between(
            'greatest(theirs.start_date, spans.start_date)', 'least(theirs.end_date, spans.end_date)'
        ) }}) as nights
    from theirs
    inner join {{ ref('int_unit_spans') }} as spans
        on
            theirs.unit_id = spans.unit_id
            and theirs.start_date < spans.end_date
            and theirs.end_date > spans.start_date
    group by theirs.unit_id, theirs.is_available, theirs.reason, spans.state
),

both_sides as (
    select
        unit_id,
        coalesce(sum(nights) filter (where state = 'vacant'), 0) as our_nights,
        coalesce(sum(nights) filter (where state = 'vacant' and is_available), 0) as shared_nights,
        {{ at_max('state', 'nights', "state <> 'vacant' and is_available") }} as our_state,
        {{ at_max("coalesce(reason, 'not said')", 'nights', "state = 'vacant' and not is_available") }} as their_reason
    from shared
    group by unit_id
)

select
    totals.unit_id,
    totals.nights,
    coalesce(both_sides.our_nights, 0) as our_nights,
    totals.their_nights,
    coalesce(both_sides.our_nights, 0) + totals.their_nights - 2 * coalesce(both_sides.shared_nights, 0)
        as nights_off,
    case
        when
            coalesce(both_sides.our_nights, 0) = coalesce(both_sides.shared_nights, 0)
            and totals.their_nights = coalesce(both_sides.shared_nights, 0)
            then null
        when both_sides.their_reason is not null
            then 'they do not sell nights that are free here, reason ' || both_sides.their_reason
        when both_sides.our_state is not null then 'they sell nights that are ' || both_sides.our_state || ' here'
        else {{ text_of("they sell nights outside the unit's life") }}
    end as cause
from totals
left join both_sides on totals.unit_id = both_sides.unit_id
