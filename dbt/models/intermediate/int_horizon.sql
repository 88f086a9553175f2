-- The nights for which supply is laid out: from the first stay, at the latest from today, to the end of the month of
-- the last stay or of today plus `horizon_days`, whichever is later. Both ends are bounded against typing slips. The
-- end is that of a month, so that supply does not change everywhere from one day to the next.
with bounds as (
    select
        {{ month_of(add_days(today(), -20 * 366)) }} as earliest_night,
        {{ add_days(today(), 10 * 366) }} as latest_night
),

-- A stay of more than fifty years, and one that lies beyond the bounds, has a typing slip in its dates: it does not
-- decide on the supply of all units.
stays as (
    select
        stays.start_date,
        stays.end_date
    from {{ ref('int_room_stays') }} as stays
    cross join bounds
    where
        stays.occupancy_state in ('occupied', 'tentative')
        and coalesce({{ days_between('stays.start_date', 'stays.end_date') }} <= stays.nights, true)
        and greatest(stays.start_date, stays.end_date) >= bounds.earliest_night
        and least(stays.start_date, stays.end_date) <= bounds.latest_night
),

reach as (
    select
        min(start_date) as first_night,
        max(end_date) as last_end
    from stays
)

select
    greatest(least(reach.first_night, {{ today() }}), bounds.earliest_night) as first_night,
    {{ add_months(month_of(
        'least(greatest(reach.last_end, ' ~ add_days(today(), var('horizon_days')) ~ '), '
        ~ 'bounds.latest_night)'
    ), 1) }} as end_date,
    bounds.earliest_night
from reach
cross join bounds
