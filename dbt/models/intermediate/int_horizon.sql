-- The nights for which supply is laid out: from the first stay, at the latest from today, to the end of the month of
-- the last stay or of today plus `horizon_days`, whichever is later. Both ends are bounded against typing slips. The
-- end is that of a month, so that supply does not change everywhere from one day to the next.
select
    greatest(
        least(coalesce(min(start_date), {{ today() }}), {{ today() }}),
        {{ month_of(add_days(today(), -20 * 366)) }}
    ) as first_night,
    {{ add_months(month_of(
        'least(greatest(coalesce(max(end_date), ' ~ today() ~ '), ' ~ add_days(today(), var('horizon_days')) ~ '), '
        ~ add_days(today(), 10 * 366) ~ ')'
    ), 1) }} as end_date,
    {{ month_of(add_days(today(), -20 * 366)) }} as earliest_night
from {{ ref('int_room_stays') }}
where occupancy_state in ('occupied', 'tentative')
