with reach as (
    select
        least(min(horizon.first_night), min(lives.start_date)) as first_night,
        max(horizon.end_date) as end_date
    from {{ ref('int_horizon') }} as horizon
    left join {{ ref('int_unit_lives') }} as lives on lives.start_date < lives.end_date
),

span as (
    select
        cast(date_trunc('year', first_night) as date) as first_day,
        {{ days_between("cast(date_trunc('year', first_night) as date)", "end_date") }} + 366 as days
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
