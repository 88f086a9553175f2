-- The nights supply is laid out for: from the first stay (from today when all are to come: tonight is always there) to
-- the end of the month of the last stay and of a good year past today; bounded against typing slips. By whole months,
-- so that supply does not change everywhere from one day to the next.
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
