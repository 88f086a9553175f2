-- The nights supply is laid out for: from the first stay (from today when all are to come: tonight is always there) to
-- the last stay and a good year past today; bounded against typing slips.
select
    greatest(
        least(coalesce(min(start_date), {{ today() }}), {{ today() }}),
        {{ add_days(today(), -20 * 366) }}
    ) as first_night,
    least(
        greatest(coalesce(max(end_date), {{ today() }}), {{ add_days(today(), var('horizon_days')) }}),
        {{ add_days(today(), 10 * 366) }}
    ) as end_date
from {{ ref('int_room_stays') }}
where occupancy_state in ('occupied', 'tentative')
