-- Guests book and pay before they stay, so the calendar begins with the earliest of all these dates.
with beginnings as (
    select first_night as first_date from {{ ref('int_horizon') }}
    union all
    select start_date as first_date from {{ ref('int_unit_lives') }}
    where start_date < end_date
    union all
    select least(start_date, booked_date) as first_date from {{ ref('int_room_stays') }}
    union all
    select least(invoice_date, posted_on) as first_date from {{ ref('int_invoices') }}
    union all
    select allocation_date as first_date from {{ ref('int_allocations') }}
),

reach as (
    select
        greatest(min(beginnings.first_date), max(horizon.earliest_night)) as first_date,
        max(horizon.end_date) as end_date
    from beginnings
    cross join {{ ref('int_horizon') }} as horizon
),

span as (
    select
        cast(date_trunc('year', first_date) as date) as first_day,
        {{ days_between("cast(date_trunc('year', first_date) as date)", "end_date") }} + 366 as days
    from reach
),

days as (
    select {{ unfold_days('first_day', 'days') }} as date_day
    from span
)

select
    date_day,
    {{ month_of('date_day') }} as month,
    cast(year(date_day) as integer) as year,
    cast(quarter(date_day) as integer) as quarter,
    cast(month(date_day) as integer) as month_of_year,
    cast(weekofyear(date_day) as integer) as iso_week,
    cast({{ iso_weekday('date_day') }} as integer) as day_of_week,
    {{ iso_weekday('date_day') }} in (6, 7) as is_weekend,
    {{ add_days('date_day', -364) }} as same_weekday_last_year,
    date_day < {{ today() }} as is_past
from days
